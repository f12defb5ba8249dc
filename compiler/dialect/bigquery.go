package dialect

import (
	"strings"

	"sutura.dev/bundle/expr"
)

// bigquery is the dialect of GoogleSQL in BigQuery. A timestamp is a DATETIME there, and an instant a TIMESTAMP. Sources are the
// pages of cloud.google.com/bigquery/docs/reference/standard-sql that are named below.
type bigquery struct{ preview }

func (bigquery) name() string      { return "bigquery" }
func (bigquery) aliases() []string { return nil }
func (bigquery) title() string     { return "BigQuery" }

func (bigquery) lacks() []Lack {
	return append(lackOf(unsaidText, FloatDecimals, TextNumbers, DecimalText),
		Lack{ExactDivision, noRoomToDivide},
		Lack{OtherZones, unsaidOverlap},
	)
}

func (bigquery) maxIdentifier() int { return 300 } // lexical

// A column's name has letters, digits and underscores, and no dot (schemas, "column names").
func (bigquery) joint() string { return "__" }

// A column's name has no quote, and is found whatever its case.
func (bigquery) quote(name string) string { return doubled(name, "`") }

func (bigquery) lexicon() Lexicon {
	return Lexicon{
		Open: "`", Close: "`",
		Words: strings.Fields(`UNNEST OFFSET LIMIT COLLATE NULLS FIRST LAST LENGTH LOWER UPPER SUBSTR REPLACE TRIM LTRIM RTRIM STARTS_WITH STRPOS
			REGEXP_CONTAINS SPLIT SAFE_OFFSET TRUNC CEIL LN MOD DIV ARRAY ARRAY_AGG IGNORE
			STRING INT64 FLOAT64 BIGNUMERIC BOOL DATE DATETIME TIMESTAMP INTERVAL
			DATE_TRUNC DATE_ADD DATE_SUB DATE_DIFF DATETIME_TRUNC DATETIME_ADD DATETIME_DIFF EXTRACT SAFE_CAST
			YEAR QUARTER MONTH WEEK ISOWEEK ISOYEAR DAY DAYOFWEEK DAYOFYEAR HOUR MINUTE SECOND`),
		Texts:  []string{" ", "", ".", "true", "false", "0.0000000001", "0001-01-01", whole(realDay)},
		Digits: []string{"ROUND"},
	}
}

func (bigquery) placeholder(n int, _ Bind) string { return "@p" + digits(n) }
func (bigquery) positional() bool                 { return false }

// A list is an array of texts.
func (b bigquery) item(t expr.Type) string {
	if t.Kind == expr.String {
		return "v"
	}
	return "CAST(v AS " + b.typeName(t) + ")"
}

func (b bigquery) equalsAny(x, list string, t expr.Type) string {
	if t.Kind == expr.String {
		return x + " IN UNNEST(" + list + ")"
	}
	return x + " IN UNNEST(ARRAY(SELECT " + b.item(t) + " FROM UNNEST(" + list + ") AS v))"
}

func (b bigquery) listed(lists []list, indent string) string {
	items := func(parameter, alias string) string {
		return "UNNEST(" + parameter + ") AS v" + alias[1:] + " WITH OFFSET AS " + alias
	}
	item := func(alias string, t expr.Type) string {
		return strings.Replace(b.item(t), "v", "v"+alias[1:], 1)
	}
	return listedBy(b, lists, indent, items, item, "")
}

// BIGNUMERIC has 38 digits before the point, and as many after it (data-types).
func (bigquery) typeName(t expr.Type) string {
	switch t.Kind {
	case expr.String:
		return "STRING"
	case expr.Integer:
		return "INT64"
	case expr.Float:
		return "FLOAT64"
	case expr.Decimal:
		return "BIGNUMERIC"
	case expr.Boolean:
		return "BOOL"
	case expr.Date:
		return "DATE"
	case expr.Timestamp:
		return "DATETIME"
	case expr.TimestampTZ:
		return "TIMESTAMP"
	case expr.Null:
	}
	panic("dialect: a value without a type")
}

