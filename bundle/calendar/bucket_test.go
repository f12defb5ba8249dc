package calendar

import (
	"slices"
	"testing"
	"time"
)

func TestTruncateAndNext(t *testing.T) {
	april := Rules{FiscalYearStart: 4}
	for _, tt := range []struct {
		rules Rules
		local string
		grain Grain
		want  string
	}{
		{Rules{}, "2026-06-14T15:59:59.999999", Hour, "2026-06-14T15:00:00..2026-06-14T16:00:00"},
		{Rules{}, "2026-12-31T23:30", Hour, "2026-12-31T23:00:00..2027-01-01T00:00:00"},
		{Rules{}, "2026-06-14T15:59", Day, "2026-06-14..2026-06-15"},
		{Rules{}, "2024-02-29", Month, "2024-02-01..2024-03-01"},
		{Rules{}, "2026-06-14", Month, "2026-06-01..2026-07-01"},
		{Rules{}, "2026-12-31", Quarter, "2026-10-01..2027-01-01"},
		{Rules{}, "2026-01-01", Quarter, "2026-01-01..2026-04-01"},
		{Rules{}, "2026-12-31", Year, "2026-01-01..2027-01-01"},
		{Rules{}, "2026-01-04", Week, "2025-12-29..2026-01-05"}, // G88
		{Rules{WeekStart: "sunday"}, "2026-01-04", Week, "2026-01-04..2026-01-11"},
		{Rules{WeekStart: "sunday"}, "2026-01-03", Week, "2025-12-28..2026-01-04"},
		{Rules{WeekStart: "saturday"}, "2026-01-04", Week, "2026-01-03..2026-01-10"},
		{Rules{WeekStart: "sunday", Timezone: "America/New_York"}, "2023-11-05T01:30", Week, "2023-11-05..2023-11-12"}, // G84
		{april, "2026-03-31", FiscalYear, "2025-04-01..2026-04-01"},
		{april, "2026-04-01", FiscalYear, "2026-04-01..2027-04-01"},
		{april, "2026-03-31", FiscalQuarter, "2026-01-01..2026-04-01"},
		{Rules{FiscalYearStart: 2}, "2026-01-15", FiscalQuarter, "2025-11-01..2026-02-01"},
		{Rules{FiscalYearStart: 12}, "2026-11-30", FiscalYear, "2025-12-01..2026-12-01"},
		{Rules{FiscalYearStart: 12}, "2026-12-01", FiscalQuarter, "2026-12-01..2027-03-01"},
		{Rules{FiscalYearStart: 12}, "0001-01-01", FiscalYear, "0000-12-01..0001-12-01"},
	} {
		if got := show(in(t, tt.rules).Bucket(at(t, tt.local), tt.grain)); got != tt.want {
			t.Errorf("%+v %s %s: got %s, want %s", tt.rules, tt.local, tt.grain, got, tt.want)
		}
	}
}

// TestWeeks checks every start of the week over two years against the definition.
func TestWeeks(t *testing.T) {
	for k, name := range Weekdays() {
		c := in(t, Rules{WeekStart: name})
		if want := time.Weekday((k + 1) % 7); c.WeekStart() != want {
			t.Fatalf("%s: starts on %s", name, c.WeekStart())
		}
		for day := (Date{2024, 1, 1}); day.Year < 2026; day = day.AddDays(1) {
			week := c.Bucket(day.Local(), Week)
			if week.Start.Date.Weekday() != c.WeekStart() || day.Before(week.Start.Date) || !day.Before(week.End.Date) || week.Days() != 7 {
				t.Errorf("%s: %s is in %s", name, day, show(week))
			}
		}
	}
}

