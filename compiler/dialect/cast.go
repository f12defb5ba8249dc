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
	var x string
	if from == expr.Boolean {
		x = r.condition(arg, cols, expr.Strength(expr.OpNot))
	} else {
		x = r.expr(arg, cols, 0)
	}
	switch {
	case from == expr.String:
		return r.castText(x, n.Type)
	case to == expr.Float:
		return r.toDouble(x)
	case from == expr.Boolean && to == expr.Integer:
		return "CASE WHEN " + x + " THEN 1 WHEN NOT " + x + " THEN 0 END"
	case from == expr.Boolean && to == expr.String:
		return "CASE WHEN " + x + " THEN 'true' WHEN NOT " + x + " THEN 'false' END"
	case from == expr.Float && to == expr.Integer:
		if !r.doubleText() {
			return "CAST(" + r.roundDouble(x, "") + " AS " + r.wideInteger() + ")"
		}
		// Through text: PostgreSQL cuts a double to fifteen digits.
		return "CAST(" + textToDecimal(r.spec, r.roundDouble(x, ""), expr.Type{Kind: expr.Decimal, Precision: expr.MaxPrecision}) + " AS " + r.wideInteger() + ")"
	case from == expr.Float && to == expr.Decimal:
		return r.toDecimal(x, n.Type)
	case from == expr.Decimal && to == expr.String: // a column's own scale may be another than the declared one
		return r.spellDecimal(r.castAs(x, arg.Type), arg.Type)
	case from == expr.Date && to == expr.String:
		return r.spellDate(x)
	case to == expr.Integer:
		return "CAST(" + r.spec.round(x, "0") + " AS " + r.wideInteger() + ")"
	case to == expr.Decimal && from == expr.Decimal && n.Type.Scale < arg.Type.Scale:
		return r.castAs(r.spec.round(x, digits(n.Type.Scale)), n.Type)
	}
	if to == expr.Decimal && arg.Type.Exact() && n.Type.Scale > scaleOf(arg.Type) {
		return r.rescaled(x, scaleOf(arg.Type), n.Type.Scale, r.typeName(n.Type))
	}
	return r.castAs(x, n.Type)
}

// castText reads text that is spelled as the type wants, and gives null for any other.
func (r *renderer) castText(x string, t expr.Type) string {
	pattern, to := "", r.typeName(t)
	switch t.Kind {
	case expr.Integer:
		pattern, to = integerText, r.wideInteger()
	case expr.Decimal: // what has an exponent is read as a double
		return "CASE WHEN " + r.textMatches(x, decimalText) + " THEN CAST(" + x + " AS " + to + ") WHEN " + r.textMatches(x, floatText) +
			" THEN " + r.toDecimal(r.castTo(x, expr.Float), t) + " END"
	case expr.Float:
		pattern = floatText
	case expr.Date:
		return r.textToDate(x)
	case expr.String, expr.Boolean, expr.Timestamp, expr.TimestampTZ, expr.Null:
		panic("dialect: no cast of text to " + string(t.Kind))
	}
	return "CASE WHEN " + r.textMatches(x, pattern) + " THEN CAST(" + x + " AS " + to + ") END"
}

// textToDecimal goes through text, which has a double's shortest digits.
func textToDecimal(s spec, x string, t expr.Type) string {
	return "CAST(CAST(" + x + " AS " + s.typeName(expr.Type{Kind: expr.String}) + ") AS " + s.typeName(t) + ")"
}
