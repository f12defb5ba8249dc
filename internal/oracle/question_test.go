package oracle_test

import (
	"fmt"
	"slices"
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
)

// field is a part of a question that is drawn where it is on.
type field struct {
	name string
	on   bool
	draw func(t *dice, w *world, q *question.Question)
}

// fields are all that a random question may hold beside its metrics and its range.
var fields = []field{
	{"dimensions", true, drawDimensions},
	{"grain", true, drawGrain},
	{"filters", true, drawFilters},
	{"having", true, drawHaving},
	{"top", true, drawTop},
	{"totals", true, func(t *dice, _ *world, q *question.Question) { q.Totals = chance(t, "totals", 2) && q.Having == nil }},
	{"fill", true, func(t *dice, _ *world, q *question.Question) { q.Fill = q.Grain != "" && chance(t, "fill", 4) }},
	{"many buckets", true, drawBuckets},
	{"compare", true, drawCompare},
	{"order", true, drawOrder},
	{"faults", true, drawFault},
}

// drawQuestion asks of a world mostly what can be answered.
func drawQuestion(t *dice, w *world) question.Question {
	q := question.Question{Metrics: drawMetrics(t, w)}
	if temporal(w, q) != chance(t, "range against the rules", 0) {
		q.Range = drawRange(t, w)
	}
	for _, f := range fields {
		if f.on {
			f.draw(t, w, &q)
		}
	}
	if r := q.Range; r != nil && q.Grain != "" && q.Grain != "hour" && (r.Last != nil && r.Last.Unit == "hour" || len(r.Start) > len("2026-01-01")) {
		q.Range = &question.Range{Start: "2025-12-31", End: "2026-04-01"} // hours are for hours, and for the whole
	}
	if r := q.Range; r != nil && q.Compare != nil && (r.Last != nil && r.Last.Unit == "hour" || len(r.Start) > len("2026-01-01")) {
		q.Compare = nil // no rule says by how much a range that cuts days is moved
	}
	return q
}

func metricsOf(w *world, q question.Question) []*bundle.Metric {
	var out []*bundle.Metric
	for _, name := range q.Metrics {
		if m := w.view().Metric(name); m != nil {
			out = append(out, m)
		}
	}
	return out
}

func temporal(w *world, q question.Question) bool {
	return slices.ContainsFunc(metricsOf(w, q), (*bundle.Metric).Temporal)
}

func drawMetrics(t *dice, w *world) []string {
	count := pick(t, "metrics", 1, 1, 2, 2, 3, 4)
	return several(t, "metrics", count, w.names)
}

// shared are the dimensions, or the grains, of every metric.
func shared(w *world, q question.Question, of func(*bundle.Metric) []string) []string {
	var out []string
	for i, m := range metricsOf(w, q) {
		if i == 0 {
			out = slices.Clone(of(m))
			continue
		}
		out = slices.DeleteFunc(out, func(name string) bool { return !slices.Contains(of(m), name) })
	}
	return out
}

func dimensionsOf(m *bundle.Metric) []string { return m.Dimensions }

func drawDimensions(t *dice, w *world, q *question.Question) {
	have := shared(w, *q, dimensionsOf)
	if len(have) == 0 || chance(t, "no dimensions", 2) {
		return
	}
	count := pick(t, "dimensions", 1, 1, 2, 2, 3, 4)
	q.Dimensions = several(t, "dimensions", count, have)
}

func drawGrain(t *dice, w *world, q *question.Question) {
	grains := shared(w, *q, func(m *bundle.Metric) []string { return m.Grains })
	if len(grains) > 0 && chance(t, "grain", 6) {
		if q.Grain = pick(t, "grain", grains...); q.Grain == "hour" {
			q.Range = drawHours(t, w)
		}
	}
}

// drawHours is a range of some hours: over a night at which clocks change, as like as not.
func drawHours(t *dice, w *world) *question.Range {
	if chance(t, "last hours", 2) {
		return &question.Range{Last: &question.Last{Count: t.number("hours", 1, 40), Unit: "hour", IncludeCurrent: chance(t, "current", 5)}}
	}
	days := slices.Sorted(slices.Values(w.times.days))
	from := t.number("from day", 0, len(days)-2)
	start, _ := calendar.ParseDate(days[from])
	hour := func(label string) string {
		return fmt.Sprintf("T%02d:00", pick(t, label, 0, 0, 1, 2, 3, 4, 12, 23))
	}
	end := start.AddDays(t.number("days of hours", 1, 2))
	return &question.Range{Start: start.String() + hour("first hour"), End: end.String() + hour("last hour")}
}

