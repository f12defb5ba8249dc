package dialect

import "sutura.dev/bundle/expr"

// spec is one dialect: a method for each thing in which dialects differ, so that one that leaves something out does not
// compile. Everything else is common. Arguments and results are SQL text that needs no parentheses around it, or says
// so; an argument may hold parameters, and may be written as often as the form wants. A form that a dialect has not is
// told by cannot, where it always or sometimes is, and listed in lacks.
type spec interface {
	identity
	names
	parameters
	types
	conditions
	texts
	numbers
	aggregates
	times
}

type identity interface {
	// name is the dialect's name in catalogs; aliases are others that it goes by.
	name() string
	aliases() []string
	// title is the databases' name for people.
	title() string
	state() State
	// session is what the statements count on, as the end of a sentence; tried says what has executed those of a preview, empty
	// where nothing has.
	session() string
	tried() string
	// lacks are the features that the dialect has not, or has in part.
	lacks() []Lack
}

type names interface {
	// schema is the schema of a table that none is declared for.
	schema() string
	// maxIdentifier is the most bytes that an identifier keeps; 0 when there is no limit.
	maxIdentifier() int
	// joint stands for a dot in the names of columns that a statement makes: a dot where they may have one.
	joint() string
	// quote writes an identifier.
	quote(name string) string
	// as begins the body of a common table expression: " AS (". What is kept is read more than once: databases that put
	// such an expression in place of its name would read the tables again.
	as(kept bool) string
	// called is a column of a join, as it keeps its name outside the SELECT.
	called(column, name string) string
	// lexicon is what the dialect's own forms say.
	lexicon() Lexicon
}

type parameters interface {
	// placeholder is the n-th parameter, from 1, of a bind.
	placeholder(n int, b Bind) string
	// positional tells that a parameter written twice is two.
	positional() bool
	// equalsAny compares x with each value of a list parameter: null beside null.
	equalsAny(x, list string, t expr.Type) string
	// listed is the SELECT of a table whose columns are list parameters of one length, row by row.
	listed(lists []list, indent string) string
	// limit is the clause that cuts the rows, after an order where the statement has one. cap is a number.
	limit(cap string, ordered bool) string
	// ending is a line that each statement ends with, empty for none: settings without which it would mean something else.
	ending() string
	// spelled is a parameter before its cast, where the database reads other spellings than a Bind has.
	spelled(parameter string, t expr.Type) string
	// limited is a parameter as the number of limit.
	limited(parameter string) string
}

// list is a list parameter that becomes a column.
type list struct {
	name      string
	t         expr.Type
	parameter string
}

type types interface {
	// typeName writes a type for CAST.
	typeName(t expr.Type) string
	// wideInteger is the type in which integers are computed, so that 38 digits fit.
	wideInteger() string
	// wideDecimal is the type of an operand of decimal arithmetic with this scale; empty when the operand is wide already.
	wideDecimal(scale int) string
	// nullable is a value of a type that has a null: a window function gives null beyond the first row or the last.
	nullable(x string) string
	// smallInteger is the type of counts of characters and days.
	smallInteger() string
}

type conditions interface {
	// conditionValue makes a condition a value of type boolean, and valueCondition the other way round. Both are the text
	// itself where a condition is a value.
	conditionValue(x string) string
	valueCondition(x string) string
	// truth is the test op (IS TRUE and its like) of a condition.
	truth(x string, op expr.Op) string
	// distinct is a IS DISTINCT FROM b, or its opposite.
	distinct(a, b string, opposite bool) string
	// among compares x with each item of a list, as IN does or NOT IN: null where it is none of them and one is null.
	among(x string, items []string, opposite bool) string
	// sameKey compares keys of type t, nulls as equal, in a form that the database hashes or merges.
	sameKey(t expr.Type, a, b string) string
	// sorted is one item of an order, nulls last in either direction.
	sorted(x string, descending bool) string
}

type texts interface {
	// textColumn makes a column's text exact: compared and ordered by code point, nothing folded or padded.
	textColumn(column string) string
	// joined is a column as joins compare it, of text or of a type that is not known: exact, and served by an index where
	// the source's columns of text are exact themselves.
	joined(column string) string
	// collate makes computed text exact in the same way.
	collate(x string) string
	// comparable is exact text as it is compared, grouped and ordered, so that blanks at its end count; shown is the text of
	// such a one.
	comparable(x string) string
	shown(x string) string
	// cat joins texts, null if one is; concat leaves nulls out. The parts of cat have parentheses where || needs them.
	cat(parts []string) string
	concat(parts []string) string
	// like is op (LIKE, ILIKE and their opposites). likeEscape is what it escapes with, and the characters besides % and _
	// that it takes for more than themselves.
	like(x string, op expr.Op, pattern string) string
	likeEscape() (escape rune, special string)
	startsWith(x, prefix string) string
	contains(x, part string) string
	// length counts code points.
	length(x string) string
	lower(x string) string
	upper(x string) string
	// trim takes blanks away: both, or those on one side (TRIM, LTRIM, RTRIM).
	trim(x string, op expr.Op) string
	// left and right take n characters; all but the last or first n where n is below zero.
	left(x, n string) string
	right(x, n string) string
	// substring takes count characters from a place, which is 1 or more; all where count is empty.
	substring(x, from, count string) string
	replace(x, old, with string) string
	// textMatches is a guard that text is spelled by a regular expression over the whole of it.
	textMatches(x, pattern string) string
	// pointParts are the digits before and after the point of a spelled decimal.
	pointParts(x string) (before, after string)
}

