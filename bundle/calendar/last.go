package calendar

import (
	"errors"
	"time"
)

// ErrYears says that a range leaves the years 1 to 9999.
var ErrYears = errors.New("a range that starts on 0001-01-01 or later and whose end, the day after its last, is 9999-12-31 or earlier")

// Last is the range of the last count units, seen from now. Hours: whole hours before the one that holds now. Days and
// weeks: count times 1 or 7 days that end yesterday, or today with current. Months and longer: whole ones before the
// one that holds today; with current that one is one of count, and the range ends after today.
func (c *Calendar) Last(count int, unit Grain, current bool, now time.Time) (Span, error) {
	if count < 1 || count > 9999*366*24 {
		return Span{}, ErrYears
	}
	at, step := c.Local(now), unit
	if unit == Week {
		step, count = Day, 7*count
	}
	end := c.Truncate(at, step)
	if current {
		end = c.Next(end, step)
	}
	s := Span{Shift(end, -count, step), end}
	if unit == Hour && s.InYears() {
		s.Start = c.hoursBefore(end, count)
	}
	if !s.InYears() {
		return Span{}, ErrYears
	}
	return s, nil
}

// hoursBefore goes back count hours that the zone's clocks show.
func (c *Calendar) hoursBefore(end Local, count int) Local {
	start := Shift(end, -count, Hour)
	for skipped := 0; ; {
		missing := len(c.MissingHours(Span{start, end}))
		if missing == skipped {
			return start
		}
		start, skipped = Shift(start, skipped-missing, Hour), missing
	}
}
