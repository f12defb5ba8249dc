package dialect

import (
	"strings"

	"sutura.dev/bundle/expr"
)

// duckdb is DuckDB's dialect.
type duckdb struct{ pair }

func (duckdb) name() string        { return "duckdb" }
func (duckdb) aliases() []string   { return nil }
func (duckdb) title() string       { return "DuckDB" }
func (duckdb) state() State        { return Proven }
func (duckdb) lacks() []Lack       { return nil }
func (duckdb) schema() string      { return "main" }
func (duckdb) maxIdentifier() int  { return 0 }
func (duckdb) wideInteger() string { return "hugeint" }

// A product of narrow decimals overflows in DuckDB; one of 38 digits does not.
func (duckdb) wideDecimal(scale int) string { return "decimal(38, " + digits(scale) + ")" }

// Text is compared by byte already.
func (duckdb) textColumn(column string) string { return column }
func (duckdb) collate(x string) string         { return x }

// Four-byte floats are summed as doubles already.
func (duckdb) floatColumn(column string) string { return column }

func (duckdb) averageFloat(x, _, condition string) string {
	return "avg(" + x + ")" + filter(condition)
}

// A direct cast of a wide number to double is not correctly rounded beyond 2^53; through text it is.
func (duckdb) toDouble(x string) string {
	return "CAST(CAST(" + x + " AS varchar) AS double precision)"
}

// DuckDB reads 6e-06 as 1 where there are no decimals: what is nearer to 0 than a quarter of the last one is 0.
// It reads no exponent for a type without digits before the point.
func (d duckdb) toDecimal(x string, t expr.Type) string {
	reads := textToDecimal(d, x, t)
	if t.Precision == t.Scale {
		reads = "CAST(" + textToDecimal(d, x, expr.Type{Kind: expr.Decimal, Precision: t.Precision + 1, Scale: t.Scale}) + " AS " + d.typeName(t) + ")"
	}
	return "CASE WHEN abs(" + x + ") * CAST(1" + strings.Repeat("0", t.Scale) + " AS double precision) * 4 < 1 THEN CAST(0 AS " + d.typeName(t) +
		") ELSE " + reads + " END"
}

// DuckDB writes .5 where a decimal's type has no digits before the point.
func (duckdb) spellDecimal(x string, t expr.Type) string {
	x = "CAST(" + x + " AS varchar)"
	if t.Precision == t.Scale {
		return "replace(" + x + ", '.', '0.')"
	}
	return x
}

// Where a comparison could hold for no truncated time, DuckDB takes it for false, or true, beside null too, unless something
// stands between.
func (duckdb) compared(x string) string { return x + " + INTERVAL '0 day'" }

// Both sides are taken as whole numbers of one scale, and divided as on paper, so that what is multiplied for more digits is
// less than the divisor: the whole quotient, five decimals of what remains, and of the rest div(2 * rest * 10^5 + |d|, 2|d|),
// signed. It has room for divisors below 8.5e32, and beyond is an error.
func (s duckdb) exactQuotient(n string, ns int, d string, ds int) string {
	scale := max(ns, ds)
	n, d = s.scaled(n, ns, scale), s.scaled(d, ds, scale)
	sign, by := "sign("+n+") * sign("+d+")", "abs("+d+")"
	rest := "abs(" + n + ") % " + by + " * 100000"
	decimals := "(" + rest + " // " + by + ") * 100000 + (2 * (" + rest + " % " + by + ") * 100000 + " + by + ") // (2 * " + by + ")"
	return "CASE WHEN " + d + " <> 0 THEN CAST(" + sign + " * (abs(" + n + ") // " + by + ") AS decimal(38, 10)) + CAST(" + sign +
		" * (" + decimals + ") AS decimal(11, 0)) * CAST('0.0000000001' AS decimal(10, 10)) END"
}

// scaled is x times 10^scale, as a whole number.
func (duckdb) scaled(x string, own, scale int) string {
	if own == 0 {
		x = "CAST(" + x + " AS hugeint)"
	} else {
		x = "CAST(replace(CAST(" + x + " AS varchar), '.', '') AS hugeint)"
	}
	if scale > own {
		x = "(" + x + " * 1" + strings.Repeat("0", scale-own) + ")"
	}
	return x
}

func (duckdb) textMatches(x, pattern string) string {
	return "regexp_full_match(" + x + ", '" + pattern + "')"
}

func (duckdb) roundWhole(x, places string) string {
	return "CAST(round(CAST(" + x + " AS decimal(38, 0)), " + places + ") AS hugeint)"
}

func (duckdb) integerDivide(n, d string) string { return n + " // " + d }

func (d duckdb) textToDate(x string) string { return pairedDate(d, x) }
