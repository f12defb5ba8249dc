package sqlvet

import "strings"

// What a rendered statement may be made of. Every word here is in a form that a dialect writes; a new form adds its
// words, and nothing else may be said.

func set(words ...string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}

var (
	aggregateFunctions = set("array_agg", "avg", "bool_and", "bool_or", "count", "max", "min", "percentile_cont", "percentile_disc", "sum")
	windowFunctions    = set("dense_rank", "rank", "row_number")
	scalarFunctions    = set(
		"abs", "ceil", "concat", "date_trunc", "div", "exp", "floor", "left", "length", "ln", "lower", "ltrim", "power", "regexp_full_match",
		"replace", "right", "round", "rtrim", "sign", "sqrt", "starts_with", "strpos", "trunc", "upper",
	)
	// Forms that the grammar itself writes as functions.
	grammarFunctions = set("pg_catalog.btrim", "pg_catalog.substring", "pg_catalog.extract", "pg_catalog.timezone")
	rowFunctions     = set("generate_series", "unnest")

	statementOperators = set("+", "-", "*", "/", "//", "%", "||", "=", "<>", "<", "<=", ">", ">=", "~",
		"~~", "!~~", "~~*", "!~~*", "BETWEEN", "NOT BETWEEN")
	operatorKinds = set("AEXPR_OP", "AEXPR_OP_ANY", "AEXPR_DISTINCT", "AEXPR_NOT_DISTINCT", "AEXPR_NULLIF", "AEXPR_IN",
		"AEXPR_LIKE", "AEXPR_ILIKE", "AEXPR_BETWEEN", "AEXPR_NOT_BETWEEN")

	statementTypes = set("pg_catalog.int4", "pg_catalog.int8", "pg_catalog.numeric", "pg_catalog.float8", "pg_catalog.bool",
		"pg_catalog.varchar", "pg_catalog.timestamp", "pg_catalog.interval", "date", "text", "timestamptz", "hugeint")

	extractFields = set("year", "isoyear", "quarter", "month", "week", "day", "dow", "isodow", "doy", "hour", "minute", "second", "epoch")

	structuralTexts = set(
		"hour", "day", "week", "month", "quarter", "year", // date_trunc
		"0 day", "1 hour", "1 day", "7 day", "1 month", "3 month", "1 year", // INTERVAL
		"!",                            // ESCAPE
		" ",                            // trim
		"", ".", "0.", "true", "false", // digits of decimals, text of booleans
		"0.0000000001", // the last digit of an exact quotient
		"01",           // the first of a month
		"0001-01-01",   // stands for null where keys are compared
		patternInteger, patternDecimal, patternFloat, patternDay,
		"^"+patternInteger+"$", "^"+patternDecimal+"$", "^"+patternFloat+"$", "^"+patternDay+"$",
	)
	structuralNumbers = set(
		"0", "1", "2", "3", // NULLIF, comparisons, counting from one, levels of totals
		"4", "7", "8", "12", "3600", // quarters, days, digits of a year and month, months, seconds
		"0.5", "0.0000000001", // halves, the last digit of an exact quotient
	)
)

// Spellings of text that casts read.
const (
	patternInteger = " *[+-]?[0-9]+ *"
	patternDecimal = " *[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+) *"
	patternFloat   = " *[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][+-]?[0-9]+)? *"
	patternDay     = "([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
)

// structuralNumber allows the listed numbers and powers of ten, which rounding and exact quotients scale by.
func structuralNumber(digits string) bool {
	return structuralNumbers[digits] || (len(digits) <= 39 && digits[0] == '1' && strings.Trim(digits[1:], "0") == "")
}
