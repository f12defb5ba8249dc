package plan

import (
	"fmt"
	"slices"

	"sutura.dev/bundle"
	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
)

// Codes of notes. They are stable.
const (
	NotePartial    = "partial_bucket"
	NoteOpen       = "open_bucket"
	NoteNotBegun   = "not_begun"
	NoteDraft      = "draft_metric"
	NoteDeprecated = "deprecated_metric"
	NoteCaveat     = "caveat"
	NoteDefinition = "definition_filter"
	NoteNullsKept  = "nulls_kept"
	NoteAtemporal  = "not_limited_by_time"
	NoteRepeated   = "repeated_hour"
	NoteCompared   = "compared_with"
	NoteClamped    = "shorter_month"
	NoteZone       = "other_zone"
)

// note gathers what a reader of the answer should know, in the order of the question.
func (r *resolver) note() {
	r.noteMetrics()
	r.noteDefinitions()
	r.noteFilters()
	r.noteZones()
	r.noteBuckets()
	r.noteEarlier()
}

func (r *resolver) add(code, sentence string, args ...any) {
	n := Note{Code: code, Text: fmt.Sprintf(sentence, args...)}
	if !slices.Contains(r.plan.Notes, n) {
		r.plan.Notes = append(r.plan.Notes, n)
	}
}

func (r *resolver) noteMetrics() {
	for _, m := range r.metrics {
		switch m.Status {
		case bundle.Draft:
			r.add(NoteDraft, "%s is a draft: nobody has certified it.", m.Name)
		case bundle.Deprecated:
			text := m.Name + " is deprecated"
			if r.view.Metric(m.Use) != nil {
				text += "; use " + m.Use
			}
			if m.Until != "" {
				text += "; it stays until " + m.Until
			}
			r.add(NoteDeprecated, "%s.", text)
		}
		for _, c := range m.Caveats {
			r.add(NoteCaveat, "%s: %s", m.Name, c)
		}
		r.noteAtemporal(m)
	}
	for _, c := range r.view.Knowledge().Caveats {
		if slices.ContainsFunc(r.metrics, func(m *bundle.Metric) bool { return slices.Contains(c.Metrics, m.Name) }) {
			r.add(NoteCaveat, "%s", c.Text)
		}
	}
}

// noteAtemporal says what of a metric the range does not limit.
func (r *resolver) noteAtemporal(m *bundle.Metric) {
	if r.plan.Bounds == nil {
		return
	}
	if !m.Temporal() {
		r.add(NoteAtemporal, "%s has no time, so the range does not limit it.", m.Name)
		return
	}
	for _, t := range m.Measure.Terms {
		if t.Time == nil {
			r.add(NoteAtemporal, "%s is made of %s too, which has no time, so the range does not limit that part.", m.Name, t.Model)
		}
	}
}

// noteDefinitions says which rows the definitions leave out: of a model as a whole, where all that is asked of it leaves them
// out, and else of what does.
func (r *resolver) noteDefinitions() {
	for i := range r.plan.Legs {
		leg := &r.plan.Legs[i]
		for _, p := range leg.Where {
			switch {
			case p.Origin != Definition:
			case r.everywhere(leg.Model, p.Expr):
				r.add(NoteDefinition, "Only rows of %s where %s count.", leg.Model.Name, p.Expr)
			default:
				for _, t := range leg.Terms {
					r.add(NoteDefinition, "%s counts only rows of %s where %s.", t.Says, leg.Model.Name, p.Expr)
				}
			}
		}
		for _, t := range leg.Terms {
			for _, w := range t.Where {
				r.add(NoteDefinition, "%s counts only rows of %s where %s.", t.Says, leg.Model.Name, w)
			}
		}
	}
}

// everywhere reports whether every leg over a model has a condition.
func (r *resolver) everywhere(m *bundle.Model, condition *expr.Node) bool {
	return !slices.ContainsFunc(r.plan.Legs, func(l Leg) bool {
		return l.Model == m && !slices.ContainsFunc(l.Where, func(p Predicate) bool { return p.Origin == Definition && p.Expr.Equal(condition) })
	})
}

