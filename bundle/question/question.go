// Package question is what may be asked, what a refusal is, and nothing else.
//
// One Question serves flags, HTTP bodies and tool arguments; one strict decoder (decode.go) reads it. There is no
// field for SQL, a table, a column, a predicate or row ids. Values travel as strings; the dimension types them later.
package question

// Question is a typed question about metrics. The zero value of a field means that it was not said.
type Question struct {
	Metrics    []string  `json:"metrics"`
	Range      *Range    `json:"range,omitempty"`
	Grain      string    `json:"grain,omitempty"`
	Dimensions []string  `json:"dimensions,omitempty"`
	Filters    []Filter  `json:"filters,omitempty"`
	Having     []Having  `json:"having,omitempty"`
	Top        *Top      `json:"top,omitempty"`
	Others     bool      `json:"others,omitempty"`
	Totals     bool      `json:"totals,omitempty"`
	Fill       bool      `json:"fill,omitempty"`
	Compare    *Compare  `json:"compare,omitempty"`
	Order      []OrderBy `json:"order,omitempty"`
}

// Range is one of {Start, End}, Period and Last. Half-open, in the calendar's zone.
type Range struct {
	Start  string `json:"start,omitempty"` // ISO date, or local date-time on the hour
	End    string `json:"end,omitempty"`   // exclusive
	Period string `json:"period,omitempty"`
	Last   *Last  `json:"last,omitempty"`
}

// Last is a range relative to the clock.
type Last struct {
	Count          int    `json:"count"`
	Unit           string `json:"unit"`
	IncludeCurrent bool   `json:"include_current,omitempty"`
}

// Filter restricts rows by one dimension. Op is in when empty.
type Filter struct {
	Dimension   string   `json:"dimension"`
	Op          string   `json:"op,omitempty"`
	Values      []string `json:"values,omitempty"`
	IncludeNull bool     `json:"include_null,omitempty"`
}

// Having keeps the rows of an answer whose metric passes.
type Having struct {
	Metric string `json:"metric"`
	Op     string `json:"op"`
	Value  string `json:"value,omitempty"`
}

// Top keeps the first N tuples by a metric. Direction is desc when empty.
type Top struct {
	N         int    `json:"n"`
	By        string `json:"by"`
	Direction string `json:"direction,omitempty"`
}

// Compare adds the values of an earlier range. To is previous_period or offset; Count and Unit belong to offset.
type Compare struct {
	To    string `json:"to"`
	Count int    `json:"count,omitempty"`
	Unit  string `json:"unit,omitempty"`
}

// OrderBy orders by one output column. Direction is asc when empty.
type OrderBy struct {
	By        string `json:"by"`
	Direction string `json:"direction,omitempty"`
}

// The bounds of a question.
const (
	MaxMetrics     = 8
	MaxDimensions  = 4
	MaxFilters     = 16
	MaxValues      = 64   // of a filter
	MaxValueLength = 256  // characters
	MaxDays        = 3653 // of a range
	MaxTop         = 1000
	MaxRows        = 10_000 // of an answer
)

// Operators of a filter.
const (
	OpIn         = "in"
	OpNotIn      = "not_in"
	OpLt         = "lt"
	OpLte        = "lte"
	OpGt         = "gt"
	OpGte        = "gte"
	OpBetween    = "between"
	OpStartsWith = "starts_with"
	OpContains   = "contains"
	OpIsNull     = "is_null"
	OpIsNotNull  = "is_not_null"
)

// Operators of having, beside lt, lte, gt, gte, is_null and is_not_null. A comparison with null does not pass.
const (
	OpEq = "eq"
	OpNe = "ne"
)

// Directions of top and order.
const (
	Ascending  = "asc"
	Descending = "desc"
)
