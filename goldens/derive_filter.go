package goldens

import (
	"slices"
	"strings"
	"unicode/utf8"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
)

// filters are one of each kind that a dimension of the metric takes: declared values, wanted and not wanted; text, numbers
// and times without declared values; and null. Which dimension of a kind differs from metric to metric.
func (d *deriving) filters(m *bundle.Metric) []question.Filter {
	n := len(m.Dimensions)
	if n == 0 {
		return nil
	}
	at := turn(m.Name, n)
	names := slices.Concat(m.Dimensions[at:], m.Dimensions[:at])
	slices.SortStableFunc(names, func(a, b string) int { // the model's own first: over joins fewer rows pass
		return strings.Count(a, ".") - strings.Count(b, ".")
	})
	var out []question.Filter
	for _, kind := range []string{question.OpIn, question.OpNotIn, question.OpStartsWith, question.OpBetween, question.OpGte, question.OpIsNotNull} {
		var best *question.Filter
		for _, name := range names {
			f, ok := d.filter(m, kind, d.dimension(m, name))
			again := slices.ContainsFunc(out, func(o question.Filter) bool { return o.Dimension == name })
			if ok && (best == nil || !again) {
				if best = &f; !again {
					break
				}
			}
		}
		if best != nil {
			out = append(out, *best)
		}
	}
	return out
}

// filter is a clause of a kind on a dimension, false where the dimension is of another kind. Its values let some rows pass
// and hold some back.
func (d *deriving) filter(m *bundle.Metric, op string, r *bundle.Resolved) (question.Filter, bool) {
	f := question.Filter{Dimension: r.Name, Op: op}
	t := r.Expr.Type
	kind := r.Dimension.Filter
	if op == question.OpIsNotNull {
		return f, kind != bundle.FilterNone && d.mayBeNull(m, r.Expr)
	}
	values := d.sample(m, r)
	n := len(values)
	if n == 0 {
		return f, false
	}
	low, high := values[n/4], values[n*3/4]
	switch op {
	case question.OpIn:
		f.Values = values[:min((n+1)/2, 4)]
		return f, kind == bundle.FilterClosed
	case question.OpNotIn:
		f.Values = values[n-1:]
		return f, kind == bundle.FilterClosed
	case question.OpStartsWith:
		f.Values = []string{beginning(values)}
		return f, kind == bundle.FilterOpen && t.Kind == expr.String && f.Values[0] != ""
	case question.OpBetween:
		f.Values = []string{values[0], high}
		return f, kind == bundle.FilterOpen && t.Numeric()
	}
	f.Values = []string{low}
	if t.Temporal() { // by days
		f.Values[0], _, _ = strings.Cut(low, "T")
	}
	return f, kind == bundle.FilterOpen && t.Temporal()
}

// beginning is the character with which the first value begins that has any.
func beginning(values []string) string {
	for _, v := range values {
		if strings.TrimSpace(v) != "" {
			_, size := utf8.DecodeRuneInString(v)
			return v[:size]
		}
	}
	return ""
}

// mayBeNull reports whether an expression reads anything that may be null, a nullable column or a join, and passes it on.
func (d *deriving) mayBeNull(m *bundle.Metric, n *expr.Node) bool {
	switch n.Op {
	case expr.OpIsNull, expr.OpIsNotNull, expr.OpIsTrue, expr.OpIsNotTrue, expr.OpIsFalse, expr.OpIsNotFalse, expr.OpCoalesce:
		return false
	}
	model := d.view.Model(m.Measure.Terms[0].Model)
	return slices.ContainsFunc(n.Columns(), func(c expr.Column) bool {
		return c.Role != "" || !model.Column(c.Name).Required
	})
}

// sample are values of a dimension, in order: the declared ones, those of the fixtures where it is a column, else some of
// its type.
func (d *deriving) sample(m *bundle.Metric, r *bundle.Resolved) []string {
	t := r.Expr.Type
	switch {
	case len(r.Dimension.Values) > 0:
		return r.Dimension.Values
	case r.Expr.Op == expr.OpColumn:
		of := d.fixtures.of[d.view.At(d.view.Model(m.Measure.Terms[0].Model), r.Expr.Column.Role).Name]
		return of.distinct[of.index(r.Expr.Column.Name)]()
	}
	var out []string
	for _, v := range []string{"0", "1", "5", "12", "2024-04-01"} {
		if v, ok := expr.Value(t, v); ok {
			out = append(out, v)
		}
	}
	return out
}
