// Package plan turns a question into what must be computed, or into a refusal.
//
// Resolve checks a question against a bundle as its caller sees it, in the order that the documentation gives, and
// returns a Plan or the first Refusal that applies, with suggestions that would be answered. A Plan holds no SQL and
// no text of a caller that was not typed: sources, legs, keys, aggregates and predicates as trees. It is a pure
// function of bundle, question and clock reading. Rendering is compiler/dialect's.
package plan

import (
	"sutura.dev/bundle"
	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
)

// PeriodColumn is the name of the output column that holds the buckets.
const PeriodColumn = "period"

// Plan is what one statement computes. Every leg groups by the same keys; legs meet on them.
type Plan struct {
	// Question is the question as understood: its range as bounds, its defaults said.
	Question question.Question
	Bundle   *bundle.Bundle
	Source   *bundle.Source
	// Bounds is nil when every metric is atemporal.
	Bounds *Bounds
	// Compare is how far before the range the one lies that metrics are compared with; nil: with none.
	Compare *calendar.Offset
	Keys    []Key
	Legs    []Leg
	Metrics []Metric
	// Hidden are metrics that only Having looks at.
	Hidden []Metric
	// The shape of the answer, in the order in which it is made: Fill, Having, Top. Totals are of every row before them.
	Fill   []string // the starts of all buckets of the range; nil: only buckets that have rows
	Having []Having
	Top    *Top
	Totals bool
	Order  []Order
	// Limit is the cap of rows; a statement asks for one more, so that an overflow is seen.
	Limit int
	// Apart is the most rows that are not among those: others and totals.
	Apart int
	Notes []Note
}

// Having keeps the rows whose metric passes. A comparison with null does not pass.
type Having struct {
	Metric int    // index over Metrics, then Hidden
	Op     string // an operator of package question
	Value  string // a canonical spelling of the metric's type
}

// Top keeps the tuples of dimensions that come first by a metric over the whole range; nulls come last. Ties are broken
// by the dimensions, ascending.
type Top struct {
	N          int
	Metric     int // index over Metrics
	Descending bool
	// Others asks for one more tuple, of all that are not kept.
	Others bool
}

// Bounds is the resolved range, in the calendar's zone.
type Bounds struct {
	Span calendar.Span
	Zone string
}

// Key is a column that rows are grouped by: the period first, then the dimensions as asked.
type Key struct {
	Name      string
	Type      expr.Type
	Grain     calendar.Grain   // of the period
	Dimension *bundle.Resolved // of a dimension
}

// Leg is the rows of one model, placed in time by one column, aggregated to the keys. Which rows stand at which bucket
// is the leg's alone: what comes after only sees keys and terms.
type Leg struct {
	Model *bundle.Model
	// Hidden is set where only Having looks at the leg: a key that no other leg has makes no row.
	Hidden bool
	// Keys are the values of Plan.Keys over this leg's rows.
	Keys []KeyValue
	// Range bounds the leg's own time column; nil for an atemporal leg.
	Range *TimeRange
	// Span is Range in the calendar's time; its start says nothing where everything before the end is read.
	Span calendar.Span
	// Compared is set where only the earlier range that the question compares with wants the leg.
	Compared bool
	// Shape is the first term's, for people.
	Shape *bundle.Shape
	// Rows stand at their own buckets, unless they stand Moved before those, or Windows say which rows a bucket shows.
	Moved   Moved
	Windows *Windows
	// Snapshot keeps of the rows of a bucket those of the last time, or the first. It is found over rows that pass the
	// definitions, before requests and dimensions.
	Snapshot *bundle.Snapshot
	// Where holds for every row of the leg.
	Where []Predicate
	Terms []Term
}

// KeyValue is a bucket of time or the value of an expression.
type KeyValue struct {
	Bucket *Bucket
	Expr   *expr.Node
}

