package dialect

import (
	"strings"

	"sutura.dev/bundle/expr"
)

// snowflake is Snowflake's dialect, for a session whose TIMEZONE is UTC. Sources are the pages of
// docs.snowflake.com/en/sql-reference that are named below.
type snowflake struct{ preview }

func (snowflake) name() string      { return "snowflake" }
func (snowflake) aliases() []string { return nil }
func (snowflake) title() string     { return "Snowflake" }
func (snowflake) schema() string    { return "PUBLIC" }

func (snowflake) lacks() []Lack {
	return append(lackOf(unsaidText, FloatDecimals, TextNumbers, DecimalText),
		Lack{DiscretePercentiles, "PERCENTILE_DISC compares shares as doubles"},
		Lack{DecimalArithmetic, "a product keeps twelve digits after the point, or as many as a factor has"}, // operators-arithmetic
		Lack{ExactDivision, noRoomToDivide},
		Lack{OtherZones, unsaidOverlap},
	)
}

func (snowflake) maxIdentifier() int { return 255 } // identifiers-syntax

// A quoted name is as it is written; one that was created without quotes is stored in capitals, and declared so.
func (snowflake) quote(name string) string { return doubled(name, `"`) }

func (snowflake) lexicon() Lexicon {
	return Lexicon{
		Open: `"`, Close: `"`,
		Words: strings.Fields(`TABLE FLATTEN INPUT PARSE_JSON INDEX VALUE LIMIT COLLATE NULLS FIRST LAST ILIKE LENGTH LOWER UPPER SUBSTR REPLACE
			TRIM LTRIM RTRIM STARTSWITH CONTAINS REGEXP_LIKE SPLIT_PART TRUNC CEIL LN MOD GET ARRAY_AGG WITHIN
			VARCHAR NUMBER BIGINT INT DOUBLE BOOLEAN DATE TIMESTAMP_NTZ TIMESTAMP_TZ
			CONVERT_TIMEZONE DATE_TRUNC DATEADD DATEDIFF DAYOFWEEKISO EXTRACT TRY_TO_DATE TO_VARCHAR
			year quarter month weekiso yearofweekiso day dayofyear hour minute second`),
		Texts: []string{
			"!", " ", "", ".", "true", "false", "utf8", "0.0000000001", "YYYY-MM-DD", realDay,
			"HOUR", "DAY", "WEEK", "MONTH", "QUARTER", "YEAR",
		},
		Digits: []string{"ROUND", "NUMBER"},
	}
}

func (snowflake) placeholder(int, Bind) string { return "?" }
func (snowflake) positional() bool             { return true }

// Drivers bind no arrays: a list is the text of a JSON array of texts. FLATTEN gives a row an item (functions/flatten).
func (snowflake) items(list, alias string) string {
	return "TABLE(FLATTEN(INPUT => PARSE_JSON(" + list + "))) AS " + alias
}

func (s snowflake) item(alias string, t expr.Type) string {
	text := "CAST(" + alias + ".VALUE AS VARCHAR)"
	if t.Kind == expr.String {
		return text
	}
	return "CAST(" + text + " AS " + s.typeName(t) + ")"
}

func (s snowflake) equalsAny(x, list string, t expr.Type) string {
	return x + " IN (SELECT " + s.item("j", t) + " FROM " + s.items(list, "j") + ")"
}

func (s snowflake) listed(lists []list, indent string) string {
	return listedBy(s, lists, indent, s.items, s.item, ".INDEX")
}

func (snowflake) typeName(t expr.Type) string {
	switch t.Kind {
	case expr.String:
		return "VARCHAR"
	case expr.Integer: // NUMBER(38, 0)
		return "BIGINT"
	case expr.Float:
		return "DOUBLE"
	case expr.Decimal:
		return "NUMBER(" + digits(t.Precision) + ", " + digits(t.Scale) + ")"
	case expr.Boolean:
		return "BOOLEAN"
	case expr.Date:
		return "DATE"
	case expr.Timestamp:
		return "TIMESTAMP_NTZ"
	case expr.TimestampTZ:
		return "TIMESTAMP_TZ"
	case expr.Null:
	}
	panic("dialect: a value without a type")
}

func (snowflake) wideInteger() string          { return "NUMBER(38, 0)" }
func (snowflake) wideDecimal(scale int) string { return "NUMBER(38, " + digits(scale) + ")" }
func (snowflake) smallInteger() string         { return "INT" }

func (snowflake) truth(x string, op expr.Op) string { return truthless(x, op) }

// utf8 is the order and the equality of code points, whatever collation a column has (collation).
func (snowflake) textColumn(column string) string { return "COLLATE(" + column + ", 'utf8')" }
func (snowflake) collate(x string) string         { return "COLLATE(" + x + ", 'utf8')" }
func (s snowflake) joined(column string) string   { return s.textColumn(column) }

func (snowflake) startsWith(x, prefix string) string { return "STARTSWITH(" + x + ", " + prefix + ")" }
func (snowflake) contains(x, part string) string     { return "CONTAINS(" + x + ", " + part + ")" }
func (s snowflake) left(x, n string) string          { return start(s, x, n) }
func (s snowflake) right(x, n string) string         { return finish(s, x, n) }

func (snowflake) trim(x string, op expr.Op) string {
	return strings.ToUpper(string(op)) + "(" + x + ", ' ')"
}

