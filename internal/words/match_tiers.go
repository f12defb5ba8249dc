package words

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sutura.dev/internal/words/lemma"
)

// The least scores at which an algorithm finds.
const (
	leastLevenshtein = 0.7
	leastJaroWinkler = 0.85
	leastTokens      = 0.45
)

// evidence of a text that matched in a tier: 0 the whole text, 1 its words, 2 few typing mistakes, 3 less.
func (q *query) evidence(n *name, tier int) Evidence {
	switch t := &q.texts[n.text]; {
	case tier >= 3:
		return WeakEvidence
	case tier > 0, t.field == fieldShort:
		return StrongEvidence
	case t.field == fieldSynonym:
		return DeclaredEvidence
	}
	return ExactEvidence
}

var methods = [...]string{"EXACT", "TOKENS", "TYPOS"}

// demandedAt are the names whose authors' demands the query meets in a tier.
func (q *query) demandedAt(tier int) []scored {
	var out []scored
	for _, at := range q.demanding {
		n := &q.names[at]
		if got, score := q.demanded(n); got == tier {
			out = append(out, scored{n.text, methods[tier], q.evidence(n, tier), score})
		}
	}
	return out
}

// exact finds whole texts.
func (q *query) exact() []scored {
	if q.folded == "" {
		return nil
	}
	out := q.demandedAt(0)
	for _, at := range q.whole[q.folded] {
		if n := &q.names[at]; q.usual(n) {
			out = append(out, scored{n.text, methods[0], q.evidence(n, 0), 1})
		}
	}
	return out
}

// worded finds the same words, in any order and in other forms.
func (q *query) worded() []scored { return q.wordByWord(1) }

// wordByWord finds the names that have as many words as the query, each like one of its.
func (q *query) wordByWord(tier int) []scored {
	out := q.demandedAt(tier)
	q.look(tier > 1)
	for _, at := range q.candidates(1) {
		if n := &q.names[at]; q.usual(n) && len(n.words) == len(q.words) && q.allMet(n) {
			out = append(out, scored{n.text, methods[tier], q.evidence(n, tier), q.tokens(n)})
		}
	}
	return out
}

// allMet reports whether each word of a name is met by one of the query's, each by its own.
func (q *query) allMet(n *name) bool {
	left := slices.Clone(n.words)
	for i := range q.words {
		at := slices.IndexFunc(left, func(w int32) bool { return q.meets(n, i, w) > 0 })
		if at < 0 {
			return false
		}
		left = slices.Delete(left, at, at+1)
	}
	return true
}

// meets is how well the ith word of the query meets a word of a name; 0 for not at all.
func (q *query) meets(n *name, i int, word int32) float64 {
	for _, l := range q.kin[i] {
		if l.word == int(word) && (l.how != inflected || q.texts[n.text].demand.lemma != not) {
			return float64(l.worth)
		}
	}
	return 0
}

// mistyped finds texts that a few typing mistakes make, as a whole or word by word.
func (q *query) mistyped() []scored {
	out := q.wordByWord(2)
	if q.length < leastTyped {
		return out
	}
	allowed := min(3, 1+q.length/8)
	q.sieve.near(q.folded, func(int) int { return allowed }, func(at int) {
		n := &q.names[at]
		if n.length < leastTyped || !q.usual(n) {
			return
		}
		if d := q.column.edits(n.folded); d <= allowed && q.numbersAgree(n) {
			out = append(out, scored{n.text, methods[2], q.evidence(n, 2), 1 - float64(d)/float64(max(q.length, n.length))})
		}
	})
	return out
}

func (q *query) numbersAgree(n *name) bool {
	return !q.coded && !n.coded || q.coded && n.coded && sameNumbers(q.folded, n.folded)
}

// partly finds texts by some of their words, or by how much alike they are.
func (q *query) partly() []scored {
	var out []scored
	for _, at := range q.candidates(leastTokens) { // the words were looked for when typing mistakes were
		n := &q.names[at]
		if score := q.tokens(n); score >= leastTokens && q.usual(n) {
			out = append(out, scored{n.text, string(Tokens), WeakEvidence, score})
		}
	}
	if len(out) == 0 {
		out = q.by(JaroWinkler)
	}
	return out
}

// by finds texts by one algorithm.
func (q *query) by(a Algorithm) []scored {
	var out []scored
	if q.folded == "" {
		return nil
	}
	add := func(n *name, score, least float64) {
		if score < least || !q.permitted(n) {
			return
		}
		tier := 3
		switch {
		case n.folded == q.folded:
			tier, score = 0, 1
		case score >= wordsScore && a != JaroWinkler: // a common beginning is no evidence
			tier = 2
		}
		out = append(out, scored{n.text, string(a), q.evidence(n, tier), score})
	}
	switch a {
	case Tokens:
		q.look(true)
		for _, at := range q.candidates(leastTokens) {
			n := &q.names[at]
			add(n, q.tokens(n), leastTokens)
		}
	case Levenshtein:
		q.sieve.near(q.folded, func(length int) int { return length * 3 / 10 }, func(at int) {
			n := &q.names[at]
			if q.comparable(n) {
				add(n, 1-float64(q.column.edits(n.folded))/float64(max(q.length, n.length)), leastLevenshtein)
			}
		})
	default:
		q.sieve.alike(q.folded, leastJaroWinkler, func(at int) {
			if n := &q.names[at]; q.comparable(n) {
				add(n, q.column.jaroWinkler(n.folded), leastJaroWinkler)
			}
		})
	}
	return out
}

