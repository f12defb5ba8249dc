package expr

import "strings"

// String writes the tree for people, close to how authors write it. It is never executed.
func (n *Node) String() string {
	var b strings.Builder
	n.write(&b, 0)
	return b.String()
}

// Binding strengths of operators, weakest first.
const (
	looseOr = iota + 1
	looseAnd
	looseNot
	looseCompare
	looseAdd
	looseMul
	looseNeg
)

// Strength is how tightly an operator binds, and 0 for what needs no parentheses. An argument whose strength is not
// above its operator's stands in parentheses; AND, OR and chains of one associative operator are flat trees.
func Strength(op Op) int { return strength[op] }

var strength = map[Op]int{
	OpOr: looseOr, OpAnd: looseAnd, OpNot: looseNot,
	OpEq: looseCompare, OpNe: looseCompare, OpLt: looseCompare, OpLe: looseCompare, OpGt: looseCompare, OpGe: looseCompare,
	OpDistinct: looseCompare, OpNotDistinct: looseCompare, OpLike: looseCompare, OpNotLike: looseCompare,
	OpILike: looseCompare, OpNotILike: looseCompare, OpIn: looseCompare, OpNotIn: looseCompare,
	OpBetween: looseCompare, OpOutside: looseCompare,
	OpIsNull: looseCompare, OpIsNotNull: looseCompare, OpIsTrue: looseCompare, OpIsNotTrue: looseCompare,
	OpIsFalse: looseCompare, OpIsNotFalse: looseCompare,
	OpAdd: looseAdd, OpSub: looseAdd, OpCat: looseAdd, OpMul: looseMul, OpDiv: looseMul, OpMod: looseMul, OpNeg: looseNeg,
}

func (n *Node) write(b *strings.Builder, outer int) {
	own := strength[n.Op]
	if own != 0 && own <= outer {
		b.WriteByte('(')
		defer b.WriteByte(')')
	}
	word := strings.ToUpper(string(n.Op))
	switch n.Op {
	case OpColumn:
		if n.Column.Role != "" {
			b.WriteString(n.Column.Role)
			b.WriteByte('.')
		}
		b.WriteString(n.Column.Name)
	case OpLiteral:
		n.writeLiteral(b)
	case OpNot:
		b.WriteString("NOT ")
		n.Args[0].write(b, own)
	case OpNeg:
		b.WriteByte('-')
		n.Args[0].write(b, own)
	case OpIsNull, OpIsNotNull, OpIsTrue, OpIsNotTrue, OpIsFalse, OpIsNotFalse:
		n.Args[0].write(b, own)
		b.WriteByte(' ')
		b.WriteString(word)
	case OpIn, OpNotIn:
		n.Args[0].write(b, own)
		b.WriteString(" " + word + " (")
		writeList(b, n.Args[1:], ", ")
		b.WriteByte(')')
	case OpBetween, OpOutside:
		n.Args[0].write(b, own)
		b.WriteString(" " + word + " ")
		n.Args[1].write(b, own)
		b.WriteString(" AND ")
		n.Args[2].write(b, own)
	case OpCast:
		b.WriteString("CAST(")
		n.Args[0].write(b, 0)
		b.WriteString(" AS " + n.Type.String() + ")")
	case OpCase:
		n.writeCase(b)
	default:
		if own == 0 {
			b.WriteString(string(n.Op) + "(")
			writeList(b, n.Args, ", ")
			b.WriteByte(')')
			return
		}
		for i, a := range n.Args {
			if i > 0 {
				b.WriteString(" " + word + " ")
			}
			a.write(b, own)
		}
	}
}

func writeList(b *strings.Builder, nodes []*Node, between string) {
	for i, n := range nodes {
		if i > 0 {
			b.WriteString(between)
		}
		n.write(b, 0)
	}
}

func (n *Node) writeCase(b *strings.Builder) {
	b.WriteString("CASE")
	args := n.Args
	for ; len(args) >= 2; args = args[2:] {
		b.WriteString(" WHEN ")
		args[0].write(b, 0)
		b.WriteString(" THEN ")
		args[1].write(b, 0)
	}
	if len(args) == 1 {
		b.WriteString(" ELSE ")
		args[0].write(b, 0)
	}
	b.WriteString(" END")
}

func (n *Node) writeLiteral(b *strings.Builder) {
	switch {
	case n.Value == nil:
		b.WriteString("NULL")
	case n.Type.Kind == String:
		b.WriteString("'" + strings.ReplaceAll(*n.Value, "'", "''") + "'")
	case n.Type.Temporal():
		b.WriteString(strings.ToUpper(string(n.Type.Kind)) + " '" + *n.Value + "'")
	default:
		b.WriteString(*n.Value)
	}
}
