package dialect

import (
	"strings"

	"sutura.dev/bundle/expr"
)

// databricks is the dialect of Databricks SQL, for a session in ANSI mode, in which what has no room is an error and not null,
// and whose zone is UTC. Sources are the pages of docs.databricks.com/en/sql/language-manual that are named below.
type databricks struct{ preview }

func (databricks) name() string      { return "databricks" }
func (databricks) aliases() []string { return nil }
func (databricks) title() string     { return "Databricks" }
func (databricks) schema() string    { return "default" }

func (databricks) session() string { return "a session whose zone is UTC, in ANSI mode" }

func (databricks) lacks() []Lack {
	return append(lackOf(unsaidText, FloatDecimals, TextNumbers, DecimalText),
		Lack{DecimalArithmetic, "beyond six digits after the point they are cut where all digits would be more than 38"}, // data-types/decimal-type
		Lack{ExactDivision, noRoomToDivide},
		Lack{OtherZones, unsaidOverlap},
	)
}

func (databricks) maxIdentifier() int { return 255 } // sql-ref-names

func (databricks) quote(name string) string { return doubled(name, "`") }

func (databricks) lexicon() Lexicon {
	return Lexicon{
		Open: "`", Close: "`",
		Words: strings.Fields(`POSEXPLODE FROM_JSON LIMIT COLLATE UTF8_BINARY NULLS FIRST LAST ILIKE RLIKE LENGTH LOWER UPPER SUBSTR REPLACE
			TRIM BOTH LEADING TRAILING STARTSWITH CONTAINS CHAR_LENGTH SPLIT_PART CEIL LN MOD DIV FILTER
			ARRAY ARRAY_CONTAINS SORT_ARRAY COLLECT_LIST
			STRING BIGINT INT DOUBLE DECIMAL BOOLEAN DATE TIMESTAMP TIMESTAMP_NTZ GET
			FROM_UTC_TIMESTAMP DATE_TRUNC TRUNC DATE_ADD DATE_SUB ADD_MONTHS DATEADD DATEDIFF TIMESTAMPDIFF WEEKDAY DAYOFWEEK DAYOFYEAR WEEKOFYEAR
			EXTRACT YEAROFWEEK TRY_CAST YEAR QUARTER MONTH WEEK DAY HOUR MINUTE SECOND`),
		Texts: []string{
			"!", " ", "", ".", "true", "false", "0.0000000001", "ARRAY<STRING>", whole(realDay) + endOfText,
			"HOUR", "DAY", "WEEK", "MONTH", "QUARTER", "YEAR",
		},
		Digits: []string{"ROUND", "DECIMAL"},
	}
}

func (databricks) placeholder(int, Bind) string { return "?" }
func (databricks) positional() bool             { return true }
func (databricks) limited(parameter string) string {
	return "CAST(" + parameter + " AS INT)" // a constant of whole numbers: sql-ref-syntax-qry-select-limit
}

// Drivers bind no arrays: a list is the text of a JSON array of texts.
func (databricks) texts(list string) string { return "FROM_JSON(" + list + ", 'ARRAY<STRING>')" }

func (d databricks) equalsAny(x, list string, t expr.Type) string {
	list = d.texts(list)
	if t.Kind != expr.String {
		list = "CAST(" + list + " AS ARRAY<" + d.typeName(t) + ">)"
	}
	return "ARRAY_CONTAINS(" + list + ", " + x + ")"
}

func (d databricks) listed(lists []list, indent string) string {
	items := func(parameter, alias string) string {
		return "(SELECT POSEXPLODE(" + d.texts(parameter) + ") AS (i, v)) AS " + alias
	}
	item := func(alias string, t expr.Type) string {
		if t.Kind == expr.String {
			return alias + ".v"
		}
		return "CAST(" + alias + ".v AS " + d.typeName(t) + ")"
	}
	return listedBy(d, lists, indent, items, item, ".i")
}

