package ground

import (
	"fmt"
	"strings"
	"time"

	"sutura.dev/bundle/calendar"
)

const weeksDiffer = "ISO weeks start on Monday and this catalog's weeks do not; say the first and the last day"

func (r *timeReader) weekday(m match) *when {
	n := m.the("weekday")
	in := func(k int) calendar.Span { // that of the week so many after this one
		monday := r.today.AddDays(-(int(r.today.Weekday())+6)%7 + 7*k)
		return calendar.Dates(monday.AddDays(n-1), monday.AddDays(n))
	}
	side, said := m.side()
	if !said {
		if !r.meant(m) {
			return nil
		}
		return r.looseWeekday(in)
	}
	nearest := in(side)
	if now := r.today.Local(); side < 0 && in(0).End.Compare(now) <= 0 || side > 0 && now.Before(in(0).Start) {
		nearest = in(0)
	}
	w := pinned(nearest)
	if nearest != in(side) {
		w.spans = append(w.spans, in(side))
	}
	return w
}

// looseWeekday is a day of the week without more: today, or the one before or after.
func (r *timeReader) looseWeekday(in func(int) calendar.Span) *when {
	w := &when{again: func(k int) (calendar.Span, bool) { return in(k), true }}
	today := r.today.Local()
	switch this := in(0); {
	case this.Start == today:
		w.spans = []calendar.Span{this}
	case this.Start.Before(today):
		w.spans = []calendar.Span{this, in(1)}
	default:
		w.spans = []calendar.Span{this, in(-1)}
	}
	return w
}

func (r *timeReader) weekend(m match) *when {
	side, _ := m.side()
	monday := r.today.AddDays(-(int(r.today.Weekday())+6)%7 + 7*side)
	return pinned(calendar.Dates(monday.AddDays(5), monday.AddDays(7)))
}

func (r *timeReader) numberedPart(m match, slots []string, most, size int) *when {
	year, short := m.value("short", 0)
	if short && !strings.ContainsAny(r.tokens[m.to-2].text, "/'") && !r.tokens[m.to-1].glued && m.to < len(r.tokens) && r.tokens[m.to].kind != symbol {
		return nil // Q1 25 orders
	}
	for _, slot := range slots {
		if n, ok := m.value(slot, 0); ok {
			if n >= 1 && n <= most && short {
				return pinned(months(2000+year, 1+size*(n-1), size))
			}
			if n < 1 || n > most {
				return never(fmt.Sprintf("there are %d of them in a year", most))
			}
			return r.partOfYear(m, 1+size*(n-1), size)
		}
	}
	return nil
}

func (r *timeReader) quarter(m match) *when {
	return r.numberedPart(m, []string{"q", "qth", "roman"}, 4, 3)
}

func (r *timeReader) half(m match) *when { return r.numberedPart(m, []string{"h", "hth"}, 2, 6) }

func (r *timeReader) week(m match) *when {
	n := m.the("w")
	if r.calendar.WeekStart() != time.Monday {
		return never(weeksDiffer)
	}
	of := func(year int) (calendar.Span, bool) {
		s, err := r.calendar.Period(fmt.Sprintf("%04d-W%02d", year, n))
		return s, err == nil
	}
	if n < 1 || n > 53 {
		return never("there are 52 or 53 weeks in a year")
	}
	y, ok := m.value("yyyy", 0)
	if short, said := m.value("short", 0); said {
		y, ok = 2000+short, true
	}
	if ok {
		s, there := of(y)
		if !there {
			return never("that year has no such week")
		}
		return pinned(s)
	}
	return r.yearly(of)
}

func (r *timeReader) fiscal(m match) *when {
	y, said := m.value("yyyy", 0)
	if !said {
		y = 2000 + m.the("short")
	}
	to, two := m.value("yy", 0)
	if short, ok := m.value("short", 1); ok {
		to, two = 2000+short, true
	}
	if two {
		return r.fiscalSpan(y, to)
	}
	text := fmt.Sprintf("FY%04d", y)
	for _, slot := range []string{"q", "qth"} {
		if q, ok := m.value(slot, 0); ok {
			text += fmt.Sprintf("-Q%d", q)
		}
	}
	s, err := r.calendar.Period(text)
	if err != nil {
		return never("there are 4 quarters in a fiscal year")
	}
	return pinned(s)
}

