package dialect

import (
	"strings"

	"sutura.dev/bundle/expr"
)

// preview is what the dialects say alike whose databases run nowhere in the tests. Each says for itself what differs; of what
// its vendor's documentation does not promise the number law, it says that it lacks it.
type preview struct{ usual }

func (preview) state() State   { return Previewed }
func (preview) schema() string { return "" }

func (preview) as(bool) string { return " AS (" }

func (preview) limit(cap string, _ bool) string { return "LIMIT " + cap }
func (preview) limited(parameter string) string { return parameter }

func (preview) conditionValue(x string) string { return x }
func (preview) valueCondition(x string) string { return x }

func (preview) truth(x string, op expr.Op) string { return x + " " + strings.ToUpper(string(op)) }

// truthless is truth where a database has no IS TRUE.
func truthless(x string, op expr.Op) string {
	switch op {
	case expr.OpIsTrue:
		return "COALESCE(" + x + ", FALSE)"
	case expr.OpIsNotTrue:
		return "(NOT COALESCE(" + x + ", FALSE))"
	case expr.OpIsFalse:
		return "(NOT COALESCE(" + x + ", TRUE))"
	}
	return "COALESCE(" + x + ", TRUE)"
}

func (preview) distinct(a, b string, opposite bool) string {
	if opposite {
		return a + " IS NOT DISTINCT FROM " + b
	}
	return a + " IS DISTINCT FROM " + b
}

func (preview) sameKey(_ expr.Type, a, b string) string { return a + " IS NOT DISTINCT FROM " + b }

func (preview) sorted(x string, descending bool) string {
	if descending {
		return x + " DESC NULLS LAST"
	}
	return x + " ASC NULLS LAST"
}

func (preview) cat(parts []string) string { return strings.Join(parts, " || ") }

func (preview) concat(parts []string) string {
	there := make([]string, len(parts))
	for i, p := range parts {
		there[i] = "COALESCE(" + p + ", '')"
	}
	return "(" + strings.Join(there, " || ") + ")"
}

func (preview) like(x string, op expr.Op, pattern string) string {
	return x + " " + strings.ToUpper(string(op)) + " " + pattern + " ESCAPE '!'"
}

// caseless is like where a database has no ILIKE; letters outside ASCII fold as the database does.
func caseless(x string, op expr.Op, pattern string) (string, expr.Op, string) {
	lower := func(x string) string { return "LOWER(" + x + ")" }
	switch op {
	case expr.OpILike:
		return lower(x), expr.OpLike, lower(pattern)
	case expr.OpNotILike:
		return lower(x), expr.OpNotLike, lower(pattern)
	}
	return x, op, pattern
}

func (preview) length(x string) string { return "LENGTH(" + x + ")" }
func (preview) lower(x string) string  { return "LOWER(" + x + ")" }
func (preview) upper(x string) string  { return "UPPER(" + x + ")" }

func (preview) trim(x string, op expr.Op) string {
	return "TRIM(" + map[expr.Op]string{expr.OpTrim: "BOTH", expr.OpLTrim: "LEADING", expr.OpRTrim: "TRAILING"}[op] + " ' ' FROM " + x + ")"
}

// start is left by a substring, so that a count below zero has its meaning; finish is right.
func start(s spec, x, n string) string { return s.substring(x, "1", taken(s, x, n)) }

func finish(s spec, x, n string) string {
	count := taken(s, x, n)
	return s.substring(x, "GREATEST("+s.length(x)+" - "+count+" + 1, 1)", count)
}

// taken is how many characters those are, null where n is: some databases leave nulls out of GREATEST.
func taken(s spec, x, n string) string {
	return "CASE WHEN " + n + " < 0 THEN GREATEST(" + s.length(x) + " + " + n + ", 0) ELSE " + n + " END"
}

func (preview) substring(x, from, count string) string {
	if count == "" {
		return "SUBSTR(" + x + ", " + from + ")"
	}
	return "SUBSTR(" + x + ", " + from + ", " + count + ")"
}

func (preview) replace(x, old, with string) string {
	return "REPLACE(" + x + ", " + old + ", " + with + ")"
}

func (preview) doubleText() bool              { return false }
func (preview) round(x, places string) string { return "ROUND(" + x + ", " + places + ")" }
func (preview) ceil(x string) string          { return "CEIL(" + x + ")" }
func (preview) ln(x string) string            { return "LN(" + x + ")" }
func (preview) modulo(n, d string) string     { return "MOD(" + n + ", " + d + ")" }
func (preview) compared(x string) string      { return x }
func (preview) grouping([]string) string      { return "" } // that a set without keys has a row over no rows is promised nowhere
func roundWide(s spec, x, places string) string {
	return "ROUND(CAST(" + x + " AS " + s.wideInteger() + "), " + places + ")"
}

