package calendar

import "time"

// Shift is n units later on the wall (earlier when n is negative). Months and longer units clamp the day to the
// month's last. Fiscal quarters and years are three and twelve months.
func Shift(l Local, n int, unit Grain) Local {
	switch unit {
	case Hour:
		return localOf(l.Date.AddDays(n / 24).utc().Add(l.Time + time.Duration(n%24)*time.Hour))
	case Day:
		return Local{l.Date.AddDays(n), l.Time}
	case Week:
		return Local{l.Date.AddDays(7 * n), l.Time}
	default:
		return Local{l.Date.AddMonths(n * unit.months()), l.Time}
	}
}

// Offset is a distance in whole calendar units.
type Offset struct {
	Count int
	Unit  Grain
}

// Before is l moved back by o.
func (o Offset) Before(l Local) Local { return Shift(l, -o.Count, o.Unit) }

// Span is s with both bounds moved back by o.
func (o Offset) Span(s Span) Span { return Span{o.Before(s.Start), o.Before(s.End)} }

// Fits reports whether moving by o takes buckets of g to buckets of g, for any g but week by any unit that is no finer
// than it; weeks move by weeks only. Where g is empty (no grain) every offset fits.
func (o Offset) Fits(g Grain) bool {
	switch {
	case g == "":
		return true
	case g == Week:
		return o.Unit == Week
	default:
		return !Finer(o.Unit, g) && !(o.Unit == Week && g.months() > 0)
	}
}

// Length is the length of s in its largest whole calendar unit that fits g: a half-year in quarters, or in months
// where g is month; else in days, or hours where a bound is no midnight. Units from month up are whole when both
// bounds have the same day of the month. It is false where no unit fits.
func Length(s Span, g Grain) (Offset, bool) {
	if s.Empty() {
		return Offset{}, false
	}
	for _, unit := range []Grain{Year, Quarter, Month, Week, Day, Hour} {
		o := Offset{units(s, unit), unit}
		if o.Count > 0 && o.Fits(g) {
			return o, true
		}
	}
	return Offset{}, false
}

// units is the number of whole units in s; 0 where they do not fill it.
func units(s Span, unit Grain) int {
	n := distance(s, unit)
	whole := n > 0 && Shift(s.Start, n, unit) == s.End
	if unit.months() > 0 {
		whole = whole && s.Start.Date.Day == s.End.Date.Day
	}
	if !whole {
		return 0
	}
	return n
}

// Previous is the span of the same length just before s, and by how much it was moved. It is false where no offset
// of that length fits g.
func Previous(s Span, g Grain) (Span, Offset, bool) {
	by, ok := Length(s, g)
	if !ok {
		return Span{}, Offset{}, false
	}
	return by.Span(s), by, true
}
