package calendar

import (
	"testing"
	"time"
)

func TestParseDate(t *testing.T) {
	for _, text := range []string{"0001-01-01", "2024-02-29", "2000-02-29", "9999-12-31", "2026-06-14"} {
		if d, ok := ParseDate(text); !ok || d.String() != text {
			t.Errorf("%s: got %s, %v", text, d, ok)
		}
	}
	for _, text := range []string{
		"", "2026", "2026-2-3", "2026-02-30", "2026-00-01", "2026-13-01", "2026-01-00", "2025-02-29", "1900-02-29", "0000-01-01",
		"2026-01-01 ", "+026-01-01", "2026/01/01", "20260101", "2026-01-0a", "٢٠٢٦-٠١-٠١", "10000-01-01", "2026-01-01T00:00",
	} {
		if d, ok := ParseDate(text); ok {
			t.Errorf("%q: got %s", text, d)
		}
	}
}

func TestParseLocal(t *testing.T) {
	for text, want := range map[string]string{
		"2026-06-14":                 "2026-06-14T00:00:00",
		"2026-06-14T05:00":           "2026-06-14T05:00:00",
		"2026-06-14T05:06:07":        "2026-06-14T05:06:07",
		"2026-06-14T23:59:59.9":      "2026-06-14T23:59:59.900000",
		"2026-06-14T23:59:59.999999": "2026-06-14T23:59:59.999999",
	} {
		if l, ok := ParseLocal(text); !ok || l.String() != want {
			t.Errorf("%s: got %s, %v", text, l, ok)
		}
	}
	for _, text := range []string{
		"2026-06-14T", "2026-06-14T5:00", "2026-06-14T24:00", "2026-06-14T05", "2026-06-14 05:00", "2026-06-14T05:00Z", "2026-06-14T05:00+02:00",
		"2026-06-14T05:60", "2026-06-14T05:00:60", "2026-06-14T05:00:00.", "2026-06-14T05:00:00,5", "2026-06-14T05:00:00.1234567", "2026-06-31T05:00", "T05:00",
	} {
		if l, ok := ParseLocal(text); ok {
			t.Errorf("%q: got %s", text, l)
		}
	}
}

func TestDateArithmetic(t *testing.T) {
	if got := (Date{2026, 3, 1}).AddDays(-1); got != (Date{2026, 2, 28}) {
		t.Errorf("the day before 2026-03-01 is %s", got)
	}
	if got := (Date{2026, 3, 1}).Sub(Date{2024, 3, 1}); got != 730 {
		t.Errorf("730 days, got %d", got)
	}
	if got := (Date{9999, 12, 31}).Sub(Date{1, 1, 1}); got != 3652058 {
		t.Errorf("3652058 days, got %d", got)
	}
	for day, n := (Date{1, 1, 1}), 0; day.Year < 10000; day, n = day.AddDays(97), n+97 {
		if day.Sub(Date{1, 1, 1}) != n || day.Local().String()[:10] != day.String() {
			t.Fatalf("%s is %d days on, not %d", day, day.Sub(Date{1, 1, 1}), n)
		}
	}
}

func TestLocalIsWhatClocksShow(t *testing.T) {
	c := in(t, Rules{Timezone: "America/New_York"})
	if got := c.Local(instant(t, "2026-03-01T04:59:59.999999999Z")).String(); got != "2026-02-28T23:59:59.999999" {
		t.Errorf("got %s", got)
	}
	if got := c.Today(instant(t, "2026-03-01T05:00:00Z")); got != (Date{2026, time.March, 1}) {
		t.Errorf("got %s", got)
	}
}

func TestSpan(t *testing.T) {
	for _, tt := range []struct {
		span    string
		days    int
		whole   bool
		inYears bool
	}{
		{"2026-01-01..2026-02-01", 31, true, true},
		{"2026-01-01T05:00..2026-01-01T06:00", 1, false, true},
		{"2026-01-01T05:00..2026-01-02T05:00", 1, false, true},
		{"2026-01-01T05:00..2026-01-02T06:00", 2, false, true},
		{"2026-01-01..2026-01-01", 0, true, true},
		{"2026-01-02..2026-01-01", 0, true, true},
		{"0001-01-01..9999-12-31", 3652058, true, true},
	} {
		s := span(t, tt.span)
		if s.Days() != tt.days || s.Whole() != tt.whole || s.InYears() != tt.inYears || s.Empty() != (tt.days == 0) {
			t.Errorf("%s: %d days, whole %v, in years %v, empty %v", tt.span, s.Days(), s.Whole(), s.InYears(), s.Empty())
		}
	}
	if Dates(Date{9999, 12, 31}, Date{9999, 12, 31}.AddDays(1)).InYears() || Dates(Date{1, 1, 1}.AddDays(-1), Date{1, 1, 1}).InYears() {
		t.Error("a bound outside the years passes")
	}
}