// fiscalSpan is the fiscal year that starts in one year and ends in the next: FY 2025/26.
func (r *timeReader) fiscalSpan(from, to int) *when {
	for y := from; y <= from+1; y++ {
		s, err := r.calendar.Period(fmt.Sprintf("FY%04d", y))
		if err == nil && to == from+1 && s.Start.Date.Year == from && s.End.Date.AddDays(-1).Year == to {
			return pinned(s)
		}
	}
	return never("no fiscal year of this catalog starts in the one and ends in the other")
}

func (r *timeReader) season(m match) *when {
	n := m.the("season")
	in := func(year int) (calendar.Span, bool) { return months(year, 3*n, 3), true }
	if side, said := m.side(); said {
		if side == 0 && n == 4 && r.today.Month < time.March {
			return pinned(months(r.today.Year-1, 12, 3))
		}
		return r.beside(side, in)
	}
	y, dated := m.value("yyyy", 0)
	if !dated {
		if !r.meant(m) {
			return nil
		}
		return r.yearly(in)
	}
	w := pinned(months(y, 3*n, 3))
	if to, ok := m.value("short", 0); ok {
		if n != 4 || (y+1)%100 != to {
			return never("only a winter has two years, one after the other")
		}
		return w
	}
	if n == 4 {
		w.spans = append(w.spans, months(y-1, 12, 3))
	}
	return w
}

// oclock reads 14:00, 8 am, 8 Uhr: minutes since midnight.
func (r *timeReader) oclock(at int) taken {
	h, ok := digits(r.tokens[at], 0, 99, 2)
	if !ok {
		return taken{}
	}
	out := taken{}
	next := func(n int) token {
		if at+n < len(r.tokens) {
			return r.tokens[at+n]
		}
		return token{}
	}
	minutes := 60 * h
	used := 1
	if next(1).text == ":" && next(2).kind == number && len(next(2).text) == 2 {
		m, _ := digits(next(2), 0, 99, 2)
		if m > 59 {
			minutes = -1
		}
		minutes, used = minutes+m, 3
		out = taken{tokens: used, value: minutes}
	}
	switch t := next(used).text; {
	case r.code == "en" && (t == "am" || t == "pm"):
		if h < 1 || h > 12 {
			minutes = -1
		} else if minutes %= 720; t == "pm" {
			minutes += 720
		}
		out = taken{tokens: used + 1, value: minutes}
	default:
		for _, word := range r.language.take(r.tokens, "clock", at+used) {
			out = taken{tokens: used + word.tokens, value: minutes}
		}
	}
	return out
}

func (r *timeReader) hours(m match) *when {
	day := calendar.Dates(r.today, r.today.AddDays(1))
	if times := m.times(); len(times) > 0 {
		w := times[0]
		if w.problem != "" {
			return w
		}
		if len(w.spans) > 1 || w.hours || w.spans[0].Days() != 1 {
			return nil
		}
		day = w.spans[0]
	}
	from, _ := m.value("o", 0)
	to, ranged := m.value("o", 1)
	if h, called := m.value("hh", 0); called {
		from, to, ranged = 60*h, from, true
	}
	if !ranged {
		to = from + 60
	}
	switch {
	case from < 0 || to < 0 || from >= 24*60 || to > 24*60:
		return never("a day has the hours 0:00 to 23:00, and ends at 24:00")
	case from%60 != 0 || to%60 != 0:
		return never("only whole hours can be asked")
	case from >= to:
		return never("it ends before it starts")
	}
	at := func(minutes int) calendar.Local {
		return calendar.Shift(day.Start, minutes/60, calendar.Hour)
	}
	w := pinned(calendar.Span{Start: at(from), End: at(to)})
	w.hours = true
	return w
}
