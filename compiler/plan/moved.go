package plan

import (
	"fmt"
	"slices"

	"sutura.dev/bundle"
	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/question"
)

// A word may be known, and stand in a field that takes others: a metric among the filters, a dimension in having, a grain
// among the dimensions. The refusal says where it belongs, and suggests the question with it there.

// notADimension says what a name is that none of the metrics has for a dimension.
func notADimension(view *bundle.View, metrics []*bundle.Metric, names []string, name string) string {
	if view.Metric(name) != nil {
		return fmt.Sprintf("%s is a metric, no dimension; ask for it in metrics, and compare its value in having.", name)
	}
	if g, ok := calendar.ParseGrain(name); ok {
		return fmt.Sprintf("%s is a grain, no dimension; say it in grain, and limit the time by range.", g)
	}
	where := ""
	if have := metricsBy(view, name); len(have) > 0 { // a step to many rows, often: what is counted by it is measured there
		where = fmt.Sprintf(" %s belongs to %s; ask there.", name, someOf(have, 3))
	}
	switch m := metrics[0]; {
	case ofOwnTime(view.Bundle, m, name):
		return fmt.Sprintf("That dimension is computed from the time of the rows, and %s shows rows of other times than a bucket's own; "+
			"cut the time by grain, and limit it by range.", m.Name)
	case len(metrics) > 1:
		return fmt.Sprintf("None of %s can be grouped or filtered by that dimension.%s", list(names), where)
	case len(m.Dimensions) == 0:
		return fmt.Sprintf("%s has no dimensions; ask for its total.%s", m.Name, where)
	case m.Temporal():
		return fmt.Sprintf("That is no dimension of %s; it has %s.%s Time is limited by range and cut by grain.", m.Name, someOf(m.Dimensions, 12), where)
	default:
		return fmt.Sprintf("That is no dimension of %s; it has %s.%s", m.Name, someOf(m.Dimensions, 12), where)
	}
}

// metricsBy are the metrics of the view that have the dimension.
func metricsBy(view *bundle.View, dimension string) []string {
	var out []string
	for _, name := range view.Names() {
		if permits(view.Metric(name), dimension) {
			out = append(out, name)
		}
	}
	return out
}

// dimensionOfAll reports whether each of the metrics has the dimension.
func dimensionOfAll(metrics []*bundle.Metric, name string) bool {
	return len(metrics) > 0 && !slices.ContainsFunc(metrics, func(m *bundle.Metric) bool { return !permits(m, name) })
}

// moved offers the question with each known word in the field that takes it, where there is any.
func (r *repairer) moved() {
	found := false
	change := func(c *question.Question) {
		asked := r.known()
		c.Dimensions = slices.DeleteFunc(c.Dimensions, func(name string) bool {
			if dimensionOfAll(asked, name) {
				return false
			}
			if _, ok := calendar.ParseGrain(name); ok && c.Grain == "" {
				c.Grain, found = name, true
				return true
			}
			metric := r.view.Metric(name) != nil
			if metric && !slices.Contains(c.Metrics, name) {
				c.Metrics = append(c.Metrics, name)
			}
			found = found || metric
			return metric
		})
		c.Filters = slices.DeleteFunc(c.Filters, func(f question.Filter) bool {
			clauses, ok := havingOf(f)
			if ok = ok && r.view.Metric(f.Dimension) != nil && !dimensionOfAll(asked, f.Dimension); ok {
				c.Having, found = append(c.Having, clauses...), true
			}
			return ok
		})
		c.Having = slices.DeleteFunc(c.Having, func(h question.Having) bool {
			ok := r.view.Metric(h.Metric) == nil && dimensionOfAll(asked, h.Metric)
			if ok {
				c.Filters, found = append(c.Filters, filterOf(h)), true
			}
			return ok
		})
	}
	r.with(change)
	if !found {
		r.out = r.out[:len(r.out)-min(1, len(r.out))]
	}
}

// havingOf spells a filter as clauses of having; false where they would be alternatives, which having does not know.
func havingOf(f question.Filter) ([]question.Having, bool) {
	one := func(op, value string) question.Having {
		return question.Having{Metric: f.Dimension, Op: op, Value: value}
	}
	switch op := f.Op; {
	case op == question.OpIsNull || op == question.OpIsNotNull:
		return []question.Having{one(op, "")}, true
	case op == question.OpBetween:
		return []question.Having{one(question.OpGte, f.Values[0]), one(question.OpLte, f.Values[1])}, true
	case len(f.Values) != 1 || f.IncludeNull:
		return nil, false
	case op == "" || op == question.OpIn:
		return []question.Having{one(question.OpEq, f.Values[0])}, true
	case op == question.OpNotIn:
		return []question.Having{one(question.OpNe, f.Values[0])}, true
	case op == question.OpStartsWith || op == question.OpContains:
		return nil, false
	}
	return []question.Having{one(f.Op, f.Values[0])}, true
}

// filterOf spells a clause of having as a filter.
func filterOf(h question.Having) question.Filter {
	f := question.Filter{Dimension: h.Metric, Op: h.Op, Values: []string{h.Value}}
	switch h.Op {
	case question.OpEq:
		f.Op = "" // in
	case question.OpNe:
		f.Op = question.OpNotIn
	case question.OpIsNull, question.OpIsNotNull:
		f.Values = nil
	}
	return f
}