func (databricks) typeName(t expr.Type) string {
	switch t.Kind {
	case expr.String:
		return "STRING"
	case expr.Integer:
		return "BIGINT"
	case expr.Float:
		return "DOUBLE"
	case expr.Decimal:
		return "DECIMAL(" + digits(t.Precision) + ", " + digits(t.Scale) + ")"
	case expr.Boolean:
		return "BOOLEAN"
	case expr.Date:
		return "DATE"
	case expr.Timestamp:
		return "TIMESTAMP_NTZ"
	case expr.TimestampTZ:
		return "TIMESTAMP"
	case expr.Null:
	}
	panic("dialect: a value without a type")
}

func (databricks) wideInteger() string          { return "DECIMAL(38, 0)" }
func (databricks) wideDecimal(scale int) string { return "DECIMAL(38, " + digits(scale) + ")" }
func (databricks) smallInteger() string         { return "INT" }

// UTF8_BINARY is the order and the equality of bytes, whatever collation a column has (sql-ref-collation).
func (databricks) textColumn(column string) string { return column + " COLLATE UTF8_BINARY" }
func (databricks) collate(x string) string         { return x + " COLLATE UTF8_BINARY" }
func (d databricks) joined(column string) string   { return d.textColumn(column) }

func (databricks) startsWith(x, prefix string) string { return "STARTSWITH(" + x + ", " + prefix + ")" }
func (databricks) contains(x, part string) string     { return "CONTAINS(" + x + ", " + part + ")" }
func (d databricks) left(x, n string) string          { return start(d, x, n) }
func (d databricks) right(x, n string) string         { return finish(d, x, n) }

// endOfText is where nothing follows: $ alone would match before a last new line too.
const endOfText = "(?![^.]|[.])"

func (d databricks) textMatches(x, pattern string) string {
	if pattern != realDay {
		cannot(d, TextNumbers)
	}
	return x + " RLIKE '" + whole(pattern) + endOfText + "'"
}

func (databricks) pointParts(x string) (before, after string) {
	return "SPLIT_PART(" + x + ", '.', 1)", "SPLIT_PART(" + x + ", '.', 2)"
}

// A sum of four-byte floats is one of doubles (functions/sum), and an average too.
func (databricks) floatColumn(column string) string { return column }
func (databricks) toDouble(x string) string         { return "CAST(" + x + " AS DOUBLE)" }

func (d databricks) toDecimal(string, expr.Type) string    { return cannot(d, FloatDecimals) }
func (d databricks) spellDecimal(string, expr.Type) string { return cannot(d, DecimalText) }

func (d databricks) exactQuotient(n string, ns int, e string, es int) string {
	return quotient(d, n, ns, e, es)
}

func (d databricks) roundWhole(x, places string) string { return roundWide(d, x, places) }

func (databricks) cut(x string) string {
	return "CASE WHEN " + x + " < 0 THEN CEIL(" + x + ") ELSE FLOOR(" + x + ") END"
}

// FLOOR and CEIL of a double are BIGINT (functions/floor); from 10^16 on doubles are whole anyway.
func (databricks) wholeDouble(x, whole string) string {
	return "CASE WHEN ABS(" + x + ") < 10000000000000000 THEN CAST(" + whole + " AS DOUBLE) ELSE " + x + " END"
}

func (databricks) integerDivide(n, d string) string { return n + " DIV " + d }
func (databricks) modulo(n, d string) string        { return n + " % " + d }

func (databricks) keepsScale(op expr.Op, left, right int) bool {
	if op == expr.OpMul {
		return left+right <= 6
	}
	return max(left, right) <= 6
}

func (d databricks) aggregate(c aggregateCall) string { return cased(d, c) }

func (databricks) averageFloat(_, wide, condition string) string {
	return "AVG(" + when(condition, wide) + ")"
}

