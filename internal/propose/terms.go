package propose

import (
	"fmt"
	"slices"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/compiler/expression"
	"sutura.dev/internal/nearest"
)

// scope is what an expression of a model may name: its columns, and by role those of its to-one joins.
type scope struct {
	b     *bundle.Bundle
	model *bundle.Model
}

func (s scope) at(role string) *bundle.Model {
	if role == "" {
		return s.model
	}
	for _, r := range s.model.Roles {
		if r.Name == role {
			return s.b.Model(r.To)
		}
	}
	return nil
}

// Column implements expression.Scope.
func (s scope) Column(role, name string) (expr.Type, bool) {
	m := s.at(role)
	if m == nil || m.Column(name) == nil {
		return expr.Type{}, false
	}
	return m.Column(name).Type, true
}

// Columns implements expression.Scope.
func (s scope) Columns(role string) []string {
	m := s.at(role)
	if m == nil {
		return nil
	}
	var names []string
	for _, c := range m.Columns {
		names = append(names, c.Name)
	}
	return names
}

// Metric implements expression.Scope: a statement of one's own names columns.
func (s scope) Metric(string) bool { return false }

// Roles implements expression.Scope.
func (s scope) Roles() []string {
	var names []string
	for _, r := range s.model.Roles {
		names = append(names, r.Name)
	}
	slices.Sort(names)
	return names
}

// term types a metric or a measure in place; the zero Type where something is wrong with it.
func (c *checker) term(field string, t *Term) expr.Type {
	set := 0
	if t.Measure != nil {
		_, _, set = t.Measure.one()
	}
	switch {
	case t.Metric != "" && (t.Measure != nil || t.Model != "" || len(t.Where) > 0):
		c.add(field, "a term is a metric, or a measure of its own, and this is both", "Keep one of the two.")
	case t.Metric != "":
		return c.named(field+".metric", t.Metric)
	case set != 1:
		c.add(field, "a term is a metric, or a measure with exactly one key", "Set metric, or measure with one of sum, min, max, avg, median, count, count_distinct and count_if.")
	default:
		model := t.Model
		if model == "" {
			model = c.metric.Model
		}
		at := field + ".measure"
		if model == "" {
			at = field
		}
		return c.simple(at, t.Measure, model, field+".where", t.Where)
	}
	return expr.Type{}
}

// named is the type of a metric that the caller sees.
func (c *checker) named(field, name string) expr.Type {
	m := c.view.Metric(name)
	if m == nil {
		hint := "`describe_catalog` lists the metrics."
		if near, ok := nearest.Name(name, c.view.Names()); ok {
			hint = "Did you mean " + near + "?"
		}
		c.add(field, "there is no such metric", hint)
		return expr.Type{}
	}
	if c.sameSource(field, c.view.Model(m.Measure.Terms[0].Model)) == nil {
		return expr.Type{}
	}
	return m.Type
}

// formula types arithmetic over metrics and terms.
func (c *checker) formula(f *Formula) {
	const at = "measure.formula"
	if len(f.Terms) > maxList {
		c.add(at+".terms", fmt.Sprintf("these are more than %d terms", maxList), "Make some of them metrics.")
		return
	}
	o := &operands{c: c, types: map[string]expr.Type{}}
	for i := range f.Terms {
		t := &f.Terms[i]
		field := fmt.Sprintf("%s.terms[%d]", at, i)
		_, twice := o.types[t.Name]
		switch {
		case !nameForm.MatchString(t.Name):
			c.add(field+".name", "a name is lower-case letters, digits and underscores, and begins with a letter; at most 63 of them", "")
		case twice:
			c.add(field+".name", "two terms have this name", "Rename one of them.")
		default:
			o.types[t.Name] = c.term(field, &t.Term)
		}
	}
	if len(c.found) > 0 { // what the formula makes of broken parts says nothing
		return
	}
	n, problems := expression.CompileFormula(f.Expr, o)
	if c.expressions(at+".expr", problems) && len(n.Columns()) == 0 {
		c.add(at+".expr", "the formula names no metric and no term", "A number alone is no metric.")
	}
	for i := range f.Terms {
		if n != nil && !slices.ContainsFunc(n.Columns(), func(col expr.Column) bool { return col.Name == f.Terms[i].Name }) {
			c.add(fmt.Sprintf("%s.terms[%d]", at, i), "the formula does not use this term", "Use it, or leave it out.")
		}
	}
}

// operands are what a formula names: its own terms, then metrics.
type operands struct {
	c     *checker
	types map[string]expr.Type
}

// Term implements expression.Terms.
func (o *operands) Term(name string) (expr.Type, bool) {
	if t, ok := o.types[name]; ok {
		return t, true
	}
	if o.c.view.Metric(name) == nil {
		return expr.Type{}, false
	}
	t := o.c.named("measure.formula.expr", name)
	return t, t.Kind != ""
}

// Names implements expression.Terms.
func (o *operands) Names() []string {
	names := slices.Clone(o.c.view.Names())
	for name := range o.types {
		names = append(names, name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
