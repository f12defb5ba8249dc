package ground

import (
	"slices"

	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/question"
)

// grains are the units that a question knows; a half-year is none of them.
var grains = [...]calendar.Grain{
	hour: calendar.Hour, day: calendar.Day, week: calendar.Week, month: calendar.Month, quarter: calendar.Quarter, half: "", year: calendar.Year,
	fiscalQuarter: calendar.FiscalQuarter, fiscalYear: calendar.FiscalYear,
}

// maxUnits bounds counts of units, so that no arithmetic on dates overflows.
const maxUnits = 9999

// unit is the unit of the calendar so many after the one that holds the reference.
func (c *clock) unit(unit, by int) calendar.Span {
	if unit == half {
		at := calendar.NewDate(c.today.Year, 1+(c.today.Month-1)/6*6, 1).AddMonths(6 * by)
		return calendar.Dates(at, at.AddMonths(6))
	}
	at := calendar.Shift(c.calendar.Truncate(c.local, grains[unit]), by, grains[unit])
	return calendar.Span{Start: at, End: c.calendar.Next(at, grains[unit])}
}

func (c *clock) oneUnit(unit, by int) *when {
	w := pinned(c.unit(unit, by))
	w.hours = unit == hour
	if by == -1 && unit != half && unit != week && unit != hour {
		w.last = &question.Last{Count: 1, Unit: string(grains[unit])}
	}
	return w
}

func (r *timeReader) named(m match) *when {
	return r.oneUnit(m.the("named")/100, m.the("named")%100-50)
}

// side is -1 for last, 0 for this, 1 for next; absent where neither is said.
func (m match) side() (int, bool) {
	for _, c := range m.slots {
		switch c.slot {
		case "last":
			return -1, true
		case "this":
			return 0, true
		case "next":
			return 1, true
		}
	}
	return 0, false
}

func (r *timeReader) relative(m match) *when {
	if r.uncounted(m) {
		return nil
	}
	by, _ := m.side()
	return r.oneUnit(m.the("unit"), by)
}

// uncounted reports whether several units are said, and not how many: the last weeks.
func (r *timeReader) uncounted(m match) bool {
	return len(r.language.take(r.tokens, "plural", m.to-1)) > 0 || len(r.language.take(r.tokens, "few", m.from)) > 0
}

func (r *timeReader) window(m match) *when {
	n, said := m.value("n", 0)
	if !said {
		n = 1
		if r.uncounted(m) {
			return nil
		}
	}
	return r.lastUnits(n, m.the("unit"))
}

func (c *clock) lastUnits(n, unit int) *when {
	if n == 0 {
		return never("it counts nothing")
	}
	if unit == half {
		end := c.unit(half, 0).Start.Date
		return pinned(calendar.Dates(end.AddMonths(-6*n), end))
	}
	s, err := c.calendar.Last(n, grains[unit], false, c.now)
	if err != nil {
		return never("it leaves the years 1 to 9999")
	}
	return &when{spans: []calendar.Span{s}, hours: unit == hour, last: &question.Last{Count: n, Unit: string(grains[unit])}}
}

func (r *timeReader) coming(m match) *when { return r.nextUnits(m.the("n"), m.the("unit")) }

func (c *clock) nextUnits(n, unit int) *when {
	if n == 0 {
		return never("it counts nothing")
	}
	step := unit
	if unit == week {
		step, n = day, 7*n
	}
	return &when{spans: []calendar.Span{{Start: c.unit(step, 1).Start, End: c.unit(step, n).End}}, hours: unit == hour}
}

func (r *timeReader) distance(m match) *when {
	n, said := m.value("n", 0)
	unit := m.the("unit")
	if !said {
		n = 1
	}
	if _, back := m.value("ago", 0); back {
		return r.oneUnit(unit, -n)
	}
	if _, ahead := m.value("ahead", 0); !ahead { // half a year ago
		return r.oneUnit(month, -6)
	}
	if n == 0 {
		return never("it counts nothing")
	}
	w := r.oneUnit(unit, n)
	if r.code == "cs" {
		if length := r.lastUnits(n, unit); length.problem == "" {
			w.spans = append(w.spans, length.spans...)
		}
	}
	return w
}

func (r *timeReader) toDate(m match) *when {
	for _, slot := range []string{"todate", "unit", "unitstart"} {
		if unit, ok := m.value(slot, 0); ok {
			return pinned(r.through(r.unit(unit, 0).Start))
		}
	}
	return nil
}

func (r *timeReader) until(m match) *when {
	if times := m.times(); len(times) > 0 {
		return r.clock.until(times[0])
	}
	unit, ok := m.value("unit", 0)
	if !ok {
		unit = m.the("unitend")
	}
	return r.clock.until(pinned(r.unit(unit, 0)))
}

func (r *timeReader) since(m match) *when { return r.clock.since(m.times()[0]) }

func (r *timeReader) after(m match) *when { return r.clock.after(m.times()[0]) }

func (r *timeReader) between(m match) *when {
	times := m.times()
	return r.clock.between(times[0], times[1])
}

func (r *timeReader) within(m match) *when {
	times := m.times()
	return within(times[0], times[1])
}

func (r *timeReader) vague(m match) *when {
	beside := slices.ContainsFunc([]string{"n", "after"}, func(slot string) bool { _, ok := m.value(slot, 0); return ok })
	if unit, ok := m.value("unit", 0); ok && !beside && unit == week && len(m.slots) <= 4 {
		if w := r.weekOf(m); w != nil {
			return w
		}
	}
	return never("nothing says how long that is; say a day, a month or both ends")
}

// weekOf is the week that holds a day: the week of 4 May 2026.
func (r *timeReader) weekOf(m match) *when {
	_, last := m.value("last", 0)
	_, counted := m.value("ord", 0)
	times := m.times()
	if last || counted || len(times) != 1 || times[0].problem != "" || len(times[0].spans) != 1 || times[0].spans[0].Days() != 1 {
		return nil
	}
	return pinned(r.calendar.Bucket(times[0].spans[0].Start, calendar.Week))
}
