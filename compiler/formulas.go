package compiler

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/catalog"
	"sutura.dev/compiler/expression"
	"sutura.dev/internal/diag"
)

// parts gathers the terms of a measure that is made of other measures, each once.
type parts struct{ terms []bundle.Aggregate }

// term gives a term its place.
func (p *parts) term(a bundle.Aggregate) bundle.Value {
	i := slices.IndexFunc(p.terms, func(b bundle.Aggregate) bool { return a.Equal(&b) })
	if i < 0 {
		i = len(p.terms)
		p.terms = append(p.terms, a)
	}
	return bundle.Value{Op: bundle.ValueTerm, Term: i}
}

// graft takes over the value of another measure, with its terms.
func (p *parts) graft(v bundle.Value, terms []bundle.Aggregate) bundle.Value {
	if v.Op == bundle.ValueTerm {
		return p.term(terms[v.Term])
	}
	args := make([]bundle.Value, len(v.Args))
	for i, a := range v.Args {
		args[i] = p.graft(a, terms)
	}
	v.Args = args
	return v
}

// operands are what a formula names: its own terms and metrics. A name is compiled when the formula first says it.
type operands struct {
	c     *compilation
	m     *catalog.Metric
	at    []string
	zero  bool // sums over nothing are 0
	parts parts
	known map[string]typedValue
}

// typedValue is arithmetic over gathered terms, and its type.
type typedValue struct {
	value bundle.Value
	t     expr.Type
}

var _ expression.Terms = (*operands)(nil)

// Term implements expression.Terms.
func (o *operands) Term(name string) (expr.Type, bool) {
	if known, ok := o.known[name]; ok {
		return known.t, true
	}
	term, own := o.m.Measure.Formula.Terms[name]
	at := append(o.at[:len(o.at):len(o.at)], "terms", name)
	if !own {
		if o.c.cat.Metrics[name] == nil {
			return expr.Type{}, false
		}
		term, at = catalog.MetricTerm{Metric: name}, o.at
	}
	part, ok := o.c.part(term, o.m, name, at)
	if !ok { // reported there; the formula is typed as if it were a number
		o.c.incomplete = true
		o.known[name] = typedValue{t: expr.Type{Kind: expr.Integer}}
		return expr.Type{Kind: expr.Integer}, true
	}
	if o.zero {
		for i := range part.Terms {
			part.Terms[i].Zero = part.Terms[i].Zero || part.Terms[i].Func == bundle.Sum
		}
	}
	o.known[name] = typedValue{o.parts.graft(part.Value, part.Terms), part.t}
	return part.t, true
}

// Names implements expression.Terms.
func (o *operands) Names() []string {
	return slices.Sorted(maps.Keys(merged(o.m.Measure.Formula.Terms, o.c.cat.Metrics)))
}

func merged[A, B any](a map[string]A, b map[string]B) map[string]bool {
	out := make(map[string]bool, len(a)+len(b))
	for name := range a {
		out[name] = true
	}
	for name := range b {
		out[name] = true
	}
	return out
}

// formula compiles arithmetic over metrics and terms.
func (c *compilation) formula(m *catalog.Metric, at []string) (typed, bool) {
	at = append(at, "formula")
	f := m.Measure.Formula
	o := &operands{c: c, m: m, at: at, zero: m.Empty == "zero", known: map[string]typedValue{}}
	incomplete := c.incomplete
	c.incomplete = false
	tree, problems := expression.CompileFormula(f.Expr, o)
	broken := c.incomplete
	c.incomplete = c.incomplete || incomplete
	if broken { // a part is reported; what the formula makes of it is not
		return typed{}, false
	}
	text := append(at[:len(at):len(at)], "expr")
	if c.cat.Range(text...) == c.cat.Range(at...) {
		text = at
	}
	for _, p := range problems {
		c.reportAt(p.Code, c.cat.Inside(text, p.Start, p.End), text, p.Message, p.Hint)
	}
	if tree == nil {
		return typed{}, false
	}
	switch {
	case len(o.parts.terms) == 0:
		c.report(diag.ExprConstruct, text, "a formula of numbers alone measures nothing", "Name a metric in it.")
		return typed{}, false
	case !tree.Type.Numeric():
		c.report(diag.MeasureType, text, fmt.Sprintf("a formula computes a number, and this one is %s", tree.Type), "Name the metric itself where it is asked.")
		return typed{}, false
	}
	if !c.sameSource(o.parts.terms, at, "the parts of this formula lie in two data systems") {
		return typed{}, false
	}
	if o.zero && !o.zeroWhenEmpty(tree) {
		c.report(diag.EmptyMisplaced, append(at[:len(at)-2:len(at)-2], "empty"), "over no rows this formula is not 0", "Leave `empty` out.")
		return typed{}, false
	}
	o.warn(tree, text)
	value, t, ok := o.result(tree, m.Exact)
	if !ok {
		c.report(diag.ExactType, at, "`exact` is for a formula that divides integers or decimals", "Leave `exact` out, or make the division the last step.")
		return typed{}, false
	}
	return typed{bundle.Measure{Terms: o.parts.terms, Value: value}, t}, true
}

// result is the value of a tree over names. An exact one divides two exact values, once.
func (o *operands) result(n *expr.Node, exact bool) (bundle.Value, expr.Type, bool) {
	if !exact {
		return o.value(n), n.Type, true
	}
	if n.Op != expr.OpDiv {
		return bundle.Value{}, expr.Type{}, false
	}
	out := bundle.Value{Op: bundle.ValueRatio, Exact: true}
	for _, side := range n.Args {
		if side.Op == expr.OpCast {
			side = side.Args[0]
		}
		if !side.Type.Exact() {
			return bundle.Value{}, expr.Type{}, false
		}
		out.Args = append(out.Args, o.value(side))
	}
	return out, bundle.ExactQuotient, true
}

