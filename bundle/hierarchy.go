package bundle

import (
	"fmt"
	"slices"
	"strings"

	"sutura.dev/bundle/expr"
)

// Hierarchies lists the ways down by which a metric is asked, by name: those of its model, and those of the models that
// its roles end at, which are named with the role: product.assortment. Levels are dimensions of the metric as questions
// name them, coarse to fine, two at least: those that it is not asked by are left out.
func (b *Bundle) Hierarchies(m *Metric) []Hierarchy {
	model := b.models[m.Measure.Terms[0].Model]
	var out []Hierarchy
	add := func(name string, levels []string) bool {
		levels = slices.DeleteFunc(levels, func(l string) bool { return !slices.Contains(m.Dimensions, l) })
		if len(levels) < 2 || slices.ContainsFunc(out, func(h Hierarchy) bool { return slices.Equal(h.Levels, levels) }) {
			return false
		}
		out = append(out, Hierarchy{name, levels})
		return true
	}
	for _, h := range model.Hierarchies {
		// By the name that the model gives itself, by which other models are asked too.
		if model.Self == "" || !add(model.Self+"."+h.Name, b.levels(model, model, model.Self, nil, h)) {
			add(h.Name, slices.Clone(h.Levels))
		}
	}
	for _, role := range model.Roles {
		end := b.models[role.To]
		for _, h := range end.Hierarchies {
			add(role.Name+"."+h.Name, b.levels(model, end, role.Name, role.Path, h))
		}
	}
	slices.SortFunc(out, func(a, b Hierarchy) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// levels are a hierarchy's, as metrics of a model are asked by them that reaches its owner by a role. Empty are those that
// the model has no name for.
func (b *Bundle) levels(m, end *Model, role string, path []string, h Hierarchy) []string {
	out := make([]string, len(h.Levels))
	for i, level := range h.Levels {
		d := b.Resolve(end.Name, level)
		via, own, dotted := strings.Cut(level, ".")
		switch {
		case !dotted:
			out[i] = role + "." + d.Dimension.Name
			continue
		case via == end.Self:
			out[i] = role + "." + own
			continue
		}
		at := slices.IndexFunc(end.Roles, func(r Role) bool { return r.Name == via })
		whole := slices.Concat(path, end.Roles[at].Path)
		if at = slices.IndexFunc(m.Roles, func(r Role) bool { return slices.Equal(r.Path, whole) }); at >= 0 {
			out[i] = m.Roles[at].Name + "." + own
		}
	}
	return out
}

// Misplaced finds a level of a hierarchy that cannot be finer than one above it, since that one is a key of the rows that
// it is read from: -1 where there is none. resolve looks a level up, nil where there is none of the name, and end the
// model at the end of a dotted path of joins.
func (h Hierarchy) Misplaced(resolve func(level string) *Resolved, end func(path string) *Model) (level, above int) {
	for i, name := range h.Levels {
		d := resolve(name)
		if d == nil {
			continue
		}
		for j, coarser := range h.Levels[:i] {
			if c := resolve(coarser); c != nil && determines(c.Expr, d.Expr, end) {
				return i, j
			}
		}
	}
	return -1, -1
}

// determines reports whether an expression is a column that is a key of its model, and another one is read from the row
// that it tells and from what that row joins.
func determines(key, of *expr.Node, end func(path string) *Model) bool {
	if key.Column == nil || len(of.Columns()) == 0 {
		return false
	}
	at := end(key.Column.Role)
	alone := []string{key.Column.Name}
	if at == nil || !slices.Equal(at.Key, alone) && !slices.ContainsFunc(at.Unique, func(u []string) bool { return slices.Equal(u, alone) }) {
		return false
	}
	for _, c := range of.Columns() {
		if role := key.Column.Role; role != "" && c.Role != role && !strings.HasPrefix(c.Role, role+".") {
			return false
		}
	}
	return true
}

// validateHierarchies checks that levels exist, differ, and go from coarse to fine as far as keys tell.
func (b *Bundle) validateHierarchies(m *Model) error {
	for _, h := range m.Hierarchies {
		for i, level := range h.Levels {
			if b.Resolve(m.Name, level) == nil || slices.Contains(h.Levels[:i], level) {
				return fmt.Errorf("hierarchy %s: a level that is no dimension, or one twice", h.Name)
			}
		}
		resolve := func(level string) *Resolved { return b.Resolve(m.Name, level) }
		if i, _ := h.Misplaced(resolve, func(path string) *Model { return b.At(m, path) }); i >= 0 {
			return fmt.Errorf("hierarchy %s: its levels do not go from coarse to fine", h.Name)
		}
	}
	return nil
}
