package goldens

import (
	"slices"
	"time"

	"sutura.dev/bundle"
	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
)

// Year is the year that synthesised rows lie in, and that derived questions ask about. It has a leap day.
const Year = 2024

// Clock is the reading of the clock at which goldens are recorded: no derived question depends on it, and an author's
// question about the last days or months sees the end of Year.
func Clock() time.Time { return time.Date(Year+1, 1, 1, 12, 0, 0, 0, time.UTC) }

// moments are the local times of synthesised rows, by how fine they are: the first and the last of units that a question
// groups by, the leap day, and the neighbours of Year on both sides.
type moments struct {
	cal  *calendar.Calendar
	days []moment
	// repeated are two instants of Year at which the zone's clocks show the same; none where there are none.
	repeated []time.Time
}

// moment is a day, of which the last moment counts where last is set, else the first.
type moment struct {
	day  calendar.Date
	last bool
}

func newMoments(cal *calendar.Calendar) moments {
	m := moments{cal: cal}
	week := cal.Truncate(calendar.NewDate(Year, time.June, 19).Local(), calendar.Week).Date
	fiscal := cal.Truncate(calendar.NewDate(Year, time.December, 31).Local(), calendar.FiscalYear).Date
	for _, d := range []moment{
		{calendar.NewDate(Year, time.January, 1), false}, {calendar.NewDate(Year, time.March, 31), true},
		{calendar.NewDate(Year, time.April, 1), false}, {calendar.NewDate(Year, time.February, 29), true},
		{week, false}, {week.AddDays(-1), true},
		{fiscal, false}, {fiscal.AddDays(-1), true},
		{calendar.NewDate(Year, time.December, 31), true}, {calendar.NewDate(Year+1, time.January, 1), false},
		{calendar.NewDate(Year-1, time.December, 31), true}, {calendar.NewDate(Year, time.July, 1), false},
	} {
		if !slices.ContainsFunc(m.days, func(o moment) bool { return o.day == d.day }) {
			m.days = append(m.days, d)
		}
	}
	for at := cal.Instant(m.days[0].day.Local()); at.Year() <= Year && m.repeated == nil; at = at.Add(time.Hour) {
		if next := at.Add(time.Hour); cal.Local(at) == cal.Local(next) {
			m.repeated = []time.Time{at, next}
		}
	}
	return m
}

// coarse is the grain of a column that holds only beginnings of units longer than a day, empty for any other.
func coarse(c bundle.Column) calendar.Grain {
	if g := calendar.Grain(c.Grain); g != calendar.Hour && g != calendar.Day {
		return g
	}
	return ""
}

// values spells the moments for a column: days, or local times or instants, to the microsecond; on the hour where whole
// is set. A column coarser than a day holds the beginnings of its units.
func (m moments) values(c bundle.Column, whole bool) []string {
	var out []string
	add := func(v string) {
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	for _, d := range m.days {
		l := d.day.Local()
		switch g := coarse(c); {
		case g != "":
			l = m.cal.Truncate(l, g)
		case !d.last || c.Type.Kind == expr.Date || calendar.Grain(c.Grain) == calendar.Day:
		case whole:
			l.Time = 23 * time.Hour
		default:
			l.Time = 24*time.Hour - time.Microsecond
		}
		add(m.spell(c.Type, l))
	}
	if c.Type.Kind == expr.TimestampTZ && coarse(c) == "" {
		for _, at := range m.repeated {
			add(at.UTC().Format(instantLayout))
		}
	}
	return out
}

// following are as many days more as asked, or longer units, one after the other, for columns that need many different values.
func (m moments) following(c bundle.Column, n int) []string {
	out := make([]string, 0, n)
	for i := range n {
		unit := calendar.Day
		if g := coarse(c); g != "" {
			unit = g
		}
		l := calendar.Shift(calendar.NewDate(Year, time.May, 2).Local(), i, unit)
		out = append(out, m.spell(c.Type, m.cal.Truncate(l, unit)))
	}
	return out
}

func (m moments) spell(t expr.Type, l calendar.Local) string {
	switch t.Kind {
	case expr.Date:
		return l.Date.String()
	case expr.TimestampTZ:
		return m.cal.Instant(l).Format(instantLayout)
	}
	value, _ := expr.Value(t, l.String())
	return value
}