// value makes a tree over names one over places.
func (o *operands) value(n *expr.Node) bundle.Value {
	if n.Op == expr.OpColumn {
		return o.known[n.Column.Name].value
	}
	out := bundle.Value{Op: bundle.ValueFormula}
	var places []string
	var place func(n *expr.Node) *expr.Node
	place = func(n *expr.Node) *expr.Node {
		copied := *n
		if n.Column != nil {
			i := slices.Index(places, n.Column.Name)
			if i < 0 {
				i = len(places)
				places = append(places, n.Column.Name)
				out.Args = append(out.Args, o.known[n.Column.Name].value)
			}
			copied.Column = &expr.Column{Name: strconv.Itoa(i)}
		}
		copied.Args = make([]*expr.Node, len(n.Args))
		for i, a := range n.Args {
			copied.Args[i] = place(a)
		}
		if len(n.Args) == 0 {
			copied.Args = nil
		}
		return &copied
	}
	out.Expr = place(n)
	return out
}

// zeroWhenEmpty reports whether the formula is 0 where every part is.
func (o *operands) zeroWhenEmpty(n *expr.Node) bool {
	v := whenEmpty(n)
	return v != nil && v.Sign() == 0
}

// whenEmpty is a formula's value where every part is 0; nil for null.
func whenEmpty(n *expr.Node) *big.Rat {
	switch n.Op {
	case expr.OpColumn:
		return new(big.Rat)
	case expr.OpLiteral:
		v, ok := new(big.Rat).SetString(*n.Value)
		if !ok {
			return nil
		}
		return v
	}
	args := make([]*big.Rat, len(n.Args))
	for i, a := range n.Args {
		if args[i] = whenEmpty(a); args[i] == nil {
			return nil
		}
	}
	switch n.Op {
	case expr.OpCast:
		return args[0]
	case expr.OpNeg:
		return args[0].Neg(args[0])
	case expr.OpAdd:
		return args[0].Add(args[0], args[1])
	case expr.OpSub:
		return args[0].Sub(args[0], args[1])
	case expr.OpMul:
		return args[0].Mul(args[0], args[1])
	case expr.OpDiv:
		if args[1].Sign() != 0 {
			return args[0].Quo(args[0], args[1])
		}
	}
	return nil
}

// warn tells of a sum or a difference over different rows, of which a side without rows makes the whole null.
func (o *operands) warn(n *expr.Node, at []string) {
	zero, warned := o.zeroWhenEmpty(n), false
	n.Walk(func(sum *expr.Node) {
		if warned || sum.Op != expr.OpAdd && sum.Op != expr.OpSub {
			return
		}
		left, right := o.below(sum.Args[0]), o.below(sum.Args[1])
		for _, a := range left {
			for _, b := range right {
				empty, other := b, a
				if !o.nullBeside(n, empty, other) {
					empty, other = a, b
				}
				if warned || !o.nullBeside(n, empty, other) {
					continue
				}
				warned = true
				hint := "Say `empty: \"zero\"` on the sum of " + empty.Model + ", or on the formula, if no rows mean 0."
				if !zero {
					hint = "Say `empty: \"zero\"` on the metric that sums " + empty.Model + ", if no rows mean 0; a term has to become a metric for that."
				}
				o.c.found = append(o.c.found, diag.Diagnostic{
					Code: diag.NullBeside, Severity: diag.Warning, Range: o.c.cat.Range(at...), Path: dotted(at), Hint: hint,
					Message: fmt.Sprintf("where there are rows of %s only, this formula is null: a sum over no rows is null", other.Model),
				})
			}
		}
	})
}

// nullBeside reports whether a term may be null where another, over another model, has rows, and the formula would not be
// null all the same: it is where the term divides.
func (o *operands) nullBeside(formula *expr.Node, term, other *bundle.Aggregate) bool {
	if term.Model == other.Model || term.Func != bundle.Sum || term.Zero {
		return false
	}
	divides := false
	formula.Walk(func(n *expr.Node) {
		divides = divides || n.Op == expr.OpDiv && o.vanishes(n.Args[1], term)
	})
	return !divides
}

// vanishes reports whether a tree over names is 0 or null where a term is.
func (o *operands) vanishes(n *expr.Node, term *bundle.Aggregate) bool {
	switch n.Op {
	case expr.OpColumn:
		below := o.below(n)
		return len(below) == 1 && below[0] == term && o.known[n.Column.Name].value.Op == bundle.ValueTerm
	case expr.OpCast, expr.OpNeg, expr.OpDiv:
		return o.vanishes(n.Args[0], term)
	case expr.OpMul:
		return o.vanishes(n.Args[0], term) || o.vanishes(n.Args[1], term)
	}
	return false
}

// below lists the terms of what a tree over names reads.
func (o *operands) below(n *expr.Node) []*bundle.Aggregate {
	var out []*bundle.Aggregate
	var add func(v bundle.Value)
	add = func(v bundle.Value) {
		if v.Op == bundle.ValueTerm {
			out = append(out, &o.parts.terms[v.Term])
		}
		for _, a := range v.Args {
			add(a)
		}
	}
	n.Walk(func(n *expr.Node) {
		if n.Column != nil {
			add(o.known[n.Column.Name].value)
		}
	})
	return out
}
