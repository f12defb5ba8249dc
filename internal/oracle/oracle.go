package oracle

import (
	"slices"
	"time"

	"sutura.dev/bundle"
	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
)

// Oracle answers questions about a view of a bundle from rows in memory, one at a time.
type Oracle struct {
	View   *bundle.View
	Tables Tables
	// Now is the one reading of the clock (4.7).
	Now time.Time

	began map[calendar.Local]time.Time // when the calendar's clocks first show a time, looked for once
}

// Outcome is what must come: rows, a refusal, or a failure. Cells are nil, bool, int64, string or Double.
type Outcome struct {
	// Refusal is why there is no answer; empty for an answer.
	Refusal question.Code
	// Malformed says that a name of the question is no output column, or its range none that there is.
	Malformed bool
	// Failure is why there is no number.
	Failure Failure
	Rows    [][]any
	// Others and Totals are lists of their own, as wide as Rows, their dimensions null.
	Others, Totals [][]any
}

// asking is one question on its way.
type asking struct {
	evaluator
	view    *bundle.View
	tables  Tables
	q       question.Question
	now     time.Time
	rules   calendar.Rules
	zone    *time.Location
	metrics []*bundle.Metric
	// hidden are metrics that only having names: computed, not returned.
	hidden []*bundle.Metric
	// bounds is the range; nil when no metric has a time.
	bounds *calendar.Span
	// earlier is the move of a comparison.
	earlier move
	known   map[*bundle.Aggregate][]*fact
	// cut and distinct are the windows and the tuples, found once.
	cut      []window
	distinct [][]value
	began    map[calendar.Local]time.Time
}

// Answer computes what a well-formed question's outcome must be.
func (o *Oracle) Answer(q question.Question) (out Outcome) {
	defer func() {
		switch failed := recover().(type) {
		case nil:
		case Failure:
			out = Outcome{Failure: failed}
		default:
			panic(failed)
		}
	}()
	cal := o.View.Calendar()
	if o.began == nil {
		o.began = map[calendar.Local]time.Time{}
	}
	a := &asking{
		evaluator: evaluator{weekStart: weekday(cal.Rules().WeekStart), clocks: cal.Zone()},
		view:      o.View, tables: o.Tables, q: q, now: o.Now, rules: cal.Rules(), zone: cal.Zone(),
		known: map[*bundle.Aggregate][]*fact{}, began: o.began,
	}
	if code, malformed := a.refuse(); code != "" || malformed {
		return Outcome{Refusal: code, Malformed: malformed}
	}
	return a.shape()
}

// window is when rows count: inside the range and, where there is one, the bucket. Both nil: whenever.
type window struct {
	bounds, bucket *calendar.Span
	// skipped tells of an hour that the zone's clocks skip. It is there only for rows that stand at it all the same, which
	// local times may (2.3).
	skipped bool
}

// everyone wants all tuples.
func everyone([]value) bool { return true }

// measured is a metric's value over the rows of a window whose tuple is wanted, and whether it has rows there. It depends
// on nothing that the metric is asked beside (1.3, 5.1). moves are those of a comparison.
func (a *asking) measured(m *bundle.Metric, w window, wanted func([]value) bool, moves ...move) (v value, there bool) {
	terms := make([]value, len(m.Measure.Terms))
	for i := range m.Measure.Terms {
		t := &m.Measure.Terms[i]
		counted := slices.DeleteFunc(a.shown(t, w, moves), func(f *fact) bool { return !f.asked || !wanted(f.tuple) })
		terms[i] = a.aggregate(t, counted)
		there = there || len(counted) > 0
	}
	return a.arithmeticOf(m.Measure.Value, terms), there
}

// columns are the types of an answer's cells.
func (a *asking) columns() []expr.Type {
	var out []expr.Type
	if a.q.Grain != "" {
		out = append(out, a.periodType())
	}
	for _, name := range a.q.Dimensions {
		out = append(out, a.dimension(name).Expr.Type)
	}
	for _, o := range a.outputs() {
		out = append(out, o.kind())
	}
	return out
}

// periodType: a bucket is named by its first local day, an hour by its first local minute (4.3).
func (a *asking) periodType() expr.Type {
	if calendar.Grain(a.q.Grain) == calendar.Hour {
		return expr.Type{Kind: expr.Timestamp}
	}
	return expr.Type{Kind: expr.Date}
}

func (a *asking) dimension(name string) *bundle.Resolved {
	return a.view.Resolve(a.metrics[0].Measure.Terms[0].Model, name)
}
