package oracle_test

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"sutura.dev/bundle"
	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
	"sutura.dev/internal/oracle"
)

// seen are features of a question, of what it asks and of its answer: what the design's pages list, by name.
type seen map[string]bool

func (s seen) when(holds bool, format string, args ...any) {
	if holds {
		s[fmt.Sprintf(format, args...)] = true
	}
}

// featuresOf tells what a question that was answered has.
func featuresOf(w *world, q question.Question, out oracle.Outcome) seen {
	s := seen{}
	s.question(w, q)
	s.period(w, q, out)
	models := map[string]bool{}
	for _, m := range metricsOf(w, q) {
		s.metric(w, m, models)
	}
	s.when(len(models) > 1, "several models")
	for _, name := range slices.Concat(q.Dimensions, filtered(q)) {
		for model := range models {
			s.dimension(w, w.view().Model(model), w.view().Resolve(model, name))
		}
	}
	return s
}

func (s seen) question(w *world, q question.Question) {
	s.when(true, "%d metrics", len(q.Metrics))
	s.when(true, "%d dimensions", len(q.Dimensions))
	s.when(q.Totals, "totals")
	s.when(q.Others, "others")
	s.when(q.Fill, "fill")
	if top := q.Top; top != nil {
		s.when(true, "top %s", map[bool]string{true: "ascending", false: "descending"}[top.Direction == "asc"])
		s.when(q.Fill, "top and fill")
		s.when(q.Compare != nil, "top and compare")
		s.when(q.Totals, "top and totals")
		s.when(q.Having != nil, "top and having")
	}
	if c := q.Compare; c != nil {
		s.when(true, "%s", strings.TrimSpace("compare "+c.To+" "+c.Unit))
		s.when(q.Grain == "hour", "compare by the hour")
		s.when(slices.ContainsFunc(metricsOf(w, q), (*bundle.Metric).Runs), "compare of a running total")
	}
	for _, h := range q.Having {
		s.when(true, "having %s", h.Op)
		_, column, compared := strings.Cut(h.Metric, ".")
		s.when(compared, "having of %s", column)
		s.when(!compared && !slices.Contains(q.Metrics, h.Metric), "having of what is not asked")
	}
	for _, o := range q.Order {
		_, column, compared := strings.Cut(o.By, ".")
		s.when(compared && strings.Contains("previous delta change", column), "order by a comparison")
		s.when(o.By == "period", "order by period")
		s.when(slices.Contains(q.Metrics, o.By), "order by a metric")
		s.when(slices.Contains(q.Dimensions, o.By), "order by a dimension")
	}
	for i, f := range q.Filters {
		d := dimensionOf(w, q, f.Dimension)
		op := f.Op
		if op == "" {
			op = "in"
		}
		s.when(true, "filter %s", op)
		s.when(f.IncludeNull, "filter %s and null", op)
		s.when(i > 0 && q.Filters[i-1].Dimension == f.Dimension, "two bounds")
		s.when(true, "filter of %s", d.Expr.Type.Kind)
		s.when(true, "filter %s", d.Dimension.Filter)
		s.when(f.Dimension == "memo" || strings.HasSuffix(f.Dimension, "town"), "filter pinned")
	}
}

// period tells of the range, the buckets, and the days that are unlike others.
func (s seen) period(w *world, q question.Question, out oracle.Outcome) {
	rules := w.view().Calendar().Rules()
	s.when(q.Grain != "", "by %s", q.Grain)
	s.when(q.Grain == "week", "weeks from %s", rules.WeekStart)
	s.when(strings.HasPrefix(q.Grain, "fiscal"), "fiscal years named by their %s", rules.FiscalYearNamedBy)
	if r := q.Range; r != nil {
		s.when(true, "in %s", rules.Timezone)
		s.when(strings.Contains(r.Start, "T"), "range of hours")
		s.when(r.Start != "" && !strings.Contains(r.Start, "T"), "range of days")
		if p := r.Period; p != "" {
			s.when(true, "period %s", strings.Map(func(r rune) rune {
				if r >= '0' && r <= '9' {
					return '9'
				}
				return r
			}, p))
		}
		if l := r.Last; l != nil {
			s.when(true, "last %s", l.Unit)
			s.when(l.IncludeCurrent, "last with the current one")
		}
	}
	hours := map[string]bool{}
	for _, row := range out.Rows {
		if q.Grain == "" {
			return
		}
		text := row[0].(string)
		day, _ := calendar.ParseDate(text[:10])
		s.when(q.Grain == "day" && text == "2024-02-29", "a leap day")
		if q.Grain == "week" && rules.WeekStart == "monday" {
			_, week := time.Date(day.Year, day.Month, day.Day, 0, 0, 0, 0, time.UTC).ISOWeek()
			s.when(week == 1 || week > 51, "week %d", week)
		}
		if q.Grain == "hour" && q.Fill {
			hours[text[:10]] = true
		}
	}
	zone := w.view().Calendar().Zone()
	for text := range hours {
		d, _ := calendar.ParseDate(text)
		n := time.Date(d.Year, d.Month, d.Day+1, 0, 0, 0, 0, zone).Sub(time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, zone))
		s.when(n < 24*time.Hour, "hours of a short day")
		s.when(n > 24*time.Hour, "hours of a long day")
	}
}