func (bigquery) wideInteger() string    { return "BIGNUMERIC" }
func (bigquery) wideDecimal(int) string { return "BIGNUMERIC" }
func (bigquery) smallInteger() string   { return "INT64" }

// Joins to the left want an equality of both sides.
func (b bigquery) sameKey(t expr.Type, a, c string) string {
	filler := "0"
	switch t.Kind {
	case expr.String:
		filler = "''"
	case expr.Boolean:
		filler = "FALSE"
	case expr.Date, expr.Timestamp, expr.TimestampTZ:
		filler = "CAST('0001-01-01' AS " + b.typeName(t) + ")"
	case expr.Integer, expr.Decimal, expr.Float, expr.Null:
	}
	return "COALESCE(" + a + ", " + filler + ") = COALESCE(" + c + ", " + filler + ") AND (" + a + " IS NULL) = (" + c + " IS NULL)"
}

// An empty collation is that of code points, whatever a column's is (collation-concepts).
func (bigquery) textColumn(column string) string { return "COLLATE(" + column + ", '')" }
func (bigquery) collate(x string) string         { return "COLLATE(" + x + ", '')" }
func (b bigquery) joined(column string) string   { return b.textColumn(column) }

// LIKE escapes with a backslash, and has no ESCAPE (operators).
func (bigquery) likeEscape() (rune, string) { return '\\', "" }

func (bigquery) like(x string, op expr.Op, pattern string) string {
	x, op, pattern = caseless(x, op, pattern)
	return x + " " + strings.ToUpper(string(op)) + " " + pattern
}

func (bigquery) startsWith(x, prefix string) string { return "STARTS_WITH(" + x + ", " + prefix + ")" }
func (bigquery) contains(x, part string) string     { return "STRPOS(" + x + ", " + part + ") > 0" }
func (b bigquery) left(x, n string) string          { return start(b, x, n) }
func (b bigquery) right(x, n string) string         { return finish(b, x, n) }

func (bigquery) trim(x string, op expr.Op) string {
	return strings.ToUpper(string(op)) + "(" + x + ", ' ')"
}

func (b bigquery) textMatches(x, pattern string) string {
	if pattern != realDay {
		cannot(b, TextNumbers)
	}
	return "REGEXP_CONTAINS(" + x + ", '" + whole(pattern) + "')"
}

func (bigquery) pointParts(x string) (before, after string) {
	parts := "SPLIT(" + x + ", '.')"
	return parts + "[SAFE_OFFSET(0)]", "COALESCE(" + parts + "[SAFE_OFFSET(1)], '')"
}

func (bigquery) floatColumn(column string) string { return column } // floats have eight bytes
func (bigquery) toDouble(x string) string         { return "CAST(" + x + " AS FLOAT64)" }

func (b bigquery) toDecimal(string, expr.Type) string    { return cannot(b, FloatDecimals) }
func (b bigquery) spellDecimal(string, expr.Type) string { return cannot(b, DecimalText) }

func (b bigquery) exactQuotient(n string, ns int, d string, ds int) string {
	return quotient(b, n, ns, d, ds)
}

func (b bigquery) roundWhole(x, places string) string { return roundWide(b, x, places) }
func (bigquery) cut(x string) string                  { return "TRUNC(" + x + ")" }
func (bigquery) integerDivide(n, d string) string     { return "DIV(" + n + ", " + d + ")" }

// Sums of NUMERIC are NUMERIC, which has 29 digits before the point.
func (b bigquery) aggregate(c aggregateCall) string {
	if c.function == "sum" && c.t.Kind == expr.Decimal {
		c.x = "CAST(" + c.x + " AS BIGNUMERIC)"
	}
	return cased(b, c)
}

func (bigquery) averageFloat(_, wide, condition string) string {
	return "AVG(" + when(condition, wide) + ")"
}

