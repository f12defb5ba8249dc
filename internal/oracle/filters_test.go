package oracle_test

import (
	"fmt"
	"slices"
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
	"sutura.dev/internal/oracle"
)

func drawFilters(t *dice, w *world, q *question.Question) {
	have := slices.DeleteFunc(shared(w, *q, dimensionsOf), func(name string) bool { return dimensionOf(w, *q, name).Dimension.Filter == bundle.FilterNone })
	names := several(t, "filtered", pick(t, "filters", 0, 0, 0, 0, 1, 1, 1, 2, 3), have)
	seen := w.seen(t, *q, names)
	for i, name := range names {
		d := dimensionOf(w, *q, name)
		f := drawFilter(t, w, name, d)
		if seen != nil && chance(t, "a value that is there", 7) {
			among(t, &f, seen[i])
		}
		q.Filters = append(q.Filters, f)
		if (f.Op == "gt" || f.Op == "gte") && chance(t, "two bounds", 5) {
			f.Op = pick(t, "second bound", "lt", "lte")
			f.Values = []string{pick(t, "upper bound", valuesFor(w, filterType(d))...)}
			q.Filters = append(q.Filters, f)
		}
	}
}

func dimensionOf(w *world, q question.Question, name string) *bundle.Resolved {
	return w.view().Resolve(metricsOf(w, q)[0].Measure.Terms[0].Model, name)
}

// filterType is what a filter compares a dimension with: times with local days.
func filterType(d *bundle.Resolved) expr.Type {
	if d.Expr.Type.Temporal() {
		return date
	}
	return d.Expr.Type
}

func drawFilter(t *dice, w *world, name string, d *bundle.Resolved) question.Filter {
	kind := filterType(d)
	ops := []string{"in", "in", "", "not_in", "not_in", "is_null", "is_not_null"}
	if d.Dimension.Filter == bundle.FilterOpen {
		ops = append(ops, "lt", "lte", "gt", "gte", "between", "between")
		if kind.Kind == expr.String {
			ops = append(ops, "starts_with", "contains")
		}
	}
	f := question.Filter{Dimension: name, Op: pick(t, "op", ops...)}
	pool := d.Dimension.Values
	if len(pool) == 0 {
		pool = valuesFor(w, kind)
	}
	count := 1
	switch f.Op {
	case "is_null", "is_not_null":
		return f
	case "in", "not_in", "":
		count = t.number("values", 1, 3)
		f.IncludeNull = chance(t, "include null", 3)
	case "between":
		count = 2
	}
	f.Values = several(t, "values", count, pool)
	if f.Op == "between" { // the lower bound first, which is where it stands in the pool
		slices.SortFunc(f.Values, func(a, b string) int { return slices.Index(pool, a) - slices.Index(pool, b) })
	}
	return f
}

// among changes a filter so that a value passes.
func among(t *dice, f *question.Filter, value any) {
	text, there := value.(string)
	switch {
	case value == nil && (f.Op == "in" || f.Op == ""):
		f.IncludeNull = true
	case !there:
	case f.Op == "in" || f.Op == "":
		f.Values = append([]string{text}, slices.DeleteFunc(f.Values, func(v string) bool { return v == text })...)
	case f.Op == "lte" || f.Op == "gte":
		f.Values = []string{text}
	case f.Op == "between":
		f.Values = []string{text, text}
	case f.Op == "starts_with" || f.Op == "contains":
		runes := []rune(text)
		at := t.below("part", len(runes))
		if f.Op == "starts_with" {
			at = 0
		}
		f.Values = []string{string(runes[at:t.number("part", at+1, len(runes))])}
	}
}

// seen is what a row of the question's first metric has of dimensions, as filters spell it: a text, true where that is not
// to be told or filters do not spell it, nil for null. There are none where no row is.
func (w *world) seen(t *dice, q question.Question, names []string) []any {
	if len(names) == 0 {
		return nil
	}
	m := metricsOf(w, q)[0]
	if q = (question.Question{Metrics: []string{m.Name}, Dimensions: names, Range: q.Range}); !m.Temporal() {
		q.Range = nil
	} else if m.NeedsGrain() {
		return nil
	}
	rows := w.oracle().Answer(q).Rows
	if len(rows) == 0 {
		return nil
	}
	out := pick(t, "seen", rows...)[:len(names)]
	for i, v := range out {
		text := fmt.Sprint(v)
		if filterType(dimensionOf(w, q, names[i])) == date {
			text, _, _ = strings.Cut(text, "T")
		}
		switch d, float := v.(oracle.Double); {
		case v == nil:
		case float:
			out[i] = fmt.Sprint(d.Value)
		case text == "" || !question.CleanText(text):
			out[i] = true
		default:
			out[i] = text
		}
	}
	return out
}

// valuesFor are spellings of a type's values, ascending.
func valuesFor(w *world, t expr.Type) []string {
	switch t.Kind {
	case expr.Integer:
		return []string{"-9223372036854775807", "-4", "-1", "0", "1", "2", "3", "9007199254740993", "4611686018427387904"}
	case expr.Decimal:
		return []string{"-3", "-3.3", "0", "0.1", "0.2", "10", "10.0", "9999999999.9"}
	case expr.Float:
		return []string{"-2", "0.5", "1.5"}
	case expr.Boolean:
		return []string{"false", "true"}
	case expr.Date:
		return slices.Compact(slices.Sorted(slices.Values(w.times.days)))
	case expr.String, expr.Timestamp, expr.TimestampTZ, expr.Null:
	}
	return []string{"%", "A", "O'Neil", `\`, "_", "a", "a ", "a%b", "z", "ä", "é", "日本", "😀"}
}
