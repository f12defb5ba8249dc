package compiler

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/catalog"
	"sutura.dev/internal/diag"
)

// dimension compiles one dimension of a model.
func (c *compilation) dimension(m *bundle.Model, name string, d *catalog.Dimension) {
	path := []string{"models", m.Name, "dimensions", name}
	out := bundle.Dimension{
		Name: name, Prose: prose(d.Prose), Personal: d.Personal, Conformed: d.Conformed, Unit: d.Unit,
	}
	out.Prose.Labels = d.Labels
	for _, v := range slices.Sorted(maps.Keys(d.ValueSynonyms)) {
		if out.Prose.ValueWords == nil {
			out.Prose.ValueWords = map[string][]bundle.Term{}
		}
		out.Prose.ValueWords[v] = terms(d.ValueSynonyms[v])
	}
	tree := c.dimensionValue(m, name, d, path)
	if tree == nil {
		return
	}
	if tree.Type.Kind == "" {
		c.incomplete = true // a column without a type, which Load reports
		return
	}
	out.Expr = *tree
	c.dimensionFilter(m, &out, d, path)
	m.Dimensions = append(m.Dimensions, out)
}

// dimensionValue is the expression, or the column: its own name unless another is said.
func (c *compilation) dimensionValue(m *bundle.Model, name string, d *catalog.Dimension, path []string) *expr.Node {
	if d.Expr != "" {
		return c.expression(m, d.Expr, append(path, "expr"))
	}
	column := d.Column
	if column == "" {
		column = name
	}
	col := m.Column(column)
	if col == nil {
		c.incomplete = true
		return nil
	}
	return expr.Col("", column, col.Type)
}

// dimensionFilter decides how the dimension filters: by its closed values, openly, or not at all. Booleans are closed
// by their type; numbers and times are open unless their values are said; times filter by days.
func (c *compilation) dimensionFilter(m *bundle.Model, out *bundle.Dimension, d *catalog.Dimension, path []string) {
	out.Filter = bundle.FilterNone
	t := out.Expr.Type
	switch {
	case d.Filter == "pinned":
		out.Filter = bundle.FilterClosed
		for _, v := range d.Pinned {
			canonical, ok := expr.Value(t, v)
			if !ok || slices.Contains(out.Values, canonical) {
				c.report(diag.PinnedStale, append(path, "filter"), fmt.Sprintf("a value of %s is not one %s value, or is there twice", catalog.PinnedFile(m.Name, out.Name), t),
					"Read them again: `sutura values "+m.Name+"."+out.Name+"`.")
				return
			}
			out.Values = append(out.Values, canonical)
		}
		c.incomplete = c.incomplete || len(out.Values) == 0 // Load reports it
	case d.Values != nil:
		out.Filter = bundle.FilterClosed
		for i, v := range d.Values {
			canonical, ok := expr.Value(t, v)
			at := append(path[:len(path):len(path)], "values", fmt.Sprint(i))
			switch {
			case !ok:
				c.report(diag.DimensionValues, at, fmt.Sprintf("this is no %s value, as the column's are", t),
					"Correct it; or correct the type, where the column holds such values.")
				continue
			case slices.Contains(out.Values, canonical):
				c.report(diag.DimensionValues, at, "this value is listed twice", "Remove one of them.")
				continue
			}
			out.Values = append(out.Values, canonical)
		}
	case t.Kind == expr.Boolean:
		out.Filter, out.Values = bundle.FilterClosed, []string{"false", "true"}
	case t.Kind == expr.Timestamp && c.elsewhere(m, out.Expr):
		if d.Filter == "open" {
			c.notYet(append(path, "filter"), "filtering by days of a local time of another zone is")
		}
	case d.Filter == "open" || t.Numeric() || t.Temporal():
		out.Filter = bundle.FilterOpen
	}
}

// elsewhere reports whether an expression reads a local time of another zone than the calendar's, whose days are not the
// calendar's.
func (c *compilation) elsewhere(m *bundle.Model, n expr.Node) bool {
	for _, col := range n.Columns() {
		at := m
		if col.Role != "" {
			for step := range strings.SplitSeq(col.Role, ".") {
				at = c.models[at.Join(step).To]
			}
		}
		if t := at.TimeOf("", col.Name); t != nil && c.zoneOf(t) != c.calendar.Rules().Timezone {
			return true
		}
	}
	return false
}
