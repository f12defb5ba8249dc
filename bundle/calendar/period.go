package calendar

import (
	"errors"
	"strings"
	"time"
)

// Accepted is the sentence that says which spellings of a period there are.
const Accepted = "a period spelled 2026, 2026-H1, 2026-Q2, 2026-06, 2026-W23, 2026-06-14, FY2026 or FY2026-Q1"

// ErrPeriod says that a text spells no period.
var ErrPeriod = errors.New(Accepted)

// ErrWeeks says that ISO weeks are not this calendar's weeks.
var ErrWeeks = errors.New("the first day and the day after the last, since ISO weeks such as 2026-W23 start on Monday and this calendar's weeks do not")

// Period is a spelled stretch of the calendar, not yet placed: what is a fiscal year, the calendar knows.
type Period struct {
	unit   Grain // Year, FiscalYear, Quarter, FiscalQuarter, Month, Week, Day; "" is a half-year
	year   int
	number int // of the half, quarter, month or week; 1 based
	day    Date
}

// ParsePeriod reads one of the spellings of Accepted, or returns ErrPeriod.
func ParsePeriod(text string) (Period, error) {
	p, ok := parsePeriod(text)
	if !ok {
		return Period{}, ErrPeriod
	}
	return p, nil
}

func parsePeriod(text string) (Period, bool) {
	if day, ok := ParseDate(text); ok {
		return Period{unit: Day, day: day}, true
	}
	text, fiscal := strings.CutPrefix(text, "FY")
	yearText, rest, parted := strings.Cut(text, "-")
	year, ok := digits(yearText)
	if !ok || len(yearText) != 4 || year < 1 {
		return Period{}, false
	}
	p := Period{unit: Year, year: year, number: 1}
	if parted {
		p.unit, p.number = part(rest, year)
	}
	if fiscal {
		switch p.unit {
		case Year:
			p.unit = FiscalYear
		case Quarter:
			p.unit = FiscalQuarter
		default:
			return Period{}, false
		}
	}
	return p, p.number > 0
}

// part reads what follows the year: H1, Q2, 06, W23. The number is 0 where it is none of them.
func part(text string, year int) (Grain, int) {
	for _, form := range []struct {
		prefix string
		unit   Grain
		digits int
		most   int
	}{{"H", "", 1, 2}, {"Q", Quarter, 1, 4}, {"W", Week, 2, isoWeeks(year)}, {"", Month, 2, 12}} {
		rest, found := strings.CutPrefix(text, form.prefix)
		if n, ok := digits(rest); found && ok && len(rest) == form.digits && n <= form.most {
			return form.unit, n
		}
	}
	return "", 0
}

// isoWeeks is the number of ISO weeks of a year: that of 28 December.
func isoWeeks(year int) int {
	_, week := NewDate(year, time.December, 28).utc().ISOWeek()
	return week
}

// Period places a spelled period: its days, half-open. The error is ErrPeriod, ErrWeeks or ErrYears.
func (c *Calendar) Period(text string) (Span, error) {
	p, err := ParsePeriod(text)
	if err != nil {
		return Span{}, err
	}
	if p.unit == Week && c.weekStart != time.Monday {
		return Span{}, ErrWeeks
	}
	start := c.first(p)
	end := c.Next(start.Local(), p.unit).Date
	if p.unit == "" {
		end = start.AddMonths(6)
	}
	s := Dates(start, end)
	if !s.InYears() {
		return Span{}, ErrYears
	}
	return s, nil
}

// first is the first day of p.
func (c *Calendar) first(p Period) Date {
	switch p.unit {
	case Day:
		return p.day
	case Week: // the week of 4 January is the first
		january := NewDate(p.year, time.January, 4)
		return c.Truncate(january.Local(), Week).Date.AddDays(7 * (p.number - 1))
	case FiscalYear, FiscalQuarter:
		year := p.year
		if c.Fiscal() && c.rules.FiscalYearNamedBy == "end" {
			year--
		}
		return NewDate(year, time.Month(c.rules.FiscalYearStart+3*(p.number-1)), 1)
	case "":
		return NewDate(p.year, time.Month(1+6*(p.number-1)), 1)
	default:
		return NewDate(p.year, time.Month(1+p.unit.months()*(p.number-1)), 1)
	}
}
