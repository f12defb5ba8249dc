package calendar

import "time"

// Local is what the zone's clocks show at t, cut to the microsecond.
func (c *Calendar) Local(t time.Time) Local { return localOf(t.In(c.zone)) }

// Today is the zone's date at now.
func (c *Calendar) Today(now time.Time) Date { return c.Local(now).Date }

// Instant is the first instant, in UTC, at which the zone's clocks show l or later. It is right where midnight is
// skipped or repeated, and where a whole day is skipped; there, bounds neither lose an instant nor double one.
func (c *Calendar) Instant(l Local) time.Time {
	// No zone was ever a day from UTC, so a day before l on UTC's clocks is early enough to start; then each stretch
	// of one offset either reaches l or ends before it.
	wall := l.utc()
	at := wall.Add(-24 * time.Hour).In(c.zone)
	for {
		offset, end := stretch(at)
		reached := wall.Add(-offset)
		if reached.Before(at) {
			reached = at // the clocks jumped past l
		}
		if end.IsZero() || reached.Before(end) {
			return reached.UTC()
		}
		at = end
	}
}

// stretch returns the zone's offset at an instant and an end up to which it holds; zero where it holds for ever. The
// end may come before the offset changes: time.Time.ZoneBounds ends a stretch of recurring rules 365 days after a new
// year, which on the last day of a leap year is not after the instant asked for.
func stretch(at time.Time) (offset time.Duration, end time.Time) {
	_, seconds := at.Zone()
	_, end = at.ZoneBounds()
	if !end.IsZero() && !end.After(at) {
		end = time.Date(at.UTC().Year()+1, time.January, 1, 0, 0, 0, 0, time.UTC).In(at.Location())
		if !end.After(at) {
			end = at.Add(time.Hour)
		}
	}
	return time.Duration(seconds) * time.Second, end
}

// Instants are the bounds of s as instants, in UTC.
func (c *Calendar) Instants(s Span) (start, end time.Time) {
	return c.Instant(s.Start), c.Instant(s.End)
}

// MissingHours lists, in order, the hours that s touches and the zone's clocks never show, not even for a minute:
// one on most spring days, 24 where a day was skipped.
func (c *Calendar) MissingHours(s Span) []Local {
	if s.Empty() {
		return nil
	}
	var missing []Local
	first := c.Truncate(s.Start, Hour)
	at := first.utc().Add(-24 * time.Hour).In(c.zone)
	for {
		var before time.Duration
		before, at = stretch(at)
		if at.IsZero() {
			return missing
		}
		left := localOf(at.UTC().Add(before)) // where the clocks stopped
		right := localOf(at)                  // where they went on
		if !left.Before(s.End) && !right.Before(s.End) {
			return missing
		}
		for hour := c.ceil(left, Hour); !right.Before(c.Next(hour, Hour)); hour = c.Next(hour, Hour) {
			if !hour.Before(first) && hour.Before(s.End) {
				missing = append(missing, hour)
			}
		}
	}
}