// permitted reports whether a name is asked for, and its author demands no closer match than there is.
func (q *query) permitted(n *name) bool {
	t := &q.texts[n.text]
	if !q.takes(&q.entries[t.entry]) {
		return false
	}
	if !t.demand.demanding() {
		return true
	}
	tier, _ := q.demanded(n)
	return tier >= 0
}

// comparable reports whether a name may be mistyped for the query: short ones are only themselves, and so are numbers.
func (q *query) comparable(n *name) bool {
	return n.folded == q.folded || n.length >= leastTyped && q.length >= leastTyped && q.numbersAgree(n)
}

// look finds what is like each word of the query.
func (q *query) look(typos bool) {
	q.kin, q.weights = make([][]likeness, len(q.words)), make([]float64, len(q.words))
	for i, w := range q.words {
		q.kin[i] = q.alikeWords(w, typos)
		for _, l := range q.kin[i] {
			q.weights[i] = max(q.weights[i], q.weight(l.word))
		}
		if len(q.kin[i]) == 0 {
			q.weights[i] = q.weightOf(1)
		}
	}
}

// candidates lists the names that may reach a score. They are found by the rarest words: a name that has only the others has too little
// of the query's weight.
func (q *query) candidates(least float64) []int32 {
	order := make([]int, len(q.words))
	left := 0.0
	for i := range order {
		order[i] = i
		left += q.weights[i]
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(q.weights[b], q.weights[a]) })
	needed := least * left / (2 - least)
	var out []int32
	for _, i := range order {
		if left < needed-1e-9 {
			break
		}
		for _, l := range q.kin[i] {
			for _, text := range q.found[l.word] {
				if at := q.of[text]; at >= 0 {
					out = append(out, at)
				}
			}
		}
		left -= q.weights[i]
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// inflected is a manner of being alike that searching does not know: another form of the word.
const inflected = inside + 1

// formWorth is what another form of a word is worth.
const formWorth = 0.95

// alikeWords lists the words of the vocabulary that are a word, its forms, or with typos few mistakes from it.
func (q *matcher) alikeWords(word string, typos bool) []likeness {
	var out []likeness
	if at, ok := slices.BinarySearch(q.vocabulary.words, word); ok {
		out = append(out, likeness{at, same, 0, 1})
	}
	known := func(at int) bool { return slices.ContainsFunc(out, func(o likeness) bool { return o.word == at }) }
	for _, l := range lemma.Languages() {
		s, _ := lemma.For(l)
		stem := s.Stem(word)
		for _, at := range q.stemmed[l+" "+stem] {
			if !known(int(at)) {
				out = append(out, likeness{int(at), inflected, 0, formWorth})
			}
		}
		if at, ok := slices.BinarySearch(q.vocabulary.words, stem); ok && s.Stem(stem) == stem && !known(at) {
			out = append(out, likeness{at, inflected, 0, formWorth})
		}
	}
	length := utf8.RuneCountInString(word)
	if !typos || length < leastTyped || strings.ContainsFunc(word, unicode.IsDigit) {
		return out
	}
	allowed, c := 1, newColumn(word)
	if length >= leastTwo {
		allowed = 2
	}
	q.wordSieve.near(word, func(int) int { return allowed }, func(at int) {
		w := q.vocabulary.words[at]
		if n := c.edits(w); n <= allowed && q.lengths[at] >= leastTyped && !strings.ContainsFunc(w, unicode.IsDigit) && !known(at) {
			out = append(out, likeness{at, typed, n, 1 - float32(n)/float32(max(length, int(q.lengths[at])))})
		}
	})
	slices.SortStableFunc(out, func(a, b likeness) int { return cmp.Compare(b.worth, a.worth) })
	return out
}

// tokens is the score of a name by words: what is met of what there is on both sides, by weight, and a bonus for the same order.
func (q *query) tokens(n *name) float64 {
	total, met := 0.0, 0.0
	for i, weight := range q.weights {
		best := 0.0
		for _, w := range n.words {
			if m := q.meets(n, i, w) * q.weight(int(w)); m > best {
				best, weight = m, q.weight(int(w)) // what it means here weighs, not a rarer word that is like it
			}
		}
		total += weight
		met += best
	}
	return min(1, 2*met/(total+n.weight)) * (wordsScore + (1-wordsScore)*q.inOrder(n))
}

// inOrder is the share of the query's neighbouring words that a name has in the same order; 1 for a single word.
func (q *query) inOrder(n *name) float64 {
	var places []int
	for i := range q.words {
		for _, l := range q.kin[i] {
			if at := slices.Index(n.words, int32(l.word)); at >= 0 {
				places = append(places, at)
				break
			}
		}
	}
	if len(places) < 2 {
		return 1
	}
	kept := 0
	for i := 1; i < len(places); i++ {
		if places[i] > places[i-1] {
			kept++
		}
	}
	return float64(kept) / float64(len(places)-1)
}
