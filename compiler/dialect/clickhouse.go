package dialect

import (
	"strings"

	"sutura.dev/bundle/expr"
)

// clickhouse is ClickHouse's dialect, for a session whose zone is UTC. Tests execute it on chdb, which is the engine of ClickHouse 26.9 as a
// library: what is said below of wrapping and of nulls was seen there.
type clickhouse struct{ preview }

func (clickhouse) name() string      { return "clickhouse" }
func (clickhouse) aliases() []string { return nil }
func (clickhouse) title() string     { return "ClickHouse" }

func (clickhouse) session() string {
	return "a session whose zone is UTC and which may change settings (each statement ends in SETTINGS join_use_nulls = 1), all others as ClickHouse comes; " +
		"on a version that joins by inequalities; on columns of timestamps that have no zone but UTC; and on the days that its Date32 has (1900 to 2299 in versions before 26)"
}

func (clickhouse) tried() string {
	return "chdb, the engine of ClickHouse 26.9 as a library, executes every case of the law, random expressions and random questions in the tests, with parameters " +
		"of its own, on nullable columns and on others ([what was found](clickhouse.md)). No server was asked: tables of several machines, connections, deadlines and the killing " +
		"of statements were not tried, and there is no way to answer from one"
}

func (clickhouse) lacks() []Lack {
	return append(lackOf(unsaidText, FloatDecimals, TextNumbers),
		Lack{TextDates, "it reads a day that its month does not have as one of the next month"},
		Lack{DecimalArithmetic, "what has more than 57 digits could wrap around, or its sum, and that is no error there"},
		Lack{ExactDivision, "its widest decimals have no room for sides with more than 18 digits after the point"},
		Lack{OtherZones, unsaidOverlap},
	)
}

func (clickhouse) maxIdentifier() int { return 0 }

