package goldens

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/answer"
)

// An outcome is written one line a fact:
//
//	columns period:date region:string revenue:decimal(38,2)
//	["2026-01-01","EU","10.00"]
//	others ["2026-01-01",null,"5.00"]
//	totals ["2026-01-01",null,"15.00"]
//	note partial_bucket: The week of ...
//
//	refusal dimension_value_not_allowed
//	about region
//	suggest {"metrics":["revenue"], ...}
//	says ...                              part of the sentence
//
//	malformed filters[0].values
//	says ...
//
//	failure ...
//
//	rows
//	[null,0.25]                           only rows, doubles as near as the law promises
//
// Of an answer every line must be there and no other, and a note must hold what is expected of its text. Of the others
// the first line must be equal, and each further line of the expectation must hold.

// outcomeLines writes what Ask gave.
func outcomeLines(o answer.Outcome, err error) []string {
	var malformed *question.Malformed
	var failure *answer.Failure
	switch {
	case errors.As(err, &malformed):
		return []string{"malformed " + malformed.Path, "says " + malformed.Error()}
	case errors.As(err, &failure):
		return []string{"failure " + failure.Detail}
	case err != nil:
		return []string{"error " + err.Error()}
	}
	switch o := o.(type) {
	case *answer.Answer:
		return answerLines(o)
	case *answer.Refused:
		lines := []string{"refusal " + string(o.Code), "about " + strings.Join(o.About, " "), "says " + o.Detail}
		for _, s := range o.Suggestions {
			lines = append(lines, "suggest "+string(question.Encode(s)))
		}
		return lines
	}
	return nil
}

func answerLines(a *answer.Answer) []string {
	head := "columns"
	for _, c := range a.Columns {
		head += " " + c.Name + ":" + c.Type.String()
	}
	lines := []string{head}
	for _, row := range a.Rows {
		lines = append(lines, rowText(row))
	}
	for _, row := range a.Others {
		lines = append(lines, "others "+rowText(row))
	}
	for _, row := range a.Totals {
		lines = append(lines, "totals "+rowText(row))
	}
	for _, n := range a.Notes {
		lines = append(lines, "note "+n.Code+": "+n.Text)
	}
	return lines
}

func rowText(row []any) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(row); err != nil {
		return err.Error()
	}
	return strings.TrimSpace(b.String())
}

// differs compares an outcome with what is right, and says how they differ.
func differs(want string, got []string) string {
	wanted := strings.Split(want, "\n")
	if strings.HasPrefix(wanted[0], "columns") {
		// That nothing was found is seen in the rows; a case states the note where it is about it.
		const nothing = "note nothing_found"
		if !strings.Contains(want, nothing) {
			got = slices.DeleteFunc(slices.Clone(got), func(line string) bool { return strings.HasPrefix(line, nothing) })
		}
		if slices.EqualFunc(wanted, got, answersLine) {
			return ""
		}
		return show(want, got)
	}
	if wanted[0] == "rows" && strings.HasPrefix(got[0], "columns") {
		rows := slices.DeleteFunc(slices.Clone(got[1:]), func(line string) bool { return strings.HasPrefix(line, "note ") })
		if slices.EqualFunc(wanted[1:], rows, lawLine) {
			return ""
		}
		return show(want, got)
	}
	if word, _, _ := strings.Cut(got[0], " "); got[0] != wanted[0] && word != wanted[0] {
		return show(want, got)
	}
	for _, line := range wanted[1:] {
		says, isSays := strings.CutPrefix(line, "says ")
		holds := slices.ContainsFunc(got[1:], func(g string) bool {
			return g == line || isSays && strings.HasPrefix(g, "says ") && strings.Contains(g, says)
		})
		if !holds {
			return show(want, got)
		}
	}
	return ""
}

func answersLine(want, got string) bool {
	code, part, _ := strings.Cut(want, ": ")
	return want == got || strings.HasPrefix(want, "note ") && strings.HasPrefix(got, code+": ") && strings.Contains(got, part)
}

func show(want string, got []string) string {
	return fmt.Sprintf("right is:\n%s\n\nit is:\n%s", want, strings.Join(got, "\n"))
}
