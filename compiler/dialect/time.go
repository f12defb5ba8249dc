package dialect

import (
	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
	"sutura.dev/compiler/plan"
)

// bindInt adds a parameter of the calendar in the type that date arithmetic takes.
func (r *renderer) bindInt(n int, label string) string {
	r.binds = append(r.binds, Bind{Type: expr.Type{Kind: expr.Integer}, Value: int64(n), Label: label})
	return "CAST($" + digits(len(r.binds)) + " AS int)"
}

// bucket writes the first local day of the bucket that holds a time column's value; an hour's is its first minute.
func (r *renderer) bucket(b *plan.Bucket, cols columns) string {
	x := r.local(b, cols)
	switch b.Grain {
	case calendar.Hour:
		return "date_trunc('hour', " + x + ")"
	case calendar.FiscalQuarter, calendar.FiscalYear:
		return r.fiscal(x, b)
	case calendar.Week:
		return r.week(x, b.Days)
	case calendar.Day, calendar.Month, calendar.Quarter, calendar.Year:
	}
	return "CAST(date_trunc('" + string(b.Grain) + "', " + x + ") AS date)"
}

// local writes a time column's value as the calendar's clocks show it.
func (r *renderer) local(b *plan.Bucket, cols columns) string {
	x := cols(expr.Column{Role: b.Time.Role, Name: b.Time.Column}, b.Time.Type)
	if b.Time.Type.Kind == expr.Date {
		return "CAST(" + x + " AS timestamp)"
	}
	if b.From != "" {
		x += " AT TIME ZONE " + r.zone(b.From, "column's zone")
	}
	if b.Zone != "" {
		x += " AT TIME ZONE " + r.zone(b.Zone, "calendar zone")
	}
	return x
}

// day writes the calendar's day of a local time or of an instant.
func (r *renderer) day(n *expr.Node, cols columns) string {
	x := r.expr(n, cols, 0)
	if n.Type.Kind == expr.TimestampTZ {
		if n.Op != expr.OpColumn {
			x = "(" + x + ")"
		}
		x += " AT TIME ZONE " + r.zone(r.plan.Bundle.About().Calendar.Timezone, "calendar zone")
	}
	return "CAST(" + x + " AS date)"
}

func (r *renderer) zone(name, label string) string {
	return r.bind(expr.Type{Kind: expr.String}, name, label)
}

// week writes the first day of a local time's week. Databases start weeks on Monday; days moves them.
func (r *renderer) week(x string, days int) string {
	if days == 0 {
		return "CAST(date_trunc('week', " + x + ") AS date)"
	}
	shift := r.bindInt(days, "week start")
	return "CAST(date_trunc('week', " + x + " + " + shift + " * INTERVAL '1 day') AS date) - " + shift
}

// fiscal moves the fiscal year onto the calendar year and back. Cutting to months first makes the day's clamping
// harmless.
func (r *renderer) fiscal(x string, b *plan.Bucket) string {
	unit := "quarter"
	if b.Grain == calendar.FiscalYear {
		unit = "year"
	}
	months := r.bindInt(b.Months, "fiscal year start") + " * INTERVAL '1 month'"
	return "CAST(date_trunc('" + unit + "', date_trunc('month', " + x + ") - " + months + ") + " + months + " AS date)"
}

// weekDays is how far the calendar's weeks start before Monday.
func (r *renderer) weekDays() int { return (8 - int(r.plan.Bundle.Calendar().WeekStart())) % 7 }

// asTimestamp writes a date as its midnight; date_trunc of a date would go through the session's zone.
func asTimestamp(x string, t expr.Type) string {
	if t.Kind == expr.Date {
		return "CAST(" + x + " AS timestamp)"
	}
	return x
}

func (r *renderer) dateTrunc(n *expr.Node, cols columns) string {
	unit := *n.Args[0].Value
	x := asTimestamp(r.expr(n.Args[1], cols, expr.Strength(expr.OpAdd)), n.Type)
	text := r.truncated("date_trunc('" + unit + "', " + x + ")")
	if unit == "week" {
		text = r.week(x, r.weekDays())
	}
	return "CAST(" + text + " AS " + typeName(n.Type) + ")"
}

func (r *renderer) extract(n *expr.Node, cols columns) string {
	field, x := *n.Args[0].Value, r.expr(n.Args[1], cols, 0)
	if field == "second" {
		return "CAST(floor(extract(second FROM " + x + ")) AS bigint)"
	}
	return "CAST(extract(" + field + " FROM " + x + ") AS bigint)"
}

// dateDiff counts the starts of units between two times.
func (r *renderer) dateDiff(n *expr.Node, cols columns) string {
	t := n.Args[1].Type
	from, to := r.expr(n.Args[1], cols, expr.Strength(expr.OpAdd)), r.expr(n.Args[2], cols, expr.Strength(expr.OpAdd))
	part := func(field, x string) string { return "CAST(extract(" + field + " FROM " + x + ") AS bigint)" }
	months := func(x string) string { return part("year", x) + " * 12 + " + part("month", x) }
	quarters := func(x string) string { return part("year", x) + " * 4 + " + part("quarter", x) }
	hours := func(x string) string { return "extract(epoch FROM date_trunc('hour', " + x + "))" }
	switch *n.Args[0].Value {
	case "hour":
		return "CAST((" + hours(to) + " - " + hours(from) + ") / 3600 AS bigint)"
	case "day":
		return "(CAST(" + to + " AS date) - CAST(" + from + " AS date))"
	case "week":
		days := "(" + r.week(asTimestamp(to, t), r.weekDays()) + ") - (" + r.week(asTimestamp(from, t), r.weekDays()) + ")"
		return "(" + r.integerDivide("("+days+")", "7") + ")"
	case "month":
		return "(" + months(to) + " - (" + months(from) + "))"
	case "quarter":
		return "(" + quarters(to) + " - (" + quarters(from) + "))"
	}
	return "(" + part("year", to) + " - " + part("year", from) + ")"
}

// units of date_add, as intervals.
func interval(unit string) string {
	switch unit {
	case "week":
		return "INTERVAL '7 day'"
	case "quarter":
		return "INTERVAL '3 month'"
	}
	return "INTERVAL '1 " + unit + "'"
}

func (r *renderer) dateAdd(n *expr.Node, cols columns) string {
	x := r.expr(n.Args[2], cols, expr.Strength(expr.OpAdd))
	count := "CAST(" + r.expr(n.Args[1], cols, 0) + " AS int)"
	return "CAST(" + x + " + " + count + " * " + interval(*n.Args[0].Value) + " AS " + typeName(n.Type) + ")"
}

// realDay is a spelled day of the years 1 to 9999 in a month that exists.
const realDay = "([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"

// textToDate is null for another form, and for a day that its month does not have.
func (r *renderer) textToDate(x string) string {
	first := "CAST(concat(left(" + x + ", 8), '01') AS date)"
	day := first + " + (CAST(right(" + x + ", 2) AS int) - 1)"
	return "CASE WHEN " + r.textMatches(x, realDay) + " THEN CASE WHEN extract(month FROM " + day + ") = extract(month FROM " + first +
		") THEN " + day + " END END"
}
