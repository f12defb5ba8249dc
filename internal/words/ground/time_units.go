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
	return near(r.oneUnit(m.the("named")/100, m.the("named")%100-50))
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
	return near(r.oneUnit(m.the("unit"), by))
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
	return near(r.lastUnits(n, m.the("unit")))
}

// near marks a time that is said by how far from the reference it is.
func near(w *when) *when {
	w.near = true
	return w
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

// since is from the start of a time on. "From" leads to a time, too, that something is of: from last month.
func (r *timeReader) since(m match) *when {
	t := m.times()[0]
	_, out := m.value("out", 0)
	_, started := m.value("start", 0)
	_, on := m.value("onward", 0)
	since := r.clock.since(t)
	switch {
	case on && len(r.tokens[m.to-1].text) == 2 && !r.final(m.to):
		return nil // from March on average
	case !out || started || on || t.problem != "":
		return since
	case t.near || since.problem != "":
		return t
	}
	either := &when{spans: slices.Clone(t.spans), hours: t.hours}
	for _, s := range since.spans {
		if !slices.Contains(either.spans, s) {
			either.spans = append(either.spans, s)
		}
	}
	return either
}

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
	if _, rate := m.value("rate", 0); rate || r.rated(m) {
		return never("that is the day of a rate, and amounts are never converted; say the amount in the metric's currency")
	}
	if w := r.opened(m); w != nil {
		return w
	}
	beside := slices.ContainsFunc([]string{"n", "after"}, func(slot string) bool { _, ok := m.value(slot, 0); return ok })
	if unit, ok := m.value("unit", 0); ok && !beside && r.plainly(m) {
		if w := r.itself(m); w != nil {
			return w
		}
		if w := r.weekOf(m); unit == week && w != nil {
			return w
		}
	}
	return never("nothing says how long that is; say a day, a month or both ends")
}

// rated reports whether the words end with a rate.
func (r *timeReader) rated(m match) bool {
	return r.code == "en" && slices.Contains([]string{"rate", "rates"}, r.tokens[m.to-1].text)
}

// opened is the unit that a day begins or ends: the week starting 4 May 2026. It is nil where none is said.
func (r *timeReader) opened(m match) *when {
	_, opens := m.value("opens", 0)
	_, closes := m.value("closes", 0)
	if !opens && !closes {
		return nil
	}
	t := m.times()[0]
	if t.problem != "" {
		return t
	}
	unit := m.the("unit")
	if unit == half || unit == hour || len(t.spans) != 1 || t.spans[0].Days() != 1 {
		return never("nothing says which one that is; say its first and its last day")
	}
	day := t.spans[0]
	of := r.calendar.Bucket(day.Start, grains[unit])
	if opens && of.Start != day.Start || closes && of.End != day.End {
		return never("that day is not where one of them begins or ends; say the first and the last day")
	}
	return pinned(of)
}

// itself is a time that is one of the units it is called: the month of May.
func (r *timeReader) itself(m match) *when {
	times := m.times()
	unit := m.the("unit")
	if len(times) != 1 || times[0].problem != "" || unit == half || unit == hour {
		return nil
	}
	for _, s := range times[0].spans {
		if r.calendar.Bucket(s.Start, grains[unit]) != s {
			return nil
		}
	}
	return times[0]
}

// weekOf is the week that holds a day: the week of 4 May 2026.
func (r *timeReader) weekOf(m match) *when {
	times := m.times()
	if len(times) != 1 || times[0].problem != "" || len(times[0].spans) != 1 || times[0].spans[0].Days() != 1 {
		return nil
	}
	return pinned(r.calendar.Bucket(times[0].spans[0].Start, calendar.Week))
}

// plainly reports whether a unit of a time is said without more: the month of May, and not its first week.
func (r *timeReader) plainly(m match) bool {
	return !slices.ContainsFunc(m.slots, func(c captured) bool {
		return !slices.Contains([]string{"unit", "of", "the", "t"}, c.slot)
	})
}
