package words

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold makes spellings comparable: lower case, canonically decomposed, without nonspacing marks. Zákazník and zakaznik
// fold to the same, Straße and Strasse do not. What is no UTF-8 becomes U+FFFD.
func Fold(s string) string {
	if plain(s) {
		return s
	}
	s = norm.NFD.String(strings.ToLower(strings.ToValidUTF8(s, "\uFFFD")))
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r) // a few letters have a lower case only once decomposed
	}, s)
}

// plain reports whether folding changes nothing: ASCII without capitals.
func plain(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 || 'A' <= s[i] && s[i] <= 'Z' {
			return false
		}
	}
	return true
}

// split lists the words of a folded text: runs of letters, digits and spacing marks.
func split(folded string) []string {
	return strings.FieldsFunc(folded, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r)
	})
}
