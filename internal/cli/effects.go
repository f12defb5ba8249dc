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

// effectOf says, of the questions that both sides were asked, which keep their values and which do not. Where the statement is
// the same, they do whatever the data is; where it is another, the fixtures show it or do not.
func effectOf(m bundle.MetricChange, asked []goldens.Asked) render.Effect {
	var other, moved, unknown []goldens.Asked
	for _, a := range asked {
		if a.Same {
			continue
		}
		other = append(other, a)
		switch {
		case a.Was.Rows == nil || a.Now.Rows == nil:
			unknown = append(unknown, a)
		case *a.Was.Rows != *a.Now.Rows:
			moved = append(moved, a)
		}
	}
	e := render.Effect{Asked: len(asked), Moved: len(moved)}
	only := ""
	if len(other) > 0 && len(other) < len(asked) {
		only = " only " + where(other)
	}
	switch {
	case len(asked) == 0:
		e.Text = "values not compared: no question is answered by both"
	case len(moved) == 0 && elsewhere(m):
		e.Text = "values may move" + only + ": they are read from another place, of which fixtures know nothing"
	case len(other) == 0 && slices.ContainsFunc(m.Reasons, func(r bundle.Reason) bool { return r.Code == bundle.UnitChanged }):
		e.Text = "values unchanged, label only"
	case len(other) == 0:
		e.Text = "values unchanged"
	case len(unknown) == len(other):
		e.Text = "values may move" + only + "; not compared: the fixtures give no rows that both can hold"
	case len(moved) == 0:
		e.Text = "values may move" + only + "; the fixtures do not show it (" + count(len(other), "question") + " asked)"
	case len(moved) == len(other) && only == "":
		e.Text = "values move in every question"
	case len(moved) == len(other):
		e.Text = "values move" + only
	case isTotal(moved[0]) || only != "" || len(moved) > whereShown:
		e.Text, e.Part = "values move"+only+", on the fixtures in a part of the questions", fmt.Sprintf("%d of %d", len(moved), len(other))
	default:
		e.Text = "values move; on the fixtures, only " + where(moved)
	}
	if len(moved) > 0 && elsewhere(m) {
		e.Text += "; and they are read from another place, of which fixtures know nothing"
	}
	if len(moved) > 0 && isTotal(moved[0]) {
		e.Total = total(moved[0].Was) + " -> " + total(moved[0].Now)
	}
	return e
}

func isTotal(a goldens.Asked) bool {
	return a.Question.Grain == "" && len(a.Question.Dimensions) == 0
}

// elsewhere reports whether rows are read from another place: what lies there, no fixture knows.
func elsewhere(m bundle.MetricChange) bool {
	return slices.ContainsFunc(m.Reasons, func(r bundle.Reason) bool {
		return slices.Contains([]bundle.Code{bundle.TableChanged, bundle.SourceChanged, bundle.DialectChanged}, r.Code)
	})
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
	return list(parts, "and")
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
