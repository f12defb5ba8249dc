package dialect

import "sutura.dev/bundle/expr"

func (pair) toLocal(x, zone string) string   { return x + " AT TIME ZONE " + zone }
func (pair) toInstant(x, zone string) string { return x + " AT TIME ZONE " + zone }

func (pair) midnight(date string) string { return "CAST(" + date + " AS timestamp)" }

func (pair) truncate(unit, x string) string { return "date_trunc('" + unit + "', " + x + ")" }

func (p pair) starts(unit, x string) string { return "CAST(" + p.truncate(unit, x) + " AS date)" }

func (pair) week(x, days string) string {
	if days == "" {
		return "CAST(date_trunc('week', " + x + ") AS date)"
	}
	return "CAST(date_trunc('week', " + x + " + " + days + " * INTERVAL '1 day') AS date) - " + days
}

// Cutting to months first makes the day's clamping harmless.
func (pair) fiscal(unit, x, months string) string {
	months += " * INTERVAL '1 month'"
	return "CAST(date_trunc('" + unit + "', date_trunc('month', " + x + ") - " + months + ") + " + months + " AS date)"
}

func (pair) laterMonths(date, months string) string {
	return "CAST(" + date + " + " + months + " * INTERVAL '1 month' AS date)"
}

func (pair) laterDays(date, days string) string { return date + " + " + days }

func (pair) daysBetween(to, from string) string { return to + " - " + from }

func (p pair) later(x, unit, count string, t expr.Type) string {
	interval := "1 " + unit
	switch unit {
	case "week":
		interval = "7 day"
	case "quarter":
		interval = "3 month"
	}
	return "CAST(" + x + " + " + count + " * INTERVAL '" + interval + "' AS " + p.typeName(t) + ")"
}

func (p pair) hoursBetween(to, from string) string {
	hours := func(x string) string { return "extract(epoch FROM " + p.truncate("hour", x) + ")" }
	return "CAST((" + hours(to) + " - " + hours(from) + ") / 3600 AS bigint)"
}

func (pair) extract(field, x string) string {
	if field == "second" {
		return "CAST(floor(extract(second FROM " + x + ")) AS bigint)"
	}
	return "CAST(extract(" + field + " FROM " + x + ") AS bigint)"
}

func (pair) spellDate(date string) string { return "CAST(" + date + " AS varchar)" }

// realDay is a spelled day of the years 1 to 9999 in a month that exists.
const realDay = "([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"

// pairedDate counts the days from the first of the month on.
func pairedDate(s spec, x string) string {
	first := "CAST(concat(left(" + x + ", 8), '01') AS date)"
	day := first + " + (CAST(right(" + x + ", 2) AS int) - 1)"
	return "CASE WHEN " + s.textMatches(x, realDay) + " THEN CASE WHEN extract(month FROM " + day + ") = extract(month FROM " + first +
		") THEN " + day + " END END"
}
