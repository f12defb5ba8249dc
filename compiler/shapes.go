package compiler

import (
	"fmt"
	"slices"

	"sutura.dev/bundle"
	"sutura.dev/bundle/calendar"
	"sutura.dev/catalog"
	"sutura.dev/internal/diag"
)

// shaped compiles a measure of another's rows at other times. A ratio or a formula is shaped term by term: what it
// divides are the sums of the window, or of the earlier bucket.
func (c *compilation) shaped(t catalog.MetricTerm, m *catalog.Metric, at []string, shape func(bundle.Shape) (after bundle.Shape, problem, hint string)) (typed, bool) {
	part, ok := c.part(t, m, "", at)
	if !ok {
		return typed{}, false
	}
	if part.Value.Op == bundle.ValueTerm {
		part.Terms[0].Name = ""
	}
	key := at[len(at)-1]
	for i := range part.Terms {
		term := &part.Terms[i]
		var before bundle.Shape
		if term.Shape != nil {
			before = *term.Shape
		}
		after, problem, hint := shape(before)
		if problem != "" {
			c.report(diag.ShapeMeaning, at, problem, hint)
			return typed{}, false
		}
		if term.Time == nil {
			c.report(diag.ShapeMeaning, at, fmt.Sprintf("%s has no time, so it has no %s", term.Model, map[string]string{"shift": "earlier bucket", "cumulative": "running total"}[key]),
				"Give the model a time, or leave that part out.")
			return typed{}, false
		}
		if !after.Reads(c.calendar, calendar.Grain(term.Time.Grain)) {
			c.report(diag.ShapeMeaning, at, fmt.Sprintf("%s is recorded by %s, and this would cut one", term.Model, term.Time.Grain), "Count in the grain of the time column, or a coarser one.")
			return typed{}, false
		}
		term.Shape = &after
	}
	return part, true
}

// cumulative compiles a running total.
func (c *compilation) cumulative(m *catalog.Metric, at []string) (typed, bool) {
	s := m.Measure.Cumulative
	var window bundle.Cumulative
	switch {
	case s.Rolling != nil:
		window.Count, window.Unit = s.Rolling.Count, s.Rolling.Unit
	default:
		window.SinceStartOf = s.SinceStartOf
	}
	return c.shaped(s.MetricTerm, m, append(at, "cumulative"), func(inner bundle.Shape) (bundle.Shape, string, string) {
		switch {
		case inner.Cumulative != nil:
			return inner, "a running total of running totals counts rows many times over, and means nothing", "Name the metric underneath; one window over it is enough."
		case inner.Shift != nil:
			return inner, "a running total of an earlier bucket is not defined; a shift of a running total is",
				"Make the running total a metric of its own, and shift that."
		}
		inner.Cumulative = &window
		return inner, "", ""
	})
}

// shift compiles an earlier bucket.
func (c *compilation) shift(m *catalog.Metric, at []string) (typed, bool) {
	s := m.Measure.Shift
	offset := bundle.Shift{ToStartOf: s.ToStartOf}
	if s.By != nil {
		offset.Count, offset.Unit = s.By.Count, s.By.Unit
	}
	return c.shaped(s.MetricTerm, m, append(at, "shift"), func(inner bundle.Shape) (bundle.Shape, string, string) {
		if inner.Shift != nil {
			return inner, "a shift is applied once, and this metric is shifted already", "Shift the metric underneath, by both offsets together."
		}
		inner.Shift = &offset
		return inner, "", ""
	})
}

// snapshot compiles a measure of the last rows; nil where something is reported.
func (c *compilation) snapshot(t catalog.MetricTerm, m *catalog.Metric, at, where []string) *bundle.Aggregate {
	s := t.Measure.Snapshot
	t.Measure = &s.Measure
	out := c.aggregate(t, m, append(at, "snapshot", "measure"), where)
	if out == nil {
		return nil
	}
	if out.Time == nil {
		c.report(diag.ShapeMeaning, append(at, "snapshot"), out.Model+" has no time, so none of its rows is the last", "Give the model a time.")
		return nil
	}
	per := slices.Compact(slices.Sorted(slices.Values(s.Per)))
	out.Shape = &bundle.Shape{Snapshot: &bundle.Snapshot{First: s.Take == "first", Per: per}}
	return out
}

// ownTime are the dimensions that are computed from the time of a term which takes rows of other times: at two times
// they are two things.
func (c *compilation) ownTime(out *bundle.Metric) map[string]bool {
	names := map[string]bool{}
	for i := range out.Measure.Terms {
		t := &out.Measure.Terms[i]
		if t.Shape == nil {
			continue
		}
		model := func(name string) *bundle.Model { return c.models[name] }
		for _, d := range bundle.DimensionsOf(c.models[t.Model], model) {
			if t.DerivedFrom(d.Expr, model) {
				names[d.Name] = true
			}
		}
	}
	return names
}
