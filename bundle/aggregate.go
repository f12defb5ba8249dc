package bundle

import (
	"slices"

	"sutura.dev/bundle/expr"
)

// Func is how rows become one value.
type Func string

// The closed set of aggregates.
const (
	Sum           Func = "sum"
	Min           Func = "min"
	Max           Func = "max"
	Avg           Func = "avg"
	Count         Func = "count" // of non-null values; of rows when Expr is nil
	CountDistinct Func = "count_distinct"
	CountIf       Func = "count_if"
)

// Aggregate is one term of a measure: a function over the rows of a model that pass the model's where and Where.
// Over no rows its value is null, or 0 for the counts; Zero makes it 0 for a sum.
type Aggregate struct {
	// Name is what a formula calls the term; no number depends on it.
	Name  string      `json:"name,omitempty"`
	Model string      `json:"model"`
	Func  Func        `json:"func"`
	Expr  *expr.Node  `json:"expr,omitempty"`
	Where []expr.Node `json:"where,omitempty"`
	Time  *Time       `json:"time,omitempty"`
	Zero  bool        `json:"zero,omitempty"`
	Exact bool        `json:"exact,omitempty"` // of avg: DECIMAL(38,10)
	Type  expr.Type   `json:"type"`
}

// ExactQuotient is the type of an exact average or ratio.
var ExactQuotient = expr.Type{Kind: expr.Decimal, Precision: expr.MaxPrecision, Scale: 10}

// Result returns the type of f over values of type t, and false where f does not apply to t.
//
// Sums keep integers and decimals exact in 38 digits; averages are doubles unless exact is asked of exact numbers.
func (f Func) Result(t expr.Type, exact bool) (expr.Type, bool) {
	switch f {
	case Count, CountDistinct:
		return expr.Type{Kind: expr.Integer}, true
	case CountIf:
		return expr.Type{Kind: expr.Integer}, t.Kind == expr.Boolean
	case Sum:
		if t.Kind == expr.Decimal {
			return expr.Type{Kind: expr.Decimal, Precision: expr.MaxPrecision, Scale: t.Scale}, true
		}
		return t, t.Numeric()
	case Avg:
		if exact {
			return ExactQuotient, t.Exact()
		}
		return expr.Type{Kind: expr.Float}, t.Numeric()
	case Min, Max:
		if t.Kind == expr.Decimal {
			t.Precision = expr.MaxPrecision
		}
		return t, t.Kind != expr.Boolean && t.Kind != expr.Null
	}
	return expr.Type{}, false
}

// Temporal reports whether any term of the metric is placed in time, so that a question about it has a range. A metric
// of which only a part is has no grains.
func (m *Metric) Temporal() bool {
	return slices.ContainsFunc(m.Measure.Terms, func(a Aggregate) bool { return a.Time != nil })
}

// EmptyZero reports whether the aggregate's value over no rows is 0 instead of null.
func (a *Aggregate) EmptyZero() bool {
	return a.Zero || a.Func == Count || a.Func == CountDistinct || a.Func == CountIf
}

// Equal reports whether two aggregates are computed alike, whatever they are called.
func (a *Aggregate) Equal(b *Aggregate) bool {
	sameTime := a.Time == b.Time || a.Time != nil && b.Time != nil && *a.Time == *b.Time
	return a.Model == b.Model && a.Func == b.Func && a.Zero == b.Zero && a.Exact == b.Exact && sameTime && a.Expr.Equal(b.Expr) &&
		slices.EqualFunc(a.Where, b.Where, func(x, y expr.Node) bool { return x.Equal(&y) })
}
