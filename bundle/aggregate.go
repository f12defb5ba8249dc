package bundle

import (
	"slices"
	"strconv"
	"strings"

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
	// Of the values that are not null, in order: interpolated between the two nearest, a double.
	Median     Func = "median"
	Percentile Func = "percentile" // at P
	// The smallest value whose cumulative share is at least P, in the values' type.
	PercentileDiscrete Func = "percentile_discrete"
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
	P     string      `json:"p,omitempty"`     // of percentiles: between 0 and 1, at most MaxPlaces decimals
	Shape *Shape      `json:"shape,omitempty"` // nil: of its bucket's own rows
	Type  expr.Type   `json:"type"`
}

// MaxPlaces is how many decimals the P of a percentile has at most.
const MaxPlaces = 12

// Spell says an aggregate for people; p is the fraction of a percentile.
func (f Func) Spell(p string) string {
	switch f {
	case Percentile:
		return "percentile " + p
	case PercentileDiscrete:
		return "percentile " + p + " (a value that occurs)"
	}
	return string(f)
}

// Fraction reads the P of a percentile: its one spelling of a number between 0 and 1, both excluded.
func Fraction(text string) (float64, bool) {
	canonical, ok := expr.Value(expr.Type{Kind: expr.Decimal, Precision: MaxPlaces + 1, Scale: MaxPlaces}, text)
	f, err := strconv.ParseFloat(text, 64)
	short := strings.TrimRight(canonical, "0")
	return f, ok && err == nil && f > 0 && f < 1 && short == text
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
	case Median, Percentile:
		return expr.Type{Kind: expr.Float}, t.Numeric()
	case Min, Max, PercentileDiscrete:
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
	return a.Model == b.Model && a.Func == b.Func && a.Zero == b.Zero && a.Exact == b.Exact && a.P == b.P && sameTime && a.Expr.Equal(b.Expr) && a.Shape.Equal(b.Shape) &&
		slices.EqualFunc(a.Where, b.Where, func(x, y expr.Node) bool { return x.Equal(&y) })
}