// A backslash escapes in a name too.
func (clickhouse) quote(name string) string {
	return doubled(strings.ReplaceAll(name, `\`, `\\`), "`")
}

// A column of which both sides of a join have one is called by its side and its name, unless it is given a name.
func (c clickhouse) called(column, name string) string { return column + " AS " + c.quote(name) }

func (clickhouse) lexicon() Lexicon {
	return Lexicon{
		Open: "`", Close: "`",
		Words: strings.Fields(`ARRAY LIMIT SETTINGS join_use_nulls NULLS FIRST LAST toNullable TRUNC CEIL LN MOD
			Nullable String Int64 Float64 Decimal Bool Date32 DateTime64 Array groupArray arraySort arrayElement intDiv toDecimalString
			lengthUTF8 lowerUTF8 upperUTF8 substringUTF8 substringIndex replaceAll startsWith position TRIM BOTH LEADING TRAILING toString
			makeDate32 addHours addDays addWeeks addMonths addQuarters addYears dateDiff toYear toQuarter toMonth toISOWeek toISOYear
			toDayOfMonth toDayOfWeek toDayOfYear toHour toMinute toSecond`),
		Texts:  []string{" ", "", ".", "true", "false", "0.0000000001", "UTC", "hour", "day", "1e-300", "700"},
		Digits: []string{"ROUND", "Decimal", "DateTime64", "toDecimalString"},
	}
}

// A parameter has a type, and what the server reads is text: the values of Bind that are texts stay such ones up to their cast.
func (clickhouse) placeholder(n int, b Bind) string {
	t := "Nullable(String)"
	switch {
	case b.List:
		t = "Array(String)"
	case b.Type.Kind == expr.Integer:
		t = "Nullable(Int64)"
	case b.Type.Kind == expr.Float:
		t = "Nullable(Float64)"
	case b.Type.Kind == expr.Boolean:
		t = "Nullable(Bool)"
	}
	return "{p" + digits(n) + ":" + t + "}"
}

func (clickhouse) positional() bool { return false }

// A type is nullable where a cast is to keep nulls.
func (c clickhouse) typeName(t expr.Type) string { return "Nullable(" + c.bare(t) + ")" }

func (clickhouse) bare(t expr.Type) string {
	switch t.Kind {
	case expr.String:
		return "String"
	case expr.Integer:
		return "Int64"
	case expr.Float:
		return "Float64"
	case expr.Decimal: // those of 38 digits are computed with
		if t.Precision == expr.MaxPrecision {
			return "Decimal(76, " + digits(t.Scale) + ")"
		}
		return "Decimal(" + digits(t.Precision) + ", " + digits(t.Scale) + ")"
	case expr.Boolean:
		return "Bool"
	case expr.Date:
		return "Date32"
	case expr.Timestamp, expr.TimestampTZ:
		return "DateTime64(6, 'UTC')"
	case expr.Null:
	}
	panic("dialect: a value without a type")
}

// Integers of 256 bits convert to no decimal; these do, and to Int64 with an error where there is no room.
func (clickhouse) wideInteger() string { return "Nullable(Decimal(76, 0))" }
func (clickhouse) wideDecimal(scale int) string {
	return "Nullable(Decimal(76, " + digits(scale) + "))"
}
func (clickhouse) nullable(x string) string { return "toNullable(" + x + ")" }
func (clickhouse) smallInteger() string     { return "Nullable(Int64)" }

// Sums and products of decimals and of integers wrap around without an error beyond 76 digits.
func (clickhouse) mostDigits() int { return 57 }

// A list's cast is a constant.
func (c clickhouse) items(list string, t expr.Type) string {
	if t.Kind == expr.String {
		return list
	}
	return "CAST(" + list + " AS Array(" + c.bare(t) + "))"
}

// A set is of the type that is looked for in it, and takes no decimals where that is an integer, which a column may be that is declared a
// decimal.
func (c clickhouse) equalsAny(x, list string, t expr.Type) string {
	switch t.Kind {
	case expr.Decimal:
		t.Precision = expr.MaxPrecision
		x = c.cast(x, t)
	case expr.Float:
		x = c.oneZero(x)
	case expr.String, expr.Integer, expr.Boolean, expr.Date, expr.Timestamp, expr.TimestampTZ, expr.Null:
	}
	return x + " IN " + c.items(list, t)
}

func (c clickhouse) cast(x string, t expr.Type) string {
	return "CAST(" + x + " AS " + c.typeName(t) + ")"
}

// A set leaves nulls out, and is of the type that is looked for in it: numbers of other types are an error, or are cut.
func (clickhouse) among(x string, items []string, opposite bool) string {
	compared, between := " = ", " OR "
	if opposite {
		compared, between = " <> ", " AND "
	}
	parts := make([]string, len(items))
	for i, item := range items {
		parts[i] = x + compared + item
	}
	return "(" + strings.Join(parts, between) + ")"
}

func (c clickhouse) listed(lists []list, indent string) string {
	columns, arrays := make([]string, len(lists)), make([]string, len(lists))
	for i, l := range lists {
		alias := "v" + digits(i)
		columns[i] = "\n" + indent + "  CAST(" + alias + " AS " + c.typeName(l.t) + ") AS " + c.quote(l.name)
		arrays[i] = c.items(l.parameter, l.t) + " AS " + alias
	}
	return indent + "SELECT" + strings.Join(columns, ",") + "\n" + indent + "FROM (SELECT 1) AS j\n" + indent + "ARRAY JOIN " + strings.Join(arrays, ", ")
}

// Without join_use_nulls a row that finds nothing has ” and 0 in place of nulls. The settings of a statement are of all its parts.
func (clickhouse) ending() string { return "SETTINGS join_use_nulls = 1" }

func (clickhouse) limited(parameter string) string { return "CAST(" + parameter + " AS Int64)" }

// A condition is a number.
func (c clickhouse) conditionValue(x string) string {
	return "CAST(" + x + " AS " + c.typeName(expr.Type{Kind: expr.Boolean}) + ")"
}

func (clickhouse) truth(x string, op expr.Op) string { return truthless(x, op) }

// IS DISTINCT FROM stands in joins only.
func (clickhouse) distinct(a, b string, opposite bool) string {
	same := "COALESCE(" + a + " = " + b + ", " + a + " IS NULL AND " + b + " IS NULL)"
	if opposite {
		return same
	}
	return "NOT " + same
}

// Text is compared by byte; fixed strings, enumerations and those of low cardinality are made text, and columns of text
// nullable.
func (c clickhouse) textColumn(column string) string {
	return "CAST(" + column + " AS Nullable(String))"
}
func (clickhouse) collate(x string) string        { return x }
func (c clickhouse) joined(column string) string  { return c.textColumn(column) }
func (clickhouse) likeEscape() (rune, string)     { return '\\', "" }
func (clickhouse) length(x string) string         { return "CAST(lengthUTF8(" + x + ") AS Nullable(Int64))" }
func (clickhouse) lower(x string) string          { return "lowerUTF8(" + x + ")" }
func (clickhouse) upper(x string) string          { return "upperUTF8(" + x + ")" }
func (c clickhouse) left(x, n string) string      { return start(c, x, n) }
func (c clickhouse) right(x, n string) string     { return finish(c, x, n) }
func (clickhouse) startsWith(x, p string) string  { return "startsWith(" + x + ", " + p + ")" }
func (clickhouse) contains(x, part string) string { return "position(" + x + ", " + part + ") > 0" }
func (clickhouse) replace(x, old, w string) string {
	return "replaceAll(" + x + ", " + old + ", " + w + ")"
}

func (clickhouse) like(x string, op expr.Op, pattern string) string {
	lower := func(x string) string { return "lowerUTF8(" + x + ")" }
	switch op {
	case expr.OpILike:
		x, op, pattern = lower(x), expr.OpLike, lower(pattern)
	case expr.OpNotILike:
		x, op, pattern = lower(x), expr.OpNotLike, lower(pattern)
	}
	return x + " " + strings.ToUpper(string(op)) + " " + pattern
}

func (clickhouse) substring(x, from, count string) string {
	if count == "" {
		return "substringUTF8(" + x + ", " + from + ")"
	}
	return "substringUTF8(" + x + ", " + from + ", " + count + ")"
}

func (c clickhouse) textMatches(string, string) string { return cannot(c, TextNumbers) }

func (clickhouse) pointParts(x string) (before, after string) {
	return "substringIndex(" + x + ", '.', 1)", "CASE WHEN position(" + x + ", '.') > 0 THEN substringIndex(" + x + ", '.', -1) ELSE '' END"
}
