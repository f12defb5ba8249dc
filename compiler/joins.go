package compiler

import (
	"fmt"
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
	"sutura.dev/internal/diag"
)

func (c *compilation) model(name string) *bundle.Model { return c.models[name] }

// joinTimes reports times of a join that cannot be compared without a choice. `period` is a time of each metric, and is
// held to the same there.
func (c *compilation) joinTimes(m, to *bundle.Model, j *bundle.Join, path []string) {
	if d := j.During; d != nil {
		from, until := to.TimeOf("", d.From), to.TimeOf("", d.To)
		if from == nil || until == nil || d.At != bundle.Period && m.TimeOf("", d.At) == nil {
			c.incomplete = true
			return
		}
		if from.Type != until.Type || c.zoneOf(from) != c.zoneOf(until) {
			c.report(diag.HistoryJoin, append(path, "during", "to"), fmt.Sprintf("%s is %s and %s is %s", d.From, c.kindOf(from), d.To, c.kindOf(until)),
				"Give both one type and one zone, in a view of the table where need be.")
		}
	}
	for _, p := range j.On {
		right := to.TimeOf("", p.Right)
		if !p.Timely() || right == nil {
			c.incomplete = c.incomplete || p.Timely()
			continue
		}
		if p.Left != bundle.Period && m.TimeOf("", p.Left) == nil {
			c.incomplete = true
			continue
		}
		at := append(path, "on", p.Left)
		if p.Truncate == string(calendar.Hour) && right.Type.Kind == expr.Date {
			c.report(diag.JoinTypes, at, fmt.Sprintf("an hour is never a day, and %s is a date", p.Right), `Cut to "day".`)
			continue
		}
		if p.Truncate != "" && (right.Type.Kind == expr.TimestampTZ || right.Type.Kind == expr.Timestamp && c.zoneOf(right) != c.calendar.Rules().Timezone) {
			c.report(diag.JoinTypes, at, fmt.Sprintf("units are cut in %s, and %s is %s", c.calendar.Rules().Timezone, p.Right, c.kindOf(right)),
				"Give the table a view that has the unit as a date.")
		}
	}
	if j.ByPeriod() {
		c.byPeriod = true
		c.timeless(m, j, path)
	}
	for _, problem := range c.unjoined(j, to, func(left string) *bundle.Time { return m.TimeOf("", left) }) {
		c.report(diag.JoinTypes, path, problem, "Correct the types, or give the table a view that casts.")
	}
}

// timeless reports a join on a column that is named as the metric's own time is.
func (c *compilation) timeless(m *bundle.Model, j *bundle.Join, path []string) {
	if m.Column(bundle.Period) != nil {
		c.report(diag.JoinTypes, path, fmt.Sprintf("`period` is the asked metric's own time, and %s has a column of that name", m.Name), "Give the table a view that names the column otherwise.")
	}
}

// unjoined says which times of a join cannot be compared as they are; left gives those of the left side that are known,
// nil for others.
func (c *compilation) unjoined(j *bundle.Join, to *bundle.Model, left func(string) *bundle.Time) []string {
	var out []string
	compare := func(l, r string) {
		a, b := left(l), to.TimeOf("", r)
		if a != nil && b != nil && !bundle.JoinsByTime(a.Type, b.Type, c.zoneOf(a), c.zoneOf(b)) {
			out = append(out, fmt.Sprintf("%s is %s and %s is %s: which instant is meant, where clocks change, would be a guess", l, c.kindOf(a), r, c.kindOf(b)))
		}
	}
	for _, p := range j.On {
		if p.Left == bundle.Period && p.Truncate == "" {
			compare(p.Left, p.Right)
		}
	}
	if d := j.During; d != nil {
		compare(d.At, d.From)
	}
	return out
}

// zoneOf is the zone that a time's clocks show; the calendar's for days.
func (c *compilation) zoneOf(t *bundle.Time) string {
	if t.Zone != "" {
		return t.Zone
	}
	return c.calendar.Rules().Timezone
}

// kindOf is a time's type as a sentence says it.
func (c *compilation) kindOf(t *bundle.Time) string {
	switch t.Type.Kind {
	case expr.Timestamp:
		return "a local time of " + c.zoneOf(t)
	case expr.TimestampTZ:
		return "an instant"
	case expr.Date, expr.String, expr.Integer, expr.Decimal, expr.Float, expr.Boolean, expr.Null:
	}
	return "a " + string(t.Type.Kind)
}

// reaches says why rows of a model that are placed by a time cannot take a path of joins; empty where they can.
func (c *compilation) reaches(m *bundle.Model, t *bundle.Time, path string) string {
	at := m
	for step := range strings.SplitSeq(path, ".") {
		if step == "" {
			return ""
		}
		j := at.Join(step)
		if j == nil {
			return ""
		}
		to := c.models[j.To]
		if j.ByPeriod() {
			if t == nil {
				return fmt.Sprintf("the join %s is by the metric's own time, and it has none", step)
			}
			own := func(left string) *bundle.Time {
				if left == bundle.Period {
					return t
				}
				return nil
			}
			if problems := c.unjoined(j, to, own); len(problems) > 0 {
				return fmt.Sprintf("the join %s does not fit the metric's own time: %s", step, problems[0])
			}
		}
		at = to
	}
	return ""
}

// placed reports what of an aggregate's expressions its own time does not let it read.
func (c *compilation) placed(a *bundle.Aggregate, at []string) bool {
	m := c.models[a.Model]
	trees := []*expr.Node{a.Expr}
	for i := range a.Where {
		trees = append(trees, &a.Where[i])
	}
	for i := range m.Where {
		trees = append(trees, &m.Where[i])
	}
	for _, tree := range trees {
		if problem := c.treeReaches(m, a.Time, tree); problem != "" {
			c.report(diag.JoinTypes, at, problem, "Give the metric another time, or join by a column.")
			return false
		}
	}
	return true
}

func (c *compilation) treeReaches(m *bundle.Model, t *bundle.Time, tree *expr.Node) string {
	problem := ""
	tree.Walk(func(n *expr.Node) {
		if n.Column != nil && problem == "" {
			problem = c.reaches(m, t, n.Column.Role)
		}
	})
	return problem
}

// unplaced are the names of a model's dimensions that rows placed by a time cannot have.
func (c *compilation) unplaced(model string, t *bundle.Time) map[string]string {
	m := c.models[model]
	if !c.byPeriod {
		return nil
	}
	out := map[string]string{}
	for _, d := range bundle.DimensionsOf(m, c.model) {
		if problem := c.treeReaches(m, t, d.Expr); problem != "" {
			out[d.Name] = problem
		}
	}
	return out
}
