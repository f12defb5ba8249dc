package expr

import (
	"slices"

	"sutura.dev/internal/diag"
)

// Conversion is one row of the casts that an author may write.
type Conversion struct {
	From, To Kind
	// Meaning says what happens, nulls and failures included; null is null always.
	Meaning string
	// Example is an expression without columns, and ExampleValue its value: canonical text, or "null".
	Example, ExampleValue string
}

// Conversions returns the casts that there are. Equal types need none, and from NULL anything goes.
func Conversions() []Conversion { return append([]Conversion(nil), conversions...) }

var conversions = []Conversion{
	{Integer, Decimal, "exact; a failure where the digits have no room", "CAST(7 AS decimal(5, 2))", "7.00"},
	{Integer, Float, "the nearest binary64", "CAST(9007199254740993 AS float)", "9007199254740992"},
	{Integer, String, "the digits", "CAST(-7 AS string)", "-7"},
	{Decimal, Integer, "rounds half away from zero", "CAST(-2.5 AS integer)", "-3"},
	{Decimal, Decimal, "rounds half away from zero; a failure where the digits have no room", "CAST(1.005 AS decimal(5, 2))", "1.01"},
	{Decimal, Float, "the nearest binary64", "CAST(0.10 AS float)", "0.1"},
	{Decimal, String, "the digits, padded to the scale", "CAST(0.50 AS string)", "0.50"},
	{Float, Integer, "rounds half away from zero, by the shortest digits that round-trip; a failure beyond 38 digits", "CAST(CAST('2.5' AS float) AS integer)", "3"},
	{Float, Decimal, "rounds the shortest digits that round-trip half away from zero", "CAST(CAST('1.005' AS float) AS decimal(5, 2))", "1.01"},
	{Boolean, Integer, "1 and 0", "CAST(true AS integer)", "1"},
	{Boolean, String, "true and false", "CAST(false AS string)", "false"},
	{Date, Timestamp, "its midnight", "CAST(DATE '2026-01-31' AS timestamp)", "2026-01-31T00:00:00"},
	{Date, String, "2026-01-31", "CAST(DATE '2026-01-31' AS string)", "2026-01-31"},
	{Timestamp, Date, "its day", "CAST(TIMESTAMP '2026-01-31 23:59' AS date)", "2026-01-31"},
	{String, Integer, "digits with an optional sign and outer spaces; anything else is null", "CAST(' +12 ' AS integer)", "12"},
	{String, Decimal, "a number spelled as for float, rounded half away from zero; what has an exponent is read as a float first; anything else is null",
		"CAST('1.5e3' AS decimal(6, 2))", "1500.00"},
	{String, Float, "digits with an optional sign, point, exponent and outer spaces; anything else is null", "CAST('1.5e3' AS float)", "1500"},
	{String, Date, "2026-01-31; another form, or a day that does not exist, is null", "CAST('2026-02-30' AS date)", "null"},
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
	return slices.ContainsFunc(conversions, func(c Conversion) bool { return c.From == from.Kind && c.To == to.Kind }) &&
		(from.Exact() || to.Scale < MaxPrecision)
}

func castAdvice(from, to Kind) string {
	switch {
	case from == TimestampTZ:
		return "An instant becomes local only in a zone. " + localDay
	case to == TimestampTZ:
		return "Local time becomes an instant only in a zone: a column of such times says it, as in zone: \"UTC\"."
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