type numbers interface {
	// floatColumn makes a column of floats, maybe four-byte ones, what is summed as doubles.
	floatColumn(column string) string
	// oneZero is a double as it is grouped and looked for, in which a zero has no sign.
	oneZero(x string) string
	// power is x to the y-th, of doubles whose result is a real number.
	power(x, y string) string
	// toDouble converts an exact number, once, to the nearest double.
	toDouble(x string) string
	// toDecimal rounds a double, by its shortest digits, half away from zero.
	toDecimal(x string, t expr.Type) string
	// doubleText tells that a double's text is its shortest digits.
	doubleText() bool
	// spellDecimal is the text of a decimal x of type t, with a digit before the point.
	spellDecimal(x string, t expr.Type) string
	// exactQuotient is n / d as DECIMAL(38,10), rounded once, half away from zero; null where d is 0. ns and ds are
	// the scales of n and d.
	exactQuotient(n string, ns int, d string, ds int) string
	// roundWhole rounds an integer at places below zero.
	roundWhole(x string, places string) string
	// round rounds a decimal half away from zero, to places.
	round(x string, places string) string
	// cut takes the digits after the point away, of a decimal or a double, as floor and ceil do; wholeDouble is what they
	// have made of a double x as a double.
	cut(x string) string
	floor(x string) string
	ceil(x string) string
	wholeDouble(x, whole string) string
	ln(x string) string
	// integerDivide divides whole numbers, cutting toward zero.
	integerDivide(n, d string) string
	// keepsScale tells that a sum, difference or product of decimals of these scales keeps every digit after the point.
	keepsScale(op expr.Op, left, right int) bool
	// rescaled is an exact number with own digits after the point as type to, which has scale of them, more than own.
	rescaled(x string, own, scale int, to string) string
	// mostDigits is how many digits a product may have at most, where more would wrap around; 0 where more is an error.
	mostDigits() int
	// modulo is the rest of a division, with the sign of n; d is not 0.
	modulo(n, d string) string
}

type aggregates interface {
	// aggregate is a sum, count, min, max or avg of x, over the rows for which a condition holds, which may be empty.
	aggregate(call aggregateCall) string
	// numbered is the number of a row as an integer, which has a sign.
	numbered(x string) string
	// averageFloat is the average of floats x, which are doubles as wide.
	averageFloat(x, wide, condition string) string
	// percentile interpolates between doubles x, at a place from 0 to 1.
	percentile(x, place, condition string) string
	// discrete is the smallest x of which a share of place, or more, of the values is at most, by the order of by.
	discrete(x, by, place, condition string) string
	// grouping tells the sets of GROUP BY GROUPING SETS apart: a bit for each key, 1 where the set is without it. It is empty
	// where a dialect has no such sets; then each set is a SELECT of its own.
	grouping(keys []string) string
}

// aggregateCall is one call of an aggregate; x is * of a count of rows.
type aggregateCall struct {
	function  string
	distinct  bool
	x         string
	t         expr.Type // of x, where it is a sum's
	condition string
}

type times interface {
	// toLocal is what the clocks of a zone show at an instant, and toInstant the other way round.
	toLocal(x, zone string) string
	toInstant(x, zone string) string
	// midnight makes a date a timestamp.
	midnight(date string) string
	// truncate cuts a timestamp to a unit: hour, day, week (from Monday), month, quarter, year.
	truncate(unit, x string) string
	// compared makes a truncated time one that compares like any other value.
	compared(x string) string
	// starts is the first day of the unit, day to year, of a timestamp.
	starts(unit, x string) string
	// week is the first day of a timestamp's week, which starts so many days before Monday's; days may be empty.
	week(x, days string) string
	// fiscal is the first day of a quarter or a year that starts so many months after January.
	fiscal(unit, x, months string) string
	// laterMonths and laterDays move a date, to the last day of a month that has fewer; daysBetween is to - from.
	laterMonths(date, months string) string
	laterDays(date, days string) string
	daysBetween(to, from string) string
	// later moves a date or a timestamp, which t says, by units, hour to year.
	later(x, unit, count string, t expr.Type) string
	// hoursBetween counts the starts of hours.
	hoursBetween(to, from string) string
	// extract is a field of a time as an integer.
	extract(field, x string) string
	// spellDate is the text of a date: 2026-01-31.
	spellDate(date string) string
	// textToDate is null for what is spelled as no day, and for a day that its month does not have.
	textToDate(x string) string
}
