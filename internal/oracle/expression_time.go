package oracle

import (
	"time"

	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
)

// temporal computes with dates and local times, none of them null. The first argument is a unit or a field. Of an instant it takes
// what the calendar's clocks show.
func (e evaluator) temporal(op expr.Op, args []value) (value, bool) {
	unit, _ := args[0].(string)
	if at, ok := args[len(args)-1].(time.Time); ok && len(args) == 2 {
		args = []value{unit, wall(at, e.clocks)}
	}
	switch op {
	case expr.OpDateTrunc:
		start := inYears(truncate(local(args[1]), calendar.Grain(unit), e.weekStart, 1))
		if _, date := args[1].(calendar.Date); date {
			return start.Date, true
		}
		return start, true
	case expr.OpExtract:
		return whole(field(unit, local(args[1]))), true
	case expr.OpDateDiff:
		return whole(e.starts(calendar.Grain(unit), local(args[1]), local(args[2]))), true
	case expr.OpDateAdd:
		moved := inYears(shift(local(args[2]), count(args[1]), calendar.Grain(unit)))
		if _, date := args[2].(calendar.Date); date {
			return moved.Date, true
		}
		return moved, true
	}
	return nil, false
}

// inYears fails for a day that has no spelling.
func inYears(l calendar.Local) calendar.Local {
	if l.Date.Year < 1 || l.Date.Year > 9999 {
		fail(NoSuchYear)
	}
	return l
}

// local takes a date as its midnight.
func local(v value) calendar.Local {
	if d, ok := v.(calendar.Date); ok {
		return calendar.Local{Date: d}
	}
	return v.(calendar.Local)
}

func goTime(d calendar.Date) time.Time {
	return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC)
}

func dateOf(t time.Time) calendar.Date {
	y, m, d := t.Date()
	return calendar.Date{Year: y, Month: m, Day: d}
}

func field(name string, l calendar.Local) int {
	day := goTime(l.Date)
	isoYear, week := day.ISOWeek()
	switch name {
	case "year":
		return l.Date.Year
	case "isoyear":
		return isoYear
	case "quarter":
		return (int(l.Date.Month) + 2) / 3
	case "month":
		return int(l.Date.Month)
	case "week":
		return week
	case "day":
		return l.Date.Day
	case "dow":
		return int(day.Weekday())
	case "isodow":
		return (int(day.Weekday())+6)%7 + 1
	case "doy":
		return day.YearDay()
	case "hour":
		return int(l.Time / time.Hour)
	case "minute":
		return int(l.Time / time.Minute % 60)
	case "second":
		return int(l.Time / time.Second % 60)
	}
	panic("no field is named " + name)
}

// starts counts the starts of a unit after from and not after to; backwards it is negative.
func (e evaluator) starts(unit calendar.Grain, from, to calendar.Local) int {
	if to.Before(from) {
		return -e.starts(unit, to, from)
	}
	a, b := truncate(from, unit, e.weekStart, 1), truncate(to, unit, e.weekStart, 1)
	hours := int(goTime(b.Date).Unix()-goTime(a.Date).Unix())/3600 + int((b.Time-a.Time)/time.Hour)
	months := (b.Date.Year-a.Date.Year)*12 + int(b.Date.Month) - int(a.Date.Month)
	switch unit {
	case calendar.Hour:
		return hours
	case calendar.Day:
		return hours / 24
	case calendar.Week:
		return hours / (24 * 7)
	case calendar.Month:
		return months
	case calendar.Quarter:
		return months / 3
	case calendar.Year, calendar.FiscalQuarter, calendar.FiscalYear:
	}
	return months / 12
}

// shift moves a local time by units; months and longer clamp the day to the month's last.
func shift(l calendar.Local, n int, unit calendar.Grain) calendar.Local {
	t := goTime(l.Date).Add(l.Time)
	months := 0
	switch unit {
	case calendar.Hour:
		t = t.AddDate(0, 0, n/24).Add(time.Duration(n%24) * time.Hour)
	case calendar.Day:
		t = t.AddDate(0, 0, n)
	case calendar.Week:
		t = t.AddDate(0, 0, 7*n)
	case calendar.Month:
		months = n
	case calendar.Quarter, calendar.FiscalQuarter:
		months = 3 * n
	case calendar.Year, calendar.FiscalYear:
		months = 12 * n
	}
	if months != 0 {
		first := time.Date(t.Year(), t.Month(), 1, 0, 0, 0, 0, time.UTC).AddDate(0, months, 0)
		last := first.AddDate(0, 1, -1).Day()
		t = first.AddDate(0, 0, min(t.Day(), last)-1).Add(l.Time)
	}
	y, m, d := t.Date()
	return calendar.Local{Date: calendar.Date{Year: y, Month: m, Day: d}, Time: t.Sub(time.Date(y, m, d, 0, 0, 0, 0, time.UTC))}
}

// truncate is the start of the unit that holds a local time (4.3, 4.4); fiscal years start with a month.
func truncate(l calendar.Local, unit calendar.Grain, weekStart time.Weekday, fiscalStart int) calendar.Local {
	day := goTime(l.Date)
	switch unit {
	case calendar.Hour:
		return calendar.Local{Date: l.Date, Time: l.Time.Truncate(time.Hour)}
	case calendar.Day:
	case calendar.Week:
		for day.Weekday() != weekStart {
			day = day.AddDate(0, 0, -1)
		}
	case calendar.Month:
		day = startingMonth(day, 1, 1)
	case calendar.Quarter:
		day = startingMonth(day, 3, 1)
	case calendar.Year:
		day = startingMonth(day, 12, 1)
	case calendar.FiscalQuarter:
		day = startingMonth(day, 3, fiscalStart)
	case calendar.FiscalYear:
		day = startingMonth(day, 12, fiscalStart)
	}
	return calendar.Local{Date: dateOf(day)}
}

// startingMonth walks back to the first of a month that is a multiple of every months from phase.
func startingMonth(day time.Time, every, phase int) time.Time {
	day = day.AddDate(0, 0, 1-day.Day())
	for (int(day.Month())-phase+12)%every != 0 {
		day = day.AddDate(0, -1, 0)
	}
	return day
}
