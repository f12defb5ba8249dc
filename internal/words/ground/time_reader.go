package ground

import (
	"slices"

	"sutura.dev/bundle/calendar"
)

// timeReader reads some words in one language.
type timeReader struct {
	*clock
	*language
	tokens []token
	// times are those of the levels 0 and 1 that begin at each token; nil until they are looked for.
	times [2][][]foundTime
	// level is that of the rule at hand.
	level int
}

// foundTime is a time in the tokens from until before to.
type foundTime struct {
	from, to int
	rule     int
	*when
}

// read lists the times in the words from left to right, each the longest that begins there.
func (r *timeReader) read() []foundTime {
	for level := range r.times {
		r.times[level] = make([][]foundTime, len(r.tokens))
	}
	var out []foundTime
	for at := 0; at < len(r.tokens); {
		best := foundTime{}
		for _, f := range slices.Concat(r.below(at, 2), r.matches(at, 2)) {
			if f.to > best.to && whole(r.tokens, f.from, f.to) {
				best = f
			}
		}
		if best.to == 0 {
			at++
			continue
		}
		switch {
		case r.negated(best.from):
			best.when = never(isNegated)
		case r.enumerated(best.from):
			best.when = never("days are listed without their month; name the month with each")
		}
		out = append(out, best)
		at = best.to
	}
	return out
}

// below lists the times of the levels below one that begin at a token.
func (r *timeReader) below(at, level int) []foundTime {
	var out []foundTime
	for l := range level {
		if r.times[l][at] == nil {
			r.times[l][at] = append([]foundTime{}, r.matches(at, l)...)
		}
		out = append(out, r.times[l][at]...)
	}
	return out
}

// matches lists what rules find at a token: of each length what the first rule reads.
func (r *timeReader) matches(at, level int) []foundTime {
	defer func(before int) { r.level = before }(r.level)
	r.level = level
	var out []foundTime
	g := timeForms()
	for i, patterns := range g.patterns[r.code] {
		if g.rules[i].level != level {
			continue
		}
		for _, p := range patterns {
			p.each(r.tokens, at, r, func(m match) {
				if slices.ContainsFunc(out, func(f foundTime) bool { return f.to == m.to }) {
					return
				}
				if w := g.rules[i].read(r, m); w != nil {
					out = append(out, foundTime{m.from, m.to, i, bounded(w)})
				}
			})
		}
	}
	return out
}

// bounded refuses what leaves the years that engines hold.
func bounded(w *when) *when {
	if slices.ContainsFunc(w.spans, func(s calendar.Span) bool { return !s.InYears() || s.Empty() }) {
		return never("it leaves the years 1 to 9999")
	}
	return w
}

// negated reports whether a word that says no stands before a token, articles and prepositions between.
func (r *timeReader) negated(from int) bool {
	for range 3 {
		if _, ok := r.ends(r.tokens, from, "not"); ok {
			return true
		}
		before, ok := r.ends(r.tokens, from, "the", "in")
		if !ok {
			return false
		}
		from = before
	}
	return false
}

// enumerated reports whether a day stands before a token that begins with another: 1., 2. and 3. March.
func (r *timeReader) enumerated(from int) bool {
	if r.tokens[from].kind != number {
		return false
	}
	before, ok := r.ends(r.tokens, from, "and")
	if before > 0 && ok && r.tokens[before-1].text == "." {
		before--
	}
	return ok && before > 0 && r.tokens[before-1].kind == number && len(r.tokens[before-1].text) <= 2
}

// preceded reports whether a word that leads to a time stands before a token, an article between.
func (r *timeReader) preceded(from int) bool {
	from, _ = r.ends(r.tokens, from, "the")
	_, ok := r.ends(r.tokens, from, "in", "since", "out", "until", "from", "to", "both", "of", "after", "before", "last", "this", "next", "year")
	return ok
}

// alone reports whether the match is all that was said, or has another time at its side.
func (r *timeReader) alone(m match) bool {
	return m.from == 0 && r.final(m.to)
}

// take finds what a slot takes.
func (r *timeReader) take(slot string, at int) []taken {
	if n := r.numeric(slot, at); n.tokens > 0 {
		return []taken{n}
	}
	switch slot {
	case "n":
		return r.language.take(r.tokens, "count", at)
	case "roman":
		if n := slices.Index([]string{"", "i", "ii", "iii", "iv"}, r.tokens[at].text); n > 0 {
			return []taken{{tokens: 1, value: n}}
		}
	case "qth", "hth":
		return r.ordinal(at, map[string]int{"qth": 4, "hth": 2}[slot])
	case "t":
		var out []taken
		for _, f := range r.below(at, r.level) {
			out = append(out, taken{f.to - f.from, 0, f.when})
		}
		return out
	}
	return r.language.take(r.tokens, slot, at)
}

// numeric reads the slots that are digits.
func (r *timeReader) numeric(slot string, at int) taken {
	t := r.tokens[at]
	one := func(n int, ok bool) taken {
		if !ok {
			return taken{}
		}
		return taken{tokens: 1, value: n}
	}
	switch slot {
	case "n":
		return one(digits(t, 0, 9999, 4))
	case "d", "a", "b", "mm":
		return one(digits(t, 0, 99, 2))
	case "w", "hh":
		return one(digits(t, 0, 99, 2))
	case "q", "h":
		return one(digits(t, 0, 9, 1))
	case "yyyy":
		if len(t.text) == 4 {
			return one(digits(t, 1900, 2100, 4))
		}
	case "yy":
		if len(t.text) == 2 {
			n, ok := digits(t, 0, 99, 2)
			return one(2000+n, ok)
		}
		return r.numeric("yyyy", at)
	case "short":
		if len(t.text) == 2 {
			return one(digits(t, 0, 99, 2))
		}
	case "digits":
		if len(t.text) == 6 || len(t.text) == 8 {
			return one(digits(t, 190000, 21009999, 8))
		}
	case "o":
		return r.oclock(at)
	case "iso":
		return r.period(at)
	}
	return taken{}
}

// ordinal reads first, 1st, 1. and the like, up to most.
func (r *timeReader) ordinal(at, most int) []taken {
	var out []taken
	for _, t := range r.language.take(r.tokens, "ord", at) {
		if t.value <= most {
			out = append(out, t)
		}
	}
	if n, ok := digits(r.tokens[at], 1, most, 1); ok && at+1 < len(r.tokens) && r.tokens[at+1].glued &&
		(r.tokens[at+1].text == "." || len(r.language.take(r.tokens, "th", at+1)) > 0) {
		out = append(out, taken{tokens: 2, value: n})
	}
	return out
}
