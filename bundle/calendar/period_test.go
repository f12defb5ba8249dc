package calendar

import (
	"errors"
	"testing"
)

func TestPeriod(t *testing.T) {
	plain := Rules{}
	april := Rules{FiscalYearStart: 4}
	aprilByEnd := Rules{FiscalYearStart: 4, FiscalYearNamedBy: "end"}
	sundays := Rules{WeekStart: "sunday"}
	for _, tt := range []struct {
		rules Rules
		text  string
		want  string // or empty, then err
		err   error
	}{
		{plain, "2026", "2026-01-01..2027-01-01", nil},
		{plain, "2026-H1", "2026-01-01..2026-07-01", nil},
		{plain, "2026-H2", "2026-07-01..2027-01-01", nil},
		{plain, "2026-Q2", "2026-04-01..2026-07-01", nil},
		{plain, "2026-Q4", "2026-10-01..2027-01-01", nil},
		{plain, "2026-06", "2026-06-01..2026-07-01", nil},
		{plain, "2026-12", "2026-12-01..2027-01-01", nil},
		{plain, "2023-07", "2023-07-01..2023-08-01", nil}, // G87
		{plain, "2026-W23", "2026-06-01..2026-06-08", nil},
		{plain, "2026-W01", "2025-12-29..2026-01-05", nil},
		{plain, "2026-W53", "2026-12-28..2027-01-04", nil},
		{plain, "2025-W53", "", ErrPeriod}, // that year has 52
		{plain, "2026-W00", "", ErrPeriod},
		{plain, "2026-W1", "", ErrPeriod},
		{plain, "2026-06-14", "2026-06-14..2026-06-15", nil},
		{plain, "2024-02-29", "2024-02-29..2024-03-01", nil},
		{plain, "2026-02-29", "", ErrPeriod},
		{plain, "FY2026", "2026-01-01..2027-01-01", nil},
		{plain, "FY2026-Q1", "2026-01-01..2026-04-01", nil},
		{Rules{FiscalYearNamedBy: "end"}, "FY2026", "2026-01-01..2027-01-01", nil},
		{april, "FY2026", "2026-04-01..2027-04-01", nil},
		{april, "FY2026-Q1", "2026-04-01..2026-07-01", nil},
		{april, "FY2026-Q4", "2027-01-01..2027-04-01", nil},
		{april, "2026", "2026-01-01..2027-01-01", nil},
		{aprilByEnd, "FY2026", "2025-04-01..2026-04-01", nil},
		{aprilByEnd, "FY2026-Q4", "2026-01-01..2026-04-01", nil},
		{Rules{FiscalYearStart: 2}, "FY2025-Q4", "2025-11-01..2026-02-01", nil},
		{sundays, "2026-W23", "", ErrWeeks},
		{sundays, "2026-W99", "", ErrPeriod},
		{plain, "FY2026-H1", "", ErrPeriod},
		{plain, "FY2026-06", "", ErrPeriod},
		{plain, "FY", "", ErrPeriod},
		{plain, "", "", ErrPeriod},
		{plain, "26", "", ErrPeriod},
		{plain, "2026-", "", ErrPeriod},
		{plain, "2026-Q0", "", ErrPeriod},
		{plain, "2026-Q5", "", ErrPeriod},
		{plain, "2026-H3", "", ErrPeriod},
		{plain, "2026-q2", "", ErrPeriod},
		{plain, "2026-13", "", ErrPeriod},
		{plain, "2026-6", "", ErrPeriod},
		{plain, "2026-W-1", "", ErrPeriod},
		{plain, "2026-06-31", "", ErrPeriod},
		{plain, "2026-06-14T00", "", ErrPeriod},
		{plain, " 2026", "", ErrPeriod},
		{plain, "٢٠٢٦", "", ErrPeriod},
		{plain, "0000", "", ErrPeriod},
		{plain, "0001", "0001-01-01..0002-01-01", nil},
		{plain, "9999", "", ErrYears},
		{aprilByEnd, "FY0001", "", ErrYears},
	} {
		got, err := in(t, tt.rules).Period(tt.text)
		if !errors.Is(err, tt.err) || err == nil && show(got) != tt.want {
			t.Errorf("%+v %q: got %s, %v; want %s, %v", tt.rules, tt.text, show(got), err, tt.want, tt.err)
		}
	}
}
