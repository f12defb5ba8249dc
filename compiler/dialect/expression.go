package dialect

import (
	"strings"

	"sutura.dev/bundle/expr"
)

// columns writes a column of the rows at hand.
type columns func(c expr.Column, t expr.Type) string

// expr writes a tree as a value. outer is the strength of the operator that it stands in, 0 where parentheses are never
// needed.
func (r *renderer) expr(n *expr.Node, cols columns, outer int) string {
	text, own := r.operation(n, cols)
	if isCondition(n.Op) {
		if value := r.conditionValue(text); value != text {
			return value
		}
	}
	if own != 0 && own <= outer {
		return "(" + text + ")"
	}
	return text
}

// condition writes a tree where a condition stands.
func (r *renderer) condition(n *expr.Node, cols columns, outer int) string {
	text, own := r.operation(n, cols)
	if !isCondition(n.Op) {
		text = r.valueCondition(text)
	}
	if own != 0 && own <= outer {
		return "(" + text + ")"
	}
	return text
}

// isCondition reports whether an operation is written as a condition, which is no value everywhere.
func isCondition(op expr.Op) bool {
	switch op {
	case expr.OpAnd, expr.OpOr, expr.OpNot, expr.OpEq, expr.OpNe, expr.OpDistinct, expr.OpNotDistinct, expr.OpLt, expr.OpLe, expr.OpGt, expr.OpGe,
		expr.OpIsNull, expr.OpIsNotNull, expr.OpIsTrue, expr.OpIsNotTrue, expr.OpIsFalse, expr.OpIsNotFalse, expr.OpIn, expr.OpNotIn,
		expr.OpBetween, expr.OpOutside, expr.OpLike, expr.OpNotLike, expr.OpILike, expr.OpNotILike, expr.OpStartsWith:
		return true
	}
	return false
}

// operation writes a node and returns the strength of what it wrote.
func (r *renderer) operation(n *expr.Node, cols columns) (string, int) {
	own := expr.Strength(n.Op)
	switch n.Op {
	case expr.OpColumn:
		return cols(*n.Column, n.Type), 0
	case expr.OpLiteral:
		return r.literal(n), 0
	case expr.OpAnd, expr.OpOr:
		parts := make([]string, len(n.Args))
		for i, a := range n.Args {
			parts[i] = r.condition(a, cols, own)
		}
		return strings.Join(parts, " "+strings.ToUpper(string(n.Op))+" "), own
	case expr.OpNot:
		return "NOT " + r.condition(n.Args[0], cols, own), own
	case expr.OpAdd, expr.OpSub, expr.OpMul:
		if n.Type.Kind == expr.Decimal && !r.keepsScale(n.Op, n.Args[0].Type.Scale, n.Args[1].Type.Scale) {
			cannot(r.spec, DecimalArithmetic)
		}
		if most := r.mostDigits(); most > 0 && n.Type.Exact() && r.digitsOf(n) > most {
			cannot(r.spec, DecimalArithmetic)
		}
		return r.firstOperand(n, cols, own-1) + " " + string(n.Op) + " " + r.wide(n.Args[1], cols, own), own
	case expr.OpDiv:
		return r.firstOperand(n, cols, own-1) + " / NULLIF(" + r.expr(n.Args[1], cols, 0) + ", 0)", own
	case expr.OpMod:
		scale := n.Type.Scale // of both sides: DuckDB takes the rest of other decimals as doubles
		return r.modulo(r.wideAt(n.Args[0], cols, own, scale), "NULLIF("+r.wideAt(n.Args[1], cols, 0, scale)+", 0)"), own
	case expr.OpNeg:
		return "-" + r.wide(n.Args[0], cols, own), own
	case expr.OpCat:
		return r.cat(r.each(n.Args, cols, own)), own
	case expr.OpEq, expr.OpNe:
		return strings.Join(r.compare(n.Args, r.each(n.Args, cols, own)), " "+string(n.Op)+" "), own
	case expr.OpDistinct, expr.OpNotDistinct:
		args := r.compare(n.Args, r.each(n.Args, cols, own))
		return r.distinct(args[0], args[1], n.Op == expr.OpNotDistinct), own
	case expr.OpLt, expr.OpLe, expr.OpGt, expr.OpGe:
		return strings.Join(r.compare(n.Args, r.exact(n.Args, cols, own)), " "+string(n.Op)+" "), own
	case expr.OpIsNull, expr.OpIsNotNull:
		return r.expr(n.Args[0], cols, own) + " " + strings.ToUpper(string(n.Op)), own
	case expr.OpIsTrue, expr.OpIsNotTrue, expr.OpIsFalse, expr.OpIsNotFalse:
		return r.truth(r.condition(n.Args[0], cols, own), n.Op), own
	case expr.OpIn, expr.OpNotIn:
		args := r.compare(n.Args, append(r.each(n.Args[:1], cols, own), r.each(n.Args[1:], cols, 0)...))
		return r.among(args[0], args[1:], n.Op == expr.OpNotIn), own
	case expr.OpBetween, expr.OpOutside:
		args := r.compare(n.Args, r.exact(n.Args, cols, own))
		if n.Args[1].Type.Kind == expr.String && !n.Args[1].IsLiteral() { // it may have a collation, which the grammar does not take here
			args[1] = "(" + args[1] + ")"
		}
		return args[0] + " " + strings.ToUpper(string(n.Op)) + " " + args[1] + " AND " + args[2], own
	case expr.OpLike, expr.OpNotLike, expr.OpILike, expr.OpNotILike:
		return r.like(r.exact(n.Args[:1], cols, own)[0], n.Op, r.pattern(n.Args[1])), own
	case expr.OpCase:
		return r.caseWhen(n, cols), 0
	case expr.OpNullIf:
		text := "NULLIF(" + strings.Join(r.compare(n.Args, r.each(n.Args, cols, 0)), ", ") + ")"
		if n.Type.Kind == expr.String {
			text = r.shown(text)
		}
		return text, 0
	case expr.OpCoalesce:
		return strings.ToUpper(string(n.Op)) + "(" + r.list(n.Args, cols) + ")", 0
	case expr.OpGreatest, expr.OpLeast:
		return r.extreme(n, cols), 0
	case expr.OpCast:
		return r.cast(n, cols), 0
	}
	return r.function(n, cols), 0
}

