package duckdb

import (
	"fmt"

	"sutura.dev/bundle/expr"
)

// The spellings of values that a CSV column's type is decided by, as regular expressions over a whole field.
const (
	wholeNumber = ` *-?[0-9]+ *`
	plainNumber = ` *-?([0-9]+(\.[0-9]*)?|\.[0-9]+) *`
	codeNumber  = ` *(\+|-?0[0-9]).*` // digits that name rather than count: a postcode, a telephone
	isoDate     = ` *[0-9]{4}-[0-9]{2}-[0-9]{2} *`
	isoTime     = ` *[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,9})?)? *`
	isoInstant  = ` *[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,9})?)? ?(Z|[+-][0-9]{2}(:?[0-9]{2})?) *`
)

const (
	// An exact column of more digits after the point is rather a measurement: it becomes a float.
	maxInferredScale = 9
	// A whole number of so many digits fits BIGINT.
	bigintDigits = 18
)

// fits is the predicate that the text x is a value of type t, spelled so that reading it changes nothing; empty where
// every text is. With strict, digits that name rather than count are no numbers. One regular expression a value is what
// a large file can afford.
func fits(x string, t expr.Type, strict bool) string {
	cast := func(native string) string { return "TRY_CAST(" + x + " AS " + native + ") IS NOT NULL" }
	switch t.Kind {
	case expr.Integer:
		return matches(x, number(expr.MaxPrecision, 0, strict))
	case expr.Decimal:
		return matches(x, number(precision(t)-t.Scale, t.Scale, strict))
	case expr.Float:
		finite := "isfinite(TRY_CAST(" + x + " AS double)) AND NOT contains(" + x + ", '_')"
		if strict {
			finite += " AND NOT " + matches(x, codeNumber)
		}
		return finite
	case expr.Boolean:
		if strict {
			return "lower(trim(" + x + ")) IN ('true', 'false')"
		}
		return cast("boolean")
	case expr.Date:
		return matches(x, isoDate) + " AND " + cast("date")
	case expr.Timestamp:
		return "(" + matches(x, isoTime) + " OR " + matches(x, isoDate) + ") AND " + cast("timestamp")
	case expr.TimestampTZ:
		return matches(x, isoInstant) + " AND " + cast("timestamptz")
	case expr.String, expr.Null:
	}
	return ""
}

// number is the spelling of an exact number with so many digits before and after the point. Zeros in front and at the
// end do not count; with strict none stand in front, and those at the end count.
func number(before, after int, strict bool) string {
	whole, zeros := fmt.Sprintf("0*[0-9]{1,%d}", before), "0*"
	switch {
	case strict:
		whole, zeros = fmt.Sprintf("(0|[1-9][0-9]{0,%d})", before-1), ""
	case before == 0:
		whole = "0+"
	}
	fraction := fmt.Sprintf(`(\.[0-9]{0,%d}%s)?`, after, zeros)
	if after == 0 {
		return " *-?" + whole + fraction + " *"
	}
	return fmt.Sprintf(` *-?(%s%s|\.[0-9]{1,%d}%s) *`, whole, fraction, after, zeros)
}

func matches(x, pattern string) string {
	return "regexp_full_match(" + x + ", " + literal(pattern) + ")"
}

func precision(t expr.Type) int {
	if t.Precision == 0 {
		return expr.MaxPrecision
	}
	return t.Precision
}

// native is DuckDB's type for one of ours; wide is for integers of more digits than BIGINT holds.
func native(t expr.Type, wide bool) string {
	switch t.Kind {
	case expr.Integer:
		if wide {
			return "HUGEINT"
		}
		return "BIGINT"
	case expr.Decimal:
		return fmt.Sprintf("DECIMAL(%d,%d)", precision(t), t.Scale)
	case expr.Float:
		return "DOUBLE"
	case expr.Boolean:
		return "BOOLEAN"
	case expr.Date:
		return "DATE"
	case expr.Timestamp:
		return "TIMESTAMP"
	case expr.TimestampTZ:
		return "TIMESTAMPTZ"
	case expr.String, expr.Null:
	}
	return "VARCHAR"
}

// profile counts what a column's values look like.
type profile struct {
	values                      int64 // not null
	whole, plain, floats, codes int64
	digits, scale               int64 // the most before and after the point, of plain numbers
	booleans                    int64
	dates, timestamps, instants int64
}

// aggregates are what fills a profile of the column, in the order of fields.
func (p *profile) aggregates(name string) []string {
	x := identifier(name)
	count := func(predicate string) string { return "count(*) FILTER (WHERE " + predicate + ")" }
	is := func(k expr.Kind) string { return count(fits(x, expr.Type{Kind: k}, true)) }
	most := func(part string) string {
		return "coalesce(max(length(" + part + ")) FILTER (WHERE " + matches(x, plainNumber) + "), 0)"
	}
	return []string{
		"count(" + x + ")",
		count(matches(x, wholeNumber)), count(matches(x, plainNumber)), count(fits(x, expr.Type{Kind: expr.Float}, false)), count(matches(x, codeNumber)),
		most("ltrim(regexp_extract(" + x + ", '^ *-?([0-9]*)', 1), '0')"), most("regexp_extract(" + x + `, '\.([0-9]*)', 1)`),
		is(expr.Boolean), is(expr.Date), is(expr.Timestamp), is(expr.TimestampTZ),
	}
}

// fields are p's counters in the order of aggregates.
func (p *profile) fields() []any {
	return []any{&p.values, &p.whole, &p.plain, &p.floats, &p.codes, &p.digits, &p.scale, &p.booleans, &p.dates, &p.timestamps, &p.instants}
}

// narrowest is the first type that every value fits, the zero Type without any value. Decimals have two places at least: a column of 2.5 and 3.0 is as
// likely money.
func (p *profile) narrowest() expr.Type {
	numbers, scale := p.codes == 0, int(max(p.scale, 2))
	switch n := p.values; {
	case n == 0:
		return expr.Type{}
	case numbers && p.whole == n && p.digits <= expr.MaxPrecision:
		return expr.Type{Kind: expr.Integer}
	case numbers && p.plain == n && p.scale <= maxInferredScale && int(p.digits)+scale <= bigintDigits:
		return expr.Type{Kind: expr.Decimal, Precision: bigintDigits, Scale: scale}
	case numbers && p.plain == n && p.scale <= maxInferredScale && int(p.digits)+scale <= expr.MaxPrecision:
		return expr.Type{Kind: expr.Decimal, Precision: expr.MaxPrecision, Scale: scale}
	case numbers && p.floats == n && p.whole < n:
		return expr.Type{Kind: expr.Float}
	case p.booleans == n:
		return expr.Type{Kind: expr.Boolean}
	case p.dates == n:
		return expr.Type{Kind: expr.Date}
	case p.timestamps == n:
		return expr.Type{Kind: expr.Timestamp}
	case p.instants == n:
		return expr.Type{Kind: expr.TimestampTZ}
	}
	return expr.Type{Kind: expr.String}
}
