package dialect

import (
	"strings"

	"sutura.dev/bundle/expr"
)

// trino is Trino's dialect. Sources are the pages of trino.io/docs/current that are named below.
type trino struct{ preview }

func (trino) name() string      { return "trino" }
func (trino) aliases() []string { return nil }
func (trino) title() string     { return "Trino" }

func (trino) lacks() []Lack {
	return append(lackOf(unsaidText, FloatDecimals, TextNumbers),
		Lack{ExactDivision, noRoomToDivide},
		Lack{OtherZones, unsaidOverlap},
	)
}

// What a name may be is the connector's.
func (trino) maxIdentifier() int       { return 0 }
func (trino) quote(name string) string { return doubled(name, `"`) }

func (trino) lexicon() Lexicon {
	return Lexicon{
		Open: `"`, Close: `"`,
		Words: strings.Fields(`UNNEST LIMIT NULLS FIRST LAST LENGTH LOWER UPPER SUBSTR REPLACE TRIM BOTH LEADING TRAILING STARTS_WITH STRPOS
			REGEXP_EXTRACT SPLIT_PART TRUNCATE CEIL LN MOD FILTER ARRAY_AGG ELEMENT_AT TRANSFORM CONTAINS GROUPING SETS
			varchar bigint integer double decimal boolean date timestamp with time zone array
			AT_TIMEZONE DATE_TRUNC DATE_ADD DATE_DIFF TRY_CAST YEAR QUARTER MONTH WEEK YEAR_OF_WEEK DAY DAY_OF_WEEK DAY_OF_YEAR HOUR MINUTE SECOND`),
		Texts: []string{
			"!", " ", "", ".", "true", "false", "T", "Z", " UTC", "0.0000000001", "^" + realDay,
			"hour", "day", "week", "month", "quarter", "year",
		},
		Digits: []string{"ROUND", "decimal", "timestamp"},
	}
}

func (trino) placeholder(int, Bind) string { return "?" }
func (trino) positional() bool             { return true }

// Casts read a blank between a day and its time, and a zone's name after a blank (language/types).
func (trino) spelled(parameter string, t expr.Type) string {
	switch t.Kind {
	case expr.Timestamp:
		return "REPLACE(" + parameter + ", 'T', ' ')"
	case expr.TimestampTZ:
		return "REPLACE(REPLACE(" + parameter + ", 'T', ' '), 'Z', ' UTC')"
	case expr.String, expr.Integer, expr.Float, expr.Decimal, expr.Boolean, expr.Date, expr.Null:
	}
	return parameter
}

// array is a list parameter, which drivers bind as an array of texts.
func (s trino) array(list string, t expr.Type) string {
	list = "CAST(" + list + " AS array(varchar))"
	switch t.Kind {
	case expr.String:
		return list
	case expr.Timestamp, expr.TimestampTZ:
		return "TRANSFORM(" + list + ", i -> CAST(" + s.spelled("i", t) + " AS " + s.typeName(t) + "))"
	case expr.Integer, expr.Float, expr.Decimal, expr.Boolean, expr.Date, expr.Null:
	}
	return "CAST(" + list + " AS array(" + s.typeName(t) + "))"
}

func (s trino) equalsAny(x, list string, t expr.Type) string {
	return "CONTAINS(" + s.array(list, t) + ", " + x + ")"
}

func (s trino) listed(lists []list, indent string) string {
	arrays, names, items := make([]string, len(lists)), make([]string, len(lists)), make([]string, len(lists))
	for i, l := range lists {
		arrays[i], names[i] = s.array(l.parameter, l.t), s.quote(l.name)
		items[i] = "\n" + indent + "  u." + names[i]
	}
	return indent + "SELECT" + strings.Join(items, ",") + "\n" + indent + "FROM UNNEST(" + strings.Join(arrays, ", ") + ") AS u(" + strings.Join(names, ", ") + ")"
}

func (trino) typeName(t expr.Type) string {
	switch t.Kind {
	case expr.String:
		return "varchar"
	case expr.Integer:
		return "bigint"
	case expr.Float:
		return "double"
	case expr.Decimal:
		return "decimal(" + digits(t.Precision) + ", " + digits(t.Scale) + ")"
	case expr.Boolean:
		return "boolean"
	case expr.Date:
		return "date"
	case expr.Timestamp:
		return "timestamp(6)"
	case expr.TimestampTZ:
		return "timestamp(6) with time zone"
	case expr.Null:
	}
	panic("dialect: a value without a type")
}

// A product of decimals has the digits after the point of both, and one that has no room is an error (functions/decimal).
func (trino) wideInteger() string          { return "decimal(38, 0)" }
func (trino) wideDecimal(scale int) string { return "decimal(38, " + digits(scale) + ")" }
func (trino) smallInteger() string         { return "integer" }

func (trino) truth(x string, op expr.Op) string { return truthless(x, op) }

// Text is compared by code point (functions/comparison); char(n) is padded, and varchar not.
func (trino) textColumn(column string) string { return "CAST(" + column + " AS varchar)" }
func (trino) collate(x string) string         { return x }
func (s trino) joined(column string) string   { return s.textColumn(column) }

func (s trino) like(x string, op expr.Op, pattern string) string {
	return s.preview.like(caseless(x, op, pattern))
}

