package oracle

import (
	"math"
	"math/big"
	"slices"
	"strconv"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
)

// Double is a computed float and how far an engine's may be from it: 1e-9 of the sum of absolute values where floats
// were added, else nothing beyond the twelve digits to which all doubles agree (3.2).
type Double struct{ Value, Within float64 }

// aggregate computes a term over facts. Over no non-null values counts are 0 and the others are null, or 0 where the
// definition says so (2.1).
func (a *asking) aggregate(t *bundle.Aggregate, facts []*fact) value {
	var values []value
	for _, f := range facts {
		var v value = true // count: "*" counts rows (2.4)
		if t.Expr != nil {
			v = a.value(t.Expr, f.row)
		}
		if v != nil {
			values = append(values, v)
		}
	}
	switch t.Func {
	case bundle.Count:
		return whole(len(values))
	case bundle.CountIf:
		return whole(len(slices.DeleteFunc(values, func(v value) bool { return v != true })))
	case bundle.CountDistinct:
		return whole(len(different(values)))
	case bundle.Sum, bundle.Avg, bundle.Min, bundle.Max, bundle.Median, bundle.Percentile, bundle.PercentileDiscrete:
	default:
		panic("the law of " + string(t.Func) + " is not written here yet")
	}
	if len(values) == 0 {
		if t.Zero {
			return emptyZero(t.Type)
		}
		return nil
	}
	switch t.Func {
	case bundle.Min:
		return settled(slices.MinFunc(values, compare))
	case bundle.Max:
		return settled(slices.MaxFunc(values, compare))
	case bundle.Sum:
		return sum(values, t.Type)
	case bundle.Median:
		return continuous(values, 0.5)
	case bundle.Percentile:
		p, _ := strconv.ParseFloat(t.P, 64)
		return continuous(values, p)
	case bundle.PercentileDiscrete:
		return discrete(values, t.P)
	}
	return average(values, t)
}

func emptyZero(t expr.Type) value {
	if t.Kind == expr.Float {
		return Double{}
	}
	return zero()
}

// settled is a float that was not computed.
func settled(v value) value {
	if f, ok := v.(float64); ok {
		return Double{Value: finite(f)}
	}
	return v
}

// different are the values, each once: as keys are (1.6).
func different(values []value) []value {
	sorted := slices.SortedFunc(slices.Values(values), compare)
	return slices.CompactFunc(sorted, same)
}

// sum adds: integers and decimals exactly, in 38 digits (3.1).
func sum(values []value, t expr.Type) value {
	if _, float := values[0].(float64); float {
		return sumFloats(values)
	}
	total := zero()
	for _, v := range values {
		total.Add(total, v.(*big.Rat))
	}
	return inRoom(total, t.Scale)
}

// sumFloats adds doubles exactly and rounds once; an engine adds them in any order.
func sumFloats(values []value) Double {
	total, size := new(big.Float).SetPrec(2200), 0.0
	for _, v := range values {
		total.Add(total, new(big.Float).SetFloat64(v.(float64)))
		size += math.Abs(v.(float64))
	}
	f, _ := total.Float64()
	return Double{finite(f), 1e-9 * size}
}

// average is the exact sum, converted once, over the count; exact, it is the quotient rounded once (3.2).
func average(values []value, t *bundle.Aggregate) value {
	if _, float := values[0].(float64); float {
		s := sumFloats(values)
		n := float64(len(values))
		return Double{s.Value / n, s.Within / n}
	}
	total := sum(values, expr.Type{Scale: t.Expr.Type.Scale})
	return divide(total, whole(len(values)), t.Exact)
}

// continuous interpolates between the two values nearest to a place, as doubles (3.2).
func continuous(values []value, p float64) Double {
	sorted := make([]float64, len(values))
	for i, v := range values {
		sorted[i] = toFloat(v)
	}
	slices.Sort(sorted)
	at := p * float64(len(sorted)-1)
	low, high := sorted[int(math.Floor(at))], sorted[int(math.Ceil(at))]
	return Double{finite(low + (high-low)*(at-math.Floor(at))), 1e-15 * (math.Abs(low) + math.Abs(high))}
}

// discrete is the smallest value whose cumulative share is at least p (3.2).
func discrete(values []value, p string) value {
	share, _ := new(big.Rat).SetString(p)
	sorted := slices.SortedFunc(slices.Values(values), compare)
	for i, v := range sorted {
		if big.NewRat(int64(i+1), int64(len(sorted))).Cmp(share) >= 0 {
			return settled(v)
		}
	}
	panic("a share is below 1")
}

// divide is rule 2.5 and 3.2: null where a side is null or the divisor is 0; doubles of the exact sides, each converted
// once; exact, ten decimals rounded once, half away from zero.
func divide(n, d value, exactly bool) value {
	if n == nil || d == nil {
		return nil
	}
	if exactly {
		if d.(*big.Rat).Sign() == 0 {
			return nil
		}
		return inRoom(roundTo(new(big.Rat).Quo(n.(*big.Rat), d.(*big.Rat)), 10), 10)
	}
	x, y := double(n), double(d)
	if y.Value == 0 {
		return nil
	}
	q := finite(x.Value / y.Value)
	if x.Within == 0 && y.Within == 0 {
		return Double{Value: q}
	}
	if y.Within >= math.Abs(y.Value) {
		return Double{q, math.Inf(1)}
	}
	furthest := (math.Abs(x.Value) + x.Within) / (math.Abs(y.Value) - y.Within)
	return Double{q, furthest - math.Abs(x.Value)/math.Abs(y.Value)}
}

// double converts a number once.
func double(v value) Double {
	if d, ok := v.(Double); ok {
		return d
	}
	return Double{Value: toFloat(v)}
}
