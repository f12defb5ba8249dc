package warehouse

import (
	"errors"
	"math"
	"math/big"
	"strings"
	"time"
)

// What an adapter answers when a value has no cell. ErrNotFinite becomes the kind NotFinite; the others become Failed.
var (
	ErrNotFinite = errors.New("not a finite number or date")
	ErrScale     = errors.New("more digits after the point than the plan's scale")
	ErrYear      = errors.New("a year outside 0001 to 9999")
)

// IntegerCell is v as a cell: int64, or its digits where 64 bits are too few.
func IntegerCell(v *big.Int) Cell {
	if v.IsInt64() {
		return v.Int64()
	}
	return v.String()
}

// DecimalCell spells unscaled / 10^scale with exactly want digits after the point. Dropping zeros is exact and
// allowed; dropping any other digit is ErrScale.
func DecimalCell(unscaled *big.Int, scale, want int) (Cell, error) {
	v := new(big.Int).Set(unscaled)
	switch {
	case scale < want:
		v.Mul(v, pow10(want-scale))
	case scale > want:
		var rest big.Int
		if v.QuoRem(v, pow10(scale-want), &rest); rest.Sign() != 0 {
			return nil, ErrScale
		}
	}
	digits := new(big.Int).Abs(v).String()
	if missing := want + 1 - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	if want > 0 {
		digits = digits[:len(digits)-want] + "." + digits[len(digits)-want:]
	}
	if v.Sign() < 0 {
		digits = "-" + digits
	}
	return digits, nil
}

func pow10(n int) *big.Int {
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
}

// FloatCell is v as a cell, -0 as 0.
func FloatCell(v float64) (Cell, error) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil, ErrNotFinite
	}
	if v == 0 {
		return 0.0, nil
	}
	return v, nil
}

// DateCell spells the day that t shows.
func DateCell(t time.Time) (Cell, error) { return spell(t, time.DateOnly) }

// TimestampCell spells the local time that t shows, to the microsecond; anything finer is cut.
func TimestampCell(t time.Time) (Cell, error) { return spell(t, "2006-01-02T15:04:05.999999") }

// TimestampTZCell spells the instant t in UTC, to the microsecond; anything finer is cut.
func TimestampTZCell(t time.Time) (Cell, error) { return spell(t.UTC(), "2006-01-02T15:04:05.999999Z") }

func spell(t time.Time, layout string) (Cell, error) {
	if y := t.Year(); y < 1 || y > 9999 {
		return nil, ErrYear
	}
	return t.Format(layout), nil
}
