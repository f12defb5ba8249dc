package question

import (
	"slices"
	"strconv"
	"strings"

	"sutura.dev/bundle/calendar"
)

// RangeAccepted says what ParseRangeFlag takes, for people.
const RangeAccepted = "2026-01-01..2026-07-01 (the end not included), a period such as 2026, 2026-Q2, 2026-06 or FY2026, last-3-months, or this-year"

// ParseRangeFlag reads a range as --range says it: start..end, a period, last-N-UNITs before now (last-month is
// last-1-month), last-N-UNITs-with-current, or this-UNIT, which is the one that holds now. The error is a *Malformed.
func ParseRangeFlag(text string) (Range, error) {
	bad := &Malformed{Path: "--range", Accepted: RangeAccepted}
	if start, end, found := strings.Cut(text, ".."); found {
		_, ok1 := calendar.ParseLocal(start)
		_, ok2 := calendar.ParseLocal(end)
		if !ok1 || !ok2 {
			return Range{}, bad
		}
		return Range{Start: start, End: end}, nil
	}
	if unit, found := strings.CutPrefix(text, "this-"); found {
		if unit, ok := parseUnit(unit, grains); ok {
			return Range{Last: &Last{Count: 1, Unit: unit, IncludeCurrent: true}}, nil
		}
		return Range{}, bad
	}
	if last, found := strings.CutPrefix(text, "last-"); found {
		last, current := strings.CutSuffix(last, "-with-current")
		if unit, ok := parseUnit(last, grains); ok {
			return Range{Last: &Last{Count: 1, Unit: unit, IncludeCurrent: current}}, nil
		}
		if count, unit, ok := parseCounted(last, grains); ok {
			return Range{Last: &Last{Count: count, Unit: unit, IncludeCurrent: current}}, nil
		}
		return Range{}, bad
	}
	if _, err := calendar.ParsePeriod(text); err != nil {
		return Range{}, bad
	}
	return Range{Period: text}, nil
}

// parseCounted reads 3-months or 1-fiscal-year.
func parseCounted(text string, units []string) (int, string, bool) {
	count, unit, _ := strings.Cut(text, "-")
	n, err := strconv.Atoi(count)
	unit, ok := parseUnit(unit, units)
	return n, unit, err == nil && ok && strconv.Itoa(n) == count
}

// parseUnit reads month, months, fiscal-year.
func parseUnit(text string, units []string) (string, bool) {
	unit := strings.ReplaceAll(strings.TrimSuffix(text, "s"), "-", "_")
	return unit, slices.Contains(units, unit)
}

func counted(count int, unit string) string {
	unit = strings.ReplaceAll(unit, "_", "-")
	if count != 1 {
		unit += "s"
	}
	return strconv.Itoa(count) + "-" + unit
}

func rangeFlag(r Range) string {
	switch {
	case r.Last == nil && r.Period == "":
		return r.Start + ".." + r.End
	case r.Last == nil:
		return r.Period
	case r.Last.IncludeCurrent && r.Last.Count == 1:
		return "this-" + strings.ReplaceAll(r.Last.Unit, "_", "-")
	case r.Last.IncludeCurrent:
		return "last-" + counted(r.Last.Count, r.Last.Unit) + "-with-current"
	default:
		return "last-" + counted(r.Last.Count, r.Last.Unit)
	}
}

func (f Flags) readCompare(q *Question) error {
	if f.Compare == "" {
		return nil
	}
	if f.Compare == ToPreviousPeriod {
		q.Compare = &Compare{To: ToPreviousPeriod}
		return nil
	}
	count, unit, ok := parseCounted(f.Compare, units)
	if !ok {
		return &Malformed{Path: "--compare", Accepted: "previous_period, or how much earlier, such as 1-year or 4-weeks"}
	}
	q.Compare = &Compare{To: ToOffset, Count: count, Unit: unit}
	return nil
}

func compareFlag(c Compare) string {
	if c.To == ToPreviousPeriod {
		return ToPreviousPeriod
	}
	return counted(c.Count, c.Unit)
}
