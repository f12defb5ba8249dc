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
	var space, spelled [80]byte // 38 digits, a sign, a point, and zeros: one allocation, of the text
	digits := magnitude(space[:0], unscaled)
	for ; scale < want; scale++ {
		digits = append(digits, '0')
	}
	for ; scale > want; scale-- {
		last := len(digits) - 1
		if last >= 0 && digits[last] != '0' {
			return nil, ErrScale
		}
		digits = digits[:max(last, 0)]
	}
	out := spelled[:0]
	if unscaled.Sign() < 0 {
		out = append(out, '-')
	}
	for at := max(want+1, len(digits)); at > 0; at-- { // digits yet to come
		if at == want {
			out = append(out, '.')
		}
		digit := byte('0')
		if at <= len(digits) {
			digit = digits[len(digits)-at]
		}
		out = append(out, digit)
	}
	return string(out), nil
}

// magnitude adds the digits of v without its sign.
func magnitude(to []byte, v *big.Int) []byte {
	if v.IsUint64() {
		return strconv.AppendUint(to, v.Uint64(), 10)
	}
	return append(to, strings.TrimPrefix(v.String(), "-")...)
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
