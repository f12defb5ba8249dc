package compiler

import (
	"fmt"
	"slices"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
	"sutura.dev/compiler/plan"
	"sutura.dev/internal/diag"
)

// verifySaved asks a saved question as it stands, then with each of its defaults, and with a value for each parameter that
// has none.
func (c *compilation) verifySaved(view *bundle.View, q bundle.Query) {
	path := []string{"knowledge", "queries", q.Name}
	if !c.verifyQuestion(view, q.Question, append(slices.Clone(path), "question")) {
		return
	}
	for _, p := range q.Parameters {
		at := append(slices.Clone(path), "parameters", p.Name)
		if p.Fills == plan.FillsFilter && clauses(q.Question, p.Dimension) > 1 {
			c.report(diag.NotAnswerable, at, "the question has two conditions on "+p.Dimension+", and "+p.Name+" could fill either", "Write the question with one of them.")
			continue
		}
		alone := bundle.Query{Question: q.Question, Parameters: []bundle.Parameter{p}}
		var said []plan.Argument
		if p.Default != "" {
			at = append(at, "default")
		} else if values := trial(view, q.Question, p); values != nil {
			said = []plan.Argument{{Name: p.Name, Values: values}}
		} else {
			continue
		}
		filled, malformed := plan.Fill(view, &alone, said)
		if malformed != nil {
			c.report(diag.NotAnswerable, at, fmt.Sprintf("with %s filled in this is not a question: what is accepted is %s", p.Name, malformed.Accepted), "")
			continue
		}
		_, refusal, malformed := plan.Resolve(view, filled.Question, verifiedAt)
		switch {
		case malformed != nil:
			c.report(diag.NotAnswerable, at, fmt.Sprintf("with %s filled in this is not a question: %s", p.Name, malformed.Error()), "")
		case refusal != nil:
			c.report(diag.NotAnswerable, at, fmt.Sprintf("with %s filled in the question is refused (%s): %s", p.Name, refusal.Code, refusal.Detail), "")
		}
	}
}

// clauses counts the conditions on a dimension.
func clauses(q question.Question, dimension string) (n int) {
	for _, f := range q.Filters {
		if f.Dimension == dimension {
			n++
		}
	}
	return n
}

// trial is what a parameter of a question takes, whoever asks: the question's own values, or else a value of the type. Nil
// is for a range that the question has already.
func trial(view *bundle.View, q question.Question, p bundle.Parameter) []string {
	if p.Fills == plan.FillsRange {
		if q.Range != nil {
			return nil
		}
		return []string{"2026"} // which is refused: only a question without a time has no range
	}
	if i := slices.IndexFunc(q.Filters, func(f question.Filter) bool { return f.Dimension == p.Dimension && len(f.Values) > 0 }); i >= 0 {
		return q.Filters[i].Values
	}
	d := view.Resolve(view.Metric(q.Metrics[0]).Measure.Terms[0].Model, p.Dimension)
	switch {
	case d == nil: // which is refused: the metric has no such dimension
	case len(d.Dimension.Values) > 0:
		return d.Dimension.Values[:1]
	case d.Expr.Type.Numeric():
		return []string{"0"}
	case d.Expr.Type.Temporal():
		return []string{"2026-01-01"}
	case d.Expr.Type.Kind == expr.Boolean:
		return []string{"true"}
	}
	return []string{"x"}
}
