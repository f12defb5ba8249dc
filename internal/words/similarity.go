package words

import (
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sutura.dev/internal/nearest"
)

// edits counts the edits between two texts: insert, delete, replace, swap neighbours.
func (c *column) edits(text string) int {
	if len(c.runes) == 0 || len(c.runes) > 64 {
		return nearest.Edits(c.runes, []rune(text))
	}
	score, last := len(c.runes), uint64(1)<<(len(c.runes)-1)
	positive, negative := ^uint64(0), uint64(0)
	var diagonal, before uint64
	for _, r := range text {
		here := c.places(r)
		swapped := (^diagonal & here) << 1 & before
		diagonal = swapped | ((here & positive) + positive) ^ positive | here | negative
		up, down := negative|^(diagonal|positive), diagonal&positive
		if up&last != 0 {
			score++
		}
		if down&last != 0 {
			score--
		}
		up, down = up<<1|1, down<<1
		positive, negative = down|^(diagonal|up), diagonal&up
		before = here
	}
	return score
}

// jaroWinkler is how alike two texts are, from 0 to 1: characters near their places count, and a common beginning. Of texts beyond 64
// characters the first 64 are compared.
func (c *column) jaroWinkler(text string) float64 {
	length := min(utf8.RuneCountInString(text), 64)
	own := min(len(c.runes), 64)
	if length == 0 || own == 0 {
		return 0
	}
	reach := max(0, max(length, own)/2-1)
	var met [64]rune
	var taken uint64
	common, prefix, at := 0, 0, 0
	for _, r := range text {
		if at == length {
			break
		}
		if at == prefix && prefix < min(4, own) && c.runes[at] == r {
			prefix++
		}
		window := ^uint64(0) << max(0, at-reach)
		if end := at + reach + 1; end < 64 {
			window &= 1<<end - 1
		}
		if free := c.places(r) & window &^ taken; free != 0 {
			taken |= free & -free
			met[common] = r
			common++
		}
		at++
	}
	if common == 0 {
		return 0
	}
	moved := 0
	for i, left := 0, taken; left != 0; i, left = i+1, left&(left-1) {
		if c.runes[bits.TrailingZeros64(left)] != met[i] {
			moved++
		}
	}
	m := float64(common)
	jaro := (m/float64(own) + m/float64(length) + (m-float64(moved/2))/m) / 3
	return jaro + float64(prefix)*0.1*(1-jaro)
}

// sameNumbers reports whether two texts have the same words with digits, in the same order: numbers and codes are never mistyped.
func sameNumbers(a, b string) bool { return slices.Equal(numbered(a), numbered(b)) }

func numbered(s string) []string {
	return slices.DeleteFunc(strings.Fields(s), func(w string) bool { return !strings.ContainsFunc(w, unicode.IsDigit) })
}
