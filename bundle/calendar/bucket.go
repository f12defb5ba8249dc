package calendar

import (
	"slices"
	"time"
)

// Truncate is the start of g's bucket that holds l.
func (c *Calendar) Truncate(l Local, g Grain) Local {
	switch g {
	case Hour:
		return Local{l.Date, l.Time.Truncate(time.Hour)}
	case Day:
		return l.Date.Local()
	case Week:
		back := (int(l.Date.Weekday()) - int(c.weekStart) + 7) % 7
		return l.Date.AddDays(-back).Local()
	default:
		months, phase := g.months(), c.phase(g)
		since := l.Date.Year*12 + int(l.Date.Month-time.January) - phase
		return NewDate(0, time.January+time.Month(since-mod(since, months)+phase), 1).Local()
	}
}

// mod is the remainder of a by n, from 0 to n-1.
func mod(a, n int) int { return ((a % n) + n) % n }

// Next is the start of the bucket after the one that starts at start. The hour after is the next on the wall,
// whether or not the zone's clocks show it.
func (c *Calendar) Next(start Local, g Grain) Local { return Shift(start, 1, g) }

// ceil is the first bucket start at or after l.
func (c *Calendar) ceil(l Local, g Grain) Local {
	if start := c.Truncate(l, g); start != l {
		return c.Next(start, g)
	}
	return l
}

// Bucket is the bucket of g that holds l, as a span.
func (c *Calendar) Bucket(l Local, g Grain) Span {
	start := c.Truncate(l, g)
	return Span{start, c.Next(start, g)}
}

// Enclosing is the smallest span of whole buckets of g that contains s.
func (c *Calendar) Enclosing(s Span, g Grain) Span {
	return Span{c.Truncate(s.Start, g), c.ceil(s.End, g)}
}

// Aligned reports whether neither bound of s cuts a bucket of g.
func (c *Calendar) Aligned(s Span, g Grain) bool { return c.Enclosing(s, g) == s }

// Buckets lists the starts of the buckets that s touches, in order. Hours that the zone's clocks skip are not among
// them, and an hour that they repeat is one. Days are civil: all are among them. Bound s before asking.
func (c *Calendar) Buckets(s Span, g Grain) []Local {
	starts := c.Civil(s, g)
	if g == Hour && !s.Empty() {
		missing := c.MissingHours(s)
		starts = slices.DeleteFunc(starts, func(l Local) bool { return slices.Contains(missing, l) })
	}
	return starts
}

// Civil is Buckets with the hours that the zone's clocks skip: a local time of no zone may stand at one.
func (c *Calendar) Civil(s Span, g Grain) []Local {
	if s.Empty() {
		return nil
	}
	var starts []Local
	for start := c.Truncate(s.Start, g); start.Before(s.End); start = c.Next(start, g) {
		starts = append(starts, start)
	}
	return starts
}

// Count is the number of buckets that s touches, len(Buckets(s, g)).
func (c *Calendar) Count(s Span, g Grain) int {
	if s.Empty() {
		return 0
	}
	n := distance(c.Enclosing(s, g), g)
	if g == Hour {
		n -= len(c.MissingHours(s))
	}
	return n
}

// distance is the number of civil units of g in s, which must be whole ones.
func distance(s Span, g Grain) int {
	switch g {
	case Hour:
		return s.End.Date.Sub(s.Start.Date)*24 + int((s.End.Time-s.Start.Time)/time.Hour)
	case Day:
		return s.End.Date.Sub(s.Start.Date)
	case Week:
		return s.End.Date.Sub(s.Start.Date) / 7
	default:
		months := (s.End.Date.Year-s.Start.Date.Year)*12 + int(s.End.Date.Month-s.Start.Date.Month)
		return months / g.months()
	}
}