// cased is an aggregate over the rows for which a condition holds, where a database has no FILTER. A sum of integers is
// taken of wide ones, which the sums of other integers may have no room for.
func cased(s spec, c aggregateCall) string {
	if c.function == "sum" && c.t.Kind == expr.Integer {
		c.x = "CAST(" + c.x + " AS " + s.wideInteger() + ")"
	}
	return strings.ToUpper(c.function) + "(" + distinctly(c.distinct) + when(c.condition, c.x) + ")"
}

func distinctly(distinct bool) string {
	if distinct {
		return "DISTINCT "
	}
	return ""
}

// when is x of the rows for which a condition holds, and null of others.
func when(condition, x string) string {
	if condition == "" {
		return x
	}
	if x == "*" {
		x = "1"
	}
	return "CASE WHEN " + condition + " THEN " + x + " END"
}

// interpolated is the continuous percentile of an array of sorted values without nulls; at reads one, from 0.
func interpolated(count, place string, at func(index string) string) string {
	position := "(" + count + " - 1) * " + place
	low, high := at("FLOOR("+position+")"), at("CEIL("+position+")")
	return low + " + (" + high + " - " + low + ") * (" + position + " - FLOOR(" + position + "))"
}

// quotientPlaces are the most digits after the point that a side of exact division has: all digits together are 38.
const quotientPlaces = 6

const noRoomToDivide = "its widest decimals have no room for sides with more than six digits after the point"

// quotient is n / d as DECIMAL(38, 10). Both sides are taken as whole numbers of one scale, and what is divided is a multiple
// of what it is divided by, so that no rounding of the database's is in it.
func quotient(s spec, n string, ns int, d string, ds int) string {
	scale := max(ns, ds)
	if scale > quotientPlaces {
		cannot(s, ExactDivision)
	}
	whole := func(x string, own int) string {
		if scale == 0 {
			return "CAST(" + x + " AS " + s.wideInteger() + ")"
		}
		return "CAST(CAST(" + x + " AS " + wideAs(s, own) + ") * 1" + strings.Repeat("0", scale) + " AS " + s.wideInteger() + ")"
	}
	n, d = whole(n, ns), whole(d, ds)
	twice := "(2 * ABS(" + d + "))"
	all := "(2 * ABS(" + n + ") * 10000000000 + ABS(" + d + "))"
	last := expr.Type{Kind: expr.Decimal, Precision: 10, Scale: 10}
	q := "CAST((" + all + " - " + s.modulo(all, twice) + ") / " + twice + " AS " + s.typeName(expr.Type{Kind: expr.Decimal, Precision: 27}) +
		") * CAST('0.0000000001' AS " + s.typeName(last) + ")"
	return "CASE WHEN " + d + " <> 0 THEN CASE WHEN (" + n + " < 0 AND " + d + " > 0) OR (" + n + " > 0 AND " + d + " < 0) THEN -(" + q +
		") ELSE " + q + " END END"
}

// wideAs is the type of 38 digits with so many after the point.
func wideAs(s spec, scale int) string {
	if scale == 0 {
		return s.wideInteger()
	}
	return s.typeName(expr.Type{Kind: expr.Decimal, Precision: expr.MaxPrecision, Scale: scale})
}

// lackOf are the features that a dialect lacks for one reason.
func lackOf(why string, features ...Feature) []Lack {
	out := make([]Lack, len(features))
	for i, f := range features {
		out[i] = Lack{f, why}
	}
	return out
}

// Reasons that several previews share.
const (
	unsaidText    = "which spellings its casts read, and which they write, is not documented to be the law's"
	unsaidOverlap = "which instant it takes where clocks repeat or skip an hour is not documented to be the law's"
)

// whole numbers and days are read of what is spelled exactly so.
func whole(pattern string) string { return "^(" + pattern + ")$" }

// listedBy is the SELECT of list parameters that are tables of items, joined by their place.
func listedBy(s spec, lists []list, indent string, items func(parameter, alias string) string, item func(alias string, t expr.Type) string, place string) string {
	var columns, from strings.Builder
	for i, l := range lists {
		alias := "j" + digits(i)
		if i > 0 {
			columns.WriteByte(',')
		}
		columns.WriteString("\n" + indent + "  " + item(alias, l.t) + " AS " + s.quote(l.name))
		if i == 0 {
			from.WriteString("\n" + indent + "FROM " + items(l.parameter, alias))
		} else {
			from.WriteString("\n" + indent + "JOIN " + items(l.parameter, alias) + " ON " + alias + place + " = j0" + place)
		}
	}
	return indent + "SELECT" + columns.String() + from.String()
}
