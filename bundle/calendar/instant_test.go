package calendar

import (
	"slices"
	"testing"
	"time"
)

func TestInstant(t *testing.T) {
	for _, tt := range []struct{ zone, local, want string }{
		{"UTC", "2026-01-01", "2026-01-01T00:00:00Z"},
		{"Europe/Berlin", "2023-07-01", "2023-06-30T22:00:00Z"}, // G87
		{"Europe/Berlin", "2023-08-01", "2023-07-31T22:00:00Z"},
		{"Europe/Amsterdam", "2026-10-25T01:00", "2026-10-24T23:00:00Z"}, // G82
		{"Europe/Amsterdam", "2026-10-25T02:00", "2026-10-25T00:00:00Z"}, // repeated: the first one
		{"Europe/Amsterdam", "2026-10-25T03:00", "2026-10-25T02:00:00Z"},
		{"Europe/Amsterdam", "2026-03-29T01:00", "2026-03-29T00:00:00Z"},
		{"Europe/Amsterdam", "2026-03-29T02:00", "2026-03-29T01:00:00Z"}, // skipped: where the clocks jump
		{"Europe/Amsterdam", "2026-03-29T03:00", "2026-03-29T01:00:00Z"},
		{"America/Havana", "2026-03-08", "2026-03-08T05:00:00Z"}, // G83: midnight skipped
		{"America/Havana", "2026-11-01", "2026-11-01T04:00:00Z"}, // G83: midnight repeated
		{"America/Havana", "2026-11-02", "2026-11-02T05:00:00Z"},
		{"Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z"}, // the whole day skipped
		{"Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z"},
		{"Pacific/Apia", "2012-01-01", "2011-12-31T10:00:00Z"},
		{"America/New_York", "2023-11-05", "2023-11-05T04:00:00Z"}, // G84
		{"America/New_York", "2023-11-12", "2023-11-12T05:00:00Z"},
		{"Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-03T15:30:00Z"},
		{"Asia/Kathmandu", "2026-01-01", "2025-12-31T18:15:00Z"},
		{"Asia/Manila", "0001-01-01", "0001-01-01T15:56:08Z"}, // before zones: the sun's time
		{"UTC", "9999-12-31T23:59:59.999999", "9999-12-31T23:59:59.999999Z"},
	} {
		c := in(t, Rules{Timezone: tt.zone})
		if got := c.Instant(at(t, tt.local)).Format(time.RFC3339Nano); got != tt.want {
			t.Errorf("%s %s: got %s, want %s", tt.zone, tt.local, got, tt.want)
		}
	}
}

// TestHavanaLosesAndDoublesNothing walks every quarter of an hour over both nights: each is in exactly one day (G83).
func TestHavanaLosesAndDoublesNothing(t *testing.T) {
	c := in(t, Rules{Timezone: "America/Havana"})
	for _, night := range []string{"2026-03-07..2026-03-10", "2026-10-31..2026-11-03"} {
		s := span(t, night)
		start, end := c.Instants(s)
		days := c.Buckets(s, Day)
		for now := start; now.Before(end); now = now.Add(15 * time.Minute) {
			holders := 0
			for _, day := range days {
				from, to := c.Instants(c.Bucket(day, Day))
				if !now.Before(from) && now.Before(to) {
					holders++
					if c.Today(now) != day.Date {
						t.Errorf("%s is on %s by the clock, in the day %s by its bounds", now, c.Today(now), day)
					}
				}
			}
			if holders != 1 {
				t.Errorf("%s is in %d days", now, holders)
			}
		}
	}
}

// TestInstantByBruteForce looks, minute by minute around changes of the clocks of every zone, for the first instant
// that shows a local time or later, and for hours that no minute shows. Odd zones are tried at every change, the
// others at one in six.
func TestInstantByBruteForce(t *testing.T) {
	odd := []string{
		"America/Havana", "Pacific/Apia", "Australia/Lord_Howe", "America/St_Johns", "America/Asuncion", "Asia/Amman",
		"Africa/Casablanca", "America/Nuuk", "Asia/Pyongyang", "America/Caracas", "Antarctica/Troll", "Asia/Beirut",
	}
	tried := 0
	for i, name := range Zones() {
		c := in(t, Rules{Timezone: name})
		change := time.Date(2005, 1, 1, 0, 0, 0, 0, time.UTC).In(c.zone)
		for n := 0; ; n++ {
			_, change = stretch(change)
			if change.IsZero() || change.Year() > 2037 {
				break
			}
			if n%6 == i%6 || slices.Contains(odd, name) {
				tried++
				bruteForce(t, c, change)
			}
		}
	}
	if tried < 1000 {
		t.Errorf("tried %d changes only", tried)
	}
}

func bruteForce(t *testing.T, c *Calendar, change time.Time) {
	t.Helper()
	const minutes = 54 * 60
	first := change.Add(-27 * time.Hour).Truncate(time.Minute)
	shown := make([]Local, minutes)
	for i := range shown {
		shown[i] = localOf(first.Add(time.Duration(i) * time.Minute))
	}
	here := c.Truncate(c.Local(change), Hour)
	locals := []Local{here.Date.AddDays(-1).Local(), here.Date.Local(), here.Date.AddDays(1).Local()}
	for h := -4; h <= 4; h++ {
		locals = append(locals, Shift(here, h, Hour), Local{Shift(here, h, Hour).Date, Shift(here, h, Hour).Time + 30*time.Minute})
	}
	for _, l := range locals {
		if i := slices.IndexFunc(shown, func(s Local) bool { return !s.Before(l) }); i > 0 {
			want := first.Add(time.Duration(i) * time.Minute)
			if got := c.Instant(l); !got.Equal(want) {
				t.Errorf("%s %s: got %s, want %s", c.rules.Timezone, l, got, want.UTC())
			}
		}
	}
	around := Span{Shift(here, -4, Hour), Shift(here, 5, Hour)}
	missing := c.MissingHours(around)
	for hour := around.Start; hour.Before(around.End); hour = Shift(hour, 1, Hour) {
		exists := slices.ContainsFunc(shown, func(s Local) bool { return c.Truncate(s, Hour) == hour })
		if exists == slices.Contains(missing, hour) {
			t.Errorf("%s %s: shown by a minute %v, listed as missing %v", c.rules.Timezone, hour, exists, !exists)
		}
	}
}

// TestZones holds the list of names to what loads, and keeps out what differs between machines.
func TestZones(t *testing.T) {
	zones := Zones()
	if len(zones) < 500 {
		t.Fatalf("%d zones", len(zones))
	}
	for _, name := range zones {
		if _, err := New(Rules{Timezone: name}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"Local", "localtime", "Factory", "america/new_york", "America", "America/", "", "../UTC"} {
		if slices.Contains(zones, name) {
			t.Errorf("%q is listed", name)
		}
	}
}

// TestLeapYearsLastDay keeps a stretch going where time.Time.ZoneBounds does not: its end is not after the instant.
func TestLeapYearsLastDay(t *testing.T) {
	for _, zone := range []string{"America/New_York", "Europe/Berlin", "Australia/Sydney"} {
		c := in(t, Rules{Timezone: zone})
		for _, text := range []string{"2025-01-01", "2029-01-01", "2101-01-01"} {
			l, _ := ParseLocal(text)
			if got := c.Local(c.Instant(l)); got != l {
				t.Errorf("%s %s: got %s", zone, text, got)
			}
		}
		if missing := c.MissingHours(Dates(NewDate(2024, 12, 30), NewDate(2025, 1, 3))); missing != nil {
			t.Errorf("%s: %v", zone, missing)
		}
	}
}