func (r *resolver) noteFilters() {
	for _, f := range r.filters {
		if f.Op == question.OpNotIn && !f.IncludeNull {
			r.add(NoteNullsKept, "Rows without a %s are kept by not_in.", f.Name)
		}
	}
}

// noteZones says which columns show local time of another zone than the one whose days the question is about.
func (r *resolver) noteZones() {
	for i := range r.plan.Legs {
		leg := &r.plan.Legs[i]
		if leg.Hidden {
			continue
		}
		shows := func(name string, n *expr.Node) {
			if zone := r.zoneElsewhere(leg.Model, n); zone != "" {
				r.add(NoteZone, "%s is local time of %s, not of %s.", name, zone, r.cal.Rules().Timezone)
			}
		}
		for _, k := range r.plan.Keys {
			if k.Dimension != nil {
				shows(k.Name, r.view.Resolve(leg.Model.Name, k.Name).Expr)
			}
		}
		for _, t := range leg.Terms {
			if t.Type.Temporal() { // a count of times is no time
				shows(t.Says, t.Expr)
			}
		}
	}
}

// zoneElsewhere is the zone of a local time that n, an expression of m, gives where it is another than the calendar's.
func (r *resolver) zoneElsewhere(m *bundle.Model, n *expr.Node) string {
	if n == nil || n.Type.Kind != expr.Timestamp && n.Type.Kind != expr.Date {
		return ""
	}
	for _, c := range n.Columns() {
		if at := r.view.At(m, c.Role); at != nil {
			if t := at.TimeOf("", c.Name); t != nil && t.Zone != "" && t.Zone != r.cal.Rules().Timezone {
				return t.Zone
			}
		}
	}
	return ""
}

// noteBuckets tells which buckets the range or the clock cuts.
func (r *resolver) noteBuckets() {
	if r.plan.Bounds == nil {
		return
	}
	if r.q.Grain == "" {
		if _, end := r.cal.Instants(r.plan.Bounds.Span); end.After(r.now) {
			r.add(NoteOpen, "The range is not over yet.")
		}
		return
	}
	grain := calendar.Grain(r.q.Grain)
	c := r.cal.Completeness(r.plan.Bounds.Span, grain, r.now)
	unit := "days"
	if grain == calendar.Hour {
		unit = "hours"
		for _, l := range r.cal.Repeats(r.plan.Bounds.Span) {
			r.add(NoteRepeated, "The clocks of %s show the hour of %s twice; its bucket holds both.", r.plan.Bounds.Zone, spell(l))
		}
	}
	for _, p := range c.Cut {
		r.add(NotePartial, "The %s of %s is partial: the range shows %d of its %d %s. Whole from %s to before %s.",
			word(grain), spell(p.Bucket.Start), p.Shown, p.Whole, unit, spell(c.Widened.Start), spell(c.Widened.End))
	}
	if c.Open != nil {
		r.add(NoteOpen, "The %s of %s is not over yet.", word(grain), spell(c.Open.Start))
	}
	switch {
	case c.NotBegun == 1:
		r.add(NoteNotBegun, "The %s of %s has not begun.", word(grain), spell(c.First))
	case c.NotBegun > 1:
		r.add(NoteNotBegun, "%d %ss have not begun, the first of them that of %s.", c.NotBegun, word(grain), spell(c.First))
	}
}

// noteEarlier tells which earlier range is compared with, and which days have none of their own there.
func (r *resolver) noteEarlier() {
	if by := r.plan.Compare; by != nil {
		s := by.Span(r.plan.Bounds.Span)
		r.add(NoteCompared, "Compared with %s to before %s.", spell(s.Start), spell(s.End))
	}
	if len(r.clamped) > 0 {
		r.add(NoteClamped, "The month that they look back to is shorter, so its last day is shown at %s.", someOf(r.clamped, 12))
	}
}

// word is a grain as people say it.
func word(g calendar.Grain) string {
	switch g {
	case calendar.FiscalQuarter:
		return "fiscal quarter"
	case calendar.FiscalYear:
		return "fiscal year"
	case calendar.Hour, calendar.Day, calendar.Week, calendar.Month, calendar.Quarter, calendar.Year:
	}
	return string(g)
}
