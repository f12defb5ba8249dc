package dialect

import (
	"strings"

	"sutura.dev/bundle/expr"
)

// sqlserver is the dialect of SQL Server, from its 2022 version on. Sources are the pages of learn.microsoft.com/sql/t-sql that are
// named below.
type sqlserver struct{ preview }

func (sqlserver) name() string      { return "sqlserver" }
func (sqlserver) aliases() []string { return []string{"mssql"} }
func (sqlserver) title() string     { return "SQL Server" }
func (sqlserver) schema() string    { return "dbo" }

func (sqlserver) session() string {
	return "SQL Server of 2022 or newer, and a session whose zone is UTC"
}

func (sqlserver) lacks() []Lack {
	return append(lackOf("it has percentiles over windows only, and none of a group", Percentiles, DiscretePercentiles),
		Lack{FloatDecimals, unsaidText}, Lack{TextNumbers, unsaidText}, Lack{TextDates, unsaidText},
		Lack{DecimalArithmetic, "a product beyond six digits after the point is cut where all digits would be more than 38"}, // data-types/precision-scale-and-length-transact-sql
		Lack{ExactDivision, noRoomToDivide},
		Lack{Zones, "it knows zones by the names and rules of Windows, not by those of the tz database"}, // queries/at-time-zone-transact-sql
		Lack{OtherZones, "it knows zones by the names and rules of Windows, not by those of the tz database"},
	)
}

func (sqlserver) maxIdentifier() int { return 128 }

func (sqlserver) quote(name string) string { return "[" + strings.ReplaceAll(name, "]", "]]") + "]" }

func (sqlserver) lexicon() Lexicon {
	return Lexicon{
		Open: "[", Close: "]",
		Words: strings.Fields(`OPENJSON value OFFSET ROWS FETCH NEXT ONLY COLLATE Latin1_General_100_BIN2_UTF8 COUNT_BIG
			CHAR LEN DATALENGTH LOWER UPPER TRIM LTRIM RTRIM SUBSTRING REPLACE CHARINDEX LOG CEILING
			varchar bigint int float decimal bit date datetime2 datetimeoffset
			DATETRUNC DATEADD DATEDIFF DATEPART CONVERT
			year quarter month iso_week week day dayofyear hour minute second`),
		Texts:  []string{"!", "", ".", "true", "false", "0001-01-01", "0.0000000001"},
		Digits: []string{"decimal", "datetime2", "datetimeoffset", "ROUND", "CONVERT"},
	}
}

func (sqlserver) placeholder(n int, _ Bind) string { return "@p" + digits(n) }
func (sqlserver) positional() bool                 { return false }

// exactly is the collation whose order is that of the bytes of UTF-8 (sql/relational-databases/collations).
const exactly = " COLLATE Latin1_General_100_BIN2_UTF8"

// A parameter of text has two bytes a character, and would lose what the database's own collation has not.
func (sqlserver) spelled(parameter string, t expr.Type) string {
	if t.Kind == expr.String {
		return parameter + exactly
	}
	return parameter
}

// A list is the text of a JSON array of texts (functions/openjson-transact-sql).
func (sqlserver) items(list, alias string) string { return "OPENJSON(" + list + ") AS " + alias }

func (s sqlserver) item(alias string, t expr.Type) string {
	return "CAST(" + s.spelled(alias+".value", t) + " AS " + s.typeName(t) + ")"
}

func (s sqlserver) equalsAny(x, list string, t expr.Type) string {
	item := s.item("j", t)
	if t.Kind == expr.String {
		x, item = s.comparable(x), s.comparable(item)
	}
	return x + " IN (SELECT " + item + " FROM " + s.items(list, "j") + ")"
}

func (s sqlserver) listed(lists []list, indent string) string {
	return listedBy(s, lists, indent, s.items, s.item, ".[key]")
}

// OFFSET wants an order (queries/select-order-by-clause-transact-sql).
func (sqlserver) limit(cap string, ordered bool) string {
	text := "OFFSET 0 ROWS FETCH NEXT " + cap + " ROWS ONLY"
	if ordered {
		return text
	}
	return "ORDER BY (SELECT NULL)\n" + text
}

func (sqlserver) limited(parameter string) string { return "CAST(" + parameter + " AS bigint)" }

func (sqlserver) typeName(t expr.Type) string {
	switch t.Kind {
	case expr.String: // of shorter ones what is joined would be cut
		return "varchar(max)"
	case expr.Integer:
		return "bigint"
	case expr.Float:
		return "float"
	case expr.Decimal:
		return "decimal(" + digits(t.Precision) + ", " + digits(t.Scale) + ")"
	case expr.Boolean:
		return "bit"
	case expr.Date:
		return "date"
	case expr.Timestamp:
		return "datetime2(6)"
	case expr.TimestampTZ:
		return "datetimeoffset(6)"
	case expr.Null:
	}
	panic("dialect: a value without a type")
}

