package dialect

import "sutura.dev/bundle/expr"

// An instant is a time of UTC, which is the session's zone.
func (mysql) toLocal(x, zone string) string   { return "CONVERT_TZ(" + x + ", '+00:00', " + zone + ")" }
func (mysql) toInstant(x, zone string) string { return "CONVERT_TZ(" + x + ", " + zone + ", '+00:00')" }

func (mysql) midnight(date string) string { return "CAST(" + date + " AS DATETIME(6))" }

func (m mysql) truncate(unit, x string) string {
	if unit == "hour" {
		return "CAST(DATE_FORMAT(" + x + ", '%Y-%m-%d %H:00:00') AS DATETIME(6))"
	}
	return m.midnight(m.starts(unit, x))
}

func (mysql) compared(x string) string { return x }

func (m mysql) starts(unit, x string) string {
	switch unit {
	case "week":
		return m.week(x, "")
	case "month":
		return "CAST(DATE_FORMAT(" + x + ", '%Y-%m-01') AS DATE)"
	case "quarter":
		return "CAST(DATE_FORMAT(" + x + ", '%Y-01-01') AS DATE) + INTERVAL (QUARTER(" + x + ") - 1) QUARTER"
	case "year":
		return "CAST(DATE_FORMAT(" + x + ", '%Y-01-01') AS DATE)"
	}
	return "CAST(" + x + " AS DATE)"
}

func (mysql) week(x, days string) string {
	if days == "" {
		return "CAST(" + x + " AS DATE) - INTERVAL WEEKDAY(" + x + ") DAY"
	}
	return "CAST(" + x + " AS DATE) - INTERVAL ((WEEKDAY(" + x + ") + " + days + ") % 7) DAY"
}

func (m mysql) fiscal(unit, x, months string) string {
	return m.starts(unit, "("+m.starts("month", x)+" - INTERVAL "+months+" MONTH)") + " + INTERVAL " + months + " MONTH"
}

func (mysql) laterMonths(date, months string) string {
	return date + " + INTERVAL " + months + " MONTH"
}
func (mysql) laterDays(date, days string) string { return date + " + INTERVAL " + days + " DAY" }
func (mysql) daysBetween(to, from string) string { return "DATEDIFF(" + to + ", " + from + ")" }

var mysqlUnits = map[string]string{"hour": "HOUR", "day": "DAY", "week": "WEEK", "month": "MONTH", "quarter": "QUARTER", "year": "YEAR"}

func (m mysql) later(x, unit, count string, t expr.Type) string {
	return "CAST(" + x + " + INTERVAL " + count + " " + mysqlUnits[unit] + " AS " + m.typeName(t) + ")"
}

func (m mysql) hoursBetween(to, from string) string {
	return "TIMESTAMPDIFF(HOUR, " + m.truncate("hour", from) + ", " + m.truncate("hour", to) + ")"
}

func (mysql) extract(field, x string) string {
	switch field {
	case "isoyear":
		return "(YEARWEEK(" + x + ", 3) DIV 100)"
	case "week":
		return "WEEK(" + x + ", 3)"
	case "day":
		return "DAYOFMONTH(" + x + ")"
	case "dow":
		return "(DAYOFWEEK(" + x + ") - 1)"
	case "isodow":
		return "(WEEKDAY(" + x + ") + 1)"
	case "doy":
		return "DAYOFYEAR(" + x + ")"
	}
	return field + "(" + x + ")" // year, quarter, month, hour, minute, second
}

// textToDate counts the days from the first of the month on: a day that is none would be null and a warning.
func (m mysql) textToDate(x string) string {
	first := "CAST(CONCAT(LEFT(" + x + ", 8), '01') AS DATE)"
	day := first + " + INTERVAL (CAST(RIGHT(" + x + ", 2) AS SIGNED) - 1) DAY"
	return "CASE WHEN " + m.textMatches(x, realDay) + " THEN CASE WHEN MONTH(" + day + ") = MONTH(" + first + ") THEN " + day + " END END"
}
