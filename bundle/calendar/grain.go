package calendar

import (
	"slices"
	"time"
)

// Grain is the size of a bucket of time, and a unit of ranges and offsets.
type Grain string

// The closed set of grains.
const (
	Hour          Grain = "hour"
	Day           Grain = "day"
	Week          Grain = "week"
	Month         Grain = "month"
	Quarter       Grain = "quarter"
	Year          Grain = "year"
	FiscalQuarter Grain = "fiscal_quarter"
	FiscalYear    Grain = "fiscal_year"
)

var grains = []Grain{Hour, Day, Week, Month, Quarter, FiscalQuarter, Year, FiscalYear}

// Grains lists all grains, fine to coarse.
func Grains() []Grain { return slices.Clone(grains) }

// ParseGrain reads a grain's name.
func ParseGrain(text string) (Grain, bool) {
	g := Grain(text)
	return g, slices.Contains(grains, g)
}

// CompareGrains orders fine to coarse, for lists; it does not say that one nests in the other.
func CompareGrains(a, b Grain) int { return slices.Index(grains, a) - slices.Index(grains, b) }

// Fiscal reports whether g depends on where the fiscal year starts.
func (g Grain) Fiscal() bool { return g == FiscalQuarter || g == FiscalYear }

// months is the length of g in months; 0 for hour, day and week.
func (g Grain) months() int {
	switch g {
	case Month:
		return 1
	case Quarter, FiscalQuarter:
		return 3
	case Year, FiscalYear:
		return 12
	case Hour, Day, Week:
	}
	return 0
}

// Finer reports whether a is a smaller unit than b and b is made of a: hour < day < week, and day < month < quarters
// < years. Months are not made of weeks, so neither is finer. Where fiscal years start does not matter to it.
func Finer(a, b Grain) bool {
	switch a {
	case Hour:
		return b != Hour
	case Day:
		return b != Hour && b != Day
	case Week:
		return false
	default:
		return a.months() < b.months()
	}
}

// Supports reports whether values of the one grain can be put into buckets of the other: every unit of column lies
// in one bucket of asked. A week-grain column supports week only; quarters support fiscal years that start with one.
func (c *Calendar) Supports(column, asked Grain) bool {
	n := column.months()
	switch {
	case column == asked:
		return true
	case n == 0 || asked.months() == 0:
		return Finer(column, asked)
	case n > asked.months():
		return false
	}
	return (c.phase(column)-c.phase(asked))%n == 0
}

// Offered lists the grains that a column of the given grain supports, fine to coarse. The fiscal grains are among
// them only where the fiscal year is not the calendar year.
func (c *Calendar) Offered(column Grain) []Grain {
	return slices.DeleteFunc(Grains(), func(g Grain) bool {
		return !c.Supports(column, g) || g.Fiscal() && !c.Fiscal()
	})
}

// phase is the month, counted from January = 0, in which a bucket of g starts.
func (c *Calendar) phase(g Grain) int {
	if g.Fiscal() {
		return c.rules.FiscalYearStart - int(time.January)
	}
	return 0
}
