package compiler

import (
	"slices"
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/compiler/expression"
)

// scope is what an expression of a model may name: its columns, and by role those of its to-one joins.
type scope struct {
	c     *compilation
	model *bundle.Model
}

var _ expression.Knower = scope{}

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
	return ""
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
		c.reportAt(p.Code, c.cat.Inside(path, p.Start, p.End), path, p.Message, p.Hint)
	}
	if n == nil {
		return nil
	}
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
