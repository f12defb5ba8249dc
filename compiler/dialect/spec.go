package dialect

import (
	"slices"

	"sutura.dev/bundle/expr"
)

// spec is what differs between dialects; everything else is common. Arguments and results are SQL text that needs no
// parentheses around it, or says so.
type spec interface {
	// name is the dialect's name in catalogs.
	name() string
	// schema is the schema of a table that none is declared for.
	schema() string
	// maxIdentifier is the most bytes that an identifier keeps; 0 when there is no limit.
	maxIdentifier() int
	// wideInteger is the type in which integers are computed, so that 38 digits fit.
	wideInteger() string
	// wideDecimal is the type of an operand of decimal arithmetic with this scale; empty when the operand is wide already.
	wideDecimal(scale int) string
	// textColumn makes a column's text exact: compared and ordered by code point, nothing folded or padded.
	textColumn(column string) string
	// collate makes computed text exact in the same way.
	collate(x string) string
	// floatColumn makes a column of floats, maybe four-byte ones, what is summed as doubles.
	floatColumn(column string) string
	// averageFloat is the average of floats x, which are doubles as wide.
	averageFloat(x, wide, filter string) string
	// toDouble converts an exact number, once, to the nearest double.
	toDouble(x string) string
	// toDecimal rounds a double, by its shortest digits, half away from zero.
	toDecimal(x string, t expr.Type) string
	// spellDecimal is the text of a decimal x of type t, with a digit before the point.
	spellDecimal(x string, t expr.Type) string
	// truncated makes a call of date_trunc one that compares like any other value.
	truncated(x string) string
	// exactQuotient is n / d as DECIMAL(38,10), rounded once, half away from zero; null where d is 0. ns and ds are
	// the scales of n and d.
	exactQuotient(n string, ns int, d string, ds int) string
	// textMatches is a guard that text is spelled by a regular expression over the whole of it.
	textMatches(x, pattern string) string
	// roundWhole rounds an integer at places below zero.
	roundWhole(x string, places string) string
	// integerDivide divides whole numbers, cutting toward zero.
	integerDivide(n, d string) string
}

// specs lists the dialects that statements are rendered in.
func specs() []spec { return []spec{duckdb{}, postgres{}} }

// Names lists the dialects that Render takes, sorted.
func Names() []string {
	var names []string
	for _, s := range specs() {
		names = append(names, s.name())
	}
	slices.Sort(names)
	return names
}

// Canonical returns a dialect's own name for one of its names, such as postgresql, and false for an unknown one.
func Canonical(name string) (string, bool) {
	if name == "postgresql" {
		name = "postgres"
	}
	return name, slices.Contains(Names(), name)
}

// Schema is the schema of a dialect's tables that none is declared for.
func Schema(dialect string) string {
	s, ok := specOf(dialect)
	if !ok {
		return ""
	}
	return s.schema()
}

// MaxIdentifier is the most bytes of a name that a dialect keeps; 0 when there is no limit, or no such dialect.
func MaxIdentifier(dialect string) int {
	s, ok := specOf(dialect)
	if !ok {
		return 0
	}
	return s.maxIdentifier()
}

func specOf(dialect string) (spec, bool) {
	name, ok := Canonical(dialect)
	if !ok {
		return nil, false
	}
	i := slices.IndexFunc(specs(), func(s spec) bool { return s.name() == name })
	return specs()[i], true
}

// typeName writes a type; one spelling serves all dialects so far.
func typeName(t expr.Type) string {
	switch t.Kind {
	case expr.String:
		return "varchar"
	case expr.Integer:
		return "bigint"
	case expr.Float:
		return "double precision"
	case expr.Decimal:
		return "decimal(" + digits(t.Precision) + ", " + digits(t.Scale) + ")"
	case expr.Boolean, expr.Date, expr.Timestamp, expr.TimestampTZ:
		return string(t.Kind)
	case expr.Null:
	}
	panic("dialect: a value without a type")
}
