package words

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Said is a word of a text.
type Said struct {
	Text string
	// Plain says that it is an everyday word, such as "from": it names something only where it is spelled the same.
	Plain bool
}

// Mention is a run of words of a text that names something, by evidence that is not weak.
type Mention struct {
	From, To int // words, half-open
	Kind     Kind
	ID       string
	Name     string // as a question writes the metric or the dimension
	Value    string
	Label    string // what people call it
	Why      string // of a phrase that is not defined
	Text     string // that was matched, as its author wrote it
	Locale   string // of that text; empty for the catalog's own language
	Evidence Evidence
	Derived  bool // the text is a part of the name: product.category is a category
	Mistyped bool // a typing mistake was overlooked
	Retired  bool // a metric that should not be asked any more
	entry    int32
}

// Rank orders mentions by their evidence, and where that is the same those of a text of its own before those of a part of the name: what is
// lower outranks what is higher.
func (m *Mention) Rank() int {
	rank := 2 * slices.Index(evidences, m.Evidence)
	if m.Derived {
		rank++
	}
	return rank
}

// EvidenceOf is the evidence of a rank.
func EvidenceOf(rank int) Evidence { return evidences[rank/2] }

// maxMention is how many words a name has that is found within a text.
const maxMention = 8

// Mentions finds what the words of a text name, each run of words for itself: as they are written, in other forms, in another order, or
// with few typing mistakes. A mistyped word has five characters or more and begins as it should. Of one thing and one run of words only the
// best match counts. They come by place, then in the index's order. A term whose author demands a closer match is only found by that.
func (x *Index) Mentions(said []Said) []Mention {
	m := x.matcher()
	f := &finder{matcher: m, said: said, kin: make([][]likeness, len(said)), folded: make([]string, len(said)), names: make([][maxMention + 1][]int32, len(said))}
	for i, w := range said {
		f.folded[i] = Fold(w.Text)
		f.look(i)
	}
	var out []Mention
	for from := range said {
		out = append(out, f.notDefined(from)...)
		for to := from + 1; to <= min(from+maxMention, len(said)) && len(f.kin[to-1]) > 0; to++ {
			out = append(out, f.between(from, to)...)
		}
	}
	return out
}

// finder finds mentions in one text.
type finder struct {
	*matcher
	said   []Said
	folded []string
	kin    [][]likeness // of each word, what is like it
	// names are those that hold a word like each, by their number of words.
	names [][maxMention + 1][]int32
}

// leastMistyped is how long a word is whose typing mistakes are overlooked in a text: shorter ones are other words.
const leastMistyped = 5

// look finds what is like a word. Mistakes are only looked for where no name has the word.
func (f *finder) look(i int) {
	word := f.folded[i]
	if f.said[i].Plain {
		if at, ok := slices.BinarySearch(f.vocabulary.words, word); ok {
			f.kin[i] = []likeness{{at, same, 0, 1}}
			f.post(i)
		}
		return
	}
	f.kin[i] = f.alikeWords(word, false)
	if f.post(i) || utf8.RuneCountInString(word) < leastMistyped {
		return
	}
	first, _ := utf8.DecodeRuneInString(word)
	f.kin[i] = slices.DeleteFunc(f.alikeWords(word, true), func(l likeness) bool {
		w := f.vocabulary.words[l.word]
		begins, _ := utf8.DecodeRuneInString(w)
		return l.how != typed || begins != first || utf8.RuneCountInString(w) < leastMistyped
	})
	f.post(i)
}

// post lists the names that hold a word like the ith; false where there are none.
func (f *finder) post(i int) bool {
	found := false
	for _, l := range f.kin[i] {
		for _, text := range f.found[l.word] {
			at := f.of[text]
			if at < 0 {
				continue
			}
			if n := len(f.matcher.names[at].words); n <= maxMention {
				f.names[i][n] = append(f.names[i][n], at)
				found = true
			}
		}
	}
	return found
}

