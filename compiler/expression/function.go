package expression

import (
	"slices"

	"sutura.dev/bundle/expr"
	"sutura.dev/compiler/sqlvet"
	"sutura.dev/internal/diag"
)

// forms are written like calls and are operations of their own.
var forms = []string{"coalesce", "nullif", "greatest", "least", "extract"}

// aggregates are the names by which databases add up rows or look at others; a measure says those.
var aggregates = []string{
	"any_value", "approx_count_distinct", "array_agg", "avg", "bit_and", "bit_or", "bool_and", "bool_or", "corr", "count",
	"covar_pop", "covar_samp", "cume_dist", "dense_rank", "every", "first", "first_value", "group_concat", "grouping",
	"lag", "last", "last_value", "lead", "listagg", "max", "mean", "median", "min", "mode", "nth_value", "ntile",
	"percent_rank", "percentile_cont", "percentile_disc", "quantile", "quantile_cont", "rank", "row_number", "stddev",
	"stddev_pop", "stddev_samp", "string_agg", "sum", "total", "var_pop", "var_samp", "variance",
}

// unsteady functions give another value on another day, run or connection.
var unsteady = []string{
	"age", "clock_timestamp", "current_setting", "gen_random_uuid", "getdate", "nextval", "now", "rand", "random", "session_user",
	"statement_timestamp", "sysdate", "timeofday", "today", "transaction_timestamp", "uuid", "version",
}

// elsewhere says what functions of other systems are called here.
var elsewhere = map[string]string{
	"ceiling": "ceil(n)", "char_length": "length(s)", "character_length": "length(s)", "len": "length(s)",
	"btrim": "trim(s)", "substr": "substring(s, start, count)", "mid": "substring(s, start, count)",
	"pow": "power(n, m)", "log": "ln(n)", "mod": "a % b", "div": "floor(a / b)", "trunc": "floor, ceil or round",
	"ifnull": "COALESCE(a, b)", "nvl": "COALESCE(a, b)", "isnull": "a IS NULL", "if": "CASE WHEN c THEN a ELSE b END",
	"iif": "CASE WHEN c THEN a ELSE b END", "decode": "CASE", "date_part": "extract(field FROM t)",
	"year": "extract(year FROM t)", "month": "extract(month FROM t)", "day": "extract(day FROM t)",
	"datediff": "date_diff('unit', from, to)", "dateadd": "date_add('unit', count, t)",
	"to_date": "CAST(s AS date)", "to_number": "CAST(s AS decimal(p, s))", "to_char": "CAST(... AS string); for months or years name a grain in the question",
	"startswith": "starts_with(s, prefix)", "contains": "s LIKE '%...%'", "strpos": "s LIKE '%...%'", "zeroifnull": "COALESCE(a, 0)",
	"regexp_matches": "s LIKE '%...%'", "regexp_like": "s LIKE '%...%'", "regexp_contains": "s LIKE '%...%'", "ends_with": "s LIKE '%...'", "endswith": "s LIKE '%...'",
	"iff": "CASE WHEN c THEN a ELSE b END", "width_bucket": "CASE WHEN x < 10 THEN '0 to 10' ... END", "div0": "a / b, which is null where b is 0",
	"safe_divide": "a / b, which is null where b is 0", "try_cast": "CAST(x AS type), which is null where text does not parse", "safe_cast": "CAST(x AS type), which is null where text does not parse",
	"dayofweek": "extract(isodow FROM t)", "dayname": "extract(isodow FROM t)", "quarter": "extract(quarter FROM t)", "hour": "extract(hour FROM t)",
	"timestamp_trunc": "date_trunc('unit', t)", "datetime_trunc": "date_trunc('unit', t)", "to_timestamp": "CAST(s AS timestamp)",
}

func (c *compiler) call(t *sqlvet.Tree) *expr.Node {
	functions := expr.Functions()
	switch {
	case slices.Contains(functions, t.Word), slices.Contains(forms, t.Word):
		return c.apply(t, expr.Op(t.Word), t.Args)
	case slices.Contains(aggregates, t.Word):
		return c.report(t, diag.ExprAggregate, "an expression speaks of one row, and "+t.Word+" of many", sqlvet.MeasureHint)
	case slices.Contains(unsteady, t.Word):
		return c.report(t, diag.ExprClock, t.Word+" gives another value on every run", "Use the question's range, such as last.")
	case elsewhere[t.Word] != "":
		return c.report(t, diag.ExprUnknownFunction, "there is no function "+t.Word, "Write "+elsewhere[t.Word]+".")
	}
	return c.report(t, diag.ExprUnknownFunction, "there is no function "+t.Word,
		suggestion(t.Word, slices.Concat(functions, forms), "The catalog reference lists the functions."))
}
