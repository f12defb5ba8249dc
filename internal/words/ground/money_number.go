package ground

import (
	"regexp"
	"strings"
)

// The spellings of a number: digits in groups of three, then a part. Spaces and apostrophes group in every language.
var (
	dotPart   = regexp.MustCompile(`^(\d{1,3}(,\d{3})+|\d{1,3}([ '’]\d{3})+|\d+)(\.\d+)?$`)
	commaPart = regexp.MustCompile(`^(\d{1,3}(\.\d{3})+|\d{1,3}([ '’]\d{3})+|\d+)(,\d+)?$`)
)

// numeral reads a number as a language writes it, or as only the other does: 1.2 is no group of three. False where it is none.
func numeral(text string, comma bool) (decimal, bool) {
	if len(text) > maxDigits {
		return decimal{}, false
	}
	first, second := dotPart, commaPart
	if comma {
		first, second = second, first
	}
	for _, form := range []*regexp.Regexp{first, second} {
		if !form.MatchString(text) {
			continue
		}
		if form == commaPart {
			text = strings.NewReplacer(".", "", ",", ".").Replace(text)
		}
		return readDecimal(strings.NewReplacer(",", "", " ", "", "'", "", "’", "").Replace(text)), true
	}
	return decimal{}, false
}

// maxDigits bounds a number, its separators counted.
const maxDigits = 48

// number is a number in the tokens until before to.
type numberAt struct {
	decimal
	to int
}

// number reads the longest number that begins at a token.
func (r *moneyReader) number(at int) (numberAt, bool) {
	if r.tokens[at].kind != number || joins(r.tokens, at) || r.continues(at) {
		return numberAt{}, false
	}
	text := r.tokens[at].text
	to := at + 1
	for to < len(r.tokens) {
		t := r.tokens[to]
		separated := t.glued && strings.ContainsAny(t.text, ".,'") && t.kind == symbol && to+1 < len(r.tokens) && r.tokens[to+1].kind == number && r.tokens[to+1].glued
		switch {
		case separated:
			text += t.text + r.tokens[to+1].text
			to += 2
		case t.kind == number && !t.glued && len(t.text) == 3 && t.From == r.tokens[to-1].To+1 && len(r.tokens[to-1].text) <= 3:
			text += " " + t.text
			to++
		default:
			return r.numeral(text, at, to)
		}
	}
	return r.numeral(text, at, to)
}

// numeral is the number that a text from at until before to is; a telephone's is none.
func (r *moneyReader) numeral(text string, at, to int) (numberAt, bool) {
	n, ok := numeral(text, r.code != "en")
	return numberAt{n, to}, ok && !(at > 0 && r.tokens[at].glued && r.tokens[at-1].text == "+")
}

// continues reports whether a token is the rest of a number, of a time or of a date.
func (r *moneyReader) continues(at int) bool {
	if !r.tokens[at].glued || at < 2 {
		return false
	}
	return strings.ContainsAny(r.tokens[at-1].text, ".,:/'") && r.tokens[at-1].glued && r.tokens[at-2].kind == number
}