// nth is a value of a group in their order, from 0; one that is not there is null.
func (bigquery) nth(x, index string) string {
	return "ARRAY_AGG(" + x + " IGNORE NULLS ORDER BY " + x + ")[SAFE_OFFSET(CAST(" + index + " AS INT64))]"
}

// PERCENTILE_CONT is a function of windows only, and the percentiles of groups are approximate.
func (b bigquery) percentile(x, place, condition string) string {
	x = "CAST(" + when(condition, x) + " AS FLOAT64)"
	return interpolated("COUNT("+x+")", place, func(index string) string { return b.nth(x, index) })
}

func (b bigquery) discrete(x, _, place, condition string) string {
	x = when(condition, x)
	return b.nth(x, "CEIL("+place+" * COUNT("+x+")) - 1")
}

func (bigquery) toLocal(x, zone string) string  { return "DATETIME(" + x + ", " + zone + ")" }
func (b bigquery) toInstant(_, _ string) string { return cannot(b, OtherZones) }
func (bigquery) midnight(date string) string    { return "CAST(" + date + " AS DATETIME)" }
func (bigquery) day(x string) string            { return "CAST(" + x + " AS DATE)" }
func (bigquery) truncate(unit, x string) string {
	return "DATETIME_TRUNC(" + x + ", " + strings.ToUpper(unit) + ")"
}

func (b bigquery) starts(unit, x string) string {
	switch unit {
	case "day":
		return b.day(x)
	case "week": // from Monday: date_functions
		unit = "ISOWEEK"
	}
	return "DATE_TRUNC(" + b.day(x) + ", " + strings.ToUpper(unit) + ")"
}

func (b bigquery) week(x, days string) string {
	if days == "" {
		return b.starts("week", x)
	}
	return "DATE_SUB(DATE_TRUNC(" + b.laterDays(b.day(x), days) + ", ISOWEEK), INTERVAL " + days + " DAY)"
}

func (b bigquery) fiscal(unit, x, months string) string {
	return b.laterMonths(b.starts(unit, "DATE_SUB("+b.starts("month", x)+", INTERVAL "+months+" MONTH)"), months)
}

// DATE_ADD stops at the last day of a shorter month (date_functions).
func (bigquery) laterMonths(date, months string) string {
	return "DATE_ADD(" + date + ", INTERVAL " + months + " MONTH)"
}

func (bigquery) laterDays(date, days string) string {
	return "DATE_ADD(" + date + ", INTERVAL " + days + " DAY)"
}

func (bigquery) daysBetween(to, from string) string {
	return "DATE_DIFF(" + to + ", " + from + ", DAY)"
}

func (bigquery) later(x, unit, count string, t expr.Type) string {
	function := "DATE_ADD("
	if t.Kind == expr.Timestamp {
		function = "DATETIME_ADD("
	}
	return function + x + ", INTERVAL " + count + " " + strings.ToUpper(unit) + ")"
}

// DATETIME_DIFF counts the starts of hours (datetime_functions).
func (bigquery) hoursBetween(to, from string) string {
	return "DATETIME_DIFF(" + to + ", " + from + ", HOUR)"
}

func (b bigquery) extract(field, x string) string {
	switch field {
	case "week", "doy":
		field = map[string]string{"week": "isoweek", "doy": "dayofyear"}[field]
	case "dow":
		return "(EXTRACT(DAYOFWEEK FROM " + x + ") - 1)"
	case "isodow":
		return "(DATE_DIFF(" + b.day(x) + ", " + b.starts("week", x) + ", DAY) + 1)"
	}
	return "EXTRACT(" + strings.ToUpper(field) + " FROM " + x + ")"
}

func (bigquery) spellDate(date string) string { return "CAST(" + date + " AS STRING)" }

func (b bigquery) textToDate(x string) string {
	return "CASE WHEN " + b.textMatches(x, realDay) + " THEN SAFE_CAST(" + x + " AS DATE) END"
}
