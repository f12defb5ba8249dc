package oracle_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"

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
	{"totals", true, func(t *dice, w *world, q *question.Question) {
		q.Totals = chance(t, "totals", 3) && q.Having == nil && (!slices.ContainsFunc(metricsOf(w, *q), (*bundle.Metric).Runs) || chance(t, "totals of totals", 1))
	}},
	{"fill", true, func(t *dice, _ *world, q *question.Question) { q.Fill = q.Grain != "" && chance(t, "fill", 4) }},
	{"many buckets", true, drawBuckets},
	{"compare", true, drawCompare},
	{"order", true, drawOrder},
	{"faults", true, drawFault},
}

// drawQuestion asks of a world mostly what can be answered.
func drawQuestion(t *dice, w *world) question.Question {
	q := question.Question{Metrics: drawMetrics(t, w)}
	if temporal(w, q) {
		q.Range = drawRange(t, w, q)
	}
	for _, f := range fields {
		if f.on {
			f.draw(t, w, &q)
		}
	}
	if r := q.Range; r != nil && q.Grain != "" && q.Grain != "hour" && (r.Last != nil && r.Last.Unit == "hour" || len(r.Start) > len("2026-01-01")) {
		q.Range = &question.Range{Start: "2025-12-31", End: "2026-04-01"} // hours are for hours, and for the whole
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
	count := pick(t, "metrics", 1, 1, 1, 2, 2, 2, 3, 3, 4, 8)
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
	needs := slices.ContainsFunc(metricsOf(w, *q), (*bundle.Metric).NeedsGrain)
	if len(grains) > 0 && (chance(t, "grain", 6) || needs && chance(t, "needed grain", 9)) {
		if q.Grain = pick(t, "grain", grains...); slices.Contains(grains, "hour") && chance(t, "by the hour", 1) {
			q.Grain = "hour"
		}
		if q.Grain == "hour" {
			q.Range = drawHours(t, w)
		}
	}
}

// drawHours is a range of some hours: over a night at which clocks change, as like as not.
func drawHours(t *dice, w *world) *question.Range {
	if chance(t, "last hours", 2) {
		return &question.Range{Last: &question.Last{Count: t.number("hours", 1, 40), Unit: "hour", IncludeCurrent: chance(t, "current", 5)}}
	}
	days := w.times.days
	start, _ := calendar.ParseDate(pick(t, "from day", days...))
	if len(w.times.changes) > 0 && chance(t, "over a change", 4) {
		start, _ = calendar.ParseDate(pick(t, "from day", w.times.changes...))
	}
	hour := func(label string) string {
		return fmt.Sprintf("T%02d:00", pick(t, label, 0, 0, 1, 2, 3, 4, 12, 23))
	}
	end := start.AddDays(t.number("days of hours", 1, 2))
	return &question.Range{Start: start.String() + hour("first hour"), End: end.String() + hour("last hour")}
}

// coarse is the grain of a question's times that are recorded by the week or the month; empty where none is.
func coarse(w *world, q question.Question) string {
	out := ""
	for _, m := range metricsOf(w, q) {
		for _, term := range m.Measure.Terms {
			if term.Time != nil && (term.Time.Grain == "week" || term.Time.Grain == "month") {
				out = term.Time.Grain
			}
		}
	}
	return out
}

// drawCoarse is a range that cuts no week, or no month.
func drawCoarse(t *dice, w *world, unit string) *question.Range {
	day := func(label string) calendar.Date {
		d, _ := calendar.ParseDate(pick(t, label, w.times.days...))
		if d.Day = 1; unit == "week" {
			d, _ = calendar.ParseDate(pick(t, label, w.times.days...))
			d = w.weekOf(d)
		}
		return d
	}
	switch start := day("from"); {
	case unit == "week":
		return &question.Range{Start: start.String(), End: start.AddDays(7 * t.number("weeks", 1, 60)).String()}
	case chance(t, "coarse period", 3):
		return &question.Range{Period: pick(t, "coarse period", "2026", "2025-H2", "2025-Q4", "2026-01", "FY2025", "FY2026-Q1")}
	case chance(t, "coarse last", 3):
		return &question.Range{Last: &question.Last{Count: t.number("count", 1, 5), IncludeCurrent: chance(t, "current", 5), Unit: pick(t, "unit", "month", "quarter", "year", "fiscal_quarter", "fiscal_year")}}
	default:
		return &question.Range{Start: start.String(), End: start.AddMonths(t.number("months", 1, 14)).String()}
	}
}

func drawRange(t *dice, w *world, q question.Question) *question.Range {
	if unit := coarse(w, q); unit != "" && !chance(t, "across units", 1) {
		return drawCoarse(t, w, unit)
	}
	switch t.number("kind of range", 0, 9) {
	case 2:
		if chance(t, "range of hours", 3) {
			return drawHours(t, w)
		}
	case 0:
		return &question.Range{Period: pick(t, "period", "2026", "2025-H2", "2025-Q4", "2026-01", "2026-W01", "2025-12-31", "FY2025", "FY2026-Q1", "2026-W53", "2024-02-29", "2025-W52")}
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

func drawHaving(t *dice, w *world, q *question.Question) {
	if !chance(t, "having", 2) {
		return
	}
	for range pick(t, "clauses", 1, 1, 1, 2) {
		name := pick(t, "having metric", q.Metrics...)
		if !chance(t, "having of what is asked", 5) {
			name = drawBeside(t, w, *q)
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

// drawBeside is a metric that may be asked as the question's are, as far as a few tries find one.
func drawBeside(t *dice, w *world, q question.Question) (name string) {
	for range 8 {
		name = pick(t, "beside", w.names...)
		m, with := w.view().Metric(name), q
		with.Metrics = append(slices.Clip(q.Metrics), name)
		dimensions := append(slices.Clone(q.Dimensions), filtered(q)...)
		shares := func(d string) bool { return slices.Contains(shared(w, with, dimensionsOf), d) }
		if (q.Grain == "" || slices.Contains(m.Grains, q.Grain)) && (q.Range != nil || !m.Temporal()) && !slices.ContainsFunc(dimensions, func(d string) bool { return !shares(d) }) {
			return name
		}
	}
	if chance(t, "beside all the same", 2) {
		return name
	}
	return q.Metrics[0]
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

// filtered are the dimensions that are filtered by.
func filtered(q question.Question) (out []string) {
	for _, f := range q.Filters {
		out = append(out, f.Dimension)
	}
	return out
}

// moves reports whether a dimension is made of the time by which a metric is placed.
func moves(w *world, q question.Question, name string) bool {
	return slices.ContainsFunc(metricsOf(w, q), func(m *bundle.Metric) bool {
		return slices.ContainsFunc(m.Measure.Terms, func(term bundle.Aggregate) bool {
			return term.DerivedFrom(w.view().Resolve(term.Model, name).Expr, w.view().Model)
		})
	})
}

func drawCompare(t *dice, w *world, q *question.Question) {
	if q.Range == nil || q.Grain == "day" && q.Fill || !chance(t, "compare", 3) {
		return
	}
	if dimensions := append(slices.Clone(q.Dimensions), filtered(*q)...); slices.ContainsFunc(dimensions, func(name string) bool { return moves(w, *q, name) }) && !chance(t, "compare by its own time", 1) {
		return
	}
	q.Compare = &question.Compare{To: question.ToPreviousPeriod}
	if chance(t, "offset", 6) {
		units := []string{"hour", "day", "week", "month", "month", "quarter", "year", "year"}
		if !chance(t, "offset that does not fit", 1) {
			units = slices.DeleteFunc(units, func(unit string) bool {
				return q.Grain != "" && !calendar.Offset{Count: 1, Unit: calendar.Grain(unit)}.Fits(calendar.Grain(q.Grain))
			})
		}
		q.Compare = &question.Compare{To: question.ToOffset, Count: t.number("offset", 1, 3), Unit: pick(t, "offset unit", units...)}
	}
	if chance(t, "as a shift does", 3) {
		besideAShift(t, w, q)
	}
	if q.Totals || q.Others || !chance(t, "having of a comparison", 2) {
		return
	}
	m := w.view().Metric(q.Metrics[0])
	column := pick(t, "compared column", ".previous", ".previous", ".delta", ".delta", ".change")
	h := question.Having{Metric: m.Name + column, Op: pick(t, "compared null", "is_null", "is_not_null")}
	if m.Type.Exact() && column != ".change" && chance(t, "compared value", 5) {
		h.Op, h.Value = pick(t, "compared op", "eq", "ne", "lt", "gte"), pick(t, "compared with", "0", "1", "-1")
	}
	q.Having = append(q.Having, h)
}

// drawBuckets asks now and then for so many that the cap of rows is near.
func drawBuckets(t *dice, w *world, q *question.Question) {
	if t.number("buckets", 1, 160) != 1 || !slices.Contains(shared(w, *q, func(m *bundle.Metric) []string { return m.Grains }), "day") {
		return
	}
	q.Range = &question.Range{Start: "2020-01-01", End: pick(t, "end of buckets", "2026-12-31", "2030-01-01", "2030-01-01")}
	q.Dimensions = several(t, "dimensions of buckets", 2, shared(w, *q, dimensionsOf))
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

// besideAShift asks for a metric beside a shift of it, or with having looking at that, and compares by the shift's own offset:
// rows of the earlier range then are those of the shift too.
func besideAShift(t *dice, w *world, q *question.Question) {
	shifts := regexp.MustCompile(`shift: \{metric: "(\w+)", by: \{count: (\d), unit: "(\w+)"\}`)
	var of [][]string
	for i, text := range w.metrics {
		if m := shifts.FindStringSubmatch(text); m != nil && slices.Contains(w.names, m[1]) {
			of = append(of, append(m, w.names[i]))
		}
	}
	if of == nil {
		return
	}
	s := pick(t, "shifted", of...)
	inner, unit, shifted := s[1], s[3], s[4]
	count, _ := strconv.Atoi(s[2])
	if q.Grain != "" && !(calendar.Offset{Count: count, Unit: calendar.Grain(unit)}).Fits(calendar.Grain(q.Grain)) {
		return
	}
	q.Compare = &question.Compare{To: question.ToOffset, Count: count, Unit: unit}
	if chance(t, "shifted, of many rows", 7) {
		q.Filters, q.Dimensions = nil, q.Dimensions[:min(1, len(q.Dimensions))]
		q.Range = &question.Range{Start: pick(t, "start of many", "2025-01-01", "2026-01-01"), End: pick(t, "end of many", "2026-07-01", "2027-01-01")}
	}
	if q.Top == nil && q.Order == nil && q.Having == nil {
		q.Metrics = []string{inner}
	} else if !slices.Contains(q.Metrics, inner) && len(q.Metrics) < 8 {
		q.Metrics = append(q.Metrics, inner)
	}
	switch {
	case slices.Contains(q.Metrics, shifted):
	case chance(t, "shifted is looked at", 5) && !q.Totals && !q.Others:
		q.Having = append(q.Having, question.Having{Metric: shifted, Op: pick(t, "shifted op", "is_not_null", "is_not_null", "is_null")})
	case len(q.Metrics) < 8:
		q.Metrics = append(q.Metrics, shifted)
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
