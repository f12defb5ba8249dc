package bundle

import (
	"slices"

	"sutura.dev/bundle/expr"
)

func (d *differ) models() {
	compareNamed(d, "models.", definitions, d.before.def.Models, d.after.def.Models, func(m Model) string { return m.Name }, d.model)
}

// model compares the parts of a model that no metric depends on, or that no metric's reason names.
func (d *differ) model(origin string, was, is *Model) {
	for _, f := range changedWords(was.Prose, is.Prose) {
		d.other(ProseChanged, origin, f.name, f.before, f.after)
	}
	for _, part := range []struct {
		name string
		same bool
	}{
		{"source", was.Source == is.Source},
		{"table", slices.Equal(was.Table, is.Table)},
		{"key", slices.Equal(was.Key, is.Key)},
		{"unique", sameDefinition(was.Unique, is.Unique)},
		{"time", d.sameTimeColumn(was.Time, is.Time)},
		{"where", slices.EqualFunc(was.Where, is.Where, func(a, b expr.Node) bool { return d.follows(tree{was, &a}, tree{is, &b}) })},
		{"self", was.Self == is.Self},
		{"fresh", sameDefinition(was.Fresh, is.Fresh)},
	} {
		if !part.same {
			d.other(DefinitionEdited, origin+"."+part.name, "", "", "")
		}
	}
	compareNamed(d, origin+".columns.", definitions, was.Columns, is.Columns, func(c Column) string { return c.Name }, edited[Column](d))
	compareNamed(d, origin+".joins.", definitions, was.Joins, is.Joins, func(j Join) string { return j.Name }, edited[Join](d))
	compareNamed(d, origin+".roles.", definitions, named(was.Roles), named(is.Roles), func(r Role) string { return r.Name }, edited[Role](d))
	compareNamed(d, origin+".dimensions.", definitions, was.Dimensions, is.Dimensions, func(m Dimension) string { return m.Name },
		func(origin string, a, b *Dimension) { d.unused(origin, tree{was, &a.Expr}, tree{is, &b.Expr}, *a, *b) })
	compareNamed(d, origin+".hierarchies.", definitions, was.Hierarchies, is.Hierarchies, func(h Hierarchy) string { return h.Name }, edited[Hierarchy](d))
}

func edited[T any](d *differ) func(string, *T, *T) {
	return func(origin string, _, _ *T) { d.other(DefinitionEdited, origin, "", "", "") }
}

// named leaves out the roles that joins are under their own names.
func named(roles []Role) []Role {
	return slices.DeleteFunc(slices.Clone(roles), func(r Role) bool { return len(r.Path) == 1 && r.Path[0] == r.Name })
}

// unused records a dimension that changed by itself.
func (d *differ) unused(origin string, was, is tree, a, b Dimension) {
	a.Expr, b.Expr = expr.Node{}, expr.Node{}
	if !d.follows(was, is) || !sameDefinition(a, b) {
		d.other(DefinitionEdited, origin, "", "", "")
	}
}

// sameTimeColumn compares which column a model's time is; what the column is, is told of the column.
func (d *differ) sameTimeColumn(was, is *Time) bool {
	if was == nil || is == nil {
		return was == is
	}
	return was.Role == is.Role && was.Column == is.Column
}

// follows reports whether an expression is the same but for the types of its columns, which are told of the columns.
func (d *differ) follows(was, is tree) bool {
	typed := func(c expr.Column) bool {
		mb, ma := d.before.At(was.model, c.Role), d.after.At(is.model, c.Role)
		return ma != nil && ma.Column(c.Name) != nil && mb.Column(c.Name).Type != ma.Column(c.Name).Type
	}
	return was.node.Equal(is.node) || d.alike(was, is) && slices.ContainsFunc(was.node.Columns(), typed)
}
