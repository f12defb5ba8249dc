package calendar

import "testing"

func TestShift(t *testing.T) {
	for _, tt := range []struct {
		local string
		n     int
		unit  Grain
		want  string
	}{
		{"2026-03-31", -1, Month, "2026-02-28"}, // F68: 29 to 31 March all show the last of February
		{"2026-03-30", -1, Month, "2026-02-28"},
		{"2026-03-29", -1, Month, "2026-02-28"},
		{"2026-03-28", -1, Month, "2026-02-28"},
		{"2024-02-29", -1, Year, "2023-02-28"},
		{"2024-02-29", 4, Year, "2028-02-29"},
		{"2026-01-31", 1, Month, "2026-02-28"},
		{"2026-01-31", 2, Month, "2026-03-31"},
		{"2026-01-31", -1, Quarter, "2025-10-31"},
		{"2026-05-31", -1, FiscalQuarter, "2026-02-28"},
		{"2026-01-15", -13, Month, "2024-12-15"},
		{"2026-01-15", 1, Week, "2026-01-22"},
		{"2026-03-01T05:00", -1, Day, "2026-02-28T05:00:00"},
		{"2026-03-01T00:30", -1, Hour, "2026-02-28T23:30:00"},
		{"2026-03-01T23:00", 1, Hour, "2026-03-02"},
		{"2026-03-31T05:00", -1, Month, "2026-02-28T05:00:00"},
		{"2026-01-01", -10_000_000, Hour, "0885-03-16T08:00:00"},
	} {
		if got := Shift(at(t, tt.local), tt.n, tt.unit); got != at(t, tt.want) {
			t.Errorf("%s %+d %s: got %s, want %s", tt.local, tt.n, tt.unit, got, tt.want)
		}
	}
}

func TestPrevious(t *testing.T) {
	for _, tt := range []struct {
		span  string
		grain Grain
		want  string // empty: no offset fits
		by    Offset
	}{
		{"2026-03-01..2026-05-01", "", "2026-01-01..2026-03-01", Offset{2, Month}},
		{"2026-03-01..2026-05-01", Month, "2026-01-01..2026-03-01", Offset{2, Month}},
		{"2026-03-01..2026-05-01", Day, "2026-01-01..2026-03-01", Offset{2, Month}},
		{"2026-03-01..2026-05-01", Quarter, "", Offset{}},
		{"2026-07-01..2027-01-01", "", "2026-01-01..2026-07-01", Offset{2, Quarter}}, // a half-year by six months
		{"2026-07-01..2027-01-01", Quarter, "2026-01-01..2026-07-01", Offset{2, Quarter}},
		{"2026-07-01..2027-01-01", FiscalQuarter, "2026-01-01..2026-07-01", Offset{2, Quarter}},
		{"2026-01-01..2027-01-01", Year, "2025-01-01..2026-01-01", Offset{1, Year}},
		{"2026-04-01..2027-04-01", FiscalYear, "2025-04-01..2026-04-01", Offset{1, Year}},
		{"2024-01-01..2025-01-01", Day, "2023-01-01..2024-01-01", Offset{1, Year}},
		{"2026-02-01..2026-03-01", "", "2026-01-01..2026-02-01", Offset{1, Month}},
		{"2026-02-01..2026-03-01", Week, "2026-01-04..2026-02-01", Offset{4, Week}}, // weeks move by weeks only
		{"2026-01-01..2026-02-01", Week, "", Offset{}},
		{"2026-01-05..2026-01-19", Week, "2025-12-22..2026-01-05", Offset{2, Week}},
		{"2026-01-05..2026-01-19", Month, "", Offset{}},
		{"2026-01-05..2026-01-19", Day, "2025-12-22..2026-01-05", Offset{2, Week}},
		{"2026-01-05..2026-01-15", Day, "2025-12-26..2026-01-05", Offset{10, Day}},
		{"2026-01-05..2026-01-15", Hour, "2025-12-26..2026-01-05", Offset{10, Day}},
		{"2026-01-05..2026-01-15", Month, "", Offset{}},
		{"2026-01-15..2026-02-15", Month, "2025-12-15..2026-01-15", Offset{1, Month}},
		{"2026-01-31..2026-02-28", "", "2026-01-03..2026-01-31", Offset{4, Week}}, // no whole month: the day was clamped
		{"2026-03-31..2026-05-31", "", "2026-01-31..2026-03-31", Offset{2, Month}},
		{"2026-01-05T06:00..2026-01-05T09:00", Hour, "2026-01-05T03:00:00..2026-01-05T06:00:00", Offset{3, Hour}},
		{"2026-01-05T06:00..2026-01-06T06:00", Hour, "2026-01-04T06:00:00..2026-01-05T06:00:00", Offset{1, Day}},
		{"2026-01-05T06:00..2026-01-05T09:00", Day, "", Offset{}},
		{"2026-01-05..2026-01-05", "", "", Offset{}},
	} {
		got, by, ok := Previous(span(t, tt.span), tt.grain)
		if ok != (tt.want != "") || ok && (show(got) != tt.want || by != tt.by) {
			t.Errorf("%s by %q: got %s by %v, %v; want %q by %v", tt.span, tt.grain, show(got), by, ok, tt.want, tt.by)
		}
	}
}

func TestFits(t *testing.T) {
	all := []Grain{Hour, Day, Week, Month, Quarter, FiscalQuarter, Year, FiscalYear}
	for grain, want := range map[Grain][]Grain{
		"":            all,
		Hour:          all,
		Day:           all[1:],
		Week:          {Week},
		Month:         all[3:],
		Quarter:       all[4:],
		FiscalQuarter: all[4:],
		Year:          all[6:],
		FiscalYear:    all[6:],
	} {
		for _, unit := range all {
			fits := false
			for _, u := range want {
				fits = fits || u == unit
			}
			if (Offset{1, unit}).Fits(grain) != fits {
				t.Errorf("an offset of a %s at grain %q: fits %v", unit, grain, !fits)
			}
		}
	}
}
