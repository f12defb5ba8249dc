package dialect

import (
	"strings"

	"sutura.dev/bundle/expr"
)

func (clickhouse) floatColumn(column string) string {
	return "CAST(" + column + " AS Nullable(Float64))"
}

// Zeros of two signs are equal, and two groups.
func (clickhouse) oneZero(x string) string { return "(" + x + " + 0)" }

// power is wrong, and no error, of numbers below 1e-307 or so, and where a result would be far from what doubles have: there the exponential
// of the logarithm is as near as the law wants.
func (clickhouse) power(x, y string) string {
	limit := func(text string) string { return "CAST('" + text + "' AS Nullable(Float64))" }
	far := y + " * LN(abs(" + x + "))"
	return "CASE WHEN " + x + " = 0 OR (abs(" + x + ") >= " + limit("1e-300") + " AND abs(" + far + ") <= " + limit("700") + ") THEN power(" + x + ", " + y +
		") WHEN " + x + " < 0 AND MOD(" + y + ", 2) <> 0 THEN -exp(" + far + ") ELSE exp(" + far + ") END"
}

// A cast to a double rounds twice beyond 2^53; through text it is the nearest one.
func (clickhouse) toDouble(x string) string {
	return "CAST(CAST(" + x + " AS Nullable(String)) AS Nullable(Float64))"
}

func (c clickhouse) toDecimal(string, expr.Type) string { return cannot(c, FloatDecimals) }

// A cast multiplies in the type that it comes from, or in the wider one, and wraps around without an error: so that one is the widest, and
// the number has 38 digits, which is an error of the cast to that many where it has more.
func (c clickhouse) rescaled(x string, own, scale int, to string) string {
	held := "CAST(CAST(" + x + " AS " + c.wideDecimal(own) + ") AS Nullable(Decimal(38, " + digits(own) + ")))"
	wide := c.wideDecimal(scale)
	if held = "CAST(" + held + " AS " + wide + ")"; to != wide {
		held = "CAST(" + held + " AS " + to + ")"
	}
	return held
}

// A decimal's text has no zeros at its end.
func (clickhouse) spellDecimal(x string, t expr.Type) string {
	return "toDecimalString(" + x + ", " + digits(t.Scale) + ")"
}

// A decimal by a decimal keeps the scale of the first one and cuts the rest: by twice the divisor, with half of it added, whole numbers
// round half away from zero. Sides of more than 38 digits are an error of the first cast.
func (c clickhouse) exactQuotient(n string, ns int, d string, ds int) string {
	scale := max(ns, ds)
	if scale > 18 {
		cannot(c, ExactDivision)
	}
	whole := func(x string, own int) string {
		x = "CAST(" + x + " AS Nullable(Decimal(38, " + digits(own) + ")))"
		if scale > 0 {
			x = "CAST(" + x + " AS " + c.wideDecimal(own) + ") * 1" + strings.Repeat("0", scale)
		}
		return "CAST(" + x + " AS " + c.wideInteger() + ")"
	}
	n, d = whole(n, ns), whole(d, ds)
	last := c.typeName(expr.Type{Kind: expr.Decimal, Precision: 10, Scale: 10})
	q := "(2 * ABS(" + n + ") * 10000000000 + ABS(" + d + ")) / NULLIF(2 * ABS(" + d + "), 0)"
	return "CAST(SIGN(" + n + ") * SIGN(" + d + ") * (" + q + ") * CAST('0.0000000001' AS " + last + ") AS Nullable(Decimal(38, 10)))"
}

func (c clickhouse) roundWhole(x, places string) string { return roundWide(c, x, places) }
func (clickhouse) cut(x string) string                  { return "TRUNC(" + x + ")" }
func (clickhouse) integerDivide(n, d string) string     { return "intDiv(" + n + ", " + d + ")" }

// Of what is not nullable, a sum over no rows would be 0, and the least value too. Counts have no sign, and would not meet integers that
// have one.
func (c clickhouse) aggregate(a aggregateCall) string {
	if a.function == "count" {
		return "CAST(" + cased(c, a) + " AS Nullable(Int64))"
	}
	x := when(a.condition, a.x)
	switch {
	case a.function == "sum" && a.t.Kind == expr.Integer:
		return "SUM(CAST(" + x + " AS " + c.wideInteger() + "))"
	case a.function == "sum" && a.t.Kind == expr.Decimal:
		return "SUM(CAST(" + x + " AS " + c.wideDecimal(a.t.Scale) + "))"
	}
	return strings.ToUpper(a.function) + "(" + c.nullable(x) + ")"
}

func (clickhouse) numbered(x string) string { return "CAST(" + x + " AS Nullable(Int64))" }

func (c clickhouse) averageFloat(_, wide, condition string) string {
	return "AVG(" + c.nullable(when(condition, wide)) + ")"
}

// nth is a value of a group in their order, from 0. groupArray leaves nulls out, and an item that is not there is 0 or ”.
func (clickhouse) nth(x, index string) string {
	return "arrayElement(arraySort(groupArray(" + x + ")), CAST(" + index + " AS Int64) + 1)"
}

// quantileExactInclusive wants a constant that is no parameter, and other percentiles are approximate.
func (c clickhouse) percentile(x, place, condition string) string {
	x = "CAST(" + when(condition, x) + " AS Nullable(Float64))"
	count := "COUNT(" + x + ")"
	return "CASE WHEN " + count + " > 0 THEN " + interpolated(count, place, func(index string) string { return c.nth(x, index) }) + " END"
}

func (c clickhouse) discrete(x, _, place, condition string) string {
	x = when(condition, x)
	count := "COUNT(" + x + ")"
	return "CASE WHEN " + count + " > 0 THEN " + c.nth(x, "GREATEST(CEIL("+place+" * "+count+"), 1) - 1") + " END"
}
