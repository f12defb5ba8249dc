package goldens

import (
	"math/big"
	"strings"

	"sutura.dev/bundle/expr"
)

// condition is the truth of an expression over one row, as far as comparisons go: enough to choose rows on both sides
// of what a model declares. It decides nothing about an answer.
type condition struct {
	// column returns a column's value, false where the row has none of that name.
	column func(expr.Column) (value *string, ok bool)
}

var (
	yes = text("true")
	no  = text("false")
)

func text(s string) *string { return &s }

// of evaluates a tree: nil is null. It is false where the tree holds more than is understood here.
func (c condition) of(n *expr.Node) (value *string, ok bool) {
	switch n.Op {
	case expr.OpColumn:
		return c.column(*n.Column)
	case expr.OpLiteral:
		return n.Value, true
	case expr.OpAnd, expr.OpOr:
		return c.connective(n)
	case expr.OpCast:
		return c.cast(n)
	}
	args := make([]*string, len(n.Args))
	for i, a := range n.Args {
		if args[i], ok = c.of(a); !ok {
			return nil, false
		}
	}
	return apply(n, args)
}

// connective is AND and OR of three values.
func (c condition) connective(n *expr.Node) (*string, bool) {
	decides, otherwise := no, yes
	if n.Op == expr.OpOr {
		decides, otherwise = yes, no
	}
	for _, a := range n.Args {
		v, ok := c.of(a)
		switch {
		case !ok:
			return nil, false
		case v == nil:
			otherwise = nil
		case *v == *decides:
			return decides, true
		}
	}
	return otherwise, true
}

// cast passes numbers on, and a date as its midnight.
func (c condition) cast(n *expr.Node) (*string, bool) {
	from := n.Args[0].Type
	v, ok := c.of(n.Args[0])
	switch {
	case !ok || v == nil:
		return v, ok
	case from.Numeric() && n.Type.Numeric() && n.Type.Kind != expr.Integer:
		return v, true
	case from.Kind == expr.Date && n.Type.Kind == expr.Timestamp:
		return text(*v + "T00:00:00"), true
	}
	return nil, false
}

// apply is an operation on values.
func apply(n *expr.Node, args []*string) (*string, bool) {
	null := false
	for _, a := range args {
		null = null || a == nil
	}
	switch n.Op {
	case expr.OpIsNull:
		return truth(args[0] == nil), true
	case expr.OpIsNotNull:
		return truth(args[0] != nil), true
	case expr.OpIsTrue, expr.OpIsNotTrue:
		return truth((args[0] != nil && *args[0] == *yes) == (n.Op == expr.OpIsTrue)), true
	case expr.OpIsFalse, expr.OpIsNotFalse:
		return truth((args[0] != nil && *args[0] == *no) == (n.Op == expr.OpIsFalse)), true
	case expr.OpDistinct, expr.OpNotDistinct:
		same := args[0] == nil && args[1] == nil
		if !null {
			same = compare(n.Args[0].Type, *args[0], *args[1]) == 0
		}
		return truth(same == (n.Op == expr.OpNotDistinct)), true
	case expr.OpCoalesce:
		for _, a := range args {
			if a != nil {
				return a, true
			}
		}
		return nil, true
	case expr.OpIn, expr.OpNotIn:
		if args[0] == nil {
			return nil, true
		}
		for _, a := range args[1:] {
			if compare(n.Args[0].Type, *args[0], *a) == 0 { // the list holds no null
				return truth(n.Op == expr.OpIn), true
			}
		}
		return truth(n.Op == expr.OpNotIn), true
	case expr.OpNot, expr.OpEq, expr.OpNe, expr.OpLt, expr.OpLe, expr.OpGt, expr.OpGe, expr.OpBetween, expr.OpOutside,
		expr.OpLike, expr.OpNotLike, expr.OpStartsWith:
		if null {
			return nil, true
		}
		return truth(holds(n, args)), true
	}
	return nil, false
}

// holds is a comparison of values that are not null.
func holds(n *expr.Node, args []*string) bool {
	t := n.Args[0].Type
	at := func(i, j int) int { return compare(t, *args[i], *args[j]) }
	switch n.Op {
	case expr.OpNot:
		return *args[0] == *no
	case expr.OpEq:
		return at(0, 1) == 0
	case expr.OpNe:
		return at(0, 1) != 0
	case expr.OpLt:
		return at(0, 1) < 0
	case expr.OpLe:
		return at(0, 1) <= 0
	case expr.OpGt:
		return at(0, 1) > 0
	case expr.OpGe:
		return at(0, 1) >= 0
	case expr.OpBetween:
		return at(0, 1) >= 0 && at(0, 2) <= 0
	case expr.OpOutside:
		return at(0, 1) < 0 || at(0, 2) > 0
	case expr.OpLike:
		return like(*args[0], *args[1])
	case expr.OpNotLike:
		return !like(*args[0], *args[1])
	}
	return strings.HasPrefix(*args[0], *args[1]) // starts_with, the last that apply sends here
}

func truth(b bool) *string {
	if b {
		return yes
	}
	return no
}

// compare orders two canonical values of a type: numbers by size, all others by their bytes.
func compare(t expr.Type, a, b string) int {
	if t.Numeric() {
		x, okX := new(big.Rat).SetString(a)
		y, okY := new(big.Rat).SetString(b)
		if okX && okY {
			return x.Cmp(y)
		}
	}
	return strings.Compare(a, b)
}

// like matches a pattern: % is any text, _ one character, and a backslash takes the next character as it is.
func like(s, pattern string) bool {
	p, t := []rune(pattern), []rune(s)
	i, j := 0, 0
	after, from := -1, 0 // where the pattern goes on after the last %, and where in the text that was tried
	for j < len(t) {
		step := 1
		if i+1 < len(p) && p[i] == '\\' {
			step = 2
		}
		switch {
		case i < len(p) && step == 1 && p[i] == '%':
			i++
			after, from = i, j
		case i < len(p) && (step == 1 && p[i] == '_' || p[i+step-1] == t[j]):
			i, j = i+step, j+1
		case after >= 0:
			from++
			i, j = after, from
		default:
			return false
		}
	}
	for i < len(p) && p[i] == '%' {
		i++
	}
	return i == len(p)
}
