package ground

import (
	"math/big"
	"strings"
)

// decimal is an exact decimal number: units * 10^exponent.
type decimal struct {
	units    *big.Int
	exponent int
}

// readDecimal reads digits with a dot at most.
func readDecimal(text string) decimal {
	whole, part, _ := strings.Cut(text, ".")
	units, _ := new(big.Int).SetString(whole+part, 10)
	return decimal{units, -len(part)}
}

func (d decimal) shift(by int) decimal { return decimal{d.units, d.exponent + by} }

func (d decimal) times(n int64) decimal {
	return decimal{new(big.Int).Mul(d.units, big.NewInt(n)), d.exponent}
}

func (d decimal) negative() decimal { return d.times(-1) }

// less compares two decimals.
func (d decimal) less(e decimal) bool {
	low := min(d.exponent, e.exponent)
	return d.at(low).Cmp(e.at(low)) < 0
}

// at is how many 10^exponent it is; the exponent is no larger than its own.
func (d decimal) at(exponent int) *big.Int {
	ten := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(d.exponent-exponent)), nil)
	return ten.Mul(ten, d.units)
}

// String writes all digits, none of them for show: 1200000, 0.5, -3.
func (d decimal) String() string {
	if d.exponent > 0 {
		d = decimal{d.at(0), 0}
	}
	text := new(big.Int).Abs(d.units).String()
	if n := -d.exponent; n > 0 {
		text = strings.Repeat("0", max(0, n+1-len(text))) + text
		text = strings.TrimRight(strings.TrimRight(text[:len(text)-n]+"."+text[len(text)-n:], "0"), ".")
	}
	if d.units.Sign() < 0 {
		text = "-" + text
	}
	return text
}
