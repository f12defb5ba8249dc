package calendar

import (
	"errors"
	"testing"
)

func TestLast(t *testing.T) {
	ny := Rules{Timezone: "America/New_York"}
	ams := Rules{Timezone: "Europe/Amsterdam"}
	april := Rules{FiscalYearStart: 4}
	for _, tt := range []struct {
		rules   Rules
		now     string
		count   int
		unit    Grain
		current bool
		want    string
	}{
		{Rules{}, "2021-09-17T10:00:00Z", 2, Month, false, "2021-07-01..2021-09-01"}, // G92
		{Rules{}, "2021-09-17T10:00:00Z", 2, Month, true, "2021-08-01..2021-10-01"},
		{Rules{}, "2021-09-17T10:00:00Z", 7, Day, false, "2021-09-10..2021-09-17"},
		{Rules{}, "2021-09-17T10:00:00Z", 7, Day, true, "2021-09-11..2021-09-18"},
		{Rules{}, "2021-09-17T10:00:00Z", 1, Day, true, "2021-09-17..2021-09-18"},
		{Rules{}, "2021-09-17T10:00:00Z", 2, Week, false, "2021-09-03..2021-09-17"}, // ends yesterday, whatever the weekday
		{Rules{}, "2021-09-17T10:00:00Z", 2, Week, true, "2021-09-04..2021-09-18"},
		{Rules{}, "2021-09-17T10:00:00Z", 1, Quarter, false, "2021-04-01..2021-07-01"},
		{Rules{}, "2021-09-17T10:00:00Z", 2, Quarter, true, "2021-04-01..2021-10-01"},
		{Rules{}, "2021-09-17T10:00:00Z", 1, Year, false, "2020-01-01..2021-01-01"},
		{Rules{}, "2021-09-17T10:00:00Z", 1, Year, true, "2021-01-01..2022-01-01"},
		{april, "2021-03-31T10:00:00Z", 1, FiscalYear, false, "2019-04-01..2020-04-01"},
		{april, "2021-04-01T10:00:00Z", 1, FiscalYear, true, "2021-04-01..2022-04-01"},
		{Rules{FiscalYearStart: 2}, "2021-01-31T10:00:00Z", 1, FiscalQuarter, false, "2020-08-01..2020-11-01"},
		{ny, "2021-09-01T03:00:00Z", 1, Month, false, "2021-07-01..2021-08-01"}, // still 31 August there
		{ny, "2021-09-01T04:00:00Z", 1, Month, false, "2021-08-01..2021-09-01"},
		{Rules{}, "2021-09-17T10:30:00Z", 3, Hour, false, "2021-09-17T07:00:00..2021-09-17T10:00:00"},
		{Rules{}, "2021-09-17T10:30:00Z", 3, Hour, true, "2021-09-17T08:00:00..2021-09-17T11:00:00"},
		{Rules{}, "2021-09-17T01:00:00Z", 2, Hour, false, "2021-09-16T23:00:00..2021-09-17T01:00:00"},
		{ams, "2026-03-29T02:30:00Z", 3, Hour, false, "2026-03-29T00:00:00..2026-03-29T04:00:00"}, // no 02:00 that day
		{ams, "2026-03-29T02:30:00Z", 4, Hour, true, "2026-03-29T00:00:00..2026-03-29T05:00:00"},
		{ams, "2026-10-25T01:30:00Z", 1, Hour, false, "2026-10-25T01:00:00..2026-10-25T02:00:00"}, // second 02:30: its bucket is open
		{ams, "2026-10-25T00:30:00Z", 1, Hour, true, "2026-10-25T02:00:00..2026-10-25T03:00:00"},
		{Rules{Timezone: "Pacific/Apia"}, "2011-12-30T10:30:00Z", 2, Hour, false, "2011-12-29T22:00:00..2011-12-31T00:00:00"},
		{Rules{}, "2026-01-01T00:00:00Z", 100000, Hour, false, "2014-08-05T08:00:00..2026-01-01T00:00:00"},
	} {
		got, err := in(t, tt.rules).Last(tt.count, tt.unit, tt.current, instant(t, tt.now))
		if err != nil || show(got) != tt.want {
			t.Errorf("%+v at %s, last %d %s (current %v): got %s, %v; want %s",
				tt.rules, tt.now, tt.count, tt.unit, tt.current, show(got), err, tt.want)
		}
	}
}

func TestLastStaysInYears(t *testing.T) {
	c := in(t, Rules{Timezone: "America/New_York"})
	now := instant(t, "2026-06-14T12:00:00Z")
	for _, unit := range Grains() {
		for _, count := range []int{0, -1, 1 << 40, 1<<63 - 1, 18_000_000} {
			if got, err := c.Last(count, unit, false, now); !errors.Is(err, ErrYears) {
				t.Errorf("last %d %s: got %s, %v", count, unit, show(got), err)
			}
		}
	}
}
