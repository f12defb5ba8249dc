// Package calendar is civil time: days, grains and their buckets, weeks, fiscal years, periods, shifts, and the
// instants at which local days begin in a zone.
//
// It is pure and a leaf. It never reads a clock: now is an argument. Ranges are half-open. Days are proleptic
// Gregorian; the zone only matters where a local time meets an instant (Instant, Local, and the hours that exist).
// Zone rules are the program's own copy, whatever the machine has; whoever serves compares them with the data
// system's. It knows nothing of questions, metrics or columns.
package calendar

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Rules are a calendar's settings. The zero value of each means its default.
type Rules struct {
	Timezone          string `json:"timezone"`             // IANA name, exact case; default UTC
	WeekStart         string `json:"week_start"`           // monday (default) .. sunday
	FiscalYearStart   int    `json:"fiscal_year_start"`    // month 1 (default) .. 12
	FiscalYearNamedBy string `json:"fiscal_year_named_by"` // start (default) or end: which of its days names the year
}

// Calendar places dates into buckets and instants. It is immutable; share it freely.
type Calendar struct {
	rules     Rules
	zone      *time.Location
	weekStart time.Weekday
}

var weekdays = []string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}

// Weekdays lists what week_start may be, monday first.
func Weekdays() []string { return append(slices.Clone(weekdays[1:]), weekdays[0]) }

// New returns the calendar of r with its defaults filled in. The error is a sentence that names the setting.
func New(r Rules) (*Calendar, error) {
	if r.Timezone == "" {
		r.Timezone = "UTC"
	}
	if r.WeekStart == "" {
		r.WeekStart = "monday"
	}
	if r.FiscalYearStart == 0 {
		r.FiscalYearStart = 1
	}
	if r.FiscalYearNamedBy == "" {
		r.FiscalYearNamedBy = "start"
	}
	zone, err := LoadZone(r.Timezone)
	if err != nil {
		return nil, err
	}
	weekStart := slices.Index(weekdays, r.WeekStart)
	if weekStart < 0 {
		return nil, fmt.Errorf("week_start must be one of %s", strings.Join(Weekdays(), ", "))
	}
	if r.FiscalYearStart < 1 || r.FiscalYearStart > 12 {
		return nil, fmt.Errorf("fiscal_year_start must be a month, 1 to 12")
	}
	if r.FiscalYearNamedBy != "start" && r.FiscalYearNamedBy != "end" {
		return nil, fmt.Errorf("fiscal_year_named_by must be start or end")
	}
	return &Calendar{rules: r, zone: zone, weekStart: time.Weekday(weekStart)}, nil
}

// Rules returns the settings, defaults filled in.
func (c *Calendar) Rules() Rules { return c.rules }

// Zone is the calendar's time zone.
func (c *Calendar) Zone() *time.Location { return c.zone }

// WeekStart is the first day of a week.
func (c *Calendar) WeekStart() time.Weekday { return c.weekStart }

// Fiscal reports whether the fiscal year differs from the calendar year, so that the fiscal grains can be asked.
func (c *Calendar) Fiscal() bool { return c.rules.FiscalYearStart != 1 }
