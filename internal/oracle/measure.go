package oracle

import (
	"math"
	"math/big"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
)

// arithmeticOf computes a measure's value at one key: each term was aggregated alone, on its own model, and one without
// rows shows its empty value (5.2, 5.3).
func (a *asking) arithmeticOf(v bundle.Value, terms []value) value {
	if v.Op == bundle.ValueTerm {
		return terms[v.Term]
	}
	args := make([]value, len(v.Args))
	for i := range v.Args {
		args[i] = a.arithmeticOf(v.Args[i], terms)
	}
	switch v.Op {
	case bundle.ValueRatio:
		return divide(args[0], args[1], v.Exact)
	case bundle.ValueFormula:
		return formula(v.Expr, func(c expr.Column) value { return args[bundle.ArgOf(c)] })
	}
	panic("the law of " + v.Op + " is not written here yet")
}

// formula computes arithmetic over values; null where any is.
func formula(n *expr.Node, term scope) value {
	switch n.Op {
	case expr.OpColumn:
		return term(*n.Column)
	case expr.OpLiteral:
		if f, float := literal(n).(float64); float {
			return Double{Value: f}
		}
		return literal(n)
	}
	args := make([]value, len(n.Args))
	for i, arg := range n.Args {
		if args[i] = formula(arg, term); args[i] == nil {
			return nil
		}
	}
	switch {
	case n.Op == expr.OpDiv:
		return divide(args[0], args[1], false)
	case n.Op == expr.OpCast && n.Type.Kind == expr.Float:
		return double(args[0])
	case n.Op == expr.OpCast: // an integer as a decimal
		return inRoom(args[0].(*big.Rat), n.Type.Scale)
	case n.Type.Kind == expr.Float:
		return doubles(n.Op, args)
	}
	return inRoom(exact(n.Op, args), n.Type.Scale)
}

// doubles computes with doubles, each of which may be off by what it says.
func doubles(op expr.Op, args []value) value {
	x, y := args[0].(Double), Double{}
	if len(args) == 2 {
		y = args[1].(Double)
	}
	switch op {
	case expr.OpAdd:
		return Double{finite(x.Value + y.Value), x.Within + y.Within}
	case expr.OpSub:
		return Double{finite(x.Value - y.Value), x.Within + y.Within}
	case expr.OpMul:
		return Double{finite(x.Value * y.Value), math.Abs(x.Value)*y.Within + math.Abs(y.Value)*x.Within + x.Within*y.Within}
	case expr.OpNeg:
		return Double{-x.Value + 0, x.Within}
	}
	panic("a formula is no " + string(op))
}
