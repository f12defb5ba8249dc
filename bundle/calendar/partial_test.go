package calendar

import (
	"fmt"
	"strings"
	"testing"
)

// describe writes a completeness in one line.
func describe(c Completeness) string {
	var parts []string
	for _, p := range c.Cut {
		parts = append(parts, fmt.Sprintf("cut %s %d of %d", show(p.Bucket), p.Shown, p.Whole))
	}
	if c.Open != nil {
		parts = append(parts, "open "+show(*c.Open))
	}
	if c.NotBegun > 0 {
		parts = append(parts, fmt.Sprintf("%d not begun from %s", c.NotBegun, c.First))
	}
	return strings.Join(append(parts, "widened "+show(c.Widened)), "; ")
}

func TestCompleteness(t *testing.T) {
	const after = "2030-01-01T00:00:00Z"
	ams := Rules{Timezone: "Europe/Amsterdam"}
	for _, tt := range []struct {
		rules Rules
		span  string
		grain Grain
		now   string
		want  string
	}{
		{Rules{}, "2026-01-01..2026-02-01", Week, after, // G99
			"cut 2025-12-29..2026-01-05 4 of 7; cut 2026-01-26..2026-02-02 6 of 7; widened 2025-12-29..2026-02-02"},
		{Rules{}, "2026-01-01..2026-02-01", Month, after, "widened 2026-01-01..2026-02-01"},
		{Rules{}, "2026-01-10..2026-01-20", Month, after, "cut 2026-01-01..2026-02-01 10 of 31; widened 2026-01-01..2026-02-01"},
		{Rules{}, "2026-01-01..2026-02-01", Day, after, "widened 2026-01-01..2026-02-01"},
		{Rules{}, "2026-02-01..2026-03-15", Month, after, "cut 2026-03-01..2026-04-01 14 of 31; widened 2026-02-01..2026-04-01"},
		{Rules{}, "2026-01-10..2026-01-20", "", after, "widened 2026-01-10..2026-01-20"},
		{Rules{}, "2026-01-01..2026-04-01", Month, "2026-02-10T12:00:00Z",
			"open 2026-02-01..2026-03-01; 1 not begun from 2026-03-01T00:00:00; widened 2026-01-01..2026-04-01"},
		{Rules{}, "2026-01-01..2026-04-01", Month, "2026-02-01T00:00:00Z",
			"open 2026-02-01..2026-03-01; 1 not begun from 2026-03-01T00:00:00; widened 2026-01-01..2026-04-01"},
		{Rules{}, "2026-01-01..2026-04-01", Month, "2026-01-31T23:59:59Z",
			"open 2026-01-01..2026-02-01; 2 not begun from 2026-02-01T00:00:00; widened 2026-01-01..2026-04-01"},
		{Rules{}, "2026-01-01..2026-04-01", Month, "2026-04-01T00:00:00Z", "widened 2026-01-01..2026-04-01"},
		{Rules{}, "2026-01-01..2026-04-01", Month, "2025-12-31T00:00:00Z",
			"3 not begun from 2026-01-01T00:00:00; widened 2026-01-01..2026-04-01"},
		{Rules{}, "2026-01-01..2026-04-01", "", "2026-02-10T12:00:00Z", "open 2026-01-01..2026-04-01; widened 2026-01-01..2026-04-01"},
		{Rules{}, "2026-01-01..2026-04-01", "", "2025-02-10T12:00:00Z",
			"1 not begun from 2026-01-01T00:00:00; widened 2026-01-01..2026-04-01"},
		// A cut month whose part of the range is over is cut, not open.
		{Rules{}, "2026-01-01..2026-02-10", Month, "2026-02-15T12:00:00Z",
			"cut 2026-02-01..2026-03-01 9 of 28; widened 2026-01-01..2026-03-01"},
		// One that is cut and open is both.
		{Rules{}, "2026-01-01..2026-02-20", Month, "2026-02-15T12:00:00Z",
			"cut 2026-02-01..2026-03-01 19 of 28; open 2026-02-01..2026-03-01; widened 2026-01-01..2026-03-01"},
		// The bucket has begun, its part of the range has not.
		{Rules{}, "2026-02-20..2026-04-01", Month, "2026-02-15T12:00:00Z",
			"cut 2026-02-01..2026-03-01 9 of 28; 2 not begun from 2026-02-01T00:00:00; widened 2026-02-01..2026-04-01"},
		{ams, "2026-10-25..2026-10-26", Hour, "2026-10-25T01:30:00Z", // the second 02:30
			"open 2026-10-25T02:00:00..2026-10-25T03:00:00; 21 not begun from 2026-10-25T03:00:00; widened 2026-10-25..2026-10-26"},
		{ams, "2026-03-29..2026-03-30", Hour, "2026-03-29T00:30:00Z",
			"open 2026-03-29T01:00:00..2026-03-29T02:00:00; 21 not begun from 2026-03-29T03:00:00; widened 2026-03-29..2026-03-30"},
		{Rules{Timezone: "America/St_Johns"}, "2009-11-01..2009-11-02", Day, "2009-11-01T02:45:00Z", // 23:15 of the day before, again
			"open 2009-11-01..2009-11-02; widened 2009-11-01..2009-11-02"},
		{Rules{}, "2026-02-20..2026-02-20", Month, after, "widened 2026-02-20..2026-02-20"},
	} {
		got := describe(in(t, tt.rules).Completeness(span(t, tt.span), tt.grain, instant(t, tt.now)))
		if got != tt.want {
			t.Errorf("%+v %s %s at %s:\ngot  %s\nwant %s", tt.rules, tt.span, tt.grain, tt.now, got, tt.want)
		}
	}
}
