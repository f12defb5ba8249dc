package bundle

import (
	"slices"
	"strings"

	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
)

// Timely reports whether the pair compares times by the calendar, and not two columns as they are.
func (p Pair) Timely() bool { return p.Left == Period || p.Truncate != "" }

// Columns are the columns of the target that tell its rows apart for the join: two rows with equal ones may not both be
// found. Of a join as of a time they leave its From out.
func (j *Join) Columns() []string {
	out := make([]string, len(j.On))
	for i, p := range j.On {
		out[i] = p.Right
	}
	return out
}

// ByPeriod reports whether the join needs the time of the metric that is asked.
func (j *Join) ByPeriod() bool {
	return j.During != nil && j.During.At == Period || slices.ContainsFunc(j.On, func(p Pair) bool { return p.Left == Period })
}

// ByPeriod reports whether a dotted path of joins from m has a step that needs the time of the metric that is asked.
// model looks a model up.
func ByPeriod(m *Model, path string, model func(string) *Model) bool {
	for step := range strings.SplitSeq(path, ".") {
		if step == "" || m == nil {
			return false
		}
		j := m.Join(step)
		if j == nil {
			return false
		}
		if j.ByPeriod() {
			return true
		}
		m = model(j.To)
	}
	return false
}

// needsPeriod reports whether an expression of m reads what a join by the metric's own time finds.
func (b *Bundle) needsPeriod(m *Model, n *expr.Node) bool {
	found := false
	n.Walk(func(n *expr.Node) { found = found || n.Column != nil && ByPeriod(m, n.Column.Role, b.Model) })
	return found
}

// TimeOf is a column as a time, nil where it holds none.
func (m *Model) TimeOf(role, column string) *Time {
	c := m.Column(column)
	if c == nil || !c.Type.Temporal() {
		return nil
	}
	return &Time{Role: role, Column: column, Type: c.Type, Grain: c.Grain, Zone: c.Zone}
}

// JoinsByTime reports whether a time of the left side can be compared with one of the right without a choice: a local
// time may be no instant, or two.
func JoinsByTime(left, right expr.Type, leftZone, rightZone string) bool {
	switch right.Kind {
	case expr.TimestampTZ:
		return left.Kind == expr.TimestampTZ
	case expr.Timestamp:
		return left.Kind == expr.TimestampTZ || leftZone == rightZone
	case expr.Date, expr.String, expr.Integer, expr.Decimal, expr.Float, expr.Boolean, expr.Null:
	}
	return right.Kind == expr.Date
}

// validateJoin refuses a join that no statement could take.
func (b *Bundle) validateJoin(m *Model, j *Join) bool {
	to := b.models[j.To]
	if to == nil || to.Source != m.Source || len(j.On) == 0 {
		return false
	}
	temporal := func(of *Model, column string) bool { return of.TimeOf("", column) != nil }
	for _, p := range j.On {
		if p.Left != Period && m.Column(p.Left) == nil || to.Column(p.Right) == nil {
			return false
		}
		if p.Timely() && (!temporal(to, p.Right) || p.Left != Period && !temporal(m, p.Left)) {
			return false
		}
		if _, ok := calendar.ParseGrain(p.Truncate); !ok && p.Truncate != "" {
			return false
		}
	}
	d := j.During
	return d == nil || temporal(to, d.From) && temporal(to, d.To) && to.Column(d.From).Type == to.Column(d.To).Type &&
		to.Column(d.From).Zone == to.Column(d.To).Zone && (d.At == Period || temporal(m, d.At))
}
