package dialect

import (
	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/compiler/plan"
)

// term writes a term's aggregate over rows: x is its input, cond what counts a row, both maybe empty. Over no rows counts
// are 0, and so is a sum that its author calls zero when empty.
func (r *renderer) term(t *plan.Term, x, cond string) string {
	call := func(function, x string) string {
		c := aggregateCall{function: function, x: x, condition: cond}
		if t.Expr != nil {
			c.t = t.Expr.Type
		}
		return r.aggregate(c)
	}
	if t.Func == bundle.CountIf {
		if cond != "" {
			cond = "(" + x + ") AND (" + cond + ")"
		} else {
			cond = x
		}
	}
	switch t.Func {
	case bundle.Count:
		if t.Expr == nil {
			x = "*"
		}
		return call("count", x)
	case bundle.CountIf:
		return call("count", "*")
	case bundle.CountDistinct:
		return r.aggregate(aggregateCall{function: "count", distinct: true, x: r.grouped(x, t.Expr.Type), condition: cond})
	case bundle.Min, bundle.Max:
		if t.Type.Kind == expr.String && !collated(t.Expr) {
			x = r.collate("(" + x + ")")
		}
		if t.Type.Kind == expr.String {
			return r.shown(call(string(t.Func), r.comparable(x)))
		}
		return call(string(t.Func), x)
	case bundle.Sum:
		if t.Type.Kind == expr.Float && t.Expr.Op == expr.OpColumn {
			x = r.floatColumn(x)
		}
		if t.Zero {
			return "coalesce(" + call("sum", x) + ", 0)"
		}
		return call("sum", x)
	case bundle.Avg:
		if !t.Expr.Type.Exact() {
			wide := x
			if t.Expr.Op == expr.OpColumn {
				wide = r.floatColumn(x)
			}
			return r.averageFloat(x, wide, cond)
		}
		sum, count := call("sum", x), call("count", x)
		if t.Exact {
			return r.exactQuotient(sum, scaleOf(t.Expr.Type), count, 0)
		}
		return r.toDouble(sum) + " / NULLIF(" + count + ", 0)"
	case bundle.Median, bundle.Percentile:
		return r.percentile(x, r.continuousAt(t), cond)
	case bundle.PercentileDiscrete:
		by := x
		if t.Type.Kind == expr.String && !collated(t.Expr) {
			by = r.collate("(" + x + ")")
		}
		return r.discrete(x, by, r.discreteAt(t), cond)
	}
	panic("dialect: no form for " + string(t.Func))
}

// continuousAt is the place of a median or a percentile.
func (r *renderer) continuousAt(t *plan.Term) string {
	p := 0.5
	if t.P != "" {
		p, _ = bundle.Fraction(t.P)
	}
	return r.authored(authored{expr.Type{Kind: expr.Float}, p})
}

// discreteAt is the exact place of a percentile: with doubles 7 % of 100 rows would be the eighth, and engines differ.
func (r *renderer) discreteAt(t *plan.Term) string {
	return r.authored(authored{expr.Type{Kind: expr.Decimal, Precision: bundle.MaxPlaces + 1, Scale: bundle.MaxPlaces}, t.P})
}

func scaleOf(t expr.Type) int {
	if t.Kind == expr.Decimal {
		return t.Scale
	}
	return 0
}

// value writes a metric's arithmetic; term reads one term.
func (r *renderer) value(v plan.Value, term func(leg, i int) string) string {
	switch v.Op {
	case bundle.ValueTerm:
		return term(v.Leg, v.Term)
	case bundle.ValueRatio:
		n, d := r.value(v.Args[0], term), r.value(v.Args[1], term)
		if v.Exact {
			return r.exactQuotient(n, scaleOf(v.Args[0].Type), d, scaleOf(v.Args[1].Type))
		}
		return r.double(n, v.Args[0]) + " / NULLIF(" + r.double(d, v.Args[1]) + ", 0)"
	case bundle.ValueFormula:
		return r.formula(v, term)
	}
	panic("dialect: no form for " + v.Op)
}

// formula writes arithmetic over values: its columns are they.
func (r *renderer) formula(v plan.Value, term func(leg, i int) string) string {
	v.Expr.Walk(func(n *expr.Node) {
		if n.Column != nil && n.Type.Exact() && r.isSum(v.Args[bundle.ArgOf(*n.Column)]) {
			if r.sums == nil {
				r.sums = map[*expr.Node]bool{}
			}
			r.sums[n] = true
		}
	})
	return r.expr(v.Expr, func(c expr.Column, _ expr.Type) string {
		arg := v.Args[bundle.ArgOf(c)]
		text := r.value(arg, term)
		if arg.Op != bundle.ValueTerm {
			return "(" + text + ")"
		}
		return text
	}, 0)
}

// isSum reports whether a value is one sum.
func (r *renderer) isSum(v plan.Value) bool {
	return v.Op == bundle.ValueTerm && r.plan.Legs[v.Leg].Terms[v.Term].Func == bundle.Sum
}

// double converts a side of a ratio, once. A count is below 2^53, where every conversion is exact.
func (r *renderer) double(x string, v plan.Value) string {
	switch {
	case !v.Type.Exact():
		return x
	case v.Op == bundle.ValueTerm && isCount(r.plan.Legs[v.Leg].Terms[v.Term].Func):
		return r.castTo(x, expr.Float)
	}
	return r.toDouble(x)
}

func isCount(f bundle.Func) bool {
	return f == bundle.Count || f == bundle.CountDistinct || f == bundle.CountIf
}
