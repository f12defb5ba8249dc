package ground

import "strconv"

// Numbers in words: half a million, five thousand. Only one word before a scale is read, and what is part of a longer one is none.

// named reads a million, half a million, and behind a comparator a scale alone: as the number that its scale multiplies.
func (r *moneyReader) named(at int, bare bool) (numberAt, bool) {
	before := at - 1
	if before >= 0 && r.tokens[before].text == "a" && r.code == "en" {
		before--
	}
	if r.spelled(before) || before > 0 && r.spelled(before-1) && r.takes("plus", before) {
		return numberAt{}, false // twenty five million, one and a half million
	}
	if t, ok := r.longest("count", at); ok {
		if _, scaled := r.longest("scale", at+t.tokens); scaled || bare {
			return numberAt{readDecimal(strconv.Itoa(t.value)), at + t.tokens}, true
		}
	}
	for _, form := range [][2]string{{"half", "0.5"}, {"one", "1"}} {
		if t, ok := r.longest(form[0], at); ok {
			if _, scaled := r.longest("scale", at+t.tokens); scaled {
				return numberAt{readDecimal(form[1]), at + t.tokens}, true
			}
		}
	}
	if _, many := r.longest("many", at); many {
		return numberAt{}, false // thousands of orders
	}
	if _, scaled := r.longest("scale", at); scaled && (bare || at == 0) && len(r.tokens[at].text) > 2 {
		return numberAt{readDecimal("1"), at}, true
	}
	return numberAt{}, false
}

// takes reports whether a word of a slot, in any of the languages, stands at a place.
func (r *moneyReader) takes(slot string, at int) bool {
	for _, l := range amountWords() {
		if len(l.take(r.tokens, slot, at)) > 0 {
			return true
		}
	}
	return false
}

// spelled reports whether a token is a number, in words or in digits.
func (r *moneyReader) spelled(at int) bool {
	if at < 0 || at >= len(r.tokens) {
		return false
	}
	one := r.takes("one", at) && len(r.tokens[at].text) > 1 // a is an article, too
	return one || r.takes("count", at) || r.takes("tens", at) || r.tokens[at].kind == number
}

// goesOn reports whether a number goes on in words that are not read: two hundred and fifty thousand, 5 and a half million.
func (r *moneyReader) goesOn(q quantity) bool {
	words := func(at int) bool { return at < len(r.tokens) && r.tokens[at].kind == word && r.spelled(at) }
	joined := r.takes("plus", q.to)
	return words(q.to) || joined && r.takes("half", q.to+1) || joined && q.currency < 0 && words(q.to+1)
}
