package render

import (
	"math"
	"strconv"
	"strings"
)

// scale is a value axis from low to high with a tick at each multiple of step.
type scale struct{ low, high, step float64 }

// newScale returns round bounds around the values with about want steps. Zero belongs to the axis unless every value
// is far from it.
func newScale(low, high float64, want int) scale {
	if low > 0 && low <= high/2 {
		low = 0
	}
	if high < 0 && high >= low/2 {
		high = 0
	}
	if high-low <= 1e-12*max(math.Abs(low), math.Abs(high)) { // nothing that an axis could show
		low, high = low-math.Abs(low)/2, high+math.Abs(high)/2
	}
	if low == high {
		high = 1
	}
	step := niceStep((high - low) / float64(want))
	return scale{math.Floor(low/step+1e-9) * step, math.Ceil(high/step-1e-9) * step, step}
}

// niceStep is the smallest of 1, 2, 5 times a power of ten that is no less than raw.
func niceStep(raw float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, m := range []float64{1, 2, 5, 10} {
		if m*power >= raw*(1-1e-9) {
			return m * power
		}
	}
	return 10 * power
}

// ticks lists the axis' values from low to high.
func (s scale) ticks() []float64 {
	n := int(math.Round((s.high - s.low) / s.step))
	out := make([]float64, n+1)
	for i := range out {
		out[i] = s.low + float64(i)*s.step
	}
	return out
}

// label writes a tick. Thousands and more are shortened by what every tick shares, so that nothing is rounded.
func (s scale) label(v float64) string {
	unit, suffix := 1.0, ""
	for _, u := range []struct {
		unit   float64
		suffix string
	}{{1e3, "k"}, {1e6, "M"}, {1e9, "G"}, {1e12, "T"}} {
		if s.step >= u.unit && math.Max(math.Abs(s.low), math.Abs(s.high)) >= 10*u.unit {
			unit, suffix = u.unit, u.suffix
		}
	}
	digits := max(0, -int(math.Floor(math.Log10(s.step/unit)+1e-9)))
	text := strconv.FormatFloat(v/unit, 'f', digits, 64)
	if strings.Trim(text, "-0.") == "" {
		return "0"
	}
	return text + suffix
}

// at maps v to one of n positions, 0 for low.
func (s scale) at(v float64, n int) int {
	return int(math.Round((v - s.low) / (s.high - s.low) * float64(n-1)))
}
