package render

import (
	"math"
	"strconv"
	"strings"
)

// significant is how many digits of a double the table for people shows; json and csv carry all of them.
const significant = 6

// Number writes a double with the shortest digits that read back as the same double, as JSON does.
func Number(f float64) string {
	a := math.Abs(f)
	if a != 0 && (a < 1e-6 || a >= 1e21) {
		s := strconv.FormatFloat(f, 'e', -1, 64)
		if mantissa, exponent, ok := strings.Cut(s, "e-0"); ok {
			s = mantissa + "e-" + exponent
		}
		return s
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// places is the number of digits after the point with which every one of the doubles shows at least its first six
// significant digits, or -1 where one number of places cannot serve: then each is written in full.
func places(values []float64) int {
	out := 0
	for _, v := range values {
		switch {
		case math.Abs(v) >= 1e15:
			return -1
		case v == math.Trunc(v):
			continue
		}
		need := max(significant-1-int(math.Floor(math.Log10(math.Abs(v)))), 0)
		if need > 2*significant {
			return -1
		}
		out = max(out, min(need, exactPlaces(v)))
	}
	return out
}

// exactPlaces is how many digits after the point v has in its shortest form.
func exactPlaces(v float64) int {
	_, frac, _ := strings.Cut(strconv.FormatFloat(v, 'f', -1, 64), ".")
	return len(frac)
}

// fixed writes a double with that many places, -1 in full. It never shows a negative zero.
func fixed(v float64, places int) string {
	if places < 0 {
		return Number(v)
	}
	s := strconv.FormatFloat(v, 'f', places, 64)
	if strings.Trim(s, "-0.") == "" {
		s = strings.TrimPrefix(s, "-")
	}
	return s
}