// each writes arguments of an operator, or of a function where outer is 0.
func (r *renderer) each(args []*expr.Node, cols columns, outer int) []string {
	parts := make([]string, len(args))
	for i, a := range args {
		parts[i] = r.expr(a, cols, outer)
	}
	return parts
}

// compare makes written arguments what is compared. Where numbers of many digits could wrap around, exact ones are compared with
// equally many digits after the point.
func (r *renderer) compare(args []*expr.Node, written []string) []string {
	scale := 0
	for _, a := range args {
		if a.Type.Kind == expr.Null {
			continue
		}
		if scale = max(scale, scaleOf(a.Type)); !a.Type.Exact() {
			scale = 0
			break
		}
	}
	for i, a := range args {
		if own := scaleOf(a.Type); r.mostDigits() > 0 && own < scale && r.digitsOf(a)+scale-own > smallDigits {
			written[i] = r.rescaled(written[i], own, scale, r.wideDecimal(scale))
		}
	}
	for i, a := range args {
		written[i] = r.keyed(written[i], a.Type)
	}
	return written
}

// smallDigits are those that fit into every database's decimals.
const smallDigits = 9

// list writes arguments between commas.
func (r *renderer) list(args []*expr.Node, cols columns) string {
	return strings.Join(r.each(args, cols, 0), ", ")
}

// firstOperand writes the first operand of arithmetic. A column that is declared a float may hold four-byte ones; two of them are
// computed with as doubles, which every float is here.
func (r *renderer) firstOperand(n *expr.Node, cols columns, outer int) string {
	narrow := func(a *expr.Node) bool { return a.Op == expr.OpColumn && a.Type.Kind == expr.Float }
	if narrow(n.Args[0]) && narrow(n.Args[1]) {
		return r.castTo(r.expr(n.Args[0], cols, 0), expr.Float)
	}
	if n.Op == expr.OpDiv {
		return r.expr(n.Args[0], cols, outer)
	}
	return r.wide(n.Args[0], cols, outer)
}

// wide writes an operand of exact arithmetic in a type that holds 38 digits, so that nothing overflows inside.
func (r *renderer) wide(n *expr.Node, cols columns, outer int) string {
	return r.wideAt(n, cols, outer, n.Type.Scale)
}

