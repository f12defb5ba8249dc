package resolve

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"sutura.dev/bundle"
	"sutura.dev/internal/words"
)

// item is a run of words that was read.
type item struct {
	from, to int // tokens
	kind     kind
	names    []words.Mention // of one run of words
	use      use
	n        int      // of a rank
	behind   bool     // of an amount: it stands behind what it bounds
	choices  []Choice // of times, amounts and comparisons
	// label says that it is an everyday word that names a dimension: it only stands before that dimension's values.
	label bool
}

type kind uint8

const (
	isName kind = iota
	isTime
	isAmount
	isTop     // a number of groups, and which end
	isNumber  // a number of groups: which 3 carriers
	isCompare // with an earlier range
	isWord    // an everyday word
)

// reading is one text on its way.
type reading struct {
	*Resolver
	*text
	context  Context
	mentions []words.Mention
	items    []*item
	problems []Missing
	denied   *words.Mention
}

func (r *reading) add(it *item) {
	r.take(it)
	r.items = append(r.items, it)
}

// read finds what each word of the text is part of. What reads more words at once comes first: the catalog's longer names, comparisons,
// times, ranks, amounts, then names of one word, and last what everyday words do.
func (r *reading) read() {
	r.mentions = r.index.Mentions(r.said())
	r.names(func(m *words.Mention) bool { return m.To-m.From > 1 })
	r.years()
	for at := range r.tokens {
		r.compares(at)
	}
	r.grains()
	r.times()
	r.amounts()
	for at := range r.tokens {
		r.ranks(at)
	}
	for at := range r.tokens {
		if u, ok := r.does(at, slotCompare); ok && len(u.words) > 1 { // compared to: the last is no name
			r.add(&item{from: at, to: at + len(u.words), kind: isWord, use: u})
		}
	}
	r.names(func(*words.Mention) bool { return true })
	r.extend()
	for at := 0; at < len(r.tokens); at++ {
		if uses := r.uses(at); len(uses) > 0 {
			r.add(&item{from: at, to: at + len(uses[0].words), kind: isWord, use: uses[0]})
		}
	}
	slices.SortFunc(r.items, func(a, b *item) int { return a.from - b.from })
}

// names takes the catalog's names: longer ones first, then by evidence, then from the left.
func (r *reading) names(takes func(*words.Mention) bool) {
	var list []words.Mention
	for i := range r.mentions {
		if m := &r.mentions[i]; takes(m) && r.meant(m) {
			list = append(list, *m)
		}
	}
	slices.SortStableFunc(list, func(a, b words.Mention) int {
		if n := (b.To - b.From) - (a.To - a.From); n != 0 {
			return n
		}
		if n := a.Rank() - b.Rank(); n != 0 {
			return n
		}
		return a.From - b.From
	})
	for _, m := range list {
		if !r.free(m.From, m.To) {
			continue
		}
		it := &item{from: m.From, to: m.To, kind: isName, label: r.everyday(m.From, m.To)}
		for _, other := range list {
			if other.From == m.From && other.To == m.To {
				it.names = append(it.names, other)
				it.label = it.label && other.Kind == words.Dimension
			}
		}
		r.add(it)
	}
}

// meant reports whether a name may be meant at all. Everyday words name nothing unless they are spelled as the author did, with a capital
// or a digit (US is a carrier, us is not); what fills a sentence (from, to) may stand before a dimension's values.
func (r *reading) meant(m *words.Mention) bool {
	if !r.everyday(m.From, m.To) {
		return true
	}
	if _, fills := r.does(m.From, slotFill); fills && m.Kind == words.Dimension && m.To-m.From == 1 {
		return true
	}
	return r.slice(m.From, m.To) == m.Text && strings.ContainsFunc(m.Text, func(c rune) bool { return unicode.IsUpper(c) || unicode.IsDigit(c) })
}

// everyday reports whether all of some tokens are everyday words.
func (r *reading) everyday(from, to int) bool {
	return !slices.ContainsFunc(r.tokens[from:to], func(k token) bool { return !k.plain })
}

