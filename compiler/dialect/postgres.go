package dialect

import "sutura.dev/bundle/expr"

// postgres is PostgreSQL's dialect.
type postgres struct{ pair }

func (postgres) name() string        { return "postgres" }
func (postgres) aliases() []string   { return []string{"postgresql"} }
func (postgres) title() string       { return "PostgreSQL" }
func (postgres) state() State        { return Proven }
func (postgres) lacks() []Lack       { return nil }
func (postgres) schema() string      { return "public" }
func (postgres) maxIdentifier() int  { return maxName }
func (postgres) wideInteger() string { return "numeric" }

// numeric arithmetic is wide.
func (postgres) wideDecimal(int) string { return "" }

// A column may be padded (char), folded (citext) or collated by language; as C text it is none of these.
func (p postgres) textColumn(column string) string { return p.collate("CAST(" + column + " AS text)") }
func (postgres) collate(x string) string           { return x + ` COLLATE "C"` }

// A sum of four-byte floats has four bytes, and loses 1 beside 16777216.
func (postgres) floatColumn(column string) string { return "CAST(" + column + " AS double precision)" }

// PostgreSQL's avg keeps the sum of squares, which is out of range where no value is.
func (postgres) averageFloat(x, wide, condition string) string {
	return "sum(" + wide + ")" + filter(condition) + " / NULLIF(count(" + x + ")" + filter(condition) + ", 0)"
}

func (postgres) toDouble(x string) string { return "CAST(" + x + " AS double precision)" }

func (p postgres) toDecimal(x string, t expr.Type) string { return textToDecimal(p, x, t) }

func (postgres) spellDecimal(x string, _ expr.Type) string { return "CAST(" + x + " AS varchar)" }

func (postgres) compared(x string) string { return x }

// sign and abs of numeric are exact; of integers they would be double. The last cast rounds nothing; it fails where there are
// more than 38 digits, as elsewhere.
func (postgres) exactQuotient(n string, _ int, d string, _ int) string {
	n, d = "CAST("+n+" AS numeric)", "CAST("+d+" AS numeric)"
	return "CASE WHEN " + d + " <> 0 THEN CAST(sign(" + n + ") * sign(" + d + ") * div(2 * abs(" + n + ") * 10000000000 + abs(" + d +
		"), 2 * abs(" + d + ")) * 0.0000000001 AS decimal(38, 10)) END"
}

func (postgres) textMatches(x, pattern string) string { return x + " ~ '^" + pattern + "$'" }

func (postgres) roundWhole(x, places string) string {
	return "round(CAST(" + x + " AS numeric), " + places + ")"
}

func (postgres) integerDivide(n, d string) string { return n + " / " + d }

func (p postgres) textToDate(x string) string { return pairedDate(p, x) }
