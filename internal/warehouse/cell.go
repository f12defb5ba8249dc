package warehouse

import (
	"errors"
	"math"
	"math/big"
	"strconv"
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
	digits := magnitude(unscaled)
	if scale < want {
		digits += strings.Repeat("0", want-scale)
	} else {
		digits = pad(digits, scale+1)
		kept := len(digits) - (scale - want)
		if strings.Trim(digits[kept:], "0") != "" {
			return nil, ErrScale
		}
		digits = digits[:kept]
	}
	digits = pad(digits, want+1)
	if want > 0 {
		digits = digits[:len(digits)-want] + "." + digits[len(digits)-want:]
	}
	if unscaled.Sign() < 0 {
		digits = "-" + digits
	}
	return digits, nil
}

// magnitude is the digits of v without its sign.
func magnitude(v *big.Int) string {
	if v.IsUint64() {
		return strconv.FormatUint(v.Uint64(), 10)
	}
	return strings.TrimPrefix(v.String(), "-")
}

// pad puts zeros before digits, up to n of them in all.
func pad(digits string, n int) string {
	if missing := n - len(digits); missing > 0 {
		return strings.Repeat("0", missing) + digits
	}
	return digits
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
func DateCell(t time.Time) (Cell, error) {
	y, m, d := t.Date()
	if y < 1 || y > 9999 {
		return nil, ErrYear
	}
	digit := func(n int) byte { return byte('0' + n%10) }
	return string([]byte{
		digit(y / 1000), digit(y / 100), digit(y / 10), digit(y), '-', digit(int(m) / 10), digit(int(m)), '-', digit(d / 10), digit(d),
	}), nil
}

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
