package expression

import (
	"slices"

	"sutura.dev/bundle/expr"
	"sutura.dev/compiler/sqlvet"
	"sutura.dev/internal/diag"
)

// Terms is what a formula may name: metrics and its own inline terms, by name.
type Terms interface {
	// Term returns the type of a term's value.
	Term(name string) (expr.Type, bool)
	// Names lists the terms.
	Names() []string
}

var arithmetic = []string{"+", "-", "*", "/", "neg"}

// CompileFormula types arithmetic over terms and numbers. In the tree a term is a column without a role.
func CompileFormula(text string, terms Terms) (*expr.Node, []Problem) {
	tree, p := sqlvet.ParseExpression(text)
	if p != nil {
		return nil, []Problem{refusal(p)}
	}
	c := compiler{scope: termScope{terms}}
	c.formula(tree, terms)
	if len(c.problems) > 0 {
		return nil, c.problems
	}
	n := c.node(tree)
	if n != nil {
		c.finish(n, tree)
	}
	if len(c.problems) > 0 {
		return nil, c.problems
	}
	return n, nil
}

// formula reports what a formula may not hold.
func (c *compiler) formula(t *sqlvet.Tree, terms Terms) {
	switch {
	case t.Kind == sqlvet.Name && len(t.Parts) == 1:
		if _, ok := terms.Term(t.Parts[0]); !ok {
			c.report(t, diag.ExprUnknownColumn, "there is no metric or term "+t.Parts[0], suggestion(t.Parts[0], terms.Names(), "Declare the metric, or add it to the formula's terms."))
		}
	case t.Kind == sqlvet.Number:
	case t.Kind == sqlvet.Operator && slices.Contains(arithmetic, t.Word):
		for _, a := range t.Args {
			c.formula(a, terms)
		}
	default:
		c.report(t, diag.ExprConstruct, "a formula is arithmetic over metrics and numbers", formulaHint(t, terms))
	}
}

// formulaHint says how what is not arithmetic is said.
func formulaHint(t *sqlvet.Tree, terms Terms) string {
	alone := func(t *sqlvet.Tree) string {
		if t.Kind == sqlvet.Name && slices.Contains(terms.Names(), t.Parts[len(t.Parts)-1]) {
			return t.Parts[len(t.Parts)-1]
		}
		return ""
	}
	name := alone(t)
	switch {
	case name != "":
		return "A metric is written by its name alone: " + name + "."
	case t.Kind == sqlvet.Name:
		return "A column is measured by a metric, or by a term of the formula: terms: paid: {model: \"orders\", measure: sum: \"amount\"}."
	case t.Kind == sqlvet.Call && len(t.Args) == 1 && slices.Contains(aggregates, t.Word) && alone(t.Args[0]) != "":
		return alone(t.Args[0]) + " is added up already: write its name alone."
	}
	return "Put conditions and functions into the metrics' measures. What is divided by 0 is null by itself."
}

type termScope struct{ terms Terms }

func (s termScope) Column(role, name string) (expr.Type, bool) {
	if role != "" {
		return expr.Type{}, false
	}
	return s.terms.Term(name)
}

func (s termScope) Columns(string) []string { return s.terms.Names() }
func (s termScope) Roles() []string         { return nil }
func (s termScope) Metric(string) bool      { return false } // a metric of the formula is a column here
