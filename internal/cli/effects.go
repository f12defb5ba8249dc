package cli

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
	"sutura.dev/goldens"
	"sutura.dev/internal/render"
)

// provenEffect is what a change does to a metric whose meaning is the same: nothing, which needs no question.
func provenEffect(m bundle.MetricChange) render.Effect {
	switch {
	case m.RenamedFrom != "" && !m.Prose:
		return render.Effect{Text: "values unchanged, name only"}
	case slices.ContainsFunc(m.Reasons, func(r bundle.Reason) bool { return r.Class != bundle.ProseOnly }):
		return render.Effect{Text: "values unchanged"}
	}
	return render.Effect{Text: "values unchanged, words only"}
}

// effectOf says, of the questions that both sides were asked, which keep their rows and which do not.
func effectOf(m bundle.MetricChange, asked []goldens.Asked) render.Effect {
	var moved, same, unknown, other []goldens.Asked
	for _, a := range asked {
		switch {
		case a.Same:
			same = append(same, a)
			continue
		case a.Was.Rows == nil || a.Now.Rows == nil:
			unknown = append(unknown, a)
		case *a.Was.Rows == *a.Now.Rows:
			same = append(same, a)
		default:
			moved = append(moved, a)
		}
		other = append(other, a)
	}
	e := render.Effect{Asked: len(asked), Moved: len(moved)}
	switch {
	case len(asked) == 0:
		e.Text = "values not compared: no question is answered by both"
	case len(other) == 0 && slices.ContainsFunc(m.Reasons, func(r bundle.Reason) bool { return r.Code == bundle.UnitChanged }):
		e.Text = "values unchanged, label only"
	case len(other) == 0:
		e.Text = "values unchanged"
	case len(unknown) == len(other):
		e.Text = "values not compared: the fixtures give no rows that both can hold; read the statement"
	case len(moved) == 0:
		e.Text = fmt.Sprintf("the fixtures do not show it: the statement changes in %d of %s, the rows in none", len(other), count(len(asked), "question"))
	case len(moved) == len(asked):
		e.Text = "values move in every question"
	case len(moved) <= len(same)+len(unknown):
		e.Text = "values move only " + where(moved)
	default:
		e.Text = "values move, but not " + where(append(same, unknown...))
	}
	if len(moved) > 0 && moved[0].Question.Grain == "" && len(moved[0].Question.Dimensions) == 0 {
		e.Total = total(moved[0].Was) + " -> " + total(moved[0].Now)
	}
	return e
}

// whereShown is how many dimensions a line about values names.
const whereShown = 6

// where says at which questions: "in the total, at week grain, where channel is asked".
func where(asked []goldens.Asked) string {
	var parts, grains, dimensions []string
	for _, a := range asked {
		switch q := a.Question; {
		case len(q.Dimensions) > 0:
			dimensions = append(dimensions, q.Dimensions...)
		case q.Grain != "":
			grains = append(grains, q.Grain)
		default:
			parts = append(parts, "in the total")
		}
	}
	if len(grains) > 0 {
		parts = append(parts, "at "+list(grains, "and")+" grain")
	}
	if more := len(dimensions) - whereShown; more > 1 {
		dimensions = append(dimensions[:whereShown], fmt.Sprintf("%d more", more))
	}
	if len(dimensions) > 0 {
		parts = append(parts, "where "+list(dimensions, "or")+" is asked")
	}
	return strings.Join(parts, ", ")
}

// list is "a, b and c".
func list(words []string, last string) string {
	n := len(words) - 1
	if n < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:n], ", ") + " " + last + " " + words[n]
}

// total is the one value that a question without keys gives.
func total(c *goldens.Case) string {
	var row []json.RawMessage
	if json.Unmarshal([]byte(*c.Rows), &row) != nil || len(row) == 0 {
		return "nothing"
	}
	value := row[len(row)-1]
	var text string
	if json.Unmarshal(value, &text) == nil && string(value) != "null" {
		return text
	}
	return string(value)
}

// smallest is the question that shows a difference with the fewest dimensions, filters and rows; nil where none does.
func smallest(asked []goldens.Asked) *goldens.Asked {
	size := func(a *goldens.Asked) []int {
		return []int{len(a.Question.Dimensions), len(a.Question.Filters), max(strings.Count(*a.Was.Rows, "\n"), strings.Count(*a.Now.Rows, "\n"))}
	}
	var best *goldens.Asked
	for i := range asked {
		a := &asked[i]
		if differs(a) && (best == nil || slices.Compare(size(a), size(best)) < 0) {
			best = a
		}
	}
	return best
}

func differs(a *goldens.Asked) bool {
	return !a.Same && a.Was.Rows != nil && a.Now.Rows != nil && *a.Was.Rows != *a.Now.Rows
}

// commandOf is the command line that asks a question.
func commandOf(verb string, q question.Question) []string {
	if f, ok := question.FlagsOf(q); ok {
		return append([]string{"sutura", verb}, f.Args()...)
	}
	return nil
}
