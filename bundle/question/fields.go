package question

import "slices"

// Kind is what JSON a field takes.
type Kind uint8

// The kinds of fields. A scalar is a string, a number or a boolean, kept as it was spelled.
const (
	Text Kind = iota
	Texts
	Scalar
	Scalars
	Whole
	Flag
	Object
	Objects
)

// Field is one field of a question. The table of fields drives the decoder, its messages and the schemas of tools, so
// that none of them knows a field that another does not.
type Field struct {
	Name string
	Kind Kind
	// Accepts says what the field takes, for people and agents: "the name of a metric". No full stop.
	Accepts string
	// Also are names that people and agents use for the field elsewhere; the message about one of them names the field.
	Also     []string
	Required bool
	Enum     []string // of a Text; nil for any
	Least    int      // of a Whole
	Most     int      // of a Whole; 0 for no bound
	Code     string   // of the Malformed about a Whole that is out of its bounds; empty for none
	Fields   []Field  // of an Object, and of each of Objects
}

// Fields returns the table of a question's fields, in the order of their spelling.
func Fields() []Field { return slices.Clone(questionFields) }

func fieldNames(fields []Field) []string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.Name
	}
	return names
}

var (
	units      = []string{"hour", "day", "week", "month", "quarter", "year"}
	grains     = []string{"hour", "day", "week", "month", "quarter", "fiscal_quarter", "year", "fiscal_year"}
	directions = []string{Ascending, Descending}
	filterOps  = []string{OpIn, OpNotIn, OpLt, OpLte, OpGt, OpGte, OpBetween, OpStartsWith, OpContains, OpIsNull, OpIsNotNull}
	havingOps  = []string{OpEq, OpNe, OpLt, OpLte, OpGt, OpGte, OpIsNull, OpIsNotNull}
)

// maxCount bounds counts of units, so that no arithmetic on dates overflows. Ranges are far shorter.
const maxCount = 1_000_000

var questionFields = []Field{
	{Name: "metrics", Kind: Texts, Required: true, Also: []string{"measures", "kpis", "select"}, Accepts: "a list of 1 to 8 names of metrics"},
	{Name: "range", Kind: Object, Also: []string{"time_range", "date_range", "time", "dates", "period", "last", "start", "end", "start_date", "end_date", "start_time", "end_time", "from", "to", "since", "until", "date_filter", "time_dimensions"}, Accepts: "an object with start and end, or period, or last", Fields: []Field{
		{Name: "start", Kind: Text, Accepts: "the first day, such as 2026-01-01; at hour grain also a local time on the hour, such as 2026-01-01T05:00"},
		{Name: "end", Kind: Text, Accepts: "the day after the last, such as 2026-07-01; at hour grain also a local time on the hour, such as 2026-01-01T05:00"},
		{Name: "period", Kind: Text, Accepts: "a named period, such as 2026, 2026-H1, 2026-Q2, 2026-06, 2026-W23, 2026-06-14, FY2026 or FY2026-Q1"},
		{Name: "last", Kind: Object, Accepts: "an object with count and unit: the last so many units before now", Fields: []Field{
			{Name: "count", Kind: Whole, Required: true, Least: 1, Most: maxCount, Accepts: "how many units, a whole number from 1 to 1000000"},
			{Name: "unit", Kind: Text, Required: true, Enum: grains, Accepts: "a unit of time"},
			{Name: "include_current", Kind: Flag, Accepts: "true to count the unit that holds now as one of them"},
		}},
	}},
	{Name: "grain", Kind: Text, Enum: grains, Also: []string{"granularity", "time_grain", "interval", "bucket"}, Accepts: "the size of the buckets of time; without it, one value for the whole range"},
	{Name: "dimensions", Kind: Texts, Also: []string{"group_by", "groupby", "by", "breakdown", "breakdowns"}, Accepts: "a list of up to 4 names of dimensions to group by"},
	{Name: "filters", Kind: Objects, Also: []string{"where", "conditions"}, Accepts: "a list of up to 16 conditions on dimensions, each an object with dimension, op and values", Fields: []Field{
		{Name: "dimension", Kind: Text, Required: true, Also: []string{"field", "column", "name", "key"}, Accepts: "the name of a dimension"},
		{Name: "op", Kind: Text, Enum: filterOps, Also: []string{"operator", "comparator"}, Accepts: "how the dimension compares; in when not said"},
		{Name: "values", Kind: Scalars, Accepts: "a list of values: one or more for in and not_in, two for between, none for is_null and is_not_null, else one"},
		{Name: "include_null", Kind: Flag, Accepts: "true to list null among the values of in or not_in"},
	}},
	{Name: "having", Kind: Objects, Accepts: "a list of conditions on computed values, each an object with metric, op and value", Fields: []Field{
		{Name: "metric", Kind: Text, Required: true, Accepts: "the name of a metric, asked or not"},
		{Name: "op", Kind: Text, Required: true, Enum: havingOps, Accepts: "how the metric's value compares"},
		{Name: "value", Kind: Scalar, Accepts: "the value to compare with; none for is_null and is_not_null"},
	}},
	{Name: "top", Kind: Object, Also: []string{"limit", "row_limit", "first"}, Accepts: "an object with n and by: only the first n groups", Fields: []Field{
		{Name: "n", Kind: Whole, Required: true, Also: []string{"limit", "count"}, Least: 1, Most: MaxTop, Accepts: "how many groups, a whole number from 1 to 1000"},
		{Name: "by", Kind: Text, Required: true, Accepts: "the name of the metric that ranks the groups"},
		{Name: "direction", Kind: Text, Enum: directions, Accepts: "desc for the largest first, asc for the smallest; desc when not said"},
	}},
	{Name: "others", Kind: Flag, Accepts: "true to give also what the groups outside top come to together"},
	{Name: "totals", Kind: Flag, Accepts: "true to give also what all groups come to together"},
	{Name: "fill", Kind: Flag, Accepts: "true to give also the buckets of time that have no rows"},
	{Name: "compare", Kind: Object, Also: []string{"comparison", "previous", "compare_to"}, Accepts: "an object with to, count and unit: the values of an earlier range too", Fields: []Field{
		{Name: "to", Kind: Text, Required: true, Enum: []string{ToPreviousPeriod, ToOffset}, Accepts: "which earlier range"},
		{Name: "count", Kind: Whole, Least: 1, Most: maxCount, Accepts: "how many units earlier, a whole number from 1 to 1000000; for offset only"},
		{Name: "unit", Kind: Text, Enum: units, Accepts: "the unit of count; for offset only"},
	}},
	{Name: "order", Kind: Objects, Also: []string{"order_by", "orderby", "sort", "sort_by"}, Accepts: "a list of objects with by and direction", Fields: []Field{
		{Name: "by", Kind: Text, Required: true, Also: []string{"column", "field", "metric"}, Accepts: "the name of a column of the answer"},
		{Name: "direction", Kind: Text, Enum: directions, Also: []string{"order", "dir"}, Accepts: "asc or desc; asc when not said"},
	}},
}

// What a comparison is with.
const (
	ToPreviousPeriod = "previous_period"
	ToOffset         = "offset"
)
