package calendar

import (
	"testing"
	"time"
)

// read is how data systems read a local time: the later of two instants, and on from before where there is none.
func read(c *Calendar, l Local) time.Time {
	var last time.Time
	for t := l.utc().Add(-26 * time.Hour); t.Before(l.utc().Add(26 * time.Hour)); t = t.Add(15 * time.Minute) {
		if c.Local(t) == l {
			last = t
		}
	}
	if !last.IsZero() {
		return last
	}
	_, offset := c.Instant(l).Add(-time.Nanosecond).In(c.zone).Zone() // before the jump
	return l.utc().Add(-time.Duration(offset) * time.Second)
}

// Around each change of the clocks, the bound is the least local time that is read as the instant or later.
func TestSpelledIsTheFirstLocalTimeReadAsTheInstantOrLater(t *testing.T) {
	for _, zone := range []string{"UTC", "Europe/Berlin", "America/Havana", "Australia/Lord_Howe", "Asia/Kolkata", "America/St_Johns"} {
		c, err := New(Rules{Timezone: zone})
		if err != nil {
			t.Fatal(err)
		}
		for _, day := range []Date{NewDate(2026, 3, 8), NewDate(2026, 3, 29), NewDate(2026, 4, 5), NewDate(2026, 10, 4), NewDate(2026, 10, 25), NewDate(2026, 11, 1), NewDate(2026, 6, 1)} {
			for at := c.Instant(day.Local()).Add(-3 * time.Hour); at.Before(c.Instant(day.AddDays(1).Local())); at = at.Add(15 * time.Minute) {
				got := c.Spelled(at)
				if first := read(c, got); first.Before(at) {
					t.Errorf("%s: %s is spelled %s, which is read as %s, before it", zone, at, got, first.UTC())
				}
				earlier := localOf(got.utc().Add(-15 * time.Minute))
				if before := read(c, earlier); !before.Before(at) {
					t.Errorf("%s: %s is spelled %s, and %s is read as %s, no earlier", zone, at, got, earlier, before.UTC())
				}
			}
		}
	}
}

func TestRepeatsAreTheHoursThatClocksShowTwice(t *testing.T) {
	for _, test := range []struct {
		zone string
		span Span
		want string
	}{
		{"Europe/Amsterdam", Dates(NewDate(2026, 10, 25), NewDate(2026, 10, 26)), "2026-10-25T02:00:00"},
		{"America/Havana", Dates(NewDate(2026, 11, 1), NewDate(2026, 11, 2)), "2026-11-01T00:00:00"},
		{"Europe/Amsterdam", Dates(NewDate(2026, 3, 29), NewDate(2026, 3, 30)), ""},
		{"Europe/Amsterdam", Dates(NewDate(2026, 10, 26), NewDate(2027, 10, 1)), ""},
		{"UTC", Dates(NewDate(2026, 1, 1), NewDate(2027, 1, 1)), ""},
	} {
		c, err := New(Rules{Timezone: test.zone})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, l := range c.Repeats(test.span) {
			got += l.String()
		}
		if got != test.want {
			t.Errorf("%s %v: %q, not %q", test.zone, test.span, got, test.want)
		}
	}
}
