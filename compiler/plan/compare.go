package plan

import (
	"slices"
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
)

// roles are the columns that a comparison adds to a metric: of what is no number only the earlier value.
func roles(m *bundle.Metric) []Role {
	if !m.Type.Numeric() {
		return []Role{Previous}
	}
	return []Role{Previous, Delta, Change}
}

// resolveCompare finds how far before the range the one lies that is compared with.
func (r *resolver) resolveCompare() *question.Refusal {
	c := r.q.Compare
	if c == nil {
		return nil
	}
	grain := calendar.Grain(r.q.Grain)
	no := func(sentence string, args ...any) *question.Refusal {
		return refuse(question.CombinationNotSupported, sentence, args...)
	}
	if r.plan.Bounds == nil {
		return no("compare sets a range against an earlier one, and none of these metrics has a time; ask without it.")
	}
	by := calendar.Offset{Count: c.Count, Unit: calendar.Grain(c.Unit)}
	if c.To == question.ToPreviousPeriod {
		var ok bool
		if by, ok = calendar.Length(r.plan.Bounds.Span, grain); !ok {
			return no("The range is no whole number of %ss, so there is no earlier one of the same length to compare them with; ask for whole %ss, by day, or compare with an offset.", word(grain), word(grain))
		}
		if by.Unit == calendar.Hour {
			return no("The range is no whole number of days, and previous_period counts whole days at least; ask for whole days, or compare with an offset.")
		}
	}
	if !by.Fits(grain) {
		if grain == calendar.Week {
			return no("Weeks are compared with earlier weeks only: a month or a year is no whole number of them; offset by weeks, or ask by day or month.")
		}
		return no("An offset in %ss does not take a %s to a %s; offset by %ss or a longer unit, or ask by a finer grain.", by.Unit, word(grain), word(grain), word(grain))
	}
	if !by.Span(r.plan.Bounds.Span).InYears() {
		return no("The earlier range would lie outside the years 1 to 9999; ask for a smaller offset.")
	}
	for _, name := range slices.Concat(r.q.Dimensions, filtered(r.q.Filters)) {
		for _, m := range r.metrics[:len(r.q.Metrics)] {
			if derived(r.view, m, name) {
				return refuseAbout([]string{name}, question.CombinationNotSupported,
					"%s is made of the time of %s, which differs between the two ranges, so nothing of it could be compared; leave it or compare out.", name, m.Name)
			}
		}
	}
	r.plan.Compare = &by
	return nil
}

func filtered(filters []question.Filter) []string {
	var out []string
	for _, f := range filters {
		out = append(out, f.Dimension)
	}
	return out
}

// derived reports whether a dimension of the metric is made of the time that places its rows.
func derived(view *bundle.View, m *bundle.Metric, dimension string) bool {
	return slices.ContainsFunc(m.Measure.Terms, func(a bundle.Aggregate) bool {
		return a.DerivedFrom(view.Resolve(a.Model, dimension).Expr, view.Model)
	})
}

// comparedWith makes the columns of a comparison from a metric's values in the two ranges.
func comparedWith(m *bundle.Metric, now, before Value) []Metric {
	var out []Metric
	for _, role := range roles(m) {
		v := before
		if role != Previous {
			tree := difference(m.Type, role)
			v = Value{Op: bundle.ValueFormula, Expr: tree, Args: []Value{now, before}, Type: tree.Type}
		}
		out = append(out, Metric{Name: m.Name + "." + string(role), Metric: m, Role: role, Value: v, Type: v.Type})
	}
	return out
}

// compareMetrics puts the columns of the comparison after each metric. What having and top look at moves with them.
func (r *resolver) compareMetrics() {
	p := r.plan
	places := make([]int, 0, len(r.metrics))
	var out []Metric
	for _, m := range p.Metrics {
		places = append(places, len(out))
		out = append(append(out, m), comparedWith(m.Metric, m.Value, r.valueOf(m.Metric, false, true))...)
	}
	p.Metrics = out
	for i := range p.Having {
		h := &p.Having[i]
		if h.Metric >= len(places) {
			h.Metric += len(out) - len(places)
			continue
		}
		at, role := places[h.Metric], r.havingRole[i]
		h.Metric = at + slices.IndexFunc(out[at:], func(m Metric) bool { return m.Role == role })
	}
	if p.Top != nil {
		p.Top.Metric = places[p.Top.Metric]
	}
}

// difference is the value, argument 0, less the earlier one, argument 1; of a change, divided by the size of the
// earlier one, which division takes for null where it is 0.
func difference(t expr.Type, role Role) *expr.Node {
	now, before := expr.Col("", "0", t), expr.Col("", "1", t)
	tree := apply(expr.OpSub, now, before)
	if role == Change {
		tree = apply(expr.OpDiv, tree, apply(expr.OpAbs, before))
	}
	return tree
}

// apply makes arithmetic over numbers, which has a type always.
func apply(op expr.Op, args ...*expr.Node) *expr.Node {
	n, misuse := expr.Apply(op, args...)
	if misuse != nil {
		panic("plan: numbers have no " + string(op) + ": " + misuse.Error())
	}
	return n
}

// columnOf finds a column of a comparison by its name: the metric's place in the question and the role.
func (r *resolver) columnOf(name string) (int, Role, bool) {
	i := strings.LastIndexByte(name, '.')
	if r.q.Compare == nil || i < 0 {
		return 0, "", false
	}
	at, role := slices.Index(r.q.Metrics, name[:i]), Role(name[i+1:])
	return at, role, at >= 0 && slices.Contains(roles(r.metrics[at]), role)
}

// typeOf is the type of a metric's column.
func typeOf(m *bundle.Metric, role Role) expr.Type {
	if role == Delta || role == Change {
		return difference(m.Type, role).Type
	}
	return m.Type
}
