package ground

import (
	"slices"
	"time"

	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/question"
)

// when is a time that was read, before it is decided which one it is.
type when struct {
	// spans are what it means: several where people mean one of them.
	spans []calendar.Span
	// again is the same so many cycles later: December of the year after. Nil where the words say which.
	again func(k int) (calendar.Span, bool)
	last  *question.Last
	// problem says why it means nothing, in a sentence without its stop; empty where it does.
	problem string
	hours   bool // it is shorter than a day
	near    bool // it is said by how far from the reference it is
}

func pinned(s calendar.Span) *when { return &when{spans: []calendar.Span{s}} }

func never(problem string) *when { return &when{problem: problem} }

// clock is where the reader stands.
type clock struct {
	calendar *calendar.Calendar
	now      time.Time
	local    calendar.Local
	today    calendar.Date
	monthly  bool // dates are written month first
}

// cycling is a time that comes again: what began already in this cycle is meant, and of one that is still to come both that and the
// one before may be.
func (c *clock) cycling(again func(k int) (calendar.Span, bool)) *when {
	w := &when{again: again}
	this, ok := again(0)
	if !ok {
		return never("there is no such day in that year")
	}
	w.spans = []calendar.Span{this}
	if before, ok := again(-1); ok && !c.begun(this) {
		w.spans = append(w.spans, before)
	}
	return w
}

func (c *clock) begun(s calendar.Span) bool { return s.Start.Compare(c.today.AddDays(1).Local()) < 0 }

// yearly makes a time of a year one of the years.
func (c *clock) yearly(in func(year int) (calendar.Span, bool)) *when {
	return c.cycling(func(k int) (calendar.Span, bool) { return in(c.today.Year + k) })
}

// maxCycles is how far a time is looked for that fits another.
const maxCycles = 130

// pick is the nearest occurrence that fits, looked for from the latest or from the earliest.
func (w *when) pick(latest bool, fits func(calendar.Span) bool) (calendar.Span, bool) {
	if w.again == nil {
		return w.spans[0], len(w.spans) == 1 && fits(w.spans[0])
	}
	for i := range 2*maxCycles + 1 {
		k := i - maxCycles
		if latest {
			k = -k
		}
		if s, ok := w.again(k); ok && fits(s) {
			return s, true
		}
	}
	return calendar.Span{}, false
}

// from is what f makes of a time: of its one occurrence that fits, or of each thing that it may mean.
func (w *when) from(latest bool, fits func(calendar.Span) bool, f func(calendar.Span) calendar.Span, problem string) *when {
	if w.problem != "" {
		return w
	}
	spans := w.spans
	if w.again != nil {
		spans = nil
		if s, ok := w.pick(latest, fits); ok {
			spans = []calendar.Span{s}
		}
	}
	out := &when{}
	for _, s := range spans {
		if fits(s) {
			out.spans = append(out.spans, f(s))
		}
	}
	if len(out.spans) == 0 {
		return never(problem)
	}
	return out
}

// until is from the reference's day to the end of a time.
func (c *clock) until(w *when) *when {
	now := c.today.Local()
	return w.from(false, func(s calendar.Span) bool { return now.Before(s.End) },
		func(s calendar.Span) calendar.Span { return calendar.Span{Start: now, End: s.End} },
		"it ends before the reference, and nothing says where it starts; say both ends")
}

// since is from the start of a time through the reference's day.
func (c *clock) since(w *when) *when {
	return w.from(true, c.begun, func(s calendar.Span) calendar.Span { return c.through(s.Start) },
		"it starts after the reference, and nothing says where it ends; say both ends")
}

// after is from the end of a time through the reference's day.
func (c *clock) after(w *when) *when {
	now := c.today.AddDays(1).Local()
	return w.from(true, func(s calendar.Span) bool { return s.End.Before(now) }, func(s calendar.Span) calendar.Span { return c.through(s.End) },
		"it ends after the reference, and nothing says where what is after it ends; say both ends")
}

// within is the occurrence of a time that lies in another: December of last year. Nil where the two are not of that kind.
func within(a, b *when) *when {
	if b.again != nil {
		a, b = b, a
	}
	if a.again == nil || b.again != nil || a.problem != "" || len(b.spans) != 1 {
		return nil
	}
	in := b.spans[0]
	var found []calendar.Span
	for k := -maxCycles; k <= maxCycles; k++ {
		if s, ok := a.again(k); ok && s.Start.Compare(in.Start) >= 0 && s.End.Compare(in.End) <= 0 {
			found = append(found, s)
		}
	}
	switch {
	case len(found) == 1:
		return pinned(found[0])
	case len(found) == 0 && in.Days() == 1 && a.spans[0].Days() == 1:
		return never("that date is another day of the week")
	}
	return nil
}

// through is from a start to the end of the reference's day.
func (c *clock) through(start calendar.Local) calendar.Span {
	return calendar.Span{Start: start, End: c.today.AddDays(1).Local()}
}

// between is from the start of one time to the end of another. A time whose cycle is not said is the nearest that fits.
func (c *clock) between(a, b *when) *when {
	for _, w := range []*when{a, b} {
		if w.problem != "" {
			return w
		}
		if w.again == nil && len(w.spans) > 1 {
			return never("an end of it may be one of several; say which")
		}
	}
	switch {
	case a.again != nil && b.again != nil:
		return c.cycling(func(k int) (calendar.Span, bool) {
			to, ok := b.again(k)
			if !ok {
				return to, false
			}
			from, ok := a.again(k)
			if ok && !from.Start.Before(to.End) {
				from, ok = a.again(k - 1)
			}
			return calendar.Span{Start: from.Start, End: to.End}, ok && from.Start.Before(to.End)
		})
	case a.again != nil:
		to := b.spans[0]
		from, ok := a.pick(true, func(s calendar.Span) bool { return s.Start.Compare(to.Start) <= 0 })
		return joined(from, to, ok)
	case b.again != nil:
		from := a.spans[0]
		to, ok := b.pick(false, func(s calendar.Span) bool { return from.Start.Before(s.End) && from.Start.Compare(s.Start) <= 0 })
		return joined(from, to, ok)
	}
	return joined(a.spans[0], b.spans[0], true)
}

func joined(a, b calendar.Span, ok bool) *when {
	if !ok || !a.Start.Before(b.End) || b.Start.Before(a.Start) {
		return never("it ends before it starts")
	}
	return pinned(calendar.Span{Start: a.Start, End: b.End})
}

// together is what several times mean side by side: the ways to take all of them, each a list.
func together(list []*when) (ways [][]calendar.Span, problem string) {
	several := 1
	final := list[len(list)-1]
	for _, w := range list {
		if w.problem != "" {
			return nil, w.problem
		}
		several = max(several, len(w.spans))
	}
	for n := range several {
		var way []calendar.Span
		for _, w := range list {
			s := w.spans[min(n, len(w.spans)-1)]
			if final.again == nil && w.again != nil { // January and March 2025
				if near, ok := w.pick(true, func(s calendar.Span) bool { return s.Start.Compare(final.spans[0].Start) <= 0 }); ok {
					s = near
				}
			}
			if !slices.Contains(way, s) {
				way = append(way, s)
			}
		}
		if !slices.ContainsFunc(ways, func(other []calendar.Span) bool { return slices.Equal(other, way) }) {
			ways = append(ways, way)
		}
	}
	return ways, ""
}
