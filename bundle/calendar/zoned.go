package calendar

import "time"

// Named is a calendar that differs in its time zone only. The error says that there is no such zone.
func (c *Calendar) Named(zone string) (*Calendar, error) {
	rules := c.rules
	rules.Timezone = zone
	return New(rules)
}

// Spelled is the first local time that data systems read as t or later: of a time that the zone's clocks show twice they
// take the later instant, and one that the clocks skip they count on from before. So a range on a column of local
// times holds the rows whose instants are in it.
func (c *Calendar) Spelled(t time.Time) Local {
	at := t.In(c.zone)
	offset, end := stretch(at)
	if !end.IsZero() {
		after, _ := stretch(end)
		if first := end.UTC().Add(after); after < offset && !t.UTC().Add(offset).Before(first) {
			return localOf(first) // shown once before the clocks go back, and once after
		}
	}
	if before, _ := stretch(at.Add(-time.Nanosecond)); before < offset {
		return localOf(t.UTC().Add(before)) // the clocks jump to t
	}
	return localOf(at)
}

// Repeats lists, in order, the hours that s touches and of which the zone's clocks show any minute twice.
func (c *Calendar) Repeats(s Span) []Local {
	var out []Local
	if s.Empty() {
		return out
	}
	first := c.Truncate(s.Start, Hour)
	at := first.utc().Add(-24 * time.Hour).In(c.zone)
	for {
		var before time.Duration
		before, at = stretch(at)
		if at.IsZero() {
			return out
		}
		left := localOf(at.UTC().Add(before)) // where the clocks stopped
		right := localOf(at)                  // where they went on
		if !left.Before(s.End) && !right.Before(s.End) {
			return out
		}
		for hour := c.Truncate(right, Hour); hour.Before(left); hour = c.Next(hour, Hour) {
			if !hour.Before(first) && hour.Before(s.End) {
				out = append(out, hour)
			}
		}
	}
}
