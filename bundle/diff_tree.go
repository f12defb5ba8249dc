package bundle

import (
	"slices"
	"strings"

	"sutura.dev/bundle/expr"
)

// tree is an expression and the model that it belongs to.
type tree struct {
	model *Model
	node  *expr.Node
}

// condition is one that rows must meet, and the definition that says so; empty for the metric's own.
type condition struct {
	tree
	origin string
}

// changed compares two expressions. What the tables and columns below them explain is recorded as that; it reports
// whether the author's text changed.
func (c comparison) changed(was, is tree) bool {
	if c.same(was, is) {
		return false
	}
	explained := c.below(was, is)
	return !explained || !c.alike(was, is)
}

// same reports whether both compute the same from the same tables and columns.
func (d *differ) same(was, is tree) bool {
	return d.before.tree(was.model, was.node).Equal(d.after.tree(is.model, is.node))
}

// below records what changed of the columns and paths that both read, and reports whether anything did.
func (c comparison) below(was, is tree) bool {
	found := false
	read := is.node.Columns()
	for _, col := range was.node.Columns() {
		if !slices.Contains(read, col) {
			continue
		}
		if c.path(was.model, is.model, col.Role) {
			found = true
		}
		mb, ma := c.before.At(was.model, col.Role), c.after.At(is.model, col.Role)
		if old, now := mb.Column(col.Name).Type, ma.Column(col.Name).Type; old != now {
			c.add(ColumnTypeChanged, "models."+ma.Name+".columns."+col.Name, col.Name, old.String(), now.String())
			found = true
		}
	}
	return found
}

// path records what changed along a path of joins that both models have, and reports whether anything did.
func (c comparison) path(was, is *Model, path string) bool {
	if path == "" || c.before.way(was, path) == c.after.way(is, path) {
		return false
	}
	for name := range strings.SplitSeq(path, ".") {
		old, now := was.Join(name), is.Join(name)
		if old == nil || now == nil {
			break
		}
		mb, ma := c.before.models[old.To], c.after.models[now.To]
		sameTable := slices.Equal(mb.Table, ma.Table)
		if !slices.Equal(old.On, now.On) || !sameDefinition(old.During, now.During) || mb.Name != ma.Name && !sameTable {
			c.add(JoinChanged, "models."+is.Name+".joins."+name, name, joinText(old), joinText(now))
		}
		if mb.Name == ma.Name && !sameTable {
			c.table(mb, ma)
		}
		was, is = mb, ma
	}
	return true
}

func joinText(j *Join) string {
	pairs := make([]string, len(j.On))
	for i, p := range j.On {
		pairs[i] = p.Left + " = " + p.Right
		if p.Truncate != "" {
			pairs[i] = "the " + p.Truncate + " of " + pairs[i]
		}
	}
	text := j.To + " on " + strings.Join(pairs, " and ")
	if d := j.During; d != nil {
		text += ", while " + d.At + " is from " + d.From + " to before " + d.To
	}
	return text
}

// alike reports whether the author wrote the same: casts and the spelling of numbers apart, which follow the types of
// columns.
func (d *differ) alike(was, is tree) bool {
	a, b := written(was.node), written(is.node)
	if a.Op != b.Op || len(a.Args) != len(b.Args) {
		return false
	}
	switch a.Op {
	case expr.OpColumn:
		return a.Column.Name == b.Column.Name && (a.Column.Role == b.Column.Role ||
			d.before.way(was.model, a.Column.Role) == d.after.way(is.model, b.Column.Role))
	case expr.OpLiteral:
		return literalText(a) == literalText(b)
	}
	for i := range a.Args {
		if !d.alike(tree{was.model, a.Args[i]}, tree{is.model, b.Args[i]}) {
			return false
		}
	}
	return true
}

func written(n *expr.Node) *expr.Node {
	for n.Op == expr.OpCast {
		n = n.Args[0]
	}
	return n
}

// literalText is a literal's value, that of a number without its trailing zeros.
func literalText(n *expr.Node) string {
	if n.Value == nil {
		return "NULL"
	}
	text := *n.Value
	if n.Type.Numeric() && strings.Contains(text, ".") && !strings.ContainsAny(text, "eE") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// conditions compares which rows count.
func (c termComparison) conditions(was, is *Aggregate) {
	lost, gained := termConditions(c.before.models[was.Model], was), termConditions(c.after.models[is.Model], is)
	lost, gained = unmatched(lost, gained, func(a, b condition) bool { return c.same(a.tree, b.tree) })
	lost, gained = unmatched(lost, gained, func(a, b condition) bool {
		return c.alike(a.tree, b.tree) && c.below(a.tree, b.tree)
	})
	c.conditionReasons(lost, gained)
}

// conditionReasons records conditions that only one side has; two over the same columns are one that changed.
func (c termComparison) conditionReasons(lost, gained []condition) {
	for _, l := range lost {
		i := slices.IndexFunc(gained, func(g condition) bool { return g.origin == l.origin && sameColumns(l.node, g.node) })
		if i < 0 {
			c.conditionReason(FilterRemoved, l.origin, l.node.String(), "")
			continue
		}
		c.below(l.tree, gained[i].tree)
		c.conditionReason(FilterChanged, l.origin, l.node.String(), gained[i].node.String())
		gained = slices.Delete(slices.Clone(gained), i, i+1)
	}
	for _, g := range gained {
		c.conditionReason(FilterAdded, g.origin, "", g.node.String())
	}
}

func (c termComparison) conditionReason(code Code, origin, before, after string) {
	if origin != "" {
		c.add(code, origin, "", before, after)
		return
	}
	c.own(code, before, after)
}

// termConditions are the conditions on a term's rows. A model's are said to be of the model whatever the term repeats.
func termConditions(m *Model, t *Aggregate) []condition {
	var out []condition
	for _, n := range conditions(m.Where) {
		out = append(out, condition{tree{m, n}, "models." + m.Name + ".where"})
	}
	for _, n := range conditions(t.Where) {
		out = append(out, condition{tree{m, n}, ""})
	}
	return out
}

// unmatched are the conditions of either list for which the other has none that is equal.
func unmatched(a, b []condition, equal func(a, b condition) bool) (onlyA, onlyB []condition) {
	matched := make([]bool, len(b))
	for _, x := range a {
		found := false
		for i, y := range b {
			if equal(x, y) {
				found, matched[i] = true, true
			}
		}
		if !found {
			onlyA = append(onlyA, x)
		}
	}
	for i, y := range b {
		if !matched[i] {
			onlyB = append(onlyB, y)
		}
	}
	return onlyA, onlyB
}

// sameColumns reports whether both read the same columns.
func sameColumns(a, b *expr.Node) bool {
	x, y := a.Columns(), b.Columns()
	return len(x) == len(y) && !slices.ContainsFunc(x, func(c expr.Column) bool { return !slices.Contains(y, c) })
}