func (trino) startsWith(x, prefix string) string { return "STARTS_WITH(" + x + ", " + prefix + ")" }
func (trino) contains(x, part string) string     { return "STRPOS(" + x + ", " + part + ") > 0" }
func (s trino) left(x, n string) string          { return start(s, x, n) }
func (s trino) right(x, n string) string         { return finish(s, x, n) }

// The first match is the longest one, and the text where it is all of it.
func (s trino) textMatches(x, pattern string) string {
	if pattern != realDay {
		cannot(s, TextNumbers)
	}
	return "REGEXP_EXTRACT(" + x + ", '^" + pattern + "') = " + x
}

func (trino) pointParts(x string) (before, after string) {
	return "SPLIT_PART(" + x + ", '.', 1)", "COALESCE(SPLIT_PART(" + x + ", '.', 2), '')"
}

func (trino) floatColumn(column string) string { return "CAST(" + column + " AS double)" } // a sum of real is real
func (trino) toDouble(x string) string         { return "CAST(" + x + " AS double)" }

func (s trino) toDecimal(string, expr.Type) string { return cannot(s, FloatDecimals) }

func (trino) spellDecimal(x string, _ expr.Type) string { return "CAST(" + x + " AS varchar)" }

func (s trino) exactQuotient(n string, ns int, d string, ds int) string {
	return quotient(s, n, ns, d, ds)
}

func (s trino) roundWhole(x, places string) string { return roundWide(s, x, places) }
func (trino) cut(x string) string                  { return "TRUNCATE(" + x + ")" }
func (trino) integerDivide(n, d string) string     { return n + " / " + d }
func (trino) modulo(n, d string) string            { return n + " % " + d }

func (s trino) aggregate(c aggregateCall) string { return cased(s, c) }

func (trino) averageFloat(_, wide, condition string) string {
	return "AVG(" + when(condition, wide) + ")"
}

// nth is a value of a group in their order, from 0.
func (trino) nth(x, by, index string) string {
	return "ELEMENT_AT(ARRAY_AGG(" + x + " ORDER BY " + by + ") FILTER (WHERE " + x + " IS NOT NULL), CAST(" + index + " AS integer) + 1)"
}

// Trino's own percentile is approximate.
func (s trino) percentile(x, place, condition string) string {
	x = "CAST(" + when(condition, x) + " AS double)"
	return interpolated("COUNT("+x+")", place, func(index string) string { return s.nth(x, x, index) })
}

func (s trino) discrete(x, _, place, condition string) string {
	x = when(condition, x)
	return s.nth(x, x, "CEIL("+place+" * COUNT("+x+")) - 1")
}

// AT TIME ZONE takes a zone as text only, the function as any expression (functions/datetime).
func (trino) toLocal(x, zone string) string {
	return "CAST(AT_TIMEZONE(" + x + ", " + zone + ") AS timestamp(6))"
}

func (s trino) toInstant(_, _ string) string { return cannot(s, OtherZones) }

func (trino) midnight(date string) string { return "CAST(" + date + " AS timestamp(6))" }

func (trino) truncate(unit, x string) string { return "DATE_TRUNC('" + unit + "', " + x + ")" }

func (s trino) starts(unit, x string) string { return "CAST(" + s.truncate(unit, x) + " AS date)" }

// DAY_OF_WEEK is 1 on Monday (functions/datetime).
func (s trino) week(x, days string) string {
	if days == "" {
		return s.starts("week", x)
	}
	return "DATE_ADD('day', -((DAY_OF_WEEK(" + x + ") - 1 + " + days + ") % 7), CAST(" + x + " AS date))"
}

func (s trino) fiscal(unit, x, months string) string {
	return s.laterMonths(s.starts(unit, s.laterMonths(s.starts("month", x), "-"+months)), months)
}

func (trino) laterMonths(date, months string) string {
	return "DATE_ADD('month', " + months + ", " + date + ")"
}
func (trino) laterDays(date, days string) string {
	return "DATE_ADD('day', " + days + ", " + date + ")"
}
func (trino) daysBetween(to, from string) string {
	return "DATE_DIFF('day', " + from + ", " + to + ")"
}

func (s trino) later(x, unit, count string, t expr.Type) string {
	return "CAST(DATE_ADD('" + unit + "', " + count + ", " + x + ") AS " + s.typeName(t) + ")"
}

func (s trino) hoursBetween(to, from string) string {
	return "DATE_DIFF('hour', " + s.truncate("hour", from) + ", " + s.truncate("hour", to) + ")"
}

func (trino) extract(field, x string) string {
	switch field {
	case "isoyear":
		return "YEAR_OF_WEEK(" + x + ")"
	case "dow":
		return "(DAY_OF_WEEK(" + x + ") % 7)"
	case "isodow":
		return "DAY_OF_WEEK(" + x + ")"
	case "doy":
		return "DAY_OF_YEAR(" + x + ")"
	}
	return strings.ToUpper(field) + "(" + x + ")" // year, quarter, month, week of ISO 8601, day, hour, minute, second
}

func (trino) spellDate(date string) string { return "CAST(" + date + " AS varchar)" }

func (s trino) textToDate(x string) string {
	return "CASE WHEN " + s.textMatches(x, realDay) + " THEN TRY_CAST(" + x + " AS date) END"
}