// sorted values of a group: COLLECT_LIST leaves nulls out, and GET of an item that is not there is null.
func (databricks) nth(x, index string) string {
	return "GET(SORT_ARRAY(COLLECT_LIST(" + x + ")), CAST(" + index + " AS INT))"
}

// PERCENTILE wants a constant.
func (d databricks) percentile(x, place, condition string) string {
	x = "CAST(" + when(condition, x) + " AS DOUBLE)"
	return interpolated("COUNT("+x+")", place, func(index string) string { return d.nth(x, index) })
}

func (d databricks) discrete(x, _, place, condition string) string {
	x = when(condition, x)
	return d.nth(x, "CEIL("+place+" * COUNT("+x+")) - 1")
}

// An instant is shown in the session's zone, which is UTC; FROM_UTC_TIMESTAMP moves it by the zone's offset.
func (databricks) toLocal(x, zone string) string {
	return "CAST(FROM_UTC_TIMESTAMP(" + x + ", " + zone + ") AS TIMESTAMP_NTZ)"
}

func (d databricks) toInstant(_, _ string) string { return cannot(d, OtherZones) }

func (databricks) midnight(date string) string { return "CAST(" + date + " AS TIMESTAMP_NTZ)" }

// DATE_TRUNC gives a TIMESTAMP (functions/date_trunc).
func (databricks) truncate(unit, x string) string {
	return "CAST(DATE_TRUNC('" + strings.ToUpper(unit) + "', " + x + ") AS TIMESTAMP_NTZ)"
}

func (databricks) starts(unit, x string) string {
	if unit == "day" {
		return "CAST(" + x + " AS DATE)"
	}
	return "TRUNC(CAST(" + x + " AS DATE), '" + strings.ToUpper(unit) + "')" // weeks from Monday: functions/trunc
}

// WEEKDAY is 0 on Monday (functions/weekday).
func (databricks) week(x, days string) string {
	weekday := "WEEKDAY(" + x + ")"
	if days != "" {
		weekday = "(" + weekday + " + " + days + ") % 7"
	}
	return "DATE_SUB(CAST(" + x + " AS DATE), " + weekday + ")"
}

func (d databricks) fiscal(unit, x, months string) string {
	return d.laterMonths(d.starts(unit, d.laterMonths(d.starts("month", x), "-"+months)), months)
}

// ADD_MONTHS stops at the last day of a shorter month (functions/add_months).
func (databricks) laterMonths(date, months string) string {
	return "ADD_MONTHS(" + date + ", " + months + ")"
}
func (databricks) laterDays(date, days string) string { return "DATE_ADD(" + date + ", " + days + ")" }
func (databricks) daysBetween(to, from string) string { return "DATEDIFF(" + to + ", " + from + ")" }

func (d databricks) later(x, unit, count string, t expr.Type) string {
	return "CAST(DATEADD(" + strings.ToUpper(unit) + ", " + count + ", " + x + ") AS " + d.typeName(t) + ")"
}

func (d databricks) hoursBetween(to, from string) string {
	return "TIMESTAMPDIFF(HOUR, " + d.truncate("hour", from) + ", " + d.truncate("hour", to) + ")"
}

func (databricks) extract(field, x string) string {
	switch field {
	case "week": // of ISO 8601: functions/weekofyear
		return "WEEKOFYEAR(" + x + ")"
	case "isoyear":
		return "EXTRACT(YEAROFWEEK FROM " + x + ")"
	case "dow":
		return "(DAYOFWEEK(" + x + ") - 1)"
	case "isodow":
		return "(WEEKDAY(" + x + ") + 1)"
	case "doy":
		return "DAYOFYEAR(" + x + ")"
	}
	return strings.ToUpper(field) + "(" + x + ")" // year, quarter, month, day, hour, minute, second
}

func (databricks) spellDate(date string) string { return "CAST(" + date + " AS STRING)" }

func (d databricks) textToDate(x string) string {
	return "CASE WHEN " + d.textMatches(x, realDay) + " THEN TRY_CAST(" + x + " AS DATE) END"
}
