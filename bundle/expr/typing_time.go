package expr

import (
	"slices"

	"sutura.dev/internal/diag"
)

var (
	dateUnits = []string{"day", "week", "month", "quarter", "year"}
	timeUnits = append([]string{"hour"}, dateUnits...)
	dateParts = []string{"year", "isoyear", "quarter", "month", "week", "day", "dow", "isodow", "doy"}
	timeParts = append([]string{"hour", "minute", "second"}, dateParts...)
)

// What to do where an instant would need a local date.
const (
	bucketInstant = "Use the metric's grain, which buckets instants in the calendar's zone."
	columnOfLocal = "For the hour or day of an instant, give the source a column of local time (in a view: seen AT TIME ZONE 'Europe/Prague'), and declare it as timestamp."
)

// local checks that a unit literal suits the dates or timestamps beside it, and gives their common type.
func local(args []*Node, at int, ofDate, ofTime []string, ofInstant string) (Type, *Misuse) {
	t, m := common(args[at:])
	if m != nil {
		if m.Arg >= 0 {
			m.Arg += at
		}
		return Type{}, m
	}
	units := ofTime
	switch t.Kind {
	case Date:
		units = ofDate
	case Timestamp:
	case TimestampTZ:
		return Type{}, misuse(diag.ExprNotYet, at, ofInstant, "an instant has no local date here yet")
	default:
		return Type{}, misuse(diag.ExprTypes, at, "", "a date or timestamp is needed here, and this is %s", t)
	}
	u := args[0]
	if !u.IsLiteral() || u.Type.Kind != String || u.Value == nil {
		return Type{}, misuse(diag.ExprUnit, 0, "Write the unit as a string, such as 'month'.", "the unit must be a literal")
	}
	if !slices.Contains(units, *u.Value) {
		return Type{}, misuse(diag.ExprUnit, 0, "Units here: "+list(units)+".", "this is no unit of a %s", t)
	}
	return t, nil
}

func dateTrunc(args []*Node) ([]Type, Type, *Misuse) {
	t, m := local(args, 1, dateUnits, timeUnits, bucketInstant)
	return []Type{text, t}, t, m
}

func extract(args []*Node) ([]Type, Type, *Misuse) {
	t, m := local(args, 1, dateParts, timeParts, columnOfLocal)
	return []Type{text, t}, integer, m
}

func dateDiff(args []*Node) ([]Type, Type, *Misuse) {
	t, m := local(args, 1, dateUnits, timeUnits, columnOfLocal)
	return []Type{text, t, t}, integer, m
}

func dateAdd(args []*Node) ([]Type, Type, *Misuse) {
	t, m := local(args, 2, dateUnits, timeUnits, columnOfLocal)
	if m == nil {
		m = accepts(args[1], 1, integer)
	}
	return []Type{text, integer, t}, t, m
}
