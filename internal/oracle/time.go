package oracle

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/question"
)

// wall is what the zone's clocks show at an instant.
func wall(t time.Time, zone *time.Location) calendar.Local {
	t = t.In(zone)
	y, m, d := t.Date()
	h, min, s := t.Clock()
	return calendar.Local{
		Date: calendar.Date{Year: y, Month: m, Day: d},
		Time: time.Duration(h)*time.Hour + time.Duration(min)*time.Minute + time.Duration(s)*time.Second + time.Duration(t.Nanosecond()).Truncate(time.Microsecond),
	}
}

// firstInstant is the first instant at which the zone's clocks show l, a whole hour, or later (4.1). It is found by looking
// at every quarter of an hour: since 1972 no clocks differ from UTC by, or change at, anything else.
func firstInstant(l calendar.Local, zone *time.Location) time.Time {
	t := goTime(l.Date).Add(l.Time).Add(-16 * time.Hour)
	for wall(t, zone).Before(l) {
		t = t.Add(15 * time.Minute)
	}
	return t
}

// readAs is the instant at which a zone's clocks show l: the later one of two, and where they skip it the one that they
// would show without the skip.
func readAs(l calendar.Local, zone *time.Location) time.Time {
	utc := goTime(l.Date).Add(l.Time)
	var found, before time.Time
	for by := -16 * time.Hour; by <= 16*time.Hour; by += 15 * time.Minute {
		switch t := utc.Add(by); {
		case wall(t, zone) == l:
			found = t
		case wall(t, zone).Before(l) && found.IsZero():
			before = t
		}
	}
	if found.IsZero() {
		_, offset := before.In(zone).Zone()
		return utc.Add(-time.Duration(offset) * time.Second)
	}
	return found
}

// within is the rule of ranges (4.1): half-open, on the raw column, by instants where the column has them.
func (a *asking) within(f *fact, s calendar.Span) bool {
	if !f.when.IsZero() {
		start, end := a.instants(s)
		return !f.when.Before(start) && f.when.Before(end)
	}
	return between(f.at, s)
}

func between(l calendar.Local, s calendar.Span) bool { return !l.Before(s.Start) && l.Before(s.End) }

// instants are a span's bounds, looked for once.
func (a *asking) instants(s calendar.Span) (start, end time.Time) {
	for _, l := range []calendar.Local{s.Start, s.End} {
		if _, ok := a.began[l]; !ok {
			a.began[l] = firstInstant(l, a.zone)
		}
	}
	return a.began[s.Start], a.began[s.End]
}

// bucketOf is the whole bucket that holds l.
func (a *asking) bucketOf(l calendar.Local, g calendar.Grain) calendar.Span {
	start := truncate(l, g, a.weekStart, a.rules.FiscalYearStart)
	return calendar.Span{Start: start, End: shift(start, 1, g)}
}

// buckets are those that a range touches, in order.
func (a *asking) buckets(s calendar.Span, g calendar.Grain) []calendar.Span {
	var out []calendar.Span
	for b := a.bucketOf(s.Start, g); b.Start.Before(s.End); b = a.bucketOf(b.End, g) {
		out = append(out, b)
	}
	return out
}

// exists reports whether the zone's clocks show anything of a stretch.
func (a *asking) exists(s calendar.Span) bool {
	start, end := a.instants(s)
	return start.Before(end)
}

// cuts reports whether a bound cuts a unit (4.5).
func (a *asking) cuts(s calendar.Span, g calendar.Grain) bool {
	cut := func(l calendar.Local) bool { return truncate(l, g, a.weekStart, a.rules.FiscalYearStart) != l }
	return cut(s.Start) || cut(s.End)
}

// span places the range that a question says; false where it says none that is accepted.
func (a *asking) span(r question.Range) (calendar.Span, bool) {
	switch {
	case r.Last != nil:
		return a.last(*r.Last), true
	case r.Period != "":
		return a.period(r.Period)
	}
	start, ok := calendar.ParseLocal(r.Start)
	end, also := calendar.ParseLocal(r.End)
	return calendar.Span{Start: start, End: end}, ok && also
}

