package dialect

import (
	"strings"

	"sutura.dev/bundle/expr"
)

// pair is what DuckDB and PostgreSQL say alike.
type pair struct{ usual }

func (pair) quote(name string) string { return doubled(name, `"`) }

// doubled quotes a name, in which the quote itself is doubled.
func doubled(name, quote string) string {
	return quote + strings.ReplaceAll(name, quote, quote+quote) + quote
}

func (pair) as(kept bool) string {
	if kept {
		return " AS MATERIALIZED ("
	}
	return " AS ("
}

// PostgreSQL's grammar reads both.
func (pair) lexicon() Lexicon { return Lexicon{Postgres: true} }

func (pair) placeholder(n int, _ Bind) string { return "$" + digits(n) }
func (pair) positional() bool                 { return false }

// array is a list parameter: text first, since drivers carry lists of text only, then the values' own type.
func (p pair) array(list string, t expr.Type) string {
	list = "CAST(" + list + " AS varchar[])"
	if t.Kind == expr.String {
		return list
	}
	return "CAST(" + list + " AS " + p.typeName(t) + "[])"
}

func (p pair) equalsAny(x, list string, t expr.Type) string {
	return x + " = ANY(" + p.array(list, t) + ")"
}

func (p pair) listed(lists []list, indent string) string {
	if len(lists) == 1 {
		name := p.quote(lists[0].name)
		return indent + "SELECT\n" + indent + "  u." + name + "\n" + indent + "FROM unnest(" + p.array(lists[0].parameter, lists[0].t) + ") AS u(" + name + ")"
	}
	items := make([]string, len(lists))
	for i, l := range lists {
		items[i] = "\n" + indent + "  unnest(" + p.array(l.parameter, l.t) + ") AS " + p.quote(l.name)
	}
	return indent + "SELECT" + strings.Join(items, ",")
}

func (pair) limit(cap string, _ bool) string { return "LIMIT " + cap }

func (p pair) limited(parameter string) string { return "CAST(" + parameter + " AS bigint)" }

func (pair) typeName(t expr.Type) string {
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

func (pair) smallInteger() string { return "int" }

func (pair) conditionValue(x string) string { return x }
func (pair) valueCondition(x string) string { return x }

func (pair) truth(x string, op expr.Op) string { return x + " " + strings.ToUpper(string(op)) }

func (pair) distinct(a, b string, opposite bool) string {
	if opposite {
		return a + " IS NOT DISTINCT FROM " + b
	}
	return a + " IS DISTINCT FROM " + b
}

// IS NOT DISTINCT FROM would be looped.
func (p pair) sameKey(t expr.Type, a, b string) string {
	filler := "0"
	switch t.Kind {
	case expr.String:
		filler = "''"
	case expr.Boolean:
		filler = "CAST('false' AS boolean)"
	case expr.Date, expr.Timestamp, expr.TimestampTZ:
		filler = "CAST('0001-01-01' AS " + p.typeName(t) + ")"
	case expr.Integer, expr.Decimal, expr.Float, expr.Null:
	}
	return "coalesce(" + a + ", " + filler + ") = coalesce(" + b + ", " + filler + ") AND (" + a + " IS NULL) = (" + b + " IS NULL)"
}

func (pair) sorted(x string, descending bool) string {
	if descending {
		return x + " DESC NULLS LAST"
	}
	return x + " ASC NULLS LAST"
}

// Columns that fold or pad are in no join: the adapters tell of them.
func (pair) joined(column string) string { return column }

func (pair) cat(parts []string) string    { return strings.Join(parts, " || ") }
func (pair) concat(parts []string) string { return "concat(" + strings.Join(parts, ", ") + ")" }

func (pair) like(x string, op expr.Op, pattern string) string {
	return x + " " + strings.ToUpper(string(op)) + " " + pattern + " ESCAPE '!'"
}

func (pair) startsWith(x, prefix string) string { return "starts_with(" + x + ", " + prefix + ")" }
func (pair) contains(x, part string) string     { return "strpos(" + x + ", " + part + ") > 0" }
func (pair) length(x string) string             { return "length(" + x + ")" }
func (pair) lower(x string) string              { return "lower(" + x + ")" }
func (pair) upper(x string) string              { return "upper(" + x + ")" }

func (pair) trim(x string, op expr.Op) string {
	if op == expr.OpTrim {
		return "trim(BOTH ' ' FROM " + x + ")"
	}
	return string(op) + "(" + x + ", ' ')"
}

func (pair) left(x, n string) string  { return "left(" + x + ", " + n + ")" }
func (pair) right(x, n string) string { return "right(" + x + ", " + n + ")" }

func (pair) substring(x, from, count string) string {
	if count == "" {
		return "substring(" + x + " FROM " + from + ")"
	}
	return "substring(" + x + " FROM " + from + " FOR " + count + ")"
}

func (pair) replace(x, old, with string) string {
	return "replace(" + x + ", " + old + ", " + with + ")"
}

func (pair) pointParts(x string) (before, after string) {
	return "split_part(" + x + ", '.', 1)", "split_part(" + x + ", '.', 2)"
}

func (pair) round(x, places string) string { return "round(" + x + ", " + places + ")" }
func (pair) cut(x string) string           { return "trunc(" + x + ")" }
func (pair) ceil(x string) string          { return "ceil(" + x + ")" }
func (pair) ln(x string) string            { return "ln(" + x + ")" }
func (pair) modulo(n, d string) string     { return n + " % " + d }

func (pair) aggregate(c aggregateCall) string {
	if c.distinct {
		c.x = "DISTINCT " + c.x
	}
	return c.function + "(" + c.x + ")" + filter(c.condition)
}

// filter takes the rows of an aggregate.
func filter(condition string) string {
	if condition == "" {
		return ""
	}
	return " FILTER (WHERE " + condition + ")"
}

// Of decimals DuckDB would cut the result to their scale.
func (pair) percentile(x, place, condition string) string {
	return "percentile_cont(" + place + ") WITHIN GROUP (ORDER BY CAST(" + x + " AS double precision))" + filter(condition)
}

func (pair) discrete(x, by, place, condition string) string {
	there := x + " IS NOT NULL"
	if condition != "" {
		there = "(" + condition + ") AND " + there
	}
	at := "CAST(ceil(" + place + " * count(" + x + ")" + filter(condition) + ") AS int)"
	return "(array_agg(" + x + " ORDER BY " + by + ") FILTER (WHERE " + there + "))[" + at + "]"
}

func (pair) grouping(keys []string) string { return "grouping(" + strings.Join(keys, ", ") + ")" }
