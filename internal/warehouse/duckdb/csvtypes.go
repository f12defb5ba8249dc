package duckdb

import (
	"fmt"

	"sutura.dev/bundle/expr"
)

// The spellings of values that a CSV column's type is decided by, as regular expressions over a whole field.
const (
	wholeNumber = ` *-?[0-9]+ *`
	plainNumber = ` *-?([0-9]+(\.[0-9]*)?|\.[0-9]+) *`
	anyNumber   = ` *[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)? *`
	codeNumber  = ` *(\+|-?0[0-9]).*` // digits that name rather than count: a postcode, a telephone
	isoDate     = ` *[0-9]{4}-[0-9]{2}-[0-9]{2} *`
	isoTime     = ` *[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,9})?)? *`
	isoInstant  = ` *[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,9})?)? ?(Z|[+-][0-9]{2}(:?[0-9]{2})?) *`
)

// An exact column of more digits after the point is rather a measurement: it becomes a float.
const maxInferredScale = 9

// profile counts what a column's values look like.
type profile struct {
	values                     int64 // not null
	whole, plain, numbers      int64
	codes                      int64
	digits, scale              int64 // the most before and after the point, of plain numbers
	booleans                   int64
	dates, timestamps, instant int64
	misfits                    int64 // values that the declared type has no place for
}

// tests are the aggregates that fill a profile of the column name, in the order of fields.
func tests(name string, declared expr.Type) []string {
	x := identifier(name)
	count := func(predicate string) string { return "count(*) FILTER (WHERE " + predicate + ")" }
	most := func(part string) string {
		return "coalesce(max(length(" + part + ")) FILTER (WHERE " + matches(x, plainNumber) + "), 0)"
	}
	misfits := "0"
	if p := fits(x, declared); p != "" {
		misfits = count(x + " IS NOT NULL AND (" + p + ") IS NOT TRUE")
	}
	return []string{
		count(x + " IS NOT NULL"),
		count(matches(x, wholeNumber)), count(matches(x, plainNumber)), count(fits(x, expr.Type{Kind: expr.Float})),
		count(matches(x, codeNumber)),
		most(beforePoint(x)), most("regexp_extract(" + x + `, '\.([0-9]*)', 1)`),
		count("lower(trim(" + x + ")) IN ('true', 'false')"),
		count(fits(x, expr.Type{Kind: expr.Date})), count(matches(x, isoTime) + " AND TRY_CAST(" + x + " AS timestamp) IS NOT NULL"),
		count(fits(x, expr.Type{Kind: expr.TimestampTZ})),
		misfits,
	}
}

// fields are p's counters in the order of tests.
func (p *profile) fields() []any {
	return []any{&p.values, &p.whole, &p.plain, &p.numbers, &p.codes, &p.digits, &p.scale, &p.booleans,
		&p.dates, &p.timestamps, &p.instant, &p.misfits}
}

// fits is the predicate that the text x is a value of type t, empty where every text is.
func fits(x string, t expr.Type) string {
	is := func(pattern, native string) string {
		return matches(x, pattern) + " AND TRY_CAST(" + x + " AS " + native + ") IS NOT NULL"
	}
	switch t.Kind {
	case expr.Integer:
		return is(wholeNumber, "hugeint")
	case expr.Decimal:
		return fmt.Sprintf(`%s AND length(rtrim(regexp_extract(%s, '\.([0-9]*)', 1), '0')) <= %d`, is(plainNumber, decimal(t)), x, t.Scale)
	case expr.Float:
		return matches(x, anyNumber) + " AND isfinite(TRY_CAST(" + x + " AS double))"
	case expr.Boolean:
		return "TRY_CAST(" + x + " AS boolean) IS NOT NULL"
	case expr.Date:
		return is(isoDate, "date")
	case expr.Timestamp:
		return "(" + matches(x, isoDate) + " OR " + matches(x, isoTime) + ") AND TRY_CAST(" + x + " AS timestamp) IS NOT NULL"
	case expr.TimestampTZ:
		return is(isoInstant, "timestamptz")
	case expr.String, expr.Null:
	}
	return ""
}

func matches(x, pattern string) string {
	return "regexp_full_match(" + x + ", " + literal(pattern) + ")"
}

// beforePoint is the digits before the point without leading zeros.
func beforePoint(x string) string { return "ltrim(regexp_extract(" + x + ", '^ *-?([0-9]*)', 1), '0')" }

func decimal(t expr.Type) string {
	precision := t.Precision
	if precision == 0 {
		precision = expr.MaxPrecision
	}
	return fmt.Sprintf("DECIMAL(%d,%d)", precision, t.Scale)
}

// native is DuckDB's type for a declared one.
func (p *profile) native(t expr.Type) string {
	switch t.Kind {
	case expr.Integer:
		return p.integer()
	case expr.Decimal:
		return decimal(t)
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

func (p *profile) integer() string {
	if p.digits > 18 {
		return "HUGEINT"
	}
	return "BIGINT"
}

// narrowest is the first type that every value fits. Decimals have two places at least: a column of 2.5 and 3.0 is as
// likely money.
func (p *profile) narrowest() string {
	number, scale := p.codes == 0, max(p.scale, 2)
	switch n := p.values; {
	case n == 0:
		return "VARCHAR"
	case number && p.whole == n && p.digits <= expr.MaxPrecision:
		return p.integer()
	case number && p.plain == n && p.scale <= maxInferredScale && p.digits+scale <= 18:
		return fmt.Sprintf("DECIMAL(18,%d)", scale)
	case number && p.plain == n && p.scale <= maxInferredScale && p.digits+scale <= expr.MaxPrecision:
		return fmt.Sprintf("DECIMAL(%d,%d)", expr.MaxPrecision, scale)
	case number && p.numbers == n && p.whole < n:
		return "DOUBLE"
	case p.booleans == n:
		return "BOOLEAN"
	case p.dates == n:
		return "DATE"
	case p.dates+p.timestamps == n:
		return "TIMESTAMP"
	case p.instant == n:
		return "TIMESTAMPTZ"
	}
	return "VARCHAR"
}