// last is rule 4.8.
func (a *asking) last(l question.Last) calendar.Span {
	now := wall(a.now, a.zone)
	today := calendar.Local{Date: now.Date}
	tomorrow := shift(today, 1, calendar.Day)
	unit := calendar.Grain(l.Unit)
	switch unit {
	case calendar.Hour:
		end := truncate(now, calendar.Hour, 0, 1)
		if l.IncludeCurrent {
			end = shift(end, 1, calendar.Hour)
		}
		start := end
		for shown := 0; shown < l.Count; { // hours that the zone's clocks skip are none
			if start = shift(start, -1, calendar.Hour); a.exists(calendar.Span{Start: start, End: shift(start, 1, calendar.Hour)}) {
				shown++
			}
		}
		return calendar.Span{Start: start, End: end}
	case calendar.Day, calendar.Week:
		end := today
		if l.IncludeCurrent {
			end = tomorrow
		}
		return calendar.Span{Start: shift(end, -l.Count, unit), End: end}
	case calendar.Month, calendar.Quarter, calendar.Year, calendar.FiscalQuarter, calendar.FiscalYear:
	}
	current := a.bucketOf(today, unit)
	if l.IncludeCurrent {
		return calendar.Span{Start: shift(current.Start, 1-l.Count, unit), End: current.End}
	}
	return calendar.Span{Start: shift(current.Start, -l.Count, unit), End: current.Start}
}

var periods = regexp.MustCompile(`^(FY)?(\d{4})(-H[12]|-Q[1-4]|-W\d\d|-\d\d(-\d\d)?)?$`)

// period is a spelled stretch of the calendar.
func (a *asking) period(text string) (calendar.Span, bool) {
	parts := periods.FindStringSubmatch(text)
	if parts == nil {
		return calendar.Span{}, false
	}
	year, _ := strconv.Atoi(parts[2])
	first, months := 1, 12
	if parts[1] == "FY" {
		first = a.rules.FiscalYearStart
		if a.rules.FiscalYearNamedBy == "end" && first > 1 {
			year--
		}
	}
	start := calendar.Local{Date: calendar.Date{Year: year, Month: time.Month(first), Day: 1}}
	rest := strings.TrimPrefix(parts[3], "-")
	number, _ := strconv.Atoi(strings.TrimLeft(rest, "HQW"))
	switch {
	case rest == "":
	case rest[0] == 'H':
		start, months = shift(start, 6*(number-1), calendar.Month), 6
	case rest[0] == 'Q':
		start, months = shift(start, 3*(number-1), calendar.Month), 3
	case rest[0] == 'W':
		// ISO weeks: the first one holds 4 January, and all start on Monday.
		start.Date.Day = 4
		start = shift(truncate(start, calendar.Week, time.Monday, 1), number-1, calendar.Week)
		return calendar.Span{Start: start, End: shift(start, 1, calendar.Week)}, a.weekStart == time.Monday
	case len(rest) == len("06-14"):
		day, ok := calendar.ParseDate(text)
		return calendar.Span{Start: day.Local(), End: shift(day.Local(), 1, calendar.Day)}, ok
	default:
		start, months = shift(start, number-1, calendar.Month), 1
	}
	return calendar.Span{Start: start, End: shift(start, months, calendar.Month)}, true
}

// days is the length of a span, a part of a day counted whole.
func days(s calendar.Span) int {
	hours := goTime(s.End.Date).Add(s.End.Time).Sub(goTime(s.Start.Date).Add(s.Start.Time))
	return int((hours + 24*time.Hour - 1) / (24 * time.Hour))
}

var weekdays = []string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}

func weekday(name string) time.Weekday { return time.Weekday(slices.Index(weekdays, name)) }