// between lists what a run of words names.
func (f *finder) between(from, to int) []Mention {
	rarest := from
	for i := from; i < to; i++ {
		if len(f.names[i][to-from]) < len(f.names[rarest][to-from]) {
			rarest = i
		}
	}
	best := map[int32]Mention{}
	for _, at := range f.names[rarest][to-from] {
		n := &f.matcher.names[at]
		tier := f.tier(n, from, to)
		if tier < 0 {
			continue
		}
		mention := f.mention(n.text, from, to, (&query{matcher: f.matcher}).evidence(n, tier))
		mention.Mistyped = tier == 2
		if b, ok := best[mention.entry]; !ok || mention.Rank() < b.Rank() {
			best[mention.entry] = mention
		}
	}
	out := make([]Mention, 0, len(best))
	for _, m := range best {
		out = append(out, m)
	}
	slices.SortFunc(out, func(a, b Mention) int { return int(a.entry) - int(b.entry) })
	return out
}

func (f *finder) mention(at int32, from, to int, e Evidence) Mention {
	t := &f.texts[at]
	v := &f.entries[t.entry]
	m := Mention{From: from, To: to, Kind: v.kind, ID: v.id, Name: v.name, Value: v.value, Label: v.title, Why: v.why,
		Text: t.text, Locale: t.locale, Derived: t.field == fieldShort, Evidence: e, Retired: v.worth < 1, entry: t.entry}
	if v.kind == Glossary {
		m.ID = v.means
	}
	return m
}

// tier is how a run of words is a name: 0 as it is written, 1 in other forms or another order, 2 with typing mistakes; -1 not at all.
func (f *finder) tier(n *name, from, to int) int {
	t := &f.texts[n.text]
	if t.demand.demanding() {
		var raw []string
		for _, w := range f.said[from:to] {
			raw = append(raw, w.Text)
		}
		q := f.query(Name{Text: strings.Join(raw, " ")})
		tier, _ := q.demanded(n)
		return tier
	}
	worst, left := 0, slices.Clone(n.words)
	for i := from; i < to; i++ {
		at, how := -1, same
		for _, l := range f.kin[i] {
			if l.how == inflected && t.demand.lemma == not {
				continue
			}
			// The word at its own place before the same word elsewhere.
			if p := slices.Index(left, int32(l.word)); p >= 0 && (at < 0 || left[i-from] == int32(l.word)) {
				at, how = p, l.how
				if left[i-from] == int32(l.word) {
					at = i - from
					break
				}
			}
		}
		if at < 0 {
			return -1
		}
		left[at] = -1
		switch {
		case how == typed:
			worst = 2
		case how == inflected || at != i-from:
			worst = max(worst, 1)
		}
	}
	return worst
}

// notDefined lists the phrases recorded as not defined that begin at a word, in any of their forms.
func (f *finder) notDefined(from int) []Mention {
	var out []Mention
	for _, p := range f.denied {
		to := from + len(p.words)
		if to > len(f.said) || !slices.EqualFunc(f.folded[from:to], p.words, formsOfOne) {
			continue
		}
		e := StrongEvidence
		if slices.Equal(f.folded[from:to], p.words) {
			e = ExactEvidence
		}
		out = append(out, f.mention(p.text, from, to, e))
	}
	return out
}

// phrase is one that is recorded as not defined.
type phrase struct {
	text  int32
	words []string
}

// Words lists the words of all names of what a mention names, folded: a name in full explains more of a text than its short form.
func (x *Index) Words(m Mention) []string {
	var out []string
	at, _ := slices.BinarySearchFunc(x.texts, m.entry, func(t text, entry int32) int { return int(t.entry) - int(entry) })
	for ; at < len(x.texts) && x.texts[at].entry == m.entry; at++ {
		if t := &x.texts[at]; t.field != fieldDescription && t.field != fieldTag {
			out = append(out, split(Fold(t.text))...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
