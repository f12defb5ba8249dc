package expr

import "sutura.dev/internal/diag"

// casts lists what an author may cast to what, with what happens. Equal types need no cast. From NULL anything goes.
var casts = map[[2]Kind]string{
	{Integer, Decimal}: "exact; a failure where the digits have no room",
	{Integer, Float}:   "nearest binary64",
	{Integer, String}:  "the digits",
	{Decimal, Integer}: "rounds half away from zero",
	{Decimal, Decimal}: "rounds half away from zero; a failure where the digits have no room",
	{Decimal, Float}:   "nearest binary64",
	{Decimal, String}:  "the digits, padded to the scale",
	{Float, Integer}:   "rounds half away from zero; a failure beyond 38 digits",
	{Float, Decimal}:   "rounds the shortest round-trip digits half away from zero",
	{Boolean, Integer}: "1 and 0",
	{Boolean, String}:  "true and false",
	{Date, Timestamp}:  "its midnight",
	{Date, String}:     "2026-01-31",
	{Timestamp, Date}:  "its day",
	{String, Integer}:  "digits with an optional sign and outer spaces; anything else is null",
	{String, Decimal}:  "a number as for float, rounded half away from zero; with an exponent it is read as a float first; anything else is null",
	{String, Float}:    "digits with an optional sign, point, exponent and outer spaces, such as 1.5e3; anything else is null",
	{String, Date}:     "2026-01-31; another form, or a day that does not exist, is null",
}

// Cast converts n to t as an author asked. A NULL is typed; a conversion to the type it has is dropped.
func Cast(n *Node, t Type) (*Node, *Misuse) {
	if !t.valid() {
		return nil, misuse(diag.ExprCast, -1, "A decimal has 1 to 38 digits, of which at most all are decimals.", "there is no such type")
	}
	if n.Type == t {
		return n, nil
	}
	if n.Type.Kind == Null {
		return &Node{Op: OpLiteral, Type: t}, nil
	}
	if !castable(n.Type, t) {
		if t.Scale == MaxPrecision {
			return nil, misuse(diag.ExprCast, 0, "Write decimal(38, 37), or fewer decimals.", "a decimal made of %s has at most %d decimals", n.Type, MaxPrecision-1)
		}
		return nil, misuse(diag.ExprCast, 0, castAdvice(n.Type.Kind, t.Kind), "%s cannot be cast to %s", n.Type, t)
	}
	return Call(OpCast, t, n), nil
}

// castable reports whether there is a cast. Of text and floats no decimal is made that has only decimals: DuckDB cannot read
// one of 38.
func castable(from, to Type) bool {
	if _, ok := casts[[2]Kind{from.Kind, to.Kind}]; !ok {
		return false
	}
	return from.Exact() || to.Scale < MaxPrecision
}

func castAdvice(from, to Kind) string {
	switch {
	case from == TimestampTZ || to == TimestampTZ:
		return "An instant becomes local only in a zone; the metric's grain does it in the calendar's."
	case from == Float && to == String:
		return "Databases spell floats differently; CAST to decimal first."
	case to == Boolean:
		return "Write a comparison, such as flag = 'Y' or flag = 1."
	case from == Boolean:
		return "Write CASE WHEN ... THEN ... END."
	}
	return ""
}

// valid reports whether t is a type a column or an operation can have.
func (t Type) valid() bool {
	switch t.Kind {
	case String, Integer, Float, Boolean, Date, Timestamp, TimestampTZ:
		return t.Precision == 0 && t.Scale == 0
	case Decimal:
		return t.Precision >= 1 && t.Precision <= MaxPrecision && t.Scale >= 0 && t.Scale <= t.Precision
	case Null:
	}
	return false
}
