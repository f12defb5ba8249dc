package goldens

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sutura.dev/bundle/question"
	"sutura.dev/compiler/dialect"
	"sutura.dev/compiler/plan"
)

// TestValuesAreBound: two questions that differ only in values give the same text in every dialect, and no value is in
// it.
func TestValuesAreBound(t *testing.T) {
	b, err := worldBundle()
	if err != nil {
		t.Fatal(err)
	}
	view := b.View(nil, false)
	render := func(t *rapid.T, q question.Question, name string) dialect.Statement {
		p, refusal, malformed := plan.Resolve(view, q, instant("2030-01-01T00:00:00Z"))
		if refusal != nil || malformed != nil {
			t.Fatalf("%s: %v %v", question.Encode(q), refusal, malformed)
		}
		s, err := dialect.Render(p, name)
		if _, lacks := errors.AsType[*dialect.Unsupported](err); err != nil && (!lacks || dialect.StateOf(name) == dialect.Proven) {
			t.Fatal(err)
		}
		return s
	}
	rapid.Check(t, func(t *rapid.T) {
		q := drawQuestion(t, nil)
		other := q
		other.Filters = nil
		var values []string
		for i := range q.Filters {
			f, g := q.Filters[i], q.Filters[i]
			f.Values, g.Values = distinctive(t, f), distinctive(t, g)
			values = append(values, f.Values...)
			q.Filters[i] = f
			other.Filters = append(other.Filters, g)
		}
		if q.Range != nil {
			q.Range = &question.Range{Start: "2019-08-07", End: "2021-06-05"}
			other.Range = &question.Range{Start: "2023-09-18", End: "2024-11-17"}
			values = append(values, "2019", "2021")
		}
		for _, name := range dialect.Names() {
			s := render(t, q, name)
			if text := render(t, other, name).Text(); text != s.Text() {
				t.Fatalf("%s: values change the text of %s:\n%s\n%s", name, question.Encode(q), s.Text(), text)
			}
			for _, v := range values {
				if strings.Contains(s.Text(), v) {
					t.Fatalf("%s: the value %q of %s is in the text:\n%s", name, v, question.Encode(q), s.Text())
				}
			}
		}
	})
}

// distinctive draws values that no other text holds, as many as the operator wants; closed dimensions keep theirs.
func distinctive(t *rapid.T, f question.Filter) []string {
	n := len(f.Values)
	if f.Op == "in" || f.Op == "not_in" {
		n = rapid.IntRange(1, 5).Draw(t, "values")
	}
	out := make([]string, n)
	for i := range out {
		word := rapid.StringMatching("[q-z]{12}").Draw(t, "word")
		number := rapid.StringMatching("[1-9][0-9]{6}").Draw(t, "number")
		switch f.Dimension {
		case "product.name":
			out[i] = word
		case "code", "rest":
			out[i] = number
		case "paid", "product.price":
			out[i] = number + ".25"
		case "day":
			out[i] = "19" + rapid.StringMatching("[1-9][1-9]-0[1-9]-1[0-9]").Draw(t, "day")
		default: // closed
			return filters[f.Dimension].values[:min(max(n, 1), 2)]
		}
	}
	slices.Sort(out) // numbers of one length, so the lower bound comes first
	return out
}
