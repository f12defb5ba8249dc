package dialect

import (
	"slices"

	"sutura.dev/bundle/expr"
)

// collated reports whether text is compared by code point as it stands: whether a column is among what it is made of,
// since columns are made exact where they are read. Literals, casts and what is made of them alone take the database's
// own order.
func collated(n *expr.Node) bool {
	switch {
	case n.Type.Kind != expr.String, n.Op == expr.OpLiteral, n.Op == expr.OpCast:
		return false
	case n.Op == expr.OpColumn:
		return true
	case n.Op == expr.OpCase:
		for i, a := range n.Args {
			if (i%2 == 1 || i == len(n.Args)-1) && collated(a) {
				return true
			}
		}
		return false
	}
	return slices.ContainsFunc(n.Args, collated)
}

// exact writes arguments of which the first is compared with each other one, or whose letters are folded, by code point.
func (r *renderer) exact(args []*expr.Node, cols columns, outer int) []string {
	plain := args[0].Type.Kind == expr.String && !collated(args[0]) &&
		(len(args) == 1 || slices.ContainsFunc(args[1:], func(a *expr.Node) bool { return !collated(a) }))
	out := make([]string, len(args))
	for i, a := range args { // each is written once: a parameter that no text holds is an error
		if i == 0 && plain {
			out[i] = r.collate(r.expr(a, cols, tightest))
		} else {
			out[i] = r.expr(a, cols, outer)
		}
	}
	return out
}

// tightest is stronger than any operator: what is written for it stands in parentheses.
const tightest = 1 << 10
