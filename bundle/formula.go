package bundle

import (
	"fmt"
	"slices"
	"strconv"

	"sutura.dev/bundle/expr"
)

// Bounds of a measure: each term may be a leg of its own.
const (
	MaxTerms   = 24
	MaxNesting = 8 // formulas and ratios within each other
)

// arithmetic is what a formula is made of, beside terms and numbers. Casts bring numbers to one type.
var arithmetic = []expr.Op{expr.OpAdd, expr.OpSub, expr.OpMul, expr.OpDiv, expr.OpNeg, expr.OpCast}

// Nesting is how many formulas and ratios stand within each other.
func (v Value) Nesting() int {
	deepest := 0
	for _, a := range v.Args {
		deepest = max(deepest, a.Nesting()+1)
	}
	return deepest
}

// TermName names a term of the metric: as a formula calls it, by its side of a ratio, or as the metric.
func (m *Metric) TermName(i int) string {
	switch {
	case m.Measure.Terms[i].Name != "":
		return m.Measure.Terms[i].Name
	case m.Measure.Value.Op == ValueRatio:
		return m.Name + "_" + ratioSides[min(i, 1)]
	}
	return m.Name
}

// ratioSides name the terms of a ratio, in the order of its terms.
var ratioSides = [2]string{"numerator", "denominator"}

// ArgOf is which of a formula's arguments a column of its tree is; -1 for no number.
func ArgOf(c expr.Column) int {
	i, err := strconv.Atoi(c.Name)
	if err != nil || c.Role != "" || i < 0 || strconv.Itoa(i) != c.Name {
		return -1
	}
	return i
}

// checkFormula holds a formula's tree to arithmetic over numbers of its arguments' types.
func (m *Measure) checkFormula(v Value) error {
	types := make([]expr.Type, len(v.Args))
	for i, a := range v.Args {
		t, ok := m.typeOf(a)
		if !ok {
			return fmt.Errorf("a part of a formula has no type")
		}
		types[i] = t
	}
	err := expr.Check(v.Expr, func(c expr.Column) (expr.Type, bool) {
		i := ArgOf(c)
		if i < 0 || i >= len(types) {
			return expr.Type{}, false
		}
		return types[i], true
	})
	if err != nil {
		return err
	}
	v.Expr.Walk(func(n *expr.Node) {
		if !n.Type.Numeric() || n.Op != expr.OpColumn && n.Op != expr.OpLiteral && !slices.Contains(arithmetic, n.Op) || n.Op == expr.OpLiteral && n.Value == nil {
			err = fmt.Errorf("a formula is no arithmetic over numbers")
		}
	})
	return err
}

// Text spells a value for people; term spells a term. A part of a formula that is more than a term stands in parentheses.
func (v Value) Text(term func(i int) string) string {
	part := func(i int) string {
		text := v.Args[i].Text(term)
		if v.Args[i].Op != ValueTerm {
			text = "(" + text + ")"
		}
		return text
	}
	switch v.Op {
	case ValueTerm:
		return term(v.Term)
	case ValueRatio:
		return v.Args[0].Text(term) + " / " + v.Args[1].Text(term)
	}
	return Spell(v.Expr, part)
}

// Spell writes a formula's tree for people; part spells an argument.
func Spell(formula *expr.Node, part func(i int) string) string {
	return renamed(formula, func(c expr.Column) string { return part(ArgOf(c)) }).String()
}

// renamed is the tree with its columns renamed, and without the casts that only bring numbers to one type.
func renamed(n *expr.Node, name func(expr.Column) string) *expr.Node {
	if n.Op == expr.OpCast {
		return renamed(n.Args[0], name)
	}
	out := *n
	if n.Column != nil {
		out.Column = &expr.Column{Name: name(*n.Column)}
	}
	out.Args = make([]*expr.Node, len(n.Args))
	for i, a := range n.Args {
		out.Args[i] = renamed(a, name)
	}
	return &out
}
