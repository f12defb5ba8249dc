package plan

import (
	"slices"

	"sutura.dev/bundle"
	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
)

// Windows name, for each bucket of a question with a grain, the time whose rows it shows. Bounds are half-open and local:
// whole days, spelled as dates, or whole hours, spelled as local times, which Type tells.
type Windows struct {
	// At is the day or the hour at which a row stands.
	At      *Bucket
	Type    expr.Type
	Buckets []string
	// From and Until are the bounds, one a bucket. From is nil where everything before the end counts.
	From, Until []string
	// Whole is what the whole range shows, where the shape of the answer asks for it.
	Whole *Window
}

// Equal reports whether two are the same windows at the same buckets, and over the whole range. Which column stands in them
// is another matter (At).
func (w *Windows) Equal(o *Windows) bool {
	if w == nil || o == nil {
		return w == o
	}
	whole := w.Whole == o.Whole || w.Whole != nil && o.Whole != nil && *w.Whole == *o.Whole
	return whole && w.Type == o.Type && slices.Equal(w.Buckets, o.Buckets) && slices.Equal(w.From, o.From) && slices.Equal(w.Until, o.Until)
}

// Window is one half-open range of local time; From is empty where everything before Until counts.
type Window struct{ From, Until string }

// Moved is how far before the buckets at which they are shown rows stand: whole months, or days. The zero value is not
// at all.
type Moved struct{ Months, Days int }

// placement is which rows a leg reads, and at which buckets they stand.
type placement struct {
	span calendar.Span
	// open reads everything before the span's end.
	open    bool
	moved   Moved
	windows *Windows
}

// step is one move of a bucket to an earlier one.
type step struct {
	by        calendar.Offset
	toStartOf calendar.Grain
}

// placement computes which rows a term reads; compared: for the earlier range that the question compares with.
func (r *resolver) placement(a *bundle.Aggregate, compared bool) placement {
	if a.Time == nil {
		return placement{}
	}
	var steps []step
	if compared {
		steps = append(steps, step{by: *r.plan.Compare})
	}
	if s := a.Shift(); s != nil {
		steps = append(steps, step{by: s.Offset(), toStartOf: calendar.Grain(s.ToStartOf)})
	}
	whole := r.plan.Bounds.Span
	for _, s := range steps {
		if s.toStartOf == "" {
			whole = s.by.Span(whole)
		}
	}
	grain := calendar.Grain(r.q.Grain)
	c := a.Cumulative()
	moved, direct := movedBy(steps, grain)
	snapshotTwice := a.Snapshot() != nil && r.wholeToo() // of each bucket, and of the whole range
	switch {
	case grain == "" && c != nil:
		span, open := r.window(whole, c)
		return placement{span: span, open: open}
	case grain == "" || direct && c == nil && !snapshotTwice:
		return placement{span: whole, moved: moved}
	}
	return r.windows(a, steps, whole)
}

// wholeToo reports whether the answer needs values over the whole range beside those of buckets.
func (r *resolver) wholeToo() bool { return r.plan.Totals || r.plan.Top != nil }

// movedBy is the steps as one distance, where they take each bucket of the grain to one of its own.
func movedBy(steps []step, g calendar.Grain) (Moved, bool) {
	var out Moved
	for _, s := range steps {
		n, unit := s.by.Count, s.by.Unit
		switch unit {
		case calendar.Day:
			out.Days += n
		case calendar.Week:
			out.Days += 7 * n
		case calendar.Month:
			out.Months += n
		case calendar.Quarter:
			out.Months += 3 * n
		case calendar.Year:
			out.Months += 12 * n
		default:
			return Moved{}, false
		}
		if s.toStartOf != "" {
			return Moved{}, false
		}
	}
	daily := g == calendar.Day || g == calendar.Week
	return out, len(steps) == 0 || g != calendar.Hour && (daily && out.Months == 0 || !daily && out.Days == 0)
}

// window is what a cumulative measure shows at the end of a span; open where it begins at nothing.
func (r *resolver) window(s calendar.Span, c *bundle.Cumulative) (calendar.Span, bool) {
	switch {
	case c == nil:
		return s, false
	case c.SinceStartOf != "": // ends are on the hour, so that the hour before one holds the last instant
		s.Start = r.cal.Truncate(calendar.Shift(s.End, -1, calendar.Hour), calendar.Grain(c.SinceStartOf))
	case c.Count > 0:
		s.Start = calendar.Offset{Count: c.Count, Unit: calendar.Grain(c.Unit)}.Before(s.End)
	default:
		return calendar.Span{Start: s.End, End: s.End}, true
	}
	return s, false
}

