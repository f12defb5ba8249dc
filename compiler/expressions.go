package compiler

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/compiler/expression"
	"sutura.dev/internal/diag"
)

// scope is what an expression of a model may name: its columns, and by role those of its to-one joins.
type scope struct {
	c     *compilation
	model *bundle.Model
}

var (
	_ expression.Knower = scope{}
	_ expression.Lister = scope{}
)

func (s scope) at(role string) *bundle.Model {
	if role == "" {
		return s.model
	}
	for _, r := range s.model.Roles {
		if r.Name == role {
			return s.c.models[r.To]
		}
	}
	return nil
}

// Column implements expression.Scope.
func (s scope) Column(role, name string) (expr.Type, bool) {
	m := s.at(role)
	if m == nil {
		return expr.Type{}, false
	}
	col := m.Column(name)
	if col == nil {
		return expr.Type{}, false
	}
	return col.Type, true
}

// Columns implements expression.Scope.
func (s scope) Columns(role string) []string {
	m := s.at(role)
	if m == nil {
		return nil
	}
	names := make([]string, len(m.Columns))
	for i, col := range m.Columns {
		names[i] = col.Name
	}
	return names
}

// Metric implements expression.Scope.
func (s scope) Metric(name string) bool { return s.c.cat.Metrics[name] != nil }

// Values implements expression.Lister: those of every dimension that shows the column and lists them.
func (s scope) Values(role, name string) []string {
	m := s.at(role)
	if m == nil || s.c.cat.Models[m.Name] == nil {
		return nil
	}
	var out []string
	dimensions := s.c.cat.Models[m.Name].Dimensions
	for _, own := range slices.Sorted(maps.Keys(dimensions)) {
		if d := dimensions[own]; d.Expr == "" && cmp.Or(d.Column, own) == name {
			out = append(append(out, d.Values...), d.Pinned...)
		}
	}
	return out
}

// Roles implements expression.Scope.
func (s scope) Roles() []string {
	names := make([]string, len(s.model.Roles))
	for i, r := range s.model.Roles {
		names[i] = r.Name
	}
	slices.Sort(names)
	return names
}

// Known implements expression.Knower.
func (s scope) Known(role, name string) string {
	m := s.at(role)
	if d := s.c.cat.Models[m.Name].Dimensions[name]; d != nil {
		switch {
		case d.Expr != "" && role == "":
			return name + " is a dimension, and expressions read columns: write what it is made of, " + d.Expr + "."
		case d.Expr != "":
			return name + " is a dimension of " + m.Name + ", and expressions read columns: write what it is made of, with " + role + ". before each column."
		}
		return "Its column is " + strings.TrimPrefix(role+"."+d.Column, ".") + ": expressions read columns, and " + name + " is a dimension."
	}
	if role == "" {
		return s.columnElsewhere(name)
	}
	return ""
}

// columnElsewhere says how a column of another model is read: by its role, or by a metric of that model.
func (s scope) columnElsewhere(name string) string {
	for _, role := range s.Roles() {
		if _, ok := s.Column(role, name); ok {
			return fmt.Sprintf("Did you mean %s.%s?", role, name)
		}
	}
	for _, model := range slices.Sorted(maps.Keys(s.c.models)) {
		if m := s.c.models[model]; m != s.model && m.Column(name) != nil {
			return fmt.Sprintf("It is a column of %s, which %s does not join: join it, or measure it in a metric of %s.", model, s.model.Name, model)
		}
	}
	return ""
}

// KnownRole implements expression.Knower.
func (s scope) KnownRole(role, name string) string {
	to := s.c.models[role]
	if to == nil || role == s.model.Name {
		return ""
	}
	for _, r := range s.model.Roles {
		if r.To == role {
			return fmt.Sprintf("%s joins %s by the name of %s: write %s.%s.", s.model.Name, role, r.Name, r.Name, name)
		}
	}
	return fmt.Sprintf("%s is a model that %s does not join: declare the join, or measure it in a metric of %s.", role, s.model.Name, role)
}

// expression compiles authored text over a model, nil when it is reported. Roles become paths of joins.
func (c *compilation) expression(m *bundle.Model, text string, path []string) *expr.Node {
	n, problems := expression.Compile(text, scope{c, m})
	return c.place(m, n, problems, path)
}

// condition is expression for what must be true or false.
func (c *compilation) condition(m *bundle.Model, text string, path []string) *expr.Node {
	n, problems := expression.CompileCondition(text, scope{c, m})
	return c.place(m, n, problems, path)
}

func (c *compilation) place(m *bundle.Model, n *expr.Node, problems []expression.Problem, path []string) *expr.Node {
	for _, p := range problems {
		d := diag.Diagnostic{Code: p.Code, Message: p.Message, Hint: p.Hint, Range: c.cat.Inside(path, p.Start, p.End), Path: dotted(path)}
		if p.Warning {
			d.Severity = diag.Warning
		}
		c.found = append(c.found, d)
	}
	if n == nil {
		return nil
	}
	c.oneZone(m, n, path)
	n.Walk(func(n *expr.Node) {
		if n.Column != nil && n.Column.Role != "" {
			for _, r := range m.Roles {
				if r.Name == n.Column.Role {
					n.Column.Role = strings.Join(r.Path, ".")
					break
				}
			}
		}
	})
	return n
}
