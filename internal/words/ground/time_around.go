package ground

import "slices"

// What stands around a time decides whether it is one.

// final reports whether nothing but a stop follows from a place on.
func (r *timeReader) final(from int) bool {
	return !slices.ContainsFunc(r.tokens[from:], func(t token) bool { return t.kind != symbol || !slices.Contains([]string{"?", "!", "."}, t.text) })
}

// numbered reports whether a word for one thing that has a number stands before a token: invoice 202605, customer 2013. A year may follow
// what is counted by.
func (r *timeReader) numbered(from int) bool {
	return slices.ContainsFunc(languages(), func(l *language) bool {
		at, ok := l.ends(r.tokens, from, "numbered")
		if ok && len(r.tokens[from].text) == 4 { // but revenue per customer 2013
			_, each := l.ends(r.tokens, at, "each")
			ok = !each
		}
		return ok
	})
}

// ranked reports whether a word before a token is counted, in a way that nothing reads: the first season 2025, 1. Saison 2025.
func (r *timeReader) ranked(from int) bool {
	if from < 2 || r.tokens[from-1].kind != word {
		return false
	}
	_, ok := r.ends(r.tokens, from-1, "ord", "th")
	return ok || r.tokens[from-2].text == "." && from > 2 && r.tokens[from-3].kind == number && len(r.tokens[from-3].text) == 1
}

// titled reports whether a month that is an everyday word, or a name, too is written as months are in English: May revenue, and neither
// Jan Novák nor may I.
func (r *timeReader) titled(m match) bool {
	if r.code != "en" || m.to >= len(r.tokens) || m.to != m.from+1 || len(r.language.take(r.tokens, "month", m.from)) == 0 {
		return false
	}
	next := r.tokens[m.to]
	named := m.from > 1 && r.tokens[m.from-1].capital
	return r.tokens[m.from].capital && !named && next.kind == word && !next.glued && !next.capital && len(r.language.take(r.tokens, "verbal", m.to)) == 0
}

// person reports whether a month that is a name, too is followed by another, behind a word that leads to persons: orders of Jan Novák.
func (r *timeReader) person(m match) bool {
	_, led := r.ends(r.tokens, m.from, "of", "out")
	return led && m.to < len(r.tokens) && r.tokens[m.from].capital && r.tokens[m.to].capital && r.tokens[m.to].kind == word
}

// stretched is where the words of a time begin and end with a word beside them that only says that they are one: the period from March to
// May, the May period.
func (r *timeReader) stretched(from, to int) (int, int) {
	if t := r.language.take(r.tokens, "stretch", to); len(t) > 0 {
		to += t[0].tokens
	}
	if at, ok := r.ends(r.tokens, from, "stretch"); ok {
		if _, by := r.ends(r.tokens, at, "each"); !by {
			from = at
		}
	}
	return from, to
}
