package oracle

import (
	"cmp"
	"fmt"
	"math/big"
	"strings"
	"time"

	"sutura.dev/bundle/calendar"
)

// A value is nil for null, or by its type: string -> string; integer, decimal -> *big.Rat; float -> float64;
// boolean -> bool; date -> calendar.Date; timestamp -> calendar.Local; timestamptz -> time.Time.
type value = any

// compare orders two values of one kind, neither null: numbers by size, text by code point (1.5), which the order of
// UTF-8's bytes is.
func compare(a, b value) int {
	switch x := a.(type) {
	case *big.Rat:
		return x.Cmp(b.(*big.Rat))
	case float64:
		return cmp.Compare(x, b.(float64))
	case Double:
		return cmp.Compare(x.Value, b.(Double).Value)
	case string:
		return strings.Compare(x, b.(string))
	case bool:
		return cmp.Compare(bit(x), bit(b.(bool)))
	case calendar.Date:
		return x.Compare(b.(calendar.Date))
	case calendar.Local:
		return x.Compare(b.(calendar.Local))
	case time.Time:
		return x.Compare(b.(time.Time))
	}
	panic(fmt.Sprintf("a value is never a %T", a))
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// nullsLast orders two values of one kind, nulls after all others in either direction (1.5).
func nullsLast(a, b value, descending bool) int {
	switch {
	case a == nil || b == nil:
		return cmp.Compare(bit(a == nil), bit(b == nil))
	case descending:
		return compare(b, a)
	}
	return compare(a, b)
}

// same reports whether two values are one key: a null is one group (1.4), text is exact (1.6), 1.1 is 1.10.
func same(a, b value) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return compare(a, b) == 0
}

// identity spells values so that equal keys, and no others, are equal text.
func identity(values []value) string {
	var b strings.Builder
	for _, v := range values {
		switch v := v.(type) {
		case nil:
			b.WriteString("null")
		case *big.Rat:
			b.WriteString(v.RatString())
		case float64:
			fmt.Fprintf(&b, "%x", v+0) // -0 is 0
		case time.Time:
			fmt.Fprint(&b, v.UnixMicro())
		default:
			fmt.Fprintf(&b, "%q", fmt.Sprint(v))
		}
		b.WriteByte(' ')
	}
	return b.String()
}

func whole(n int) *big.Rat { return new(big.Rat).SetInt64(int64(n)) }

func zero() *big.Rat { return new(big.Rat) }

// toFloat is the nearest binary64: each exact number is converted once (3.2).
func toFloat(v value) float64 {
	switch v := v.(type) {
	case *big.Rat:
		f, _ := v.Float64()
		return f
	case float64:
		return v
	}
	panic(fmt.Sprintf("a number is never a %T", v))
}

// most is the largest number of digits that are promised (3.1).
const most = 38

// inRoom fails beyond what exact numbers keep: more than 38 digits in all (3.1).
func inRoom(v *big.Rat, scale int) *big.Rat {
	digits := new(big.Int).Abs(scaled(v, scale)).String()
	if len(digits) > most {
		fail(TooLarge)
	}
	return v
}

// scaled is v in units of 10^-scale; v has no more decimals.
func scaled(v *big.Rat, scale int) *big.Int {
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(scale)), nil)
	n := new(big.Rat).Mul(v, new(big.Rat).SetInt(unit))
	return new(big.Int).Quo(n.Num(), n.Denom())
}

// roundTo rounds to decimals half away from zero; below 0 to tens and hundreds.
func roundTo(v *big.Rat, decimals int) *big.Rat {
	unit := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(decimals, -decimals))), nil))
	if decimals < 0 {
		unit.Inv(unit)
	}
	n := new(big.Rat).Mul(v, unit)
	half := big.NewRat(int64(n.Sign()), 2)
	n.Add(n, half)
	cut := new(big.Rat).SetInt(new(big.Int).Quo(n.Num(), n.Denom()))
	return cut.Quo(cut, unit)
}

// Failure is why there is no number: the law says that it is never a wrong one.
type Failure string

// The closed set of failures.
const (
	TooLarge  Failure = "a number has more digits than are computed with"
	NotFinite Failure = "a double is not finite"
	// TooSmall: DuckDB gives 0 for what is nearer to 0 than a double can be, and PostgreSQL fails.
	TooSmall   Failure = "a double is nearer to 0 than doubles are"
	NoSuchYear Failure = "a day is outside the years 1 to 9999"
	Ambiguous  Failure = "a declared key has two rows of one value"
)

// fail ends the answer; Answer recovers it.
func fail(f Failure) { panic(f) }
