package dialect

import (
	"strings"

	"sutura.dev/bundle/expr"
)

// toStartOfHour and its like give days of 16 bits and times of 32, which end in 2149 and 2106, unless a setting says otherwise; so
// days are made of their parts, as Date32.

// toLocal goes through text: another zone changes how an instant is shown, and not what it is.
func (c clickhouse) toLocal(x, zone string) string {
	return "CAST(toString(" + c.instant(x) + ", " + zone + ") AS Nullable(DateTime64(6, 'UTC')))"
}

// instant is a time of 64 bits, as the clocks of UTC show it.
func (clickhouse) instant(x string) string {
	return "CAST(" + x + " AS Nullable(DateTime64(6, 'UTC')))"
}

func (c clickhouse) toInstant(_, _ string) string { return cannot(c, OtherZones) }
func (c clickhouse) midnight(date string) string  { return c.instant(date) }
func (clickhouse) day(x string) string            { return "CAST(" + x + " AS Nullable(Date32))" }

// truncate goes back from a time's own parts.
func (c clickhouse) truncate(unit, x string) string {
	if unit == "hour" {
		return "addHours(" + c.midnight(c.day(x)) + ", toHour(" + x + "))"
	}
	return c.midnight(c.starts(unit, x))
}

func (c clickhouse) starts(unit, x string) string {
	switch unit {
	case "day":
		return c.day(x)
	case "week":
		return c.week(x, "")
	case "month":
		return "makeDate32(toYear(" + x + "), toMonth(" + x + "), 1)"
	case "quarter":
		return "makeDate32(toYear(" + x + "), toQuarter(" + x + ") * 3 - 2, 1)"
	}
	return "makeDate32(toYear(" + x + "), 1, 1)"
}

// toDayOfWeek is 1 on Monday.
func (c clickhouse) week(x, days string) string {
	since := "toDayOfWeek(" + x + ") - 1"
	if days != "" {
		since = "(" + since + " + " + days + ") % 7"
	}
	return "addDays(" + c.day(x) + ", -(" + since + "))"
}

func (c clickhouse) fiscal(unit, x, months string) string {
	return c.laterMonths(c.starts(unit, c.laterMonths(c.starts("month", x), "-"+months)), months)
}

// addMonths stops at the last day of a shorter month.
func (c clickhouse) laterMonths(date, months string) string {
	return "addMonths(" + c.day(date) + ", " + months + ")"
}

func (c clickhouse) laterDays(date, days string) string {
	return "addDays(" + c.day(date) + ", " + days + ")"
}

func (c clickhouse) daysBetween(to, from string) string {
	return "dateDiff('day', " + c.day(from) + ", " + c.day(to) + ")"
}

func (c clickhouse) later(x, unit, count string, t expr.Type) string {
	to := c.typeName(t)
	return "CAST(add" + strings.ToUpper(unit[:1]) + unit[1:] + "s(CAST(" + x + " AS " + to + "), " + count + ") AS " + to + ")"
}

func (c clickhouse) hoursBetween(to, from string) string {
	return "dateDiff('hour', " + c.truncate("hour", from) + ", " + c.truncate("hour", to) + ")"
}

// Parts of a time have no sign, and are made integers that have one.
func (clickhouse) extract(field, x string) string {
	function, end := map[string]string{
		"year": "toYear", "quarter": "toQuarter", "month": "toMonth", "week": "toISOWeek", "isoyear": "toISOYear", "day": "toDayOfMonth",
		"dow": "toDayOfWeek", "isodow": "toDayOfWeek", "doy": "toDayOfYear", "hour": "toHour", "minute": "toMinute", "second": "toSecond",
	}[field], ""
	if field == "dow" {
		end = " % 7"
	}
	return "CAST(" + function + "(" + x + ")" + end + " AS Nullable(Int64))"
}

func (clickhouse) spellDate(date string) string { return "CAST(" + date + " AS Nullable(String))" }

func (c clickhouse) textToDate(string) string { return cannot(c, TextDates) }
