package oracle

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"time"

	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
)

// scope reads a column of a row, or of the row that a path of joins leads to.
type scope func(c expr.Column) value

// evaluator computes expressions as the table of operations describes them.
type evaluator struct {
	weekStart time.Weekday
	clocks    *time.Location // of the calendar
}

// value computes a tree for one row. Truth has three values: nil is neither.
func (e evaluator) value(n *expr.Node, row scope) value {
	switch n.Op {
	case expr.OpColumn:
		return row(*n.Column)
	case expr.OpLiteral:
		return literal(n)
	case expr.OpCase:
		return e.choose(n, row)
	case expr.OpCoalesce:
		for _, a := range n.Args {
			if v := e.value(a, row); v != nil {
				return v
			}
		}
		return nil
	}
	args := make([]value, len(n.Args))
	for i, a := range n.Args {
		args[i] = e.value(a, row)
	}
	roomFor(n, args)
	switch n.Op {
	case expr.OpAnd:
		return not(anyTrue(args, true))
	case expr.OpOr:
		return anyTrue(args, false)
	case expr.OpIsNull:
		return args[0] == nil
	case expr.OpIsNotNull:
		return args[0] != nil
	case expr.OpIsTrue:
		return args[0] == true
	case expr.OpIsNotTrue:
		return args[0] != true
	case expr.OpIsFalse:
		return args[0] == false
	case expr.OpIsNotFalse:
		return args[0] != false
	case expr.OpDistinct:
		return !same(args[0], args[1])
	case expr.OpNotDistinct:
		return same(args[0], args[1])
	case expr.OpBetween:
		return not(anyTrue([]value{order(args[1], args[0], atMost), order(args[0], args[2], atMost)}, true))
	case expr.OpOutside:
		return anyTrue([]value{order(args[0], args[1], below), order(args[2], args[0], below)}, false)
	case expr.OpNullIf:
		if same(args[0], args[1]) {
			return nil
		}
		return args[0]
	case expr.OpConcat:
		return concat(args)
	}
	if slices.Contains(args, nil) {
		return nil // every other operation is null if any argument is
	}
	return e.strict(n, args)
}

// literal reads the one spelling that a literal has.
func literal(n *expr.Node) value {
	if n.Value == nil {
		return nil
	}
	return parse(n.Type, *n.Value)
}

// parse reads the canonical spelling of a value.
func parse(t expr.Type, text string) value {
	switch t.Kind {
	case expr.String:
		return text
	case expr.Integer, expr.Decimal:
		if r, ok := new(big.Rat).SetString(text); ok {
			return r
		}
	case expr.Float:
		if f, err := strconv.ParseFloat(text, 64); err == nil {
			return f
		}
	case expr.Boolean:
		return text == "true"
	case expr.Date:
		if d, ok := calendar.ParseDate(text); ok {
			return d
		}
	case expr.Timestamp:
		if l, ok := calendar.ParseLocal(text); ok {
			return l
		}
	case expr.TimestampTZ:
		if t, err := time.Parse(time.RFC3339Nano, text); err == nil {
			return t
		}
	case expr.Null:
	}
	panic(fmt.Sprintf("%q is no %s", text, t))
}

// anyTrue is OR: true if any is, else null if any is null. Negated, it is OR over the opposites, so that NOT of it is AND.
func anyTrue(args []value, negated bool) value {
	unknown := false
	for _, a := range args {
		if a == nil {
			unknown = true
		} else if a.(bool) != negated {
			return true
		}
	}
	if unknown {
		return nil
	}
	return false
}

func not(v value) value {
	if v == nil {
		return nil
	}
	return !v.(bool)
}

func below(c int) bool  { return c < 0 }
func atMost(c int) bool { return c <= 0 }

// order compares where both are there.
func order(a, b value, holds func(int) bool) value {
	if a == nil || b == nil {
		return nil
	}
	return holds(compare(a, b))
}

// roomFor fails where exact numbers that are compared, added or divided have no room in the largest scale among them, and
// where a number of characters or units has more than 32 bits, whatever else is null.
func roomFor(n *expr.Node, args []value) {
	scale := 0
	switch n.Op {
	case expr.OpLeft, expr.OpRight, expr.OpSubstring, expr.OpDateAdd:
		for _, v := range args {
			if v, exact := v.(*big.Rat); exact {
				count(v)
			}
		}
		return
	case expr.OpEq, expr.OpNe, expr.OpLt, expr.OpLe, expr.OpGt, expr.OpGe, expr.OpDistinct, expr.OpNotDistinct, expr.OpIn, expr.OpNotIn,
		expr.OpBetween, expr.OpOutside, expr.OpNullIf, expr.OpAdd, expr.OpSub, expr.OpMod:
		for _, a := range n.Args {
			scale = max(scale, a.Type.Scale)
		}
	default:
		return
	}
	for _, v := range args {
		if v, exact := v.(*big.Rat); exact {
			inRoom(v, scale)
		}
	}
}

// choose is CASE: the result of the first condition that is true, else the ELSE, else null.
func (e evaluator) choose(n *expr.Node, row scope) value {
	args := n.Args
	for ; len(args) >= 2; args = args[2:] {
		if e.value(args[0], row) == true {
			return e.value(args[1], row)
		}
	}
	if len(args) == 1 {
		return e.value(args[0], row)
	}
	return nil
}

// strict computes the operations that are null if any argument is; here none is.
func (e evaluator) strict(n *expr.Node, args []value) value {
	switch n.Op {
	case expr.OpNot:
		return !args[0].(bool)
	case expr.OpEq:
		return compare(args[0], args[1]) == 0
	case expr.OpNe:
		return compare(args[0], args[1]) != 0
	case expr.OpLt:
		return compare(args[0], args[1]) < 0
	case expr.OpLe:
		return compare(args[0], args[1]) <= 0
	case expr.OpGt:
		return compare(args[0], args[1]) > 0
	case expr.OpGe:
		return compare(args[0], args[1]) >= 0
	case expr.OpIn:
		return slices.ContainsFunc(args[1:], func(v value) bool { return compare(args[0], v) == 0 })
	case expr.OpNotIn:
		return !slices.ContainsFunc(args[1:], func(v value) bool { return compare(args[0], v) == 0 })
	case expr.OpGreatest:
		return slices.MaxFunc(args, compare)
	case expr.OpLeast:
		return slices.MinFunc(args, compare)
	case expr.OpCast:
		return cast(args[0], n.Args[0].Type, n.Type)
	}
	if v, ok := arithmetic(n, args); ok {
		return v
	}
	if v, ok := textual(n.Op, args); ok {
		return v
	}
	if v, ok := e.temporal(n.Op, args); ok {
		return v
	}
	panic("no operation is named " + string(n.Op))
}