func (sqlserver) wideInteger() string          { return "decimal(38, 0)" }
func (sqlserver) wideDecimal(scale int) string { return "decimal(38, " + digits(scale) + ")" }
func (sqlserver) smallInteger() string         { return "int" }

// There is no value that is a condition's.
func (sqlserver) conditionValue(x string) string {
	return "CAST(CASE WHEN " + x + " THEN 1 WHEN NOT (" + x + ") THEN 0 END AS bit)"
}
func (sqlserver) valueCondition(x string) string { return x + " = 1" }

func (sqlserver) truth(x string, op expr.Op) string {
	switch op {
	case expr.OpIsTrue:
		return "CASE WHEN " + x + " THEN 1 ELSE 0 END = 1"
	case expr.OpIsNotTrue:
		return "CASE WHEN " + x + " THEN 1 ELSE 0 END = 0"
	case expr.OpIsFalse:
		return "CASE WHEN NOT (" + x + ") THEN 1 ELSE 0 END = 1"
	}
	return "CASE WHEN NOT (" + x + ") THEN 1 ELSE 0 END = 0"
}

// Nulls come first, and there is no NULLS LAST.
func (sqlserver) sorted(x string, descending bool) string {
	direction := " ASC"
	if descending {
		direction = " DESC"
	}
	return "CASE WHEN " + x + " IS NULL THEN 1 ELSE 0 END, " + x + direction
}

func (s sqlserver) textColumn(column string) string {
	return "CAST(" + column + exactly + " AS varchar(max))" + exactly
}
func (sqlserver) collate(x string) string       { return x + exactly }
func (s sqlserver) joined(column string) string { return s.comparable(s.textColumn(column)) }

// Blanks at the end are compared with nothing, whatever the collation: a character that is less than all others stands behind
// (language-elements/string-comparison-assignment).
func (sqlserver) comparable(x string) string { return x + " + CHAR(0)" }
func (sqlserver) shown(x string) string      { return "SUBSTRING(" + x + ", 1, LEN(" + x + ") - 1)" }

func (sqlserver) cat(parts []string) string { return strings.Join(parts, " + ") }

func (sqlserver) concat(parts []string) string {
	there := make([]string, len(parts))
	for i, p := range parts {
		there[i] = "COALESCE(" + p + ", '')"
	}
	return "(" + strings.Join(there, " + ") + ")"
}

// A bracket begins a class of characters (language-elements/like-transact-sql).
func (sqlserver) likeEscape() (rune, string) { return '!', "[" }

func (s sqlserver) like(x string, op expr.Op, pattern string) string {
	x, op, pattern = caseless(x, op, pattern)
	return s.comparable(x) + " " + strings.ToUpper(string(op)) + " " + s.comparable(pattern) + " ESCAPE '!'"
}

func (s sqlserver) startsWith(x, prefix string) string {
	return s.comparable("SUBSTRING("+x+", 1, "+s.length(prefix)+")") + " = " + s.comparable(prefix)
}

func (sqlserver) contains(x, part string) string {
	return "(CHARINDEX(" + part + ", " + x + ") > 0 OR DATALENGTH(" + part + ") = 0 AND " + x + " IS NOT NULL)"
}

// LEN leaves blanks at the end out.
func (sqlserver) length(x string) string    { return "(LEN(" + x + " + '.') - 1)" }
func (s sqlserver) left(x, n string) string { return start(s, x, n) }
func (s sqlserver) right(x, n string) string {
	return finish(s, x, n)
}

func (sqlserver) trim(x string, op expr.Op) string {
	return strings.ToUpper(string(op)) + "(" + x + ")" // of blanks
}

func (s sqlserver) substring(x, from, count string) string {
	if count == "" {
		count = s.length(x)
	}
	return "SUBSTRING(" + x + ", " + from + ", " + count + ")"
}

func (s sqlserver) textMatches(string, string) string { return cannot(s, TextNumbers) }

func (sqlserver) pointParts(x string) (before, after string) {
	at := "CHARINDEX('.', " + x + " + '.')"
	return "SUBSTRING(" + x + ", 1, " + at + " - 1)", "SUBSTRING(" + x + ", " + at + " + 1, LEN(" + x + "))"
}