func TestBuckets(t *testing.T) {
	amsterdam := Rules{Timezone: "Europe/Amsterdam"}
	for _, tt := range []struct {
		rules       Rules
		span        string
		grain       Grain
		count       int
		first, last string
	}{
		{Rules{}, "2026-01-01..2026-02-01", Week, 5, "2025-12-29", "2026-01-26"}, // G99
		{Rules{}, "2026-01-05..2026-02-02", Week, 4, "2026-01-05", "2026-01-26"},
		{Rules{}, "2026-01-31..2026-03-02", Month, 3, "2026-01-01", "2026-03-01"},
		{Rules{}, "2026-01-01..2027-01-01", Day, 365, "2026-01-01", "2026-12-31"},
		{Rules{}, "2026-01-01..2027-01-01", Quarter, 4, "2026-01-01", "2026-10-01"},
		{Rules{}, "2025-12-31..2026-01-02", Year, 2, "2025-01-01", "2026-01-01"},
		{Rules{FiscalYearStart: 4}, "2026-01-01..2027-01-01", FiscalYear, 2, "2025-04-01", "2026-04-01"},
		{Rules{FiscalYearStart: 4}, "2026-01-01..2027-01-01", FiscalQuarter, 4, "2026-01-01", "2026-10-01"},
		{amsterdam, "2026-03-28..2026-03-29", Hour, 24, "2026-03-28", "2026-03-28T23:00"},
		{amsterdam, "2026-03-29..2026-03-30", Hour, 23, "2026-03-29", "2026-03-29T23:00"},
		{amsterdam, "2026-10-25..2026-10-26", Hour, 24, "2026-10-25", "2026-10-25T23:00"},
		{amsterdam, "2026-03-29T02:00..2026-03-29T04:00", Hour, 1, "2026-03-29T03:00", "2026-03-29T03:00"},
		{amsterdam, "2026-01-01..2027-01-01", Hour, 365*24 - 1, "2026-01-01", "2026-12-31T23:00"},
		{Rules{Timezone: "America/Havana"}, "2026-03-08..2026-03-09", Hour, 23, "2026-03-08T01:00", "2026-03-08T23:00"},
		{Rules{Timezone: "Australia/Lord_Howe"}, "2026-10-04..2026-10-05", Hour, 24, "2026-10-04", "2026-10-04T23:00"},
		{Rules{Timezone: "Pacific/Apia"}, "2011-12-29..2012-01-01", Hour, 48, "2011-12-29", "2011-12-31T23:00"},
		{Rules{Timezone: "Pacific/Apia"}, "2011-12-30T05:00..2011-12-30T09:00", Hour, 0, "", ""},
		{Rules{Timezone: "Pacific/Apia"}, "2011-12-29..2012-01-01", Day, 3, "2011-12-29", "2011-12-31"},
		{Rules{}, "2026-02-01..2026-02-01", Day, 0, "", ""},
		{Rules{}, "2026-02-02..2026-02-01", Month, 0, "", ""},
		{Rules{}, "0001-01-01..9999-12-31", Hour, 3652058 * 24, "", ""},
	} {
		c, s := in(t, tt.rules), span(t, tt.span)
		if got := c.Count(s, tt.grain); got != tt.count {
			t.Errorf("%+v %s %s: count %d, want %d", tt.rules, tt.span, tt.grain, got, tt.count)
		}
		if tt.count > 10_000 {
			continue
		}
		got := c.Buckets(s, tt.grain)
		if len(got) != tt.count {
			t.Errorf("%+v %s %s: %d buckets, want %d", tt.rules, tt.span, tt.grain, len(got), tt.count)
			continue
		}
		if tt.count > 0 && (got[0] != at(t, tt.first) || got[len(got)-1] != at(t, tt.last)) {
			t.Errorf("%+v %s %s: %s to %s, want %s to %s", tt.rules, tt.span, tt.grain, got[0], got[len(got)-1], tt.first, tt.last)
		}
		if !slices.IsSortedFunc(got, Local.Compare) {
			t.Errorf("%+v %s %s: out of order: %v", tt.rules, tt.span, tt.grain, got)
		}
	}
}

func TestEnclosing(t *testing.T) {
	for _, tt := range []struct {
		span    string
		grain   Grain
		want    string
		aligned bool
	}{
		{"2026-01-01..2026-02-01", Month, "2026-01-01..2026-02-01", true},
		{"2026-01-02..2026-01-31", Month, "2026-01-01..2026-02-01", false},
		{"2026-01-01..2026-02-01", Week, "2025-12-29..2026-02-02", false},
		{"2026-01-01T05:00..2026-01-01T06:00", Hour, "2026-01-01T05:00:00..2026-01-01T06:00:00", true},
		{"2026-01-01T05:00..2026-01-01T06:00", Day, "2026-01-01..2026-01-02", false},
		{"2026-02-15..2026-05-15", FiscalQuarter, "2026-02-01..2026-08-01", false},
	} {
		c, s := in(t, Rules{FiscalYearStart: 2}), span(t, tt.span)
		if got := show(c.Enclosing(s, tt.grain)); got != tt.want || c.Aligned(s, tt.grain) != tt.aligned {
			t.Errorf("%s %s: got %s, aligned %v", tt.span, tt.grain, got, c.Aligned(s, tt.grain))
		}
	}
}
