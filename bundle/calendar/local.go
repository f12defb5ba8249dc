package calendar

import (
	"cmp"
	"fmt"
	"strings"
	"time"
)

// Local is a civil date and time of day to the microsecond, without a zone: what a clock on the wall shows. Time is
// since midnight on that clock, 0 to below 24 hours. Locals compare with ==.
type Local struct {
	Date Date
	Time time.Duration
}

// ParseLocal reads yyyy-mm-dd (midnight), or yyyy-mm-ddThh:mm with optional :ss and up to six decimals of a second.
func ParseLocal(text string) (Local, bool) {
	day, clock, timed := strings.Cut(text, "T")
	date, ok := ParseDate(day)
	if !ok || !timed {
		return Local{Date: date}, ok
	}
	if len(clock) < len("15:04") || clock[2] != ':' || len(clock) > len("15:04:05.000000") || strings.Contains(clock, ",") {
		return Local{}, false
	}
	for _, layout := range []string{"15:04", "15:04:05"} { // the second takes decimals too
		if t, err := time.Parse(layout, clock); err == nil {
			return Local{date, localOf(t).Time}, true
		}
	}
	return Local{}, false
}

// utc is l on the civil axis, on which each day has 24 hours.
func (l Local) utc() time.Time { return l.Date.utc().Add(l.Time) }

func localOf(t time.Time) Local {
	date := dateOf(t)
	h, m, s := t.Clock()
	clock := time.Duration(h)*time.Hour + time.Duration(m)*time.Minute + time.Duration(s)*time.Second
	return Local{date, clock + time.Duration(t.Nanosecond()).Truncate(time.Microsecond)}
}

// String is yyyy-mm-ddThh:mm:ss, with six decimals where there is a part of a second.
func (l Local) String() string {
	seconds := int(l.Time / time.Second)
	digit := func(n int) byte { return byte('0' + n%10) }
	text := l.Date.String() + string([]byte{
		'T', digit(seconds / 36000), digit(seconds / 3600), ':', digit(seconds / 600 % 6), digit(seconds / 60), ':', digit(seconds / 10 % 6), digit(seconds),
	})
	if micros := l.Time % time.Second / time.Microsecond; micros != 0 {
		text += fmt.Sprintf(".%06d", int(micros))
	}
	return text
}

// Midnight reports whether l is a day's first moment, so that its date says it all.
func (l Local) Midnight() bool { return l.Time == 0 }

// OnTheHour reports whether l is a whole hour.
func (l Local) OnTheHour() bool { return l.Time%time.Hour == 0 }

// Compare is -1, 0 or 1 as l is before, the same as, or after m on the wall.
func (l Local) Compare(m Local) int {
	return cmp.Or(l.Date.Compare(m.Date), cmp.Compare(l.Time, m.Time))
}

// Before reports whether l is before m on the wall.
func (l Local) Before(m Local) bool { return l.Compare(m) < 0 }

// Span is a half-open range of local time.
type Span struct {
	Start Local
	End   Local // exclusive
}

// Dates is the span from start to before end.
func Dates(start, end Date) Span { return Span{start.Local(), end.Local()} }

// Empty reports whether nothing is inside.
func (s Span) Empty() bool { return !s.Start.Before(s.End) }

// Whole reports whether both bounds are midnights, so that dates say it all.
func (s Span) Whole() bool { return s.Start.Midnight() && s.End.Midnight() }

// Days is the length in days, a part of one counted whole; 0 when empty.
func (s Span) Days() int {
	if s.Empty() {
		return 0
	}
	days := s.End.Date.Sub(s.Start.Date)
	if s.End.Time > s.Start.Time {
		days++
	}
	return days
}

// InYears reports whether both bounds are within the years 1 to 9999, which every engine can hold.
func (s Span) InYears() bool {
	return s.Start.Date.Year >= 1 && s.Start.Date.Year <= 9999 && s.End.Date.Year >= 1 && s.End.Date.Year <= 9999
}
