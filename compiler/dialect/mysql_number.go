package dialect

import "sutura.dev/bundle/expr"

func (mysql) floatColumn(column string) string { return "CAST(" + column + " AS DOUBLE)" }
func (mysql) toDouble(x string) string         { return "CAST(" + x + " AS DOUBLE)" }

// The text of a four-byte float has six digits.
func (m mysql) toDecimal(x string, t expr.Type) string { return textToDecimal(m, m.floatColumn(x), t) }

func (mysql) spellDecimal(x string, _ expr.Type) string { return "CAST(" + x + " AS CHAR)" }

// DIV gives a BIGINT, or an error, so the quotient is taken in three parts: above 10^12, the rest of the whole, and the
// digits after the point, rounded.
func (m mysql) exactQuotient(n string, ns int, d string, ds int) string {
	exact := func(x string, scale int) string {
		if scale > 0 {
			return "(" + x + ")"
		}
		return "CAST(" + x + " AS DECIMAL(38, 0))" // of counts, which are BIGINT
	}
	n, d = exact(n, ns), exact(d, ds)
	abs := func(x string) string { return "ABS(" + x + ")" }
	high := abs(n) + " DIV (" + abs(d) + " * 1000000000000)"
	rest := abs(n) + " % (" + abs(d) + " * 1000000000000)"
	low := rest + " DIV " + abs(d)
	last := "(" + rest + ") % " + abs(d)
	rounded := "(2 * (" + last + ") * 10000000000 + " + abs(d) + ") DIV (2 * " + abs(d) + ")"
	return "CASE WHEN " + d + " <> 0 THEN SIGN(" + n + ") * SIGN(" + d + ") * (CAST(" + high + " AS DECIMAL(38, 0)) * 1000000000000 + (" +
		low + ") + CAST(" + rounded + " AS DECIMAL(38, 0)) * 0.0000000001) END"
}

func (mysql) roundWhole(x, places string) string {
	return "ROUND(CAST(" + x + " AS DECIMAL(38, 0)), " + places + ")"
}

func (mysql) round(x, places string) string    { return "ROUND(" + x + ", " + places + ")" }
func (mysql) cut(x string) string              { return "TRUNCATE(" + x + ", 0)" }
func (mysql) ceil(x string) string             { return "CEILING(" + x + ")" }
func (mysql) ln(x string) string               { return "LN(" + x + ")" }
func (mysql) integerDivide(n, d string) string { return n + " DIV " + d }
func (mysql) modulo(n, d string) string        { return n + " % " + d }
