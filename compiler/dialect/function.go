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
		return r.round(n, cols)
	case expr.OpFloor, expr.OpCeil:
		if n.Args[0].Type.Kind == expr.Integer {
			return "(" + r.expr(n.Args[0], cols, 0) + ")"
		}
		return string(n.Op) + "(" + r.expr(n.Args[0], cols, 0) + ")"
	case expr.OpSign:
		return "CAST(sign(" + r.wide(n.Args[0], cols, 0) + ") AS bigint)"
	case expr.OpPower:
		return r.power(n, cols)
	case expr.OpSqrt:
		x := r.expr(n.Args[0], cols, expr.Strength(expr.OpGe))
		return "CASE WHEN " + x + " >= 0 THEN sqrt(" + x + ") END"
	case expr.OpLn:
		x := r.expr(n.Args[0], cols, expr.Strength(expr.OpGt))
		return "CASE WHEN " + x + " > 0 THEN ln(" + x + ") END"
	case expr.OpTrim:
		return "trim(BOTH ' ' FROM " + r.expr(n.Args[0], cols, 0) + ")"
	case expr.OpLTrim, expr.OpRTrim:
		return string(n.Op) + "(" + r.expr(n.Args[0], cols, 0) + ", ' ')"
	case expr.OpLeft, expr.OpRight:
		return string(n.Op) + "(" + r.expr(n.Args[0], cols, 0) + ", CAST(" + r.expr(n.Args[1], cols, 0) + " AS int))"
	case expr.OpSubstring:
		return r.substring(n, cols)
	case expr.OpLower, expr.OpUpper:
		return string(n.Op) + "(" + r.exact(n.Args, cols, 0)[0] + ")"
	case expr.OpExp, expr.OpLength, expr.OpReplace, expr.OpStartsWith, expr.OpConcat:
		return string(n.Op) + "(" + r.list(n.Args, cols) + ")"
	case expr.OpDateTrunc:
		return r.dateTrunc(n, cols)
	case expr.OpExtract:
		return r.extract(n, cols)
	case expr.OpDateDiff:
		return r.dateDiff(n, cols)
	case expr.OpDateAdd:
		return r.dateAdd(n, cols)
	}
	panic("dialect: no form for " + string(n.Op))
}

// round is half away from zero for every type.
func (r *renderer) round(n *expr.Node, cols columns) string {
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
		return "CAST(" + r.roundWhole("trunc("+x+")", places) + " AS " + typeName(n.Type) + ")"
	}
	if places == "" {
		places = "0"
	}
	return "round(" + x + ", " + places + ")"
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
		return "CASE WHEN abs(" + x + " - trunc(" + x + ")) >= 0.5 THEN trunc(" + x + ") + sign(" + x + ") ELSE trunc(" + x + ") END"
	}
	power := "CAST(1" + strings.Repeat("0", zeros) + " AS double precision)"
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
	return "CASE WHEN (" + x + " = 0 AND " + y + " < 0) OR (" + x + " < 0 AND " + y + " <> floor(" + y + ")) THEN CAST(NULL AS double precision) ELSE power(" +
		x + ", " + y + ") END"
}

// substring counts from 1; a start below 1 takes less.
func (r *renderer) substring(n *expr.Node, cols columns) string {
	s := r.expr(n.Args[0], cols, 0)
	start := "CAST(" + r.expr(n.Args[1], cols, 0) + " AS int)"
	from := "greatest(" + start + ", 1)"
	if len(n.Args) == 2 {
		return "CASE WHEN " + start + " IS NOT NULL THEN substring(" + s + " FROM " + from + ") END"
	}
	count := "CAST(" + r.expr(n.Args[2], cols, 0) + " AS int)"
	return "CASE WHEN " + start + " IS NOT NULL AND " + count + " IS NOT NULL THEN substring(" + s + " FROM " + from +
		" FOR greatest(" + start + " + " + count + " - " + from + ", 0)) END"
}