// grains reads units that are grouped by, so that no time is looked for in "by month in 2013".
func (r *reading) grains() {
	for at := range r.tokens {
		by, ok := r.does(at, slotBy, slotEach)
		if !ok {
			continue
		}
		from := at + len(by.words)
		u, ok := r.does(from, slotUnit)
		if to := from + len(u.words); ok && (r.tokens[at].folded != "po" || to == len(r.tokens) || !digitsOnly(r.tokens[to].folded)) {
			r.grain(at, to, u)
		}
	}
}

func (r *reading) grain(from, to int, u use) {
	r.add(&item{from: from, to: to, kind: isTime, choices: []Choice{{Role: AsGrain, Args: []string{units[u.value]}}}})
}

// extend gives words beside a name to it that another of its names holds: Delta Air Lines, average delay.
func (r *reading) extend() {
	for _, it := range r.items {
		if it.kind != isName || it.label {
			continue
		}
		for grown := true; grown; {
			grown = r.grow(it, it.to) || r.grow(it, it.from-1)
		}
	}
}

func (r *reading) grow(it *item, at int) bool {
	if at < 0 || at >= len(r.tokens) || r.owner[at] != nil || r.tokens[max(at, it.from)].comma {
		return false
	}
	word := r.tokens[at]
	if _, says := r.does(at, slotMany, slotSum, slotMean); word.plain && !says {
		return false
	}
	var holding []words.Mention
	for _, m := range it.names {
		if slices.Contains(r.index.Words(m), word.folded) {
			holding = append(holding, m)
		}
	}
	if len(holding) == 0 || len(holding) < len(it.names) && holding[0].Rank() > it.names[0].Rank() {
		return false
	}
	it.names = holding
	it.from, it.to = min(it.from, at), max(it.to, at+1)
	r.owner[at] = it
	return true
}

// ranks reads top 5, the 5 largest, monthly, with totals, year over year, which 3.
func (r *reading) ranks(at int) {
	if r.owner[at] != nil {
		return
	}
	number := func(at int) (int, bool) {
		if at >= len(r.tokens) || r.owner[at] != nil {
			return 0, false
		}
		if u, ok := r.does(at, slotCount); ok {
			return u.value, true
		}
		n, err := strconv.Atoi(r.tokens[at].folded)
		return n, err == nil && n > 0 && len(r.tokens[at].folded) <= 4
	}
	if u, ok := r.does(at, slotTop, slotBottom, slotMost, slotLeast, slotJudge); ok && !r.least(at) {
		end := at + len(u.words)
		if n, ok := number(end); ok {
			r.add(&item{from: at, to: end + 1, kind: isTop, use: u, n: n})
			return
		}
	}
	if n, ok := number(at); ok {
		if u, ok := r.does(at+1, slotMost, slotLeast, slotJudge); ok {
			r.add(&item{from: at, to: at + 1 + len(u.words), kind: isTop, use: u, n: n})
			return
		}
		if _, which := r.does(at-1, slotWhich); (which || r.grouped(at+1)) && r.tokens[at].folded != "one" {
			r.add(&item{from: at, to: at + 1, kind: isNumber, n: n})
			return
		}
	}
	if u, ok := r.does(at, slotEvery, slotOver, slotTotals, slotOthers, slotSort, slotDesc, slotAsc); ok {
		it := &item{from: at, to: at + len(u.words), kind: isWord, use: u}
		if u.slot == slotOver {
			it.kind, it.choices = isCompare, []Choice{offset(1, units[u.value])}
		}
		r.add(it)
	}
}

// least reports whether a word is part of at least or at most, which bound.
func (r *reading) least(at int) bool {
	return at > 0 && r.tokens[at-1].folded == "at" && (r.tokens[at].folded == "least" || r.tokens[at].folded == "most")
}

// grouped reports whether a dimension's name begins at a token: 5 carriers.
func (r *reading) grouped(at int) bool {
	return slices.ContainsFunc(r.mentions, func(m words.Mention) bool {
		return m.From == at && m.Kind == words.Dimension && !r.everyday(m.From, m.To)
	})
}

// metric is a visible metric, nil where there is none.
func (r *Resolver) metric(id string) *bundle.Metric {
	name, ok := strings.CutPrefix(id, "metric.")
	if !ok {
		return nil
	}
	return r.view.Metric(name)
}
