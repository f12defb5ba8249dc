package ground

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"sutura.dev/bundle/calendar"
)

const noSuchDay = "there is no such day in that month"

// inMonth is a day of a month; false where there is none.
func inMonth(year, month, day int) (calendar.Span, bool) {
	d := calendar.NewDate(year, time.Month(month), day)
	return calendar.Dates(d, d.AddDays(1)), month >= 1 && month <= 12 && d.Day == day && int(d.Month) == month
}

func months(year, first, count int) calendar.Span {
	d := calendar.NewDate(year, time.Month(first), 1)
	return calendar.Dates(d, d.AddMonths(count))
}

// partOfYear is so many months from a first one, in a year that is said or not.
func (r *timeReader) partOfYear(m match, first, count int) *when {
	if y, ok := m.value("yyyy", 0); ok {
		return pinned(months(y, first, count))
	}
	return r.yearly(func(year int) (calendar.Span, bool) { return months(year, first, count), true })
}

func (r *timeReader) year(m match) *when {
	_, said := m.value("year", 0)
	compared := slices.ContainsFunc(languages(), func(l *language) bool {
		_, ok := l.ends(r.tokens, m.from, "more")
		return ok
	})
	ends := r.final(m.to) && !compared
	if !said && (r.numbered(m.from) || !r.alone(m) && !ends && !r.preceded(m.from) && !r.besideTime(m)) {
		return nil
	}
	if !said && ends && !r.preceded(m.from) && r.ranked(m.from) {
		return never("nothing says which part of the year that is; say its first and its last day")
	}
	return pinned(months(m.the("yyyy"), 1, 12))
}

// besideTime reports whether a word that joins times stands on a side, with another year there.
func (r *timeReader) besideTime(m match) bool {
	for _, t := range r.language.take(r.tokens, "to", m.to) {
		if n := m.to + t.tokens; n < len(r.tokens) && r.numeric("yyyy", n).tokens > 0 {
			return true
		}
	}
	for _, t := range r.language.take(r.tokens, "and", m.to) {
		if n := m.to + t.tokens; n < len(r.tokens) && r.numeric("yyyy", n).tokens > 0 {
			return true
		}
	}
	before, ok := r.ends(r.tokens, m.from, "and", "to")
	return ok && before > 0 && r.numeric("yyyy", before-1).tokens > 0
}

func (r *timeReader) month(m match) *when {
	if n, ok := m.value("mm", 0); ok {
		if _, called := m.value("period", 0); !called && m.slots[0].slot == "yyyy" && (n > 12 || n == (m.the("yyyy")+1)%100) {
			return nil // 2024/25, 2011/12: years
		}
		if n < 1 || n > 12 {
			return never("there is no such month")
		}
		return pinned(months(m.the("yyyy"), n, 1))
	}
	n := m.the("month")
	if y, short := m.value("short", 0); short {
		return pinned(months(2000+y, n, 1))
	}
	if side, said := m.side(); said {
		return r.beside(side, func(year int) (calendar.Span, bool) { return months(year, n, 1), true })
	}
	if _, dated := m.value("yyyy", 0); !dated && !r.meant(m) {
		return nil
	}
	return r.partOfYear(m, n, 1)
}

// meant reports whether a word that is an everyday word too stands where a time would.
func (r *timeReader) meant(m match) bool {
	if !r.ambiguous(r.tokens, m.from) {
		return true
	}
	if r.alone(m) || r.preceded(m.from) && !r.person(m) || r.titled(m) {
		return true
	}
	if m.to < len(r.tokens) && (r.tokens[m.to].text == "-" || r.tokens[m.to].text == "to") {
		return true
	}
	_, listed := r.ends(r.tokens, m.from, "and")
	return listed && m.from > 1
}

// beside is the nearest one of a year that is over, that holds the reference, or that is still to come.
func (c *clock) beside(side int, in func(year int) (calendar.Span, bool)) *when {
	now := c.today.Local()
	for k := -2; k <= 2; k++ {
		if side < 0 {
			k = -k
		}
		s, ok := in(c.today.Year + k)
		over, ahead := s.End.Compare(now) <= 0, now.Before(s.Start)
		if ok && (side < 0 && over || side > 0 && ahead || side == 0 && k == 0) {
			return pinned(s)
		}
		if side < 0 {
			k = -k
		}
	}
	return never(noSuchDay)
}

func (r *timeReader) digits(m match) *when {
	text := r.tokens[m.from].text
	y, _ := strconv.Atoi(text[:4])
	mm, _ := strconv.Atoi(text[4:6])
	if y < 1900 || y > 2100 || r.numbered(m.from) {
		return nil
	}
	if mm < 1 || mm > 12 {
		return never("there is no such month")
	}
	if len(text) == 6 {
		return pinned(months(y, mm, 1))
	}
	d, _ := strconv.Atoi(text[6:])
	s, ok := inMonth(y, mm, d)
	if !ok {
		return never(noSuchDay)
	}
	return pinned(s)
}

// period reads a period as a question spells it: glued tokens, up to five.
func (r *timeReader) period(at int) taken {
	text := ""
	best := taken{}
	for i := at; i < len(r.tokens) && i < at+7; i++ {
		if i > at && !r.tokens[i].glued {
			break
		}
		text += strings.ToUpper(r.tokens[i].text)
		if len(text) < 7 || !strings.Contains(text, "-") {
			continue
		}
		if s, err := r.calendar.Period(text); err == nil {
			best = taken{tokens: i + 1 - at, time: pinned(s)}
		} else if err == calendar.ErrWeeks {
			best = taken{tokens: i + 1 - at, time: never(weeksDiffer)}
		}
	}
	return best
}

func (r *timeReader) iso(m match) *when { return m.times()[0] }

func (r *timeReader) day(m match) *when {
	d, n := m.the("d"), m.the("month")
	return r.dayOf(m, n, d)
}

func (r *timeReader) dayOf(m match, month, day int) *when {
	y, said := m.value("yyyy", 0)
	if !said {
		y, said = m.value("yy", 0)
	}
	if said {
		s, ok := inMonth(y, month, day)
		if !ok {
			return never(noSuchDay)
		}
		return pinned(s)
	}
	return r.yearly(func(year int) (calendar.Span, bool) { return inMonth(year, month, day) })
}

func (r *timeReader) date(m match) *when {
	d, mm := m.the("a"), m.the("b")
	if r.monthly {
		d, mm = mm, d
	}
	if mm > 12 && d <= 12 && (r.monthly || r.tokens[m.from+1].text != ".") {
		d, mm = mm, d // only one order makes it a day
	}
	if _, said := m.value("yy", 0); !said && (mm < 1 || mm > 12 || d < 1 || d > 31) {
		return nil // 1.50. at the end of a sentence
	}
	return r.dayOf(m, mm, d)
}

func (r *timeReader) days(m match) *when {
	from, _ := m.value("d", 0)
	to, _ := m.value("d", 1)
	if _, listed := m.value("and", 0); listed && to != from+1 {
		return never("days are listed without their month; name the month with each")
	}
	n, named := m.value("month", 0)
	if !named {
		n = m.the("mm")
	}
	of := func(year int) (calendar.Span, bool) {
		a, there := inMonth(year, n, from)
		b, too := inMonth(year, n, to)
		return calendar.Span{Start: a.Start, End: b.End}, there && too && from <= to
	}
	y, said := m.value("yyyy", 0)
	if !said {
		return r.yearly(of)
	}
	s, ok := of(y)
	if !ok {
		return never(noSuchDay)
	}
	return pinned(s)
}
