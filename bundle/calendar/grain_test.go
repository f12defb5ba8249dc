package calendar

import (
	"slices"
	"testing"
)

func TestFiner(t *testing.T) {
	// Each grain, and all that are made of it.
	coarser := map[Grain][]Grain{
		Hour:          {Day, Week, Month, Quarter, FiscalQuarter, Year, FiscalYear},
		Day:           {Week, Month, Quarter, FiscalQuarter, Year, FiscalYear},
		Week:          {},
		Month:         {Quarter, FiscalQuarter, Year, FiscalYear},
		Quarter:       {Year, FiscalYear},
		FiscalQuarter: {Year, FiscalYear},
		Year:          {},
		FiscalYear:    {},
	}
	for _, a := range Grains() {
		for _, b := range Grains() {
			if want := slices.Contains(coarser[a], b); Finer(a, b) != want {
				t.Errorf("Finer(%s, %s) = %v", a, b, !want)
			}
		}
	}
}

func TestSupports(t *testing.T) {
	plain, april, february := in(t, Rules{}), in(t, Rules{FiscalYearStart: 4}), in(t, Rules{FiscalYearStart: 2})
	for _, tt := range []struct {
		c      *Calendar
		column Grain
		want   []Grain
	}{
		{plain, Hour, []Grain{Hour, Day, Week, Month, Quarter, Year}},
		{plain, Day, []Grain{Day, Week, Month, Quarter, Year}},
		{april, Day, []Grain{Day, Week, Month, Quarter, FiscalQuarter, Year, FiscalYear}},
		{plain, Week, []Grain{Week}},
		{april, Week, []Grain{Week}},
		{plain, Month, []Grain{Month, Quarter, Year}}, // G96: not day
		{april, Month, []Grain{Month, Quarter, FiscalQuarter, Year, FiscalYear}},
		{april, Quarter, []Grain{Quarter, FiscalQuarter, Year, FiscalYear}},
		{february, Quarter, []Grain{Quarter, Year}},
		{february, FiscalQuarter, []Grain{FiscalQuarter, FiscalYear}},
		{april, FiscalQuarter, []Grain{Quarter, FiscalQuarter, Year, FiscalYear}},
		{april, Year, []Grain{Year}},
		{april, FiscalYear, []Grain{FiscalYear}},
	} {
		if got := tt.c.Offered(tt.column); !slices.Equal(got, tt.want) {
			t.Errorf("fiscal year from %d, %s column: got %v, want %v", tt.c.rules.FiscalYearStart, tt.column, got, tt.want)
		}
	}
}

// TestSupportsByBuckets holds Supports to what it means, over every day of five years.
func TestSupportsByBuckets(t *testing.T) {
	for month := 1; month <= 12; month++ {
		c := in(t, Rules{FiscalYearStart: month})
		for _, column := range Grains()[1:] {
			for _, asked := range Grains()[1:] {
				nests := true
				for day := (Date{2023, 1, 1}); day.Year < 2028; day = day.AddDays(1) {
					unit := c.Bucket(day.Local(), column)
					nests = nests && c.Truncate(unit.Start, asked) == c.Truncate(unit.End.Date.AddDays(-1).Local(), asked)
				}
				if c.Supports(column, asked) != nests {
					t.Errorf("fiscal year from %d: Supports(%s, %s) = %v", month, column, asked, !nests)
				}
			}
		}
	}
}

func TestParseGrain(t *testing.T) {
	for _, g := range Grains() {
		if got, ok := ParseGrain(string(g)); !ok || got != g {
			t.Errorf("%s is not read", g)
		}
	}
	for _, text := range []string{"", "Day", "days", "decade"} {
		if _, ok := ParseGrain(text); ok {
			t.Errorf("%q is read", text)
		}
	}
	if !slices.IsSortedFunc(Grains(), CompareGrains) {
		t.Error("the list of grains is out of order")
	}
}
