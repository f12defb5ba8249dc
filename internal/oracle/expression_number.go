package oracle

import (
	"math"
	"math/big"

	"sutura.dev/bundle/expr"
)

// arithmetic computes with numbers, none of them null. Integers and decimals are exact (3.1); what is undefined is null
// (2.5); a double that is not finite fails (3.3).
func arithmetic(n *expr.Node, args []value) (value, bool) {
	switch n.Op {
	case expr.OpDiv:
		if toFloat(args[1]) == 0 {
			return nil, true
		}
		return finite(reached(toFloat(args[0])/toFloat(args[1]), toFloat(args[0]) == 0)), true
	case expr.OpPower:
		return power(toFloat(args[0]), toFloat(args[1])), true
	case expr.OpSqrt:
		return inDomain(args[0], func(x float64) bool { return x >= 0 }, math.Sqrt), true
	case expr.OpLn:
		return inDomain(args[0], func(x float64) bool { return x > 0 }, logarithm), true
	case expr.OpExp:
		return finite(reached(math.Exp(toFloat(args[0])), false)), true
	case expr.OpAdd, expr.OpSub, expr.OpMul, expr.OpMod, expr.OpNeg, expr.OpAbs, expr.OpSign, expr.OpFloor, expr.OpCeil, expr.OpRound:
	default:
		return nil, false
	}
	if _, float := args[0].(float64); float {
		return floating(n.Op, args), true
	}
	v := exact(n.Op, args)
	if v == nil {
		return nil, true
	}
	return inRoom(v, n.Type.Scale), true
}

// exact computes with integers and decimals.
func exact(op expr.Op, args []value) *big.Rat {
	a, b := args[0].(*big.Rat), zero()
	if len(args) == 2 {
		b = args[1].(*big.Rat)
	}
	out := zero()
	switch op {
	case expr.OpAdd:
		return out.Add(a, b)
	case expr.OpSub:
		return out.Sub(a, b)
	case expr.OpMul:
		return out.Mul(a, b)
	case expr.OpMod: // the rest of the division cut toward zero
		if b.Sign() == 0 {
			return nil
		}
		q := out.Quo(a, b)
		q.SetInt(new(big.Int).Quo(q.Num(), q.Denom()))
		return q.Sub(a, q.Mul(q, b))
	case expr.OpNeg:
		return out.Neg(a)
	case expr.OpAbs:
		return out.Abs(a)
	case expr.OpSign:
		return whole(a.Sign())
	case expr.OpFloor:
		return out.SetInt(floor(a))
	case expr.OpCeil:
		return out.Neg(out.SetInt(floor(out.Neg(a))))
	}
	if len(args) == 1 {
		return roundTo(a, 0)
	}
	return roundTo(a, int(b.Num().Int64()))
}

func floor(v *big.Rat) *big.Int {
	// Div of a positive divisor rounds down.
	return new(big.Int).Div(v.Num(), v.Denom())
}

// floating computes with doubles.
func floating(op expr.Op, args []value) value {
	a, b := args[0].(float64), 0.0
	if len(args) == 2 && op != expr.OpRound {
		b = args[1].(float64)
	}
	switch op {
	case expr.OpAdd:
		return finite(a + b)
	case expr.OpSub:
		return finite(a - b)
	case expr.OpMul:
		return finite(reached(a*b, a == 0 || b == 0))
	case expr.OpNeg:
		return -a
	case expr.OpAbs:
		return math.Abs(a)
	case expr.OpSign:
		return whole(bit(a > 0) - bit(a < 0))
	case expr.OpFloor:
		return math.Floor(a)
	case expr.OpCeil:
		return math.Ceil(a)
	case expr.OpMod:
		panic("% takes no doubles")
	}
	if len(args) == 1 {
		return math.Round(a) // half away from zero
	}
	places := int(args[1].(*big.Rat).Num().Int64())
	scale := math.Pow10(max(places, -places))
	if places < 0 {
		return finite(math.Round(reached(a/scale, a == 0)) * scale)
	}
	return math.Round(finite(a*scale)) / scale
}

// logarithm scales what math.Log is wrong about: doubles with fewer digits than others, next to 0.
func logarithm(x float64) float64 {
	if x < 1e-300 {
		return math.Log(x*(1<<60)) - 60*math.Ln2
	}
	return math.Log(x)
}

// finite fails for what is no number (3.3), and never gives -0.
func finite(f float64) float64 {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		fail(NotFinite)
	}
	return f + 0
}

// reached fails where a double that is not 0 came out as 0.
func reached(f float64, zero bool) float64 {
	if f == 0 && !zero {
		fail(TooSmall)
	}
	return f
}

func inDomain(v value, domain func(float64) bool, f func(float64) float64) value {
	x := toFloat(v)
	if !domain(x) {
		return nil
	}
	return finite(f(x))
}

func power(x, y float64) value {
	if x == 0 && y < 0 || x < 0 && y != math.Floor(y) {
		return nil
	}
	return finite(reached(raised(x, y), x == 0))
}

// raised is x to the y. math.Pow loses digits with each doubling of y, so whole powers are multiplied with more of them.
func raised(x, y float64) float64 {
	n := math.Trunc(y)
	if x == 0 || math.Abs(n*math.Log2(math.Abs(x))) > 1000 || math.Abs(n) > 1<<40 {
		return math.Pow(x, y)
	}
	p, square := big.NewFloat(1).SetPrec(200), big.NewFloat(x).SetPrec(200)
	for rest := int64(math.Abs(n)); rest > 0; rest >>= 1 {
		if rest&1 == 1 {
			p.Mul(p, square)
		}
		square.Mul(square, square)
	}
	if n < 0 {
		p.Quo(big.NewFloat(1), p)
	}
	f, _ := p.Float64()
	return f * math.Pow(x, y-n)
}