// wideAt is wide, with so many digits after the point.
func (r *renderer) wideAt(n *expr.Node, cols columns, outer, scale int) string {
	switch n.Type.Kind {
	case expr.Integer:
		if isWide(n) {
			return r.expr(n, cols, outer)
		}
		return "CAST(" + r.expr(n, cols, 0) + " AS " + r.wideInteger() + ")"
	case expr.Decimal:
		written := n.Op == expr.OpCast && n.Type.Precision == expr.MaxPrecision // ends in a cast to this type already
		if to := r.wideDecimal(scale); to != "" && scale > n.Type.Scale {
			return r.rescaled(r.expr(n, cols, 0), n.Type.Scale, scale, to)
		} else if to != "" && !((isWide(n) || r.sums[n] || written) && n.Type.Scale == scale) {
			return "CAST(" + r.expr(n, cols, 0) + " AS " + to + ")"
		}
	case expr.String, expr.Float, expr.Boolean, expr.Date, expr.Timestamp, expr.TimestampTZ, expr.Null:
	}
	return r.expr(n, cols, outer)
}

// digitsOf is how many digits an exact value has at most.
func (r *renderer) digitsOf(n *expr.Node) int {
	switch {
	case r.sums[n]:
		return expr.MaxPrecision
	case n.Op == expr.OpMul:
		return r.digitsOf(n.Args[0]) + r.digitsOf(n.Args[1])
	case n.Op == expr.OpCast && n.Args[0].Type.Exact():
		return r.digitsOf(n.Args[0]) + max(n.Type.Scale-n.Args[0].Type.Scale, 0)
	case n.Op == expr.OpAdd || n.Op == expr.OpSub:
		left, right, scale := n.Args[0], n.Args[1], scaleOf(n.Type)
		return max(r.digitsOf(left)-scaleOf(left.Type), r.digitsOf(right)-scaleOf(right.Type)) + scale + 1
	}
	most := 19 // of 64 bits
	if n.Type.Kind == expr.Decimal {
		most = n.Type.Precision
	}
	for _, a := range n.Args {
		if a.Type.Exact() {
			most = max(most, r.digitsOf(a))
		}
	}
	return most
}

// isWide reports whether the node is computed in a wide type already.
func isWide(n *expr.Node) bool {
	switch n.Op {
	case expr.OpAdd, expr.OpSub, expr.OpNeg, expr.OpMod:
		return true
	case expr.OpMul:
		return n.Type.Kind == expr.Integer
	}
	return false
}

// pattern rewrites the authored pattern of LIKE, whose escape is a backslash, for the dialect's own.
func (r *renderer) pattern(n *expr.Node) string {
	var b strings.Builder
	escape, special := r.likeEscape()
	escaped := false
	for _, c := range *n.Value {
		switch {
		case !escaped && c == '\\':
			escaped = true
			continue
		case c == escape, escaped && (c == '%' || c == '_'), strings.ContainsRune(special, c):
			b.WriteRune(escape)
		}
		b.WriteRune(c)
		escaped = false
	}
	return r.authored(authored{n.Type, b.String()})
}

// caseWhen puts each branch on a line of its own when there are more than two.
func (r *renderer) caseWhen(n *expr.Node, cols columns) string {
	var b strings.Builder
	b.WriteString("CASE")
	between, end := " ", " END"
	if len(n.Args) > 4 {
		between, end = "\n      ", "\n    END"
	}
	args := n.Args
	for ; len(args) >= 2; args = args[2:] {
		b.WriteString(between + "WHEN " + r.condition(args[0], cols, 0))
		b.WriteString(" THEN " + r.expr(args[1], cols, 0))
	}
	if len(args) == 1 {
		b.WriteString(between + "ELSE " + r.expr(args[0], cols, 0))
	}
	b.WriteString(end)
	return b.String()
}

// extreme is null where any argument is null; databases skip nulls.
func (r *renderer) extreme(n *expr.Node, cols columns) string {
	args := r.compare(n.Args, r.exact(n.Args, cols, expr.Strength(expr.OpIsNull)))
	nulls := make([]string, len(n.Args))
	for i, a := range n.Args {
		nulls[i] = r.expr(a, cols, expr.Strength(expr.OpIsNull)) + " IS NULL"
	}
	greatest := strings.ToUpper(string(n.Op)) + "(" + strings.Join(args, ", ") + ")"
	if n.Type.Kind == expr.String {
		greatest = r.shown(greatest)
	}
	return "CASE WHEN " + strings.Join(nulls, " OR ") + " THEN CAST(NULL AS " + r.computed(n) + ") ELSE " + greatest + " END"
}

// computed is the type in which a node's value is computed: wide for integers.
func (r *renderer) computed(n *expr.Node) string {
	if n.Type.Kind == expr.Integer {
		return r.wideInteger()
	}
	return r.typeName(n.Type)
}
