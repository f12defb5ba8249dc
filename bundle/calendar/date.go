package calendar

import (
	"cmp"
	"fmt"
	"time"
)

// Date is a civil day. Dates compare with ==. The years that parse are 1 to 9999; arithmetic may leave them, which
// Span.InYears tells.
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

// NewDate returns the day, normalising what lies outside a month or a year as time.Date does.
func NewDate(year int, month time.Month, day int) Date {
	return dateOf(time.Date(year, month, day, 0, 0, 0, 0, time.UTC))
}

func dateOf(t time.Time) Date {
	y, m, d := t.Date()
	return Date{y, m, d}
}

// utc is midnight of d in UTC: the civil axis on which days are 24 hours.
func (d Date) utc() time.Time { return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC) }

// ParseDate reads yyyy-mm-dd, a day that exists in years 1 to 9999, and nothing else.
func ParseDate(text string) (Date, bool) {
	if len(text) != 10 || text[4] != '-' || text[7] != '-' {
		return Date{}, false
	}
	y, ok1 := digits(text[:4])
	m, ok2 := digits(text[5:7])
	d, ok3 := digits(text[8:])
	date := Date{y, time.Month(m), d}
	if !ok1 || !ok2 || !ok3 || y < 1 || m < 1 || m > 12 || d < 1 || d > daysIn(y, date.Month) {
		return Date{}, false
	}
	return date, true
}

// digits reads text that is ASCII digits only.
func digits(text string) (int, bool) {
	n := 0
	for _, c := range []byte(text) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, text != ""
}

func daysIn(year int, month time.Month) int {
	return time.Date(year, month+1, 0, 0, 0, 0, 0, time.UTC).Day()
}

// String is yyyy-mm-dd.
func (d Date) String() string {
	if d.Year < 0 || d.Year > 9999 {
		return fmt.Sprintf("%04d-%02d-%02d", d.Year, int(d.Month), d.Day)
	}
	digit := func(n int) byte { return byte('0' + n%10) }
	m := int(d.Month)
	return string([]byte{digit(d.Year / 1000), digit(d.Year / 100), digit(d.Year / 10), digit(d.Year), '-', digit(m / 10), digit(m), '-', digit(d.Day / 10), digit(d.Day)})
}

// Compare is -1, 0 or 1 as d is before, the same as, or after e.
func (d Date) Compare(e Date) int {
	return cmp.Or(cmp.Compare(d.Year, e.Year), cmp.Compare(d.Month, e.Month), cmp.Compare(d.Day, e.Day))
}

// Before reports whether d is before e.
func (d Date) Before(e Date) bool { return d.Compare(e) < 0 }

// AddDays is n days later.
func (d Date) AddDays(n int) Date { return NewDate(d.Year, d.Month, d.Day+n) }

// AddMonths is n months later, its day clamped to the month's last: 31 March - 1 is the last of February.
func (d Date) AddMonths(n int) Date {
	first := NewDate(d.Year, d.Month+time.Month(n), 1)
	first.Day = min(d.Day, daysIn(first.Year, first.Month))
	return first
}

// Sub is the number of days from e to d.
func (d Date) Sub(e Date) int { return int((d.utc().Unix() - e.utc().Unix()) / 86400) }

// Weekday is the day of the week.
func (d Date) Weekday() time.Weekday { return d.utc().Weekday() }

// Local is midnight of d.
func (d Date) Local() Local { return Local{Date: d} }
