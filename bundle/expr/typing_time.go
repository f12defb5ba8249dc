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

// truncated is what to do where an instant would need a local time.
const truncated = "Take a local time of it first: date_trunc('hour', seen) is what the calendar's clocks show."

// local checks that a unit literal suits the dates or times beside it, and gives their common type. Instants are taken where
// they are seen on the calendar's clocks.
func local(args []*Node, at int, ofDate, ofTime []string, instants bool) (Type, *Misuse) {
	u := args[0]
	if !u.IsLiteral() || u.Type.Kind != String || u.Value == nil {
		return Type{}, misuse(diag.ExprUnit, 0, "The unit comes first, as a string, such as 'month'.", "the unit must be a literal")
	}
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
		if !instants {
			return Type{}, misuse(diag.ExprNotYet, at, truncated, "an instant is counted from, and moved, in no zone yet")
		}
	default:
		return Type{}, misuse(diag.ExprTypes, at, "", "a date or timestamp is needed here, and this is %s", t)
	}
	if !slices.Contains(units, *u.Value) {
		return Type{}, misuse(diag.ExprUnit, 0, "Units here: "+list(units)+".", "this is no unit of a %s", t)
	}
	return t, nil
}

func dateTrunc(args []*Node) ([]Type, Type, *Misuse) {
	t, m := local(args, 1, dateUnits, timeUnits, true)
	out := t
	if t.Kind == TimestampTZ {
		out.Kind = Timestamp
	}
	return []Type{text, t}, out, m
}

func extract(args []*Node) ([]Type, Type, *Misuse) {
	t, m := local(args, 1, dateParts, timeParts, true)
	return []Type{text, t}, integer, m
}

func dateDiff(args []*Node) ([]Type, Type, *Misuse) {
	t, m := local(args, 1, dateUnits, timeUnits, false)
	return []Type{text, t, t}, integer, m
}

func dateAdd(args []*Node) ([]Type, Type, *Misuse) {
	t, m := local(args, 2, dateUnits, timeUnits, false)
	if m == nil {
		m = accepts(args[1], 1, integer)
	}
	return []Type{text, integer, t}, t, m
}
