package oracle

import (
	"slices"
	"time"

	"sutura.dev/bundle"
	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
)

// move takes a bucket to an earlier one: back by units, or to the bucket that starts where a unit does.
type move struct {
	count     int
	unit      calendar.Grain
	toStartOf calendar.Grain
}

func (m move) back(l calendar.Local) calendar.Local { return shift(l, -m.count, m.unit) }

func (m move) span(s calendar.Span) calendar.Span {
	return calendar.Span{Start: m.back(s.Start), End: m.back(s.End)}
}

// shown are the facts whose rows a term shows in a window: the window's own, those of an earlier bucket (5.5), of a window
// that ends with the bucket (5.4), of these only the last or the first in time (5.6). What has no time is limited by none.
func (a *asking) shown(t *bundle.Aggregate, w window, moves []move) []*fact {
	facts := slices.Clone(a.facts(t))
	if t.Time == nil || w.bounds == nil {
		return facts
	}
	if s := t.Shift(); s != nil {
		moves = append(slices.Clone(moves), move{s.Count, calendar.Grain(s.Unit), calendar.Grain(s.ToStartOf)})
	}
	c := t.Cumulative()
	if w.skipped && (len(moves) > 0 || c != nil) {
		return nil // no bucket that an earlier one, or a window, is shown at
	}
	if len(moves) == 0 && c == nil {
		facts = slices.DeleteFunc(facts, func(f *fact) bool {
			return !a.within(f, *w.bounds) || w.bucket != nil && !between(f.at, *w.bucket)
		})
	} else {
		s, open := a.cumulated(a.moved(w, moves), c)
		facts = slices.DeleteFunc(facts, func(f *fact) bool { return !f.at.Before(s.End) || !open && f.at.Before(s.Start) })
	}
	return last(facts, t.Snapshot())
}

// moved is the stretch that a window shows after moves: the same-grain bucket that starts at the moved start; where the
// range cuts the bucket, cut by the moved range, so that like is compared with like. Without a grain the range is the
// bucket (5.5).
func (a *asking) moved(w window, moves []move) calendar.Span {
	bounds := *w.bounds
	if w.bucket == nil {
		for _, m := range moves {
			if m.toStartOf == "" {
				bounds = m.span(bounds)
			}
		}
		return bounds
	}
	start := w.bucket.Start
	cutStart, cutEnd := start.Before(bounds.Start), bounds.End.Before(w.bucket.End)
	for _, m := range moves {
		if m.toStartOf != "" {
			start, cutStart, cutEnd = a.bucketOf(start, m.toStartOf).Start, false, false
		} else {
			start, bounds = m.back(start), m.span(bounds)
		}
	}
	out := a.bucketOf(start, calendar.Grain(a.q.Grain))
	if cutStart {
		out.Start = bounds.Start
	}
	if cutEnd {
		out.End = bounds.End
	}
	return out
}

// cumulated is the window that ends where a stretch does; open where it begins at nothing (5.4).
func (a *asking) cumulated(s calendar.Span, c *bundle.Cumulative) (_ calendar.Span, open bool) {
	switch {
	case c == nil:
	case c.SinceStartOf != "":
		latest := goTime(s.End.Date).Add(s.End.Time - time.Microsecond)
		s.Start = a.bucketOf(wall(latest, time.UTC), calendar.Grain(c.SinceStartOf)).Start
	case c.Count > 0:
		s.Start = shift(s.End, -c.Count, calendar.Grain(c.Unit))
	default:
		open = true
	}
	return s, open
}

// last keeps the facts of the last time, or the first, of all rows or of those with equal columns per, whatever the
// question filters; all that are tied at that time count (5.6).
func last(facts []*fact, s *bundle.Snapshot) []*fact {
	if s == nil {
		return facts
	}
	entity := func(f *fact) string {
		var values []value
		for _, name := range s.Per {
			values = append(values, f.row(expr.Column{Name: name}))
		}
		return identity(values)
	}
	latest := map[string]value{}
	for _, f := range facts {
		id := entity(f)
		if have, ok := latest[id]; !ok || (compare(f.time, have) > 0) != s.First && compare(f.time, have) != 0 {
			latest[id] = f.time
		}
	}
	return slices.DeleteFunc(facts, func(f *fact) bool { return compare(f.time, latest[entity(f)]) != 0 })
}