func (s snowflake) textMatches(x, pattern string) string {
	if pattern != realDay {
		cannot(s, TextNumbers)
	}
	return "REGEXP_LIKE(" + x + ", '" + pattern + "')" // of the whole text: functions/regexp_like
}

func (snowflake) pointParts(x string) (before, after string) {
	return "SPLIT_PART(" + x + ", '.', 1)", "SPLIT_PART(" + x + ", '.', 2)"
}

func (snowflake) floatColumn(column string) string { return column } // floats have eight bytes: data-types-numeric
func (snowflake) toDouble(x string) string         { return "CAST(" + x + " AS DOUBLE)" }

func (s snowflake) toDecimal(string, expr.Type) string    { return cannot(s, FloatDecimals) }
func (s snowflake) spellDecimal(string, expr.Type) string { return cannot(s, DecimalText) }

func (s snowflake) exactQuotient(n string, ns int, d string, ds int) string {
	return quotient(s, n, ns, d, ds)
}

func (s snowflake) roundWhole(x, places string) string { return roundWide(s, x, places) }
func (snowflake) cut(x string) string                  { return "TRUNC(" + x + ")" }
func (snowflake) integerDivide(n, d string) string     { return "TRUNC(" + n + " / " + d + ")" }

func (snowflake) keepsScale(op expr.Op, left, right int) bool {
	return op != expr.OpMul || left+right <= max(left, right, 12)
}

func (s snowflake) aggregate(c aggregateCall) string { return cased(s, c) }

func (s snowflake) averageFloat(_, wide, condition string) string {
	return "AVG(" + when(condition, wide) + ")"
}

// PERCENTILE_CONT wants a constant. ARRAY_AGG leaves nulls out, and an item that is not there is null.
func (s snowflake) percentile(x, place, condition string) string {
	x = "CAST(" + when(condition, x) + " AS DOUBLE)"
	return interpolated("COUNT("+x+")", place, func(index string) string {
		return "CAST(GET(ARRAY_AGG(" + x + ") WITHIN GROUP (ORDER BY " + x + "), CAST(" + index + " AS INT)) AS DOUBLE)"
	})
}

func (s snowflake) discrete(_, _, _, _ string) string { return cannot(s, DiscretePercentiles) }

// The local time of an instant is what is left of it without its offset (functions/convert_timezone).
func (snowflake) toLocal(x, zone string) string {
	return "CAST(CONVERT_TIMEZONE(" + zone + ", " + x + ") AS TIMESTAMP_NTZ)"
}

func (s snowflake) toInstant(_, _ string) string { return cannot(s, OtherZones) }

func (snowflake) midnight(date string) string { return "CAST(" + date + " AS TIMESTAMP_NTZ)" }

func (snowflake) truncate(unit, x string) string {
	return "DATE_TRUNC('" + strings.ToUpper(unit) + "', " + x + ")"
}

func (s snowflake) starts(unit, x string) string {
	if unit == "week" {
		return s.week(x, "")
	}
	return "CAST(" + s.truncate(unit, x) + " AS DATE)"
}

// DATE_TRUNC and DAYOFWEEK of weeks follow the session's WEEK_START; DAYOFWEEKISO is 1 on Monday always (functions-date-time).
func (snowflake) week(x, days string) string {
	if days == "" {
		return "DATEADD('DAY', 1 - DAYOFWEEKISO(" + x + "), CAST(" + x + " AS DATE))"
	}
	return "DATEADD('DAY', -MOD(DAYOFWEEKISO(" + x + ") - 1 + " + days + ", 7), CAST(" + x + " AS DATE))"
}

func (s snowflake) fiscal(unit, x, months string) string {
	return s.laterMonths(s.starts(unit, s.laterMonths(s.starts("month", x), "-"+months)), months)
}

// DATEADD stops at the last day of a shorter month, and does not stay at last days as ADD_MONTHS does (functions/dateadd).
func (snowflake) laterMonths(date, months string) string {
	return "DATEADD('MONTH', " + months + ", " + date + ")"
}

func (snowflake) laterDays(date, days string) string {
	return "DATEADD('DAY', " + days + ", " + date + ")"
}

func (snowflake) daysBetween(to, from string) string {
	return "DATEDIFF('DAY', " + from + ", " + to + ")"
}

func (s snowflake) later(x, unit, count string, t expr.Type) string {
	return "CAST(DATEADD('" + strings.ToUpper(unit) + "', " + count + ", " + x + ") AS " + s.typeName(t) + ")"
}

func (s snowflake) hoursBetween(to, from string) string {
	return "DATEDIFF('HOUR', " + s.truncate("hour", from) + ", " + s.truncate("hour", to) + ")"
}

func (snowflake) extract(field, x string) string {
	switch field {
	case "week", "isoyear", "doy":
		field = map[string]string{"week": "weekiso", "isoyear": "yearofweekiso", "doy": "dayofyear"}[field]
	case "dow":
		return "MOD(DAYOFWEEKISO(" + x + "), 7)"
	case "isodow":
		return "DAYOFWEEKISO(" + x + ")"
	}
	return "EXTRACT(" + field + " FROM " + x + ")"
}

func (snowflake) spellDate(date string) string { return "TO_VARCHAR(" + date + ", 'YYYY-MM-DD')" }

func (s snowflake) textToDate(x string) string {
	return "CASE WHEN " + s.textMatches(x, realDay) + " THEN TRY_TO_DATE(" + x + ", 'YYYY-MM-DD') END"
}
