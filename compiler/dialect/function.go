package dialect

import (
	"strings"

	"sutura.dev/bundle/expr"
)

// function writes a call in a form that gives the same value on every dialect.
func (r *renderer) function(n *expr.Node, cols columns) string {
	switch n.Op {
	case expr.OpAbs:
		return "abs(" + r.wide(n.Args[0], cols, 0) + ")"
	case expr.OpRound:
		return r.roundOf(n, cols)
	case expr.OpFloor, expr.OpCeil:
		if n.Args[0].Type.Kind == expr.Integer {
			return "(" + r.expr(n.Args[0], cols, 0) + ")"
		}
		x := r.expr(n.Args[0], cols, 0)
		whole := r.floor(x)
		if n.Op == expr.OpCeil {
			whole = r.ceil(x)
		}
		if n.Args[0].Type.Kind == expr.Float {
			return r.wholeDouble(x, whole)
		}
		return whole
	case expr.OpSign:
		return r.castTo("sign("+r.wide(n.Args[0], cols, 0)+")", expr.Integer)
	case expr.OpPower:
		return r.power(n, cols)
	case expr.OpSqrt:
		x := r.expr(n.Args[0], cols, expr.Strength(expr.OpGe))
		return "CASE WHEN " + x + " >= 0 THEN sqrt(" + x + ") END"
	case expr.OpLn:
		x := r.expr(n.Args[0], cols, expr.Strength(expr.OpGt))
		return "CASE WHEN " + x + " > 0 THEN " + r.ln(x) + " END"
	case expr.OpTrim, expr.OpLTrim, expr.OpRTrim:
		return r.trim(r.expr(n.Args[0], cols, 0), n.Op)
	case expr.OpLeft:
		return r.left(r.expr(n.Args[0], cols, 0), r.small(n.Args[1], cols))
	case expr.OpRight:
		return r.right(r.expr(n.Args[0], cols, 0), r.small(n.Args[1], cols))
	case expr.OpSubstring:
		return r.substringOf(n, cols)
	case expr.OpLower:
		return r.lower(r.exact(n.Args, cols, 0)[0])
	case expr.OpUpper:
		return r.upper(r.exact(n.Args, cols, 0)[0])
	case expr.OpExp:
		return "exp(" + r.expr(n.Args[0], cols, 0) + ")"
	case expr.OpLength:
		return r.length(r.expr(n.Args[0], cols, 0))
	case expr.OpReplace:
		args := r.each(n.Args, cols, 0)
		return r.replace(args[0], args[1], args[2])
	case expr.OpStartsWith:
		args := r.each(n.Args, cols, 0)
		return r.startsWith(args[0], args[1])
	case expr.OpConcat:
		return r.concat(r.each(n.Args, cols, 0))
	case expr.OpDateTrunc:
		return r.dateTrunc(n, cols)
	case expr.OpExtract:
		return r.extract(*n.Args[0].Value, r.seen(n.Args[1], cols, 0))
	case expr.OpDateDiff:
		return r.dateDiff(n, cols)
	case expr.OpDateAdd:
		return r.dateAdd(n, cols)
	}
	panic("dialect: no form for " + string(n.Op))
}

// roundOf is half away from zero for every type.
func (r *renderer) roundOf(n *expr.Node, cols columns) string {
	places := ""
	if len(n.Args) == 2 {
		places = *n.Args[1].Value
	}
	kind, outer := n.Args[0].Type.Kind, 0
	if kind == expr.Float {
		outer = expr.Strength(expr.OpMul)
	}
	x := r.expr(n.Args[0], cols, outer)
	switch kind {
	case expr.Integer:
		if !strings.HasPrefix(places, "-") {
			return "(" + x + ")"
		}
		return r.roundWhole(x, places)
	case expr.Float:
		return r.roundDouble(x, places)
	case expr.Decimal, expr.String, expr.Boolean, expr.Date, expr.Timestamp, expr.TimestampTZ, expr.Null:
	}
	if strings.HasPrefix(places, "-") { // what stands after the point never decides
		return r.castAs(r.roundWhole(r.cut(x), places), n.Type)
	}
	if places == "" {
		places = "0"
	}
	return r.spec.round(x, places)
}

// roundDouble rounds a double half away from zero: to whole numbers by its fraction, which is exact; to places by
// scaling first.
func (r *renderer) roundDouble(x, places string) string {
	scale := strings.TrimPrefix(places, "-")
	zeros := 0
	for _, c := range scale {
		zeros = zeros*10 + int(c-'0')
	}
	if zeros == 0 {
		cut := r.wholeDouble(x, r.cut(x))
		return "CASE WHEN abs(" + x + " - " + cut + ") >= 0.5 THEN " + cut + " + sign(" + x + ") ELSE " + cut + " END"
	}
	power := r.castTo("1"+strings.Repeat("0", zeros), expr.Float)
	up, down := " * ", " / "
	if strings.HasPrefix(places, "-") {
		up, down = down, up
	}
	return "(" + r.roundDouble("("+x+up+power+")", "") + ")" + down + power
}

// power is null where the result is no real number; too large a result is a failure.
func (r *renderer) power(n *expr.Node, cols columns) string {
	own := expr.Strength(expr.OpLt)
	x, y := r.expr(n.Args[0], cols, own), r.expr(n.Args[1], cols, own)
	return "CASE WHEN (" + x + " = 0 AND " + y + " < 0) OR (" + x + " < 0 AND " + y + " <> " + r.wholeDouble(y, r.floor(y)) + ") THEN " + r.castTo("NULL", expr.Float) + " ELSE " +
		r.spec.power(x, y) + " END"
}

// small writes a count of characters or units.
func (r *renderer) small(n *expr.Node, cols columns) string {
	return "CAST(" + r.expr(n, cols, 0) + " AS " + r.smallInteger() + ")"
}

// substringOf counts from 1; a start below 1 takes less.
func (r *renderer) substringOf(n *expr.Node, cols columns) string {
	s := r.expr(n.Args[0], cols, 0)
	start := r.small(n.Args[1], cols)
	from := "greatest(" + start + ", 1)"
	if len(n.Args) == 2 {
		return "CASE WHEN " + start + " IS NOT NULL THEN " + r.substring(s, from, "") + " END"
	}
	count := r.small(n.Args[2], cols)
	return "CASE WHEN " + start + " IS NOT NULL AND " + count + " IS NOT NULL THEN " +
		r.substring(s, from, "greatest("+start+" + "+count+" - "+from+", 0)") + " END"
}