func drawRange(t *dice, w *world) *question.Range {
	switch t.number("kind of range", 0, 9) {
	case 2:
		if chance(t, "range of hours", 3) {
			return drawHours(t, w)
		}
	case 0:
		return &question.Range{Period: pick(t, "period", "2026", "2025-H2", "2025-Q4", "2026-01", "2026-W01", "2025-12-31", "FY2025", "FY2026-Q1", "2026-W53")}
	case 1:
		return &question.Range{Last: &question.Last{Count: t.number("count", 1, 5), IncludeCurrent: chance(t, "current", 5),
			Unit: pick(t, "unit", "day", "week", "month", "quarter", "year", "fiscal_quarter", "fiscal_year")}}
	}
	days := slices.Sorted(slices.Values(w.times.days))
	last := len(days) - 1
	if chance(t, "wide range", 7) {
		last = 3
	}
	from := t.number("from", 0, last-1)
	to := t.number("to", max(from+1, len(days)-1-last), len(days)-1)
	return &question.Range{Start: days[from], End: days[to]}
}

func drawFilters(t *dice, w *world, q *question.Question) {
	have := shared(w, *q, dimensionsOf)
	if len(have) == 0 {
		return
	}
	count := pick(t, "filters", 0, 0, 0, 1, 1, 2)
	for _, name := range several(t, "filtered", count, have) {
		d := w.view().Resolve(metricsOf(w, *q)[0].Measure.Terms[0].Model, name)
		if d.Dimension.Filter == bundle.FilterNone {
			continue
		}
		q.Filters = append(q.Filters, drawFilter(t, w, *q, name, d))
	}
}

