package dialect

import (
	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
	"sutura.dev/compiler/plan"
)

// bindInt adds a parameter of the calendar in the type that date arithmetic takes.
func (r *renderer) bindInt(n int, label string) string {
	return "CAST(" + r.parameter(Bind{Type: expr.Type{Kind: expr.Integer}, Value: int64(n), Label: label}) + " AS " + r.smallInteger() + ")"
}

// bucket writes the first local day of the bucket that holds a time column's value; an hour's is its first minute.
func (r *renderer) bucket(b *plan.Bucket, cols columns) string {
	x := r.local(b, cols)
	switch b.Grain {
	case calendar.Hour:
		return r.truncate("hour", x)
	case calendar.FiscalQuarter, calendar.FiscalYear:
		return r.fiscalOf(x, b)
	case calendar.Week:
		return r.weekOf(x, b.Days)
	case calendar.Day, calendar.Month, calendar.Quarter, calendar.Year:
	}
	return r.starts(string(b.Grain), x)
}

// local writes a time column's value as the calendar's clocks show it.
func (r *renderer) local(b *plan.Bucket, cols columns) string {
	x := cols(expr.Column{Role: b.Time.Role, Name: b.Time.Column}, b.Time.Type)
	if b.Time.Type.Kind == expr.Date {
		return r.midnight(x)
	}
	if b.From != "" {
		x = r.toInstant(x, r.zone(b.From, "column's zone"))
	}
	if b.Zone != "" {
		x = r.toLocal(x, r.zone(b.Zone, "calendar zone"))
	}
	return x
}

// day writes the calendar's day of a local time or of an instant.
func (r *renderer) day(n *expr.Node, cols columns) string {
	return r.castTo(r.seen(n, cols, 0), expr.Date)
}

// seen writes a date or a local time, and of an instant what the calendar's clocks show.
func (r *renderer) seen(n *expr.Node, cols columns, outer int) string {
	if n.Type.Kind != expr.TimestampTZ {
		return r.expr(n, cols, outer)
	}
	if lacking(r.spec, AnyInstant) {
		cannot(r.spec, AnyInstant)
	}
	x := r.expr(n, cols, 0)
	if n.Op != expr.OpColumn {
		x = "(" + x + ")"
	}
	return r.toLocal(x, r.zone(r.plan.Bundle.About().Calendar.Timezone, "calendar zone"))
}

func (r *renderer) zone(name, label string) string {
	return r.bind(expr.Type{Kind: expr.String}, name, label)
}

// weekOf writes the first day of a local time's week, which starts so many days before Monday.
func (r *renderer) weekOf(x string, days int) string {
	if days == 0 {
		return r.week(x, "")
	}
	return r.week(x, r.bindInt(days, "week start"))
}

// fiscalOf writes the first day of a local time's quarter or year of a fiscal calendar.
func (r *renderer) fiscalOf(x string, b *plan.Bucket) string {
	unit := "quarter"
	if b.Grain == calendar.FiscalYear {
		unit = "year"
	}
	return r.fiscal(unit, x, r.bindInt(b.Months, "fiscal year start"))
}

// weekDays is how far the calendar's weeks start before Monday.
func (r *renderer) weekDays() int { return (8 - int(r.plan.Bundle.Calendar().WeekStart())) % 7 }

// asTimestamp writes a date as its midnight; date_trunc of a date would go through the session's zone.
func (r *renderer) asTimestamp(x string, t expr.Type) string {
	if t.Kind == expr.Date {
		return r.midnight(x)
	}
	return x
}

func (r *renderer) dateTrunc(n *expr.Node, cols columns) string {
	unit := *n.Args[0].Value
	x := r.asTimestamp(r.seen(n.Args[1], cols, expr.Strength(expr.OpAdd)), n.Type)
	if unit == "week" {
		return r.castTo(r.weekOf(x, r.weekDays()), n.Type.Kind)
	}
	return r.castTo(r.compared(r.truncate(unit, x)), n.Type.Kind)
}

// dateDiff counts the starts of units between two times.
func (r *renderer) dateDiff(n *expr.Node, cols columns) string {
	t := n.Args[1].Type
	from, to := r.expr(n.Args[1], cols, expr.Strength(expr.OpAdd)), r.expr(n.Args[2], cols, expr.Strength(expr.OpAdd))
	months := func(x string) string { return r.extract("year", x) + " * 12 + " + r.extract("month", x) }
	quarters := func(x string) string { return r.extract("year", x) + " * 4 + " + r.extract("quarter", x) }
	switch *n.Args[0].Value {
	case "hour":
		return r.hoursBetween(to, from)
	case "day":
		return "(" + r.daysBetween(r.castTo(to, expr.Date), r.castTo(from, expr.Date)) + ")"
	case "week":
		days := r.daysBetween("("+r.weekOf(r.asTimestamp(to, t), r.weekDays())+")", "("+r.weekOf(r.asTimestamp(from, t), r.weekDays())+")")
		return "(" + r.integerDivide("("+days+")", "7") + ")"
	case "month":
		return "(" + months(to) + " - (" + months(from) + "))"
	case "quarter":
		return "(" + quarters(to) + " - (" + quarters(from) + "))"
	}
	return "(" + r.extract("year", to) + " - " + r.extract("year", from) + ")"
}

func (r *renderer) dateAdd(n *expr.Node, cols columns) string {
	x := r.expr(n.Args[2], cols, expr.Strength(expr.OpAdd))
	return r.later(x, *n.Args[0].Value, r.small(n.Args[1], cols), n.Type)
}