func (s seen) metric(w *world, m *bundle.Metric, models map[string]bool) {
	text := w.metrics[slices.Index(w.names, m.Name)]
	s.when(strings.Contains(text, "families."), "family")
	s.when(strings.Contains(text, "grains:"), "metric with grains of its own")
	s.when(strings.Contains(text, "dimensions:"), "metric with dimensions of its own")
	s.when(strings.Contains(text, `empty: "zero"`) && strings.Contains(text, "formula"), "formula that is 0 when empty")
	s.when(!m.Temporal(), "atemporal")
	s.when(m.Type.Kind == expr.String || m.Type.Temporal(), "value of %s", m.Type.Kind)
	shifts, windows, of := 0, 0, map[string]bool{}
	for i := range m.Measure.Terms {
		t := &m.Measure.Terms[i]
		models[t.Model], of[t.Model] = true, true
		if t.Shift() != nil {
			shifts++
		}
		if t.Cumulative() != nil {
			windows++
		}
		s.term(w, t)
	}
	s.when(m.Measure.Value.Op == bundle.ValueRatio && m.Measure.Value.Exact, "exact ratio")
	if op := m.Measure.Value.Op; op != bundle.ValueTerm {
		s.when(true, "%s", op)
		s.when(len(of) > 1, "%s over several models", op)
		s.when(shifts > 0 && windows > 0, "%s of a running total and an earlier bucket", op)
		s.when(shifts == len(m.Measure.Terms), "shift of a %s", op)
		s.when(windows == len(m.Measure.Terms), "%s of running totals", op)
		s.when(shifts == 1, "%s of an earlier bucket", op)
	}
}

func (s seen) term(w *world, t *bundle.Aggregate) {
	s.when(true, "%s", t.Func)
	s.when(t.Exact, "exact avg")
	s.when(t.Zero, "sum that is 0 when empty")
	s.when(t.Where != nil, "metric's where")
	s.when(w.view().Model(t.Model).Where != nil, "model's where")
	s.when(t.Expr != nil && t.Expr.Op != expr.OpColumn, "expression")
	if t.Expr != nil {
		for _, c := range t.Expr.Columns() {
			s.when(c.Role != "", "expression over a join")
		}
	}
	if at := t.Time; at != nil {
		s.when(true, "time of %s", at.Type.Kind)
		s.when(w.view().Elsewhere(at) != nil, "time of another zone")
		s.when(at.Role != "", "time over a join")
		s.when(true, "time by %s", at.Grain)
	}
	if c := t.Cumulative(); c != nil {
		switch {
		case c.SinceStartOf != "":
			s.when(true, "since the start of %s", c.SinceStartOf)
		case c.Count > 0:
			s.when(true, "rolling %s", c.Unit)
		default:
			s.when(true, "running total of all time")
		}
		s.when(t.Snapshot() != nil, "running total of a snapshot")
		s.when(t.Shift() != nil, "shift of a running total")
	}
	if c := t.Shift(); c != nil {
		s.when(c.ToStartOf != "", "to the start of %s", c.ToStartOf)
		s.when(c.ToStartOf == "", "shift by %s", c.Unit)
		s.when(t.Snapshot() != nil, "shift of a snapshot")
	}
	if c := t.Snapshot(); c != nil {
		s.when(true, "%s", map[bool]string{true: "first", false: "last"}[c.First])
		s.when(c.Per != nil, "snapshot per")
	}
}

// dimension tells how a dimension is reached from a model.
func (s seen) dimension(w *world, m *bundle.Model, d *bundle.Resolved) {
	s.when(d.Dimension.Conformed != "", "conformed")
	s.when(m.Self != "" && strings.HasPrefix(d.Name, m.Self+"."), "self")
	s.when(d.Dimension.Expr.Op != expr.OpColumn, "dimension of an expression")
	s.when(true, "dimension of %s", d.Expr.Type.Kind)
	for _, c := range d.Expr.Columns() {
		if c.Role == "" {
			continue
		}
		path := strings.Split(c.Role, ".")
		s.when(true, "path of %d joins", len(path))
		for at := m; len(path) > 0; path = path[1:] {
			j := at.Join(path[0])
			at = w.view().Model(j.To)
			s.when(len(j.On) > 1, "join by two columns")
			s.when(j.On[0].Right == "tag", "join by what is unique")
			for _, p := range j.On {
				s.when(p.Truncate != "", "join that truncates to %s", p.Truncate)
				s.when(p.Left == bundle.Period, "join by the period")
			}
			if j.During != nil {
				s.when(true, "join during")
				s.when(j.During.At == bundle.Period, "join during the period")
			}
		}
	}
}
