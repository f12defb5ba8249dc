package render

import (
	"math"
	"strconv"
	"strings"

	"sutura.dev/internal/rows"
)

// significant is how many digits of a double the table for people shows; json and csv carry all of them.
const significant = 6

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
		return rows.Number(v)
	}
	s := strconv.FormatFloat(v, 'f', places, 64)
	if strings.Trim(s, "-0.") == "" {
		s = strings.TrimPrefix(s, "-")
	}
	return s
}
