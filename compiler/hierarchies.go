package compiler

import (
	"fmt"
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/internal/diag"
)

// hierarchies reports levels that cannot be finer than those above them. That they exist Load has checked.
func (c *compilation) hierarchies() {
	for i := range c.def.Models {
		m := &c.def.Models[i]
		if len(m.Hierarchies) == 0 || c.incomplete {
			continue
		}
		asked := map[string]*bundle.Resolved{}
		for _, r := range bundle.DimensionsOf(m, func(name string) *bundle.Model { return c.models[name] }) {
			asked[r.Name] = &r
		}
		for _, h := range m.Hierarchies {
			level, above := h.Misplaced(func(name string) *bundle.Resolved { return asked[name] }, func(path string) *bundle.Model { return c.along(m, path) })
			if level >= 0 {
				c.report(diag.HierarchyOrder, []string{"models", m.Name, "hierarchies", h.Name, fmt.Sprint(level)},
					fmt.Sprintf("%s is not finer than %s, which is a key", h.Levels[level], h.Levels[above]), "")
			}
		}
	}
}

// along is the model at the end of a dotted path of joins from m, m itself for the empty one; nil where it breaks.
func (c *compilation) along(m *bundle.Model, path string) *bundle.Model {
	if path == "" {
		return m
	}
	for step := range strings.SplitSeq(path, ".") {
		j := m.Join(step)
		if j == nil {
			return nil
		}
		if m = c.models[j.To]; m == nil {
			return nil
		}
	}
	return m
}