// Bucket is a time column cut by a grain.
type Bucket struct {
	Time  *bundle.Time
	Grain calendar.Grain
	// Days shifts weeks so that they start on Monday: 0 for monday, 1 for sunday, up to 6 for tuesday.
	Days int
	// Months shifts fiscal years so that they start in January.
	Months int
	// Zone is where instants are read; empty for dates and local times.
	Zone string
	// From is the zone of local times that are not Zone's.
	From string
}

// TimeRange is a half-open range on a raw column, its bounds spelled for the column's type. Start is empty where
// everything before End is read.
type TimeRange struct {
	Time       *bundle.Time
	Start, End string
}

// Origin says who wants a predicate.
type Origin string

// A Definition is the catalog's and always holds; a Request is the question's.
const (
	Definition Origin = "definition"
	Request    Origin = "request"
)

// Predicate keeps the rows for which it is true. One of Expr and Filter is set.
type Predicate struct {
	Origin Origin
	Expr   *expr.Node
	Filter *Filter
}

// Filter compares a dimension with typed values.
type Filter struct {
	Name string
	Expr *expr.Node
	Op   string // an operator of package question
	// Values are canonical spellings of Expr's type; days where that is a time of day.
	Values      []string
	IncludeNull bool
}

// Term is one aggregate over a leg's rows that also pass Where.
type Term struct {
	Name  string // of the metric, or of its part
	Says  string // the name in a sentence
	Func  bundle.Func
	Expr  *expr.Node // nil: rows
	Where []*expr.Node
	Type  expr.Type
	Zero  bool // empty value is 0
	Exact bool
	P     string // of percentiles
	of    *computed
}

// Metric is an output column computed from terms.
type Metric struct {
	Name   string
	Metric *bundle.Metric
	// Role is what the column tells of the metric; empty for its value.
	Role  Role
	Value Value
	Type  expr.Type
}

// Unit is the unit of the column; a relative change has none.
func (m *Metric) Unit() string {
	if m.Role == Change {
		return ""
	}
	return m.Metric.Unit
}

// Format is how people are shown the column's numbers, a pattern of bundle/numformat: the metric's own, and percents for a
// relative change.
func (m *Metric) Format() string {
	if m.Role == Change {
		return "0.0%"
	}
	return m.Metric.Format
}

// Role is what a column beside a metric's own tells of it.
type Role string

// Columns of a comparison: the value of the earlier range, the value less it, and that divided by its size.
const (
	Previous Role = "previous"
	Delta    Role = "delta"
	Change   Role = "change"
)

// Value is arithmetic over terms, each named by its leg and its place there.
type Value struct {
	Op    string // an operation of bundle.Value
	Leg   int
	Term  int
	Args  []Value
	Exact bool
	Expr  *expr.Node // of a formula, as in bundle.Value
	Type  expr.Type
}

// RankColumn orders by the place that Top gives a tuple.
const RankColumn = -1

// Order sorts by an output column; nulls come last in either direction.
type Order struct {
	Column     int // index over keys, then metrics, or RankColumn
	Descending bool
}

// Note is something that a reader of the answer should know.
type Note struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// Columns are the output columns: keys, then metrics.
func (p *Plan) Columns() int { return len(p.Keys) + len(p.Metrics) }

// Dimensions are the places in Keys that are dimensions.
func (p *Plan) Dimensions() []int {
	out := make([]int, 0, len(p.Keys))
	for i, k := range p.Keys {
		if k.Dimension != nil {
			out = append(out, i)
		}
	}
	return out
}

// Grained reports whether rows are told apart by time.
func (p *Plan) Grained() bool { return len(p.Keys) > 0 && p.Keys[0].Dimension == nil }

// Computed is a metric by its index over Metrics, then Hidden.
func (p *Plan) Computed(i int) *Metric {
	if i < len(p.Metrics) {
		return &p.Metrics[i]
	}
	return &p.Hidden[i-len(p.Metrics)]
}