func drawFilter(t *dice, w *world, q question.Question, name string, d *bundle.Resolved) question.Filter {
	kind := d.Expr.Type
	if kind.Temporal() { // by local days
		kind = date
	}
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
		if seen := w.valuesOf(q.Metrics[0], name); len(seen) > 1 && chance(t, "a value that is there", 7) {
			pool = seen
		}
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

// valuesOf are values that rows of a metric have of a dimension, ascending.
func (w *world) valuesOf(metric, dimension string) []string {
	q := question.Question{Metrics: []string{metric}, Dimensions: []string{dimension}, Range: everything}
	if !w.view().Metric(metric).Temporal() {
		q.Range = nil
	}
	var out []string
	for _, row := range w.oracle().Answer(q).Rows {
		if text := fmt.Sprint(row[0]); row[0] != nil && text != "" && question.CleanText(text) {
			if day, _, timed := strings.Cut(text, "T"); timed && w.view().Resolve(w.view().Metric(metric).Measure.Terms[0].Model, dimension).Expr.Type.Temporal() {
				text = day
			}
			out = append(out, text)
		}
	}
	return slices.Compact(out)
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

func drawHaving(t *dice, w *world, q *question.Question) {
	if !chance(t, "having", 2) {
		return
	}
	for range pick(t, "clauses", 1, 1, 1, 2) {
		name := pick(t, "having metric", w.names...)
		if chance(t, "having of what is asked", 5) {
			name = pick(t, "having metric", q.Metrics...)
		}
		m := w.view().Metric(name)
		h := question.Having{Metric: name, Op: pick(t, "having op", "eq", "ne", "lt", "lte", "gt", "gte", "gte", "is_null", "is_not_null")}
		if h.Op != "is_null" && h.Op != "is_not_null" {
			h.Value = pick(t, "having value", "0", "1", "2", "10")
			switch m.Type.Kind {
			case expr.Date:
				h.Value = "2025-12-31"
			case expr.Timestamp:
				h.Value = "2025-12-31T00:00:00"
			case expr.Decimal:
				h.Value = pick(t, "having value", "0.1", "0.2", "10", "-3.33")
			case expr.String, expr.Integer, expr.Float, expr.Boolean, expr.TimestampTZ, expr.Null:
			}
		}
		// Doubles that were computed may lie on either side of a bound.
		if m.Type.Kind != expr.Float || h.Op == "is_null" || h.Op == "is_not_null" {
			q.Having = append(q.Having, h)
		}
	}
}

func drawTop(t *dice, w *world, q *question.Question) {
	if len(q.Dimensions) == 0 || !chance(t, "top", 3) {
		return
	}
	by := pick(t, "top by", q.Metrics...)
	m := w.view().Metric(by)
	if m.Type.Kind == expr.Float { // equal doubles rank as they come
		return
	}
	q.Top = &question.Top{N: pick(t, "n", 1, 2, 3, 5), By: by, Direction: pick(t, "top direction", "", "asc", "desc")}
	q.Others = q.Having == nil && chance(t, "others", 5)
}

func drawCompare(t *dice, w *world, q *question.Question) {
	if q.Range == nil || q.Grain == "day" && q.Fill || !chance(t, "compare", 3) {
		return
	}
	q.Compare = &question.Compare{To: question.ToPreviousPeriod}
	if chance(t, "offset", 6) {
		q.Compare = &question.Compare{To: question.ToOffset, Count: t.number("offset", 1, 3), Unit: pick(t, "offset unit", "day", "week", "month", "month", "quarter", "year", "year")}
	}
	if q.Totals || q.Others || !chance(t, "having of a comparison", 2) {
		return
	}
	m := w.view().Metric(q.Metrics[0])
	h := question.Having{Metric: m.Name + pick(t, "compared column", ".previous", ".delta"), Op: pick(t, "compared null", "is_null", "is_not_null")}
	if m.Type.Exact() && chance(t, "compared value", 5) {
		h.Op, h.Value = pick(t, "compared op", "eq", "ne", "lt", "gte"), pick(t, "compared with", "0", "1", "-1")
	}
	q.Having = append(q.Having, h)
}

// drawBuckets asks now and then for so many that the cap of rows is near.
func drawBuckets(t *dice, w *world, q *question.Question) {
	if t.number("buckets", 1, 200) != 1 || !slices.Contains(shared(w, *q, func(m *bundle.Metric) []string { return m.Grains }), "day") {
		return
	}
	q.Range = &question.Range{Start: "2020-01-01", End: pick(t, "end of buckets", "2027-01-01", "2026-12-31", "2030-01-01")}
	q.Grain, q.Fill, q.Top, q.Others, q.Filters, q.Having = "day", true, nil, false, nil, nil
	q.Compare = nil
}

func drawOrder(t *dice, w *world, q *question.Question) {
	if !chance(t, "order", 3) {
		return
	}
	names := slices.Concat(q.Dimensions, q.Metrics)
	if q.Grain != "" {
		names = append(names, "period")
	}
	if q.Compare != nil {
		names = append(names, q.Metrics[0]+".previous")
	}
	for _, name := range several(t, "order", t.number("orders", 1, min(2, len(names))), names) {
		q.Order = append(q.Order, question.OrderBy{By: name, Direction: pick(t, "direction", "", "asc", "desc")})
	}
}

// drawFault breaks a question in one way now and then, so that refusals are compared too.
func drawFault(t *dice, w *world, q *question.Question) {
	if !chance(t, "fault", 1) {
		return
	}
	any := func(label string, of func(*bundle.Metric) []string) string {
		m := w.view().Metric(pick(t, label, w.names...))
		if names := of(m); len(names) > 0 {
			return pick(t, label, names...)
		}
		return "nothing"
	}
	switch t.number("fault", 0, 11) {
	case 0:
		q.Metrics = append(slices.Clone(q.Metrics), "nothing")
	case 1:
		q.Metrics = append(slices.Clone(q.Metrics), q.Metrics[0])
	case 2:
		q.Dimensions = append(slices.Clone(q.Dimensions), any("any dimension", dimensionsOf))
	case 3:
		q.Grain = pick(t, "any grain", "hour", "day", "week", "fiscal_year", "month")
	case 4:
		q.Range = nil
	case 5:
		q.Range = &question.Range{Start: "2026-01-01", End: pick(t, "end", "2026-01-01", "2025-01-01", "2040-01-01")}
	case 6:
		name := any("any filter", dimensionsOf)
		if !slices.ContainsFunc(q.Filters, func(f question.Filter) bool { return f.Dimension == name }) {
			q.Filters = append(q.Filters, question.Filter{Dimension: name, Op: pick(t, "any op", "in", "gt", "contains", "is_null"), Values: []string{pick(t, "any value", "zz", "1", "1.50", "2026-01-01", "99999999999999999999")}})
		}
	case 7:
		q.Order = []question.OrderBy{{By: "nothing"}}
	case 8:
		q.Range = &question.Range{Start: "2026-01-01T05:00", End: "2026-01-02T07:00"}
		q.Grain = ""
	case 9:
		q.Dimensions = append(slices.Clone(q.Dimensions), "nothing")
	case 10:
		q.Top, q.Others = &question.Top{N: 2, By: "nothing"}, true
	case 11:
		q.Others, q.Totals, q.Fill = chance(t, "any others", 5), chance(t, "any totals", 5), chance(t, "any fill", 5)
	}
	if n := len(q.Filters); n > 0 && q.Filters[n-1].Op == "is_null" {
		q.Filters[n-1].Values = nil
	}
}
