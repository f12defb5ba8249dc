package dialect

import (
	"strings"

	"sutura.dev/bundle/expr"
)

// mysql is MariaDB's dialect. MySQL itself has no utf8mb4_nopad_bin.
type mysql struct{ usual }

func (mysql) name() string      { return "mysql" }
func (mysql) aliases() []string { return []string{"mariadb", "mysql_mariadb"} }
func (mysql) title() string     { return "MariaDB" }
func (mysql) state() State      { return Executed }

func (mysql) lacks() []Lack {
	return []Lack{
		{Percentiles, "it has percentiles over windows only, and none of a group"},
		{ManyParts, "a statement has at most 64 common table expressions there, and many metrics asked together need more"},
		{DiscretePercentiles, "it has percentiles over windows only, and none of a group"},
		{AnyInstant, "it leaves times before 1970 and after 2037 unconverted, so that a day or an hour taken of them would be of another zone"},
	}
}

// A schema is a database, which the connection chooses.
func (mysql) schema() string           { return "" }
func (mysql) maxIdentifier() int       { return 64 }
func (mysql) quote(name string) string { return doubled(name, "`") }
func (mysql) as(bool) string           { return " AS (" }

func (mysql) lexicon() Lexicon {
	return Lexicon{
		Open: "`", Close: "`", MostParts: 64,
		Words: strings.Fields(`JSON_TABLE COLUMNS FOR ORDINALITY LONGTEXT CHARACTER SET PATH LIMIT CONVERT USING utf8mb4 COLLATE utf8mb4_nopad_bin
			CONCAT CONCAT_WS RIGHT CHAR_LENGTH LOCATE LOWER UPPER TRIM BOTH LEADING TRAILING SUBSTRING SUBSTRING_INDEX REPLACE REGEXP
			CHAR SIGNED DOUBLE DECIMAL DATE DATETIME TRUNCATE CEILING LN DIV
			CONVERT_TZ DATE_FORMAT INTERVAL HOUR DAY WEEK MONTH QUARTER YEAR WEEKDAY DATEDIFF TIMESTAMPDIFF
			YEARWEEK DAYOFMONTH DAYOFWEEK DAYOFYEAR year quarter month hour minute second`),
		Texts: []string{
			"!", " ", "", ".", "true", "false", "01", "$[*]", "$", "+00:00", "%Y-%m-%d %H:00:00", "%Y-%m-01", "%Y-01-01",
			wholeText(integerText), wholeText(decimalText), wholeText(floatText), wholeText(realDay),
		},
		Digits: []string{"DECIMAL", "DATETIME", "ROUND"},
	}
}

func (mysql) placeholder(int, Bind) string { return "?" }
func (mysql) positional() bool             { return true }

// items are the values of a list parameter, which is a JSON array of texts.
func (mysql) items(list, alias string) string {
	return "JSON_TABLE(" + list + ", '$[*]' COLUMNS (i FOR ORDINALITY, v LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin PATH '$')) AS " + alias
}

func (m mysql) item(alias string, t expr.Type) string {
	if t.Kind == expr.String {
		return alias + ".v"
	}
	return "CAST(" + alias + ".v AS " + m.typeName(t) + ")"
}

func (m mysql) equalsAny(x, list string, t expr.Type) string {
	return x + " IN (SELECT " + m.item("j", t) + " FROM " + m.items(list, "j") + ")"
}

func (m mysql) listed(lists []list, indent string) string {
	if len(lists) == 1 {
		return indent + "SELECT\n" + indent + "  " + m.item("j", lists[0].t) + " AS " + m.quote(lists[0].name) + "\n" + indent + "FROM " + m.items(lists[0].parameter, "j")
	}
	var columns, from []string
	for i, l := range lists {
		alias, join := "j"+digits(i), "FROM "
		on := ""
		if i > 0 {
			join, on = "JOIN ", " ON "+alias+".i = j0.i"
		}
		columns = append(columns, "\n"+indent+"  "+m.item(alias, l.t)+" AS "+m.quote(l.name))
		// What is distinct is kept, and joined by an index; a table of JSON would be read again for each row.
		from = append(from, "\n"+indent+join+"(SELECT DISTINCT j.i, j.v FROM "+m.items(l.parameter, "j")+") AS "+alias+on)
	}
	return indent + "SELECT" + strings.Join(columns, ",") + strings.Join(from, "")
}

func (mysql) limit(cap string, _ bool) string { return "LIMIT " + cap }
func (mysql) limited(parameter string) string { return parameter }

func (mysql) typeName(t expr.Type) string {
	switch t.Kind {
	case expr.String:
		return "CHAR"
	case expr.Integer, expr.Boolean:
		return "SIGNED"
	case expr.Float:
		return "DOUBLE"
	case expr.Decimal:
		return "DECIMAL(" + digits(t.Precision) + ", " + digits(t.Scale) + ")"
	case expr.Date:
		return "DATE"
	case expr.Timestamp, expr.TimestampTZ:
		return "DATETIME(6)"
	case expr.Null:
	}
	panic("dialect: a value without a type")
}

func (mysql) wideInteger() string    { return "DECIMAL(38, 0)" }
func (mysql) wideDecimal(int) string { return "" }
func (mysql) smallInteger() string   { return "SIGNED" }

// A condition is 1 or 0.
func (mysql) conditionValue(x string) string { return x }
func (mysql) valueCondition(x string) string { return x }

func (mysql) truth(x string, op expr.Op) string { return x + " " + strings.ToUpper(string(op)) }

func (mysql) distinct(a, b string, opposite bool) string {
	if opposite {
		return a + " <=> " + b
	}
	return "NOT (" + a + " <=> " + b + ")"
}

func (mysql) sameKey(_ expr.Type, a, b string) string { return a + " <=> " + b }

func (mysql) sorted(x string, descending bool) string {
	if descending {
		return x + " IS NULL, " + x + " DESC"
	}
	return x + " IS NULL, " + x + " ASC"
}

func (mysql) aggregate(c aggregateCall) string {
	if c.condition != "" {
		if c.x == "*" {
			c.x = "1"
		}
		c.x = "CASE WHEN " + c.condition + " THEN " + c.x + " END"
	}
	if c.distinct {
		c.x = "DISTINCT " + c.x
	}
	return c.function + "(" + c.x + ")"
}

func (m mysql) averageFloat(_, wide, condition string) string {
	return m.aggregate(aggregateCall{function: "avg", x: wide, condition: condition})
}

func (m mysql) percentile(_, _, _ string) string  { return cannot(m, Percentiles) }
func (m mysql) discrete(_, _, _, _ string) string { return cannot(m, DiscretePercentiles) }

func (mysql) spellDate(date string) string { return "CAST(" + date + " AS CHAR)" }

func (mysql) grouping([]string) string { return "" }