func (sqlserver) floatColumn(column string) string { return "CAST(" + column + " AS float)" }
func (sqlserver) toDouble(x string) string         { return "CAST(" + x + " AS float)" }

func (s sqlserver) toDecimal(string, expr.Type) string { return cannot(s, FloatDecimals) }

func (sqlserver) spellDecimal(x string, _ expr.Type) string { return "CAST(" + x + " AS varchar(max))" }

func (s sqlserver) exactQuotient(n string, ns int, d string, ds int) string {
	return quotient(s, n, ns, d, ds)
}

func (s sqlserver) roundWhole(x, places string) string { return roundWide(s, x, places) }
func (sqlserver) cut(x string) string                  { return "ROUND(" + x + ", 0, 1)" }
func (sqlserver) ceil(x string) string                 { return "CEILING(" + x + ")" }
func (sqlserver) ln(x string) string                   { return "LOG(" + x + ")" }
func (sqlserver) integerDivide(n, d string) string     { return n + " / " + d }
func (sqlserver) modulo(n, d string) string            { return n + " % " + d }

func (sqlserver) keepsScale(op expr.Op, left, right int) bool {
	return op != expr.OpMul || left+right <= 6
}

// COUNT has 32 bits.
func (s sqlserver) aggregate(c aggregateCall) string {
	if c.function == "count" {
		c.function = "count_big"
	}
	return cased(s, c)
}

func (sqlserver) averageFloat(_, wide, condition string) string {
	return "AVG(" + when(condition, wide) + ")"
}

func (s sqlserver) percentile(_, _, _ string) string  { return cannot(s, Percentiles) }
func (s sqlserver) discrete(_, _, _, _ string) string { return cannot(s, DiscretePercentiles) }

func (s sqlserver) toLocal(_, _ string) string   { return cannot(s, Zones) }
func (s sqlserver) toInstant(_, _ string) string { return cannot(s, OtherZones) }
func (sqlserver) midnight(date string) string    { return "CAST(" + date + " AS datetime2(6))" }
func (sqlserver) truncate(unit, x string) string { return "DATETRUNC(" + unit + ", " + x + ")" }
func (sqlserver) laterDays(date, days string) string {
	return "DATEADD(day, " + days + ", " + date + ")"
}

func (s sqlserver) starts(unit, x string) string {
	if unit == "week" {
		return s.week(x, "")
	}
	return "CAST(" + s.truncate(unit, x) + " AS date)"
}

// sinceMonday counts the days since a Monday that no date is before; DATETRUNC and DATEPART of weeks follow DATEFIRST.
func (sqlserver) sinceMonday(x string) string {
	return "DATEDIFF(day, CAST('0001-01-01' AS date), " + x + ")"
}

func (s sqlserver) week(x, days string) string {
	since := s.sinceMonday(x)
	if days != "" {
		since = "(" + since + " + " + days + ")"
	}
	return "DATEADD(day, -(" + since + " % 7), CAST(" + x + " AS date))"
}

func (s sqlserver) fiscal(unit, x, months string) string {
	return s.laterMonths(s.starts(unit, s.laterMonths(s.starts("month", x), "-"+months)), months)
}

// DATEADD stops at the last day of a shorter month (functions/dateadd-transact-sql).
func (sqlserver) laterMonths(date, months string) string {
	return "DATEADD(month, " + months + ", " + date + ")"
}

func (sqlserver) daysBetween(to, from string) string {
	return "DATEDIFF(day, " + from + ", " + to + ")"
}

func (s sqlserver) later(x, unit, count string, t expr.Type) string {
	return "CAST(DATEADD(" + unit + ", " + count + ", " + x + ") AS " + s.typeName(t) + ")"
}

// DATEDIFF counts the starts of hours (functions/datediff-transact-sql).
func (sqlserver) hoursBetween(to, from string) string {
	return "DATEDIFF(hour, " + from + ", " + to + ")"
}

func (s sqlserver) extract(field, x string) string {
	switch field {
	case "week":
		field = "iso_week"
	case "isoyear": // that of the week's Thursday
		return "DATEPART(year, DATEADD(day, 3 - " + s.sinceMonday(x) + " % 7, " + x + "))"
	case "dow":
		return "((" + s.sinceMonday(x) + " + 1) % 7)"
	case "isodow":
		return "(" + s.sinceMonday(x) + " % 7 + 1)"
	case "doy":
		field = "dayofyear"
	}
	return "DATEPART(" + field + ", " + x + ")"
}

func (sqlserver) spellDate(date string) string { return "CONVERT(varchar(10), " + date + ", 23)" } // ISO 8601

func (s sqlserver) textToDate(string) string { return cannot(s, TextDates) }
