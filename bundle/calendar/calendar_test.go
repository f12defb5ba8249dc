package calendar

import (
	"strings"
	"testing"
	"time"
)

// in returns a calendar, or ends the test.
func in(t *testing.T, r Rules) *Calendar {
	t.Helper()
	c, err := New(r)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// day reads a date or a local date-time, or ends the test.
func at(t *testing.T, text string) Local {
	t.Helper()
	l, ok := ParseLocal(text)
	if !ok {
		t.Fatalf("no local time: %q", text)
	}
	return l
}

// span reads "start..end".
func span(t *testing.T, text string) Span {
	t.Helper()
	start, end, ok := strings.Cut(text, "..")
	if !ok {
		t.Fatalf("no span: %q", text)
	}
	return Span{at(t, start), at(t, end)}
}

// show writes a span as span reads it.
func show(s Span) string {
	if s.Whole() {
		return s.Start.Date.String() + ".." + s.End.Date.String()
	}
	return s.Start.String() + ".." + s.End.String()
}

func instant(t *testing.T, text string) time.Time {
	t.Helper()
	i, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		t.Fatal(err)
	}
	return i
}

func TestNewFillsDefaults(t *testing.T) {
	c := in(t, Rules{})
	want := Rules{Timezone: "UTC", WeekStart: "monday", FiscalYearStart: 1, FiscalYearNamedBy: "start"}
	if c.Rules() != want || c.Fiscal() {
		t.Errorf("got %+v, fiscal %v", c.Rules(), c.Fiscal())
	}
}

func TestNewRefuses(t *testing.T) {
	for _, tt := range []struct {
		rules Rules
		says  string
	}{
		{Rules{Timezone: "america/new_york"}, "exact case"},
		{Rules{Timezone: "Local"}, "timezone"},
		{Rules{Timezone: "localtime"}, "timezone"},
		{Rules{Timezone: "../../etc/passwd"}, "timezone"},
		{Rules{Timezone: "Factory"}, "timezone"},
		{Rules{WeekStart: "Monday"}, "monday, tuesday"},
		{Rules{FiscalYearStart: 13}, "1 to 12"},
		{Rules{FiscalYearStart: -1}, "1 to 12"},
		{Rules{FiscalYearNamedBy: "middle"}, "start or end"},
	} {
		_, err := New(tt.rules)
		if err == nil || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%+v: got %v, want one that says %q", tt.rules, err, tt.says)
		}
	}
}
