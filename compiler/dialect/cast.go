package dialect

import (
	"sutura.dev/bundle/expr"
)

// Regular expressions that both engines read alike, over the whole text.
const (
	integerText = " *[+-]?[0-9]+ *"
	decimalText = " *[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+) *"
	floatText   = " *[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][+-]?[0-9]+)? *"
)

// cast writes a conversion with one meaning on every dialect.
func (r *renderer) cast(n *expr.Node, cols columns) string {
	arg := n.Args[0]
	from, to := arg.Type.Kind, n.Type.Kind
	x := r.expr(arg, cols, 0)
	switch {
	case from == expr.String:
		return r.castText(x, n.Type)
	case to == expr.Float:
		return r.toDouble(x)
	case from == expr.Boolean && to == expr.Integer:
		x = r.expr(arg, cols, expr.Strength(expr.OpNot))
		return "CASE WHEN " + x + " THEN 1 WHEN NOT " + x + " THEN 0 END"
	case from == expr.Boolean && to == expr.String:
		x = r.expr(arg, cols, expr.Strength(expr.OpNot))
		return "CASE WHEN " + x + " THEN 'true' WHEN NOT " + x + " THEN 'false' END"
	case from == expr.Float && to == expr.Integer:
		return "CAST(" + r.roundDouble(x, "") + " AS " + r.wideInteger() + ")"
	case from == expr.Float && to == expr.Decimal:
		return "CAST(CAST(" + x + " AS varchar) AS " + typeName(n.Type) + ")"
	case to == expr.Integer:
		return "CAST(round(" + x + ", 0) AS " + r.wideInteger() + ")"
	case to == expr.Decimal && from == expr.Decimal && n.Type.Scale < arg.Type.Scale:
		return "CAST(round(" + x + ", " + digits(n.Type.Scale) + ") AS " + typeName(n.Type) + ")"
	}
	return "CAST(" + x + " AS " + typeName(n.Type) + ")"
}

// castText reads text that is spelled as the type wants, and gives null for any other.
func (r *renderer) castText(x string, t expr.Type) string {
	pattern, to := "", typeName(t)
	switch t.Kind {
	case expr.Integer:
		pattern, to = integerText, r.wideInteger()
	case expr.Decimal:
		pattern = decimalText
	case expr.Float:
		pattern = floatText
	case expr.Date:
		return r.textToDate(x)
	case expr.String, expr.Boolean, expr.Timestamp, expr.TimestampTZ, expr.Null:
		panic("dialect: no cast of text to " + string(t.Kind))
	}
	return "CASE WHEN " + r.textMatches(x, pattern) + " THEN CAST(" + x + " AS " + to + ") END"
}
