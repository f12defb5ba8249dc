package plan

import (
	"errors"
	"slices"
	"time"

	"sutura.dev/bundle"
	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
)

// resolveRange places the range. It is needed as soon as one metric lives in time.
func (r *resolver) resolveRange() *question.Refusal {
	temporal := slices.ContainsFunc(r.metrics, (*bundle.Metric).Temporal)
	switch {
	case !temporal && r.q.Range != nil:
		return refuse(question.TimeRangeNotApplicable, "None of these metrics has a time; ask without a range.")
	case !temporal:
		return nil
	case r.q.Range == nil:
		return refuse(question.TimeRangeRequired, "Say the range of time: a period such as 2026-Q2, a start and an end, or the last n units.")
	}
	span, err := r.span(*r.q.Range)
	if err != nil {
		r.malformed = &question.Malformed{Path: "range", Accepted: sentence(err)}
		return nil
	}
	if start, end := r.cal.Instants(span); span.Empty() || !start.Before(end) {
		return refuse(question.TimeRangeEmpty, "The range holds no time: its end must be after its start, and the end itself is not included.")
	}
	if span.Days() > question.MaxDays {
		return refuse(question.TimeRangeTooLong, "Ask for at most %d days in one question.", question.MaxDays)
	}
	r.plan.Bounds = &Bounds{Span: span, Zone: r.cal.Rules().Timezone}
	return r.aligned(span)
}

// span resolves one of the three spellings of a range.
func (r *resolver) span(q question.Range) (calendar.Span, error) {
	switch {
	case q.Last != nil:
		unit, ok := calendar.ParseGrain(q.Last.Unit)
		if !ok {
			return calendar.Span{}, errNotRange
		}
		return r.cal.Last(q.Last.Count, unit, q.Last.IncludeCurrent, r.now)
	case q.Period != "":
		return r.cal.Period(q.Period)
	}
	start, ok := calendar.ParseLocal(q.Start)
	end, also := calendar.ParseLocal(q.End)
	if !ok || !also {
		return calendar.Span{}, errNotRange
	}
	return calendar.Span{Start: start, End: end}, nil
}

var errNotRange = errors.New("a range of {start, end}, {period} or {last}")

// sentence is the text of calendar's errors, which say what is accepted.
func sentence(err error) string { return err.Error() }

// aligned refuses bounds that cut a unit of a metric's own time column.
func (r *resolver) aligned(span calendar.Span) *question.Refusal {
	for _, m := range r.metrics {
		for i := range m.Measure.Terms {
			t := m.Measure.Terms[i].Time
			if t == nil {
				continue
			}
			own := calendar.Grain(t.Grain)
			if !r.cal.Aligned(span, own) {
				whole := r.cal.Enclosing(span, own)
				return refuseAbout([]string{m.Name}, question.TimeRangeNotAligned,
					"%s is recorded by %s, and the range cuts one; the nearest whole range is %s to before %s.",
					m.Name, own, spell(whole.Start), spell(whole.End))
			}
		}
	}
	return nil
}

// resolveGrain makes the period the first key.
func (r *resolver) resolveGrain() *question.Refusal {
	switch {
	case r.q.Grain == "" && r.q.Fill:
		return refuse(question.GrainRequired, "fill shows every bucket of the range; say a grain, or leave fill out.")
	case r.q.Grain == "":
		if i := slices.IndexFunc(r.metrics, (*bundle.Metric).NeedsGrain); i >= 0 {
			name := r.metrics[i].Name
			return refuseAbout([]string{name}, question.GrainRequired, "%s shows the bucket at a period's start, and without a grain there are no buckets; say a grain.", name)
		}
		return nil
	}
	grain := calendar.Grain(r.q.Grain)
	for _, m := range r.metrics {
		switch {
		case !m.Temporal():
			return refuseAbout([]string{m.Name}, question.GrainNotSupported, "%s has no time; ask for it without a grain.", m.Name)
		case len(m.Grains) == 0:
			return refuseAbout([]string{m.Name}, question.GrainNotSupported, "%s is answered for a whole range only; ask for it without a grain.", m.Name)
		case !slices.Contains(m.Grains, r.q.Grain):
			return refuseAbout([]string{m.Name}, question.GrainNotSupported, "%s is answered by %s%s.", m.Name, list(m.Grains), whyNotBy(r.cal, m, grain))
		}
	}
	kind := expr.Date
	if grain == calendar.Hour {
		kind = expr.Timestamp
	}
	r.plan.Keys = append(r.plan.Keys, Key{Name: PeriodColumn, Type: expr.Type{Kind: kind}, Grain: grain})
	return nil
}

// timeRange spells a range for a leg's own time column.
func (r *resolver) timeRange(t *bundle.Time, span calendar.Span) *TimeRange {
	out := &TimeRange{Time: t}
	switch t.Type.Kind {
	case expr.Date:
		out.Start, out.End = span.Start.Date.String(), span.End.Date.String()
	case expr.TimestampTZ:
		start, end := r.cal.Instants(span)
		out.Start, out.End = start.Format(time.RFC3339), end.Format(time.RFC3339)
	default:
		if own := r.view.Elsewhere(t); own != nil {
			start, end := r.cal.Instants(span)
			span = calendar.Span{Start: own.Spelled(start), End: own.Spelled(end)}
		}
		out.Start, out.End = span.Start.String(), span.End.String()
	}
	return out
}

// bucket cuts a leg's time column by the question's grain.
func (r *resolver) bucket(t *bundle.Time, g calendar.Grain) *Bucket {
	return BucketOf(r.view.Bundle, t, g)
}

// BucketOf cuts a time by a grain of the bundle's calendar.
func BucketOf(b *bundle.Bundle, t *bundle.Time, g calendar.Grain) *Bucket {
	cal := b.Calendar()
	out := &Bucket{Time: t, Grain: g}
	if g == calendar.Week {
		out.Days = (8 - int(cal.WeekStart())) % 7
	}
	if g.Fiscal() {
		out.Months = cal.Rules().FiscalYearStart - 1
	}
	if t.Type.Kind == expr.TimestampTZ {
		out.Zone = cal.Rules().Timezone
	}
	if own := b.Elsewhere(t); own != nil {
		out.From, out.Zone = own.Rules().Timezone, cal.Rules().Timezone
	}
	return out
}
