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
		_, offset := at.Zone()
		_, end := at.ZoneBounds()
		reached := wall.Add(-time.Duration(offset) * time.Second)
		if reached.Before(at) {
			reached = at // the clocks jumped past l
		}
		if end.IsZero() || reached.Before(end) {
			return reached.UTC()
		}
		at = end
	}
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
		_, before := at.Zone()
		_, at = at.ZoneBounds()
		if at.IsZero() {
			return missing
		}
		left := localOf(at.UTC().Add(time.Duration(before) * time.Second)) // where the clocks stopped
		right := localOf(at)                                               // where they went on
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