// shown is the span whose rows a bucket shows. Where the range cuts the bucket, the earlier one is cut by the earlier
// range, so that like is compared with like.
func (r *resolver) shown(bucket calendar.Span, steps []step, g calendar.Grain) calendar.Span {
	bounds := r.plan.Bounds.Span
	start, cutStart, cutEnd := bucket.Start, bucket.Start.Before(bounds.Start), bounds.End.Before(bucket.End)
	for _, s := range steps {
		if s.toStartOf != "" {
			start, cutStart, cutEnd = r.cal.Truncate(start, s.toStartOf), false, false
			continue
		}
		start, bounds = s.by.Before(start), s.by.Span(bounds)
	}
	out := r.cal.Bucket(start, g)
	if cutStart {
		out.Start = bounds.Start
	}
	if cutEnd {
		out.End = bounds.End
	}
	return out
}

// windows lists the windows of every bucket. The rows read are those of all of them.
func (r *resolver) windows(a *bundle.Aggregate, steps []step, whole calendar.Span) placement {
	grain := calendar.Grain(r.q.Grain)
	w := &Windows{At: r.bucket(a.Time, calendar.Day), Type: expr.Type{Kind: expr.Date}}
	if c := a.Cumulative(); grain == calendar.Hour || c != nil && c.Unit == string(calendar.Hour) {
		w.At, w.Type.Kind = r.bucket(a.Time, calendar.Hour), expr.Timestamp
	}
	spelled := func(l calendar.Local) string {
		if w.Type.Kind == expr.Date {
			return l.Date.String()
		}
		return l.String()
	}
	out := placement{windows: w}
	read := func(s calendar.Span) (from, until string) {
		span, open := r.window(s, a.Cumulative())
		if from = spelled(span.Start); open {
			from = ""
		}
		if out.span == (calendar.Span{}) {
			out.span = span
		}
		if span.Start.Before(out.span.Start) {
			out.span.Start = span.Start
		}
		if out.span.End.Before(span.End) {
			out.span.End = span.End
		}
		out.open = open
		return from, spelled(span.End)
	}
	starts := r.cal.Buckets
	if len(steps) == 0 && a.Cumulative() == nil { // its own rows, wherever they stand
		starts = r.cal.Civil
	}
	for _, start := range starts(r.plan.Bounds.Span, grain) {
		r.noteClamped(start, steps)
		from, until := read(r.shown(r.cal.Bucket(start, grain), steps, grain))
		w.Buckets = append(w.Buckets, spellBucket(start, grain))
		w.Until = append(w.Until, until)
		if from != "" {
			w.From = append(w.From, from)
		}
	}
	if r.wholeToo() {
		from, until := read(whole)
		w.Whole = &Window{from, until}
	}
	return out
}

// noteClamped remembers a day that looks back to the last day of a shorter month.
func (r *resolver) noteClamped(start calendar.Local, steps []step) {
	day := spell(start)
	for _, s := range steps {
		before := s.by.Before(start)
		switch s.by.Unit {
		case calendar.Month, calendar.Quarter, calendar.Year:
			if before.Date.Day != start.Date.Day && !slices.Contains(r.clamped, day) {
				r.clamped = append(r.clamped, day)
			}
		}
		start = before
	}
}

// rangeOf spells the rows of a placement for a leg's own time column.
func (r *resolver) rangeOf(p placement, t *bundle.Time) *TimeRange {
	out := r.timeRange(t, p.span)
	if p.open {
		out.Start = ""
	}
	return out
}

// readable refuses a placement that cuts a unit of the time column, or leaves the years that there are. The range that is
// compared with is held to what the question's own is, though a window may read none of its first days.
func (r *resolver) readable(p placement, a *bundle.Aggregate, m *bundle.Metric, compared bool) *question.Refusal {
	if a.Time == nil {
		return nil
	}
	whole := p.span
	if p.open {
		whole.Start = whole.End
	}
	switch own := calendar.Grain(a.Time.Grain); {
	case !p.span.InYears():
		return refuseAbout([]string{m.Name}, question.CombinationNotSupported, "%s would read rows outside the years 1 to 9999; ask for another range.", m.Name)
	case !r.cal.Aligned(whole, own), compared && !r.cal.Aligned(r.plan.Compare.Span(r.plan.Bounds.Span), own):
		return refuseAbout([]string{m.Name}, question.CombinationNotSupported,
			"%s is recorded by %s, and the earlier range cuts one, so there is nothing to compare; ask for a range of whole %ss.", m.Name, word(own), word(own))
	}
	return nil
}

// samePlace reports whether two legs over the same column read the same rows at the same buckets.
func (l *Leg) samePlace(o *Leg) bool {
	if l.Moved != o.Moved || !l.Windows.Equal(o.Windows) || (l.Range == nil) != (o.Range == nil) || !l.Snapshot.Equal(o.Snapshot) {
		return false
	}
	return l.Range == nil || l.Range.Start == o.Range.Start && l.Range.End == o.Range.End
}
