package words

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"sutura.dev/internal/nearest"
	"sutura.dev/internal/words/lemma"
)

// matcher is an index for names.
type matcher struct {
	*Index
	// names are the texts that a name is compared with: all but descriptions, tags, phrases that are not defined and saved questions.
	names []name
	// of has the place in names of each text; -1 for those that are not there.
	of []int32
	// sieve and wordSieve let few names, and few words of the vocabulary, through to be compared.
	sieve, wordSieve *sieve
	// whole lists the names of a folded text.
	whole map[string][]int32
	// stemmed lists the words of the vocabulary that are not their own stems, by language and stem.
	stemmed map[string][]int32
	// demanding are the names whose authors demand a closer match.
	demanding []int32
	// denied are the phrases that are recorded as not defined.
	denied []phrase
	values map[string]bool // the ids and names of dimensions that have values
}

// name is a text as it is compared.
type name struct {
	folded string
	length int  // characters
	coded  bool // it has digits
	text   int32
	words  []int32 // in order
	weight float64 // of all its words
}

func newMatcher(x *Index) *matcher {
	m := &matcher{Index: x, of: make([]int32, len(x.texts)), whole: map[string][]int32{}, stemmed: map[string][]int32{}, values: map[string]bool{}}
	place := make(map[string]int32, len(x.words))
	for i, w := range x.words {
		place[w] = int32(i)
		for _, l := range lemma.Languages() {
			s, _ := lemma.For(l)
			if stem := s.Stem(w); stem != w {
				m.stemmed[l+" "+stem] = append(m.stemmed[l+" "+stem], int32(i))
			}
		}
	}
	for i := range x.texts {
		t := &x.texts[i]
		e := &x.entries[t.entry]
		m.of[i] = -1
		if t.field == fieldPhrase {
			m.denied = append(m.denied, phrase{int32(i), split(Fold(t.text))})
		}
		if t.field == fieldTag || t.field == fieldDescription || e.kind == NotDefined || e.kind == Query {
			continue
		}
		if e.kind == Value {
			m.values[e.id], m.values[e.name] = true, true
		}
		parts := split(Fold(t.text))
		n := name{folded: strings.Join(parts, " "), text: int32(i)}
		n.length, n.coded = utf8.RuneCountInString(n.folded), strings.ContainsFunc(n.folded, unicode.IsDigit)
		for _, p := range parts {
			n.words = append(n.words, place[p])
			n.weight += m.weight(int(place[p]))
		}
		at := int32(len(m.names))
		m.of[i] = at
		m.names = append(m.names, n)
		m.whole[n.folded] = append(m.whole[n.folded], at)
		if t.demand.demanding() {
			m.demanding = append(m.demanding, at)
		}
	}
	m.sieve = newSieve(len(m.names), func(i int) string { return m.names[i].folded })
	m.wordSieve = newSieve(len(x.words), func(i int) string { return x.words[i] })
	return m
}

// demanding reports whether an author demands more than is usual.
func (d demand) demanding() bool { return d.whole || d.typos >= 0 }

// weight is what a word of the vocabulary is worth: a rare one more.
func (m *matcher) weight(word int) float64 {
	return m.weightOf(len(m.found[word]))
}

// weightOf is what a word is worth that so many texts hold.
func (m *matcher) weightOf(texts int) float64 {
	return math.Log1p(float64(len(m.texts)) / float64(max(1, texts)))
}

// query is one name on its way.
type query struct {
	*matcher
	folded  string
	written string // as the author's spelling is compared
	words   []string
	length  int // characters
	coded   bool
	column  *column
	takes   func(e *entry) bool
	kin     [][]likeness // of each word, what is like it
	weights []float64    // of each word: that of the rarest word that is like it
}

// query reads a name. One that is too long is none, and of one with very many words only the whole text is compared.
func (m *matcher) query(n Name) *query {
	q := &query{matcher: m, takes: m.category(n.Category)}
	if utf8.RuneCountInString(n.Text) <= MaxLength {
		q.written, q.words = written(n.Text), split(Fold(n.Text))
	}
	q.folded = strings.Join(q.words, " ")
	if len(q.words) > maxWords {
		q.words = nil
	}
	q.length, q.coded, q.column = utf8.RuneCountInString(q.folded), strings.ContainsFunc(q.folded, unicode.IsDigit), newColumn(q.folded)
	return q
}

// written is a text as an author's spelling is compared: marks count, case and spaces do not.
func written(s string) string {
	return strings.Join(strings.Fields(norm.NFC.String(strings.ToLower(strings.ToValidUTF8(s, "\uFFFD")))), " ")
}

// category says which entries one has; those of an unknown one are none.
func (m *matcher) category(c string) func(*entry) bool {
	c = strings.ToLower(c) // as all names are
	switch kind := Kind(c); {
	case c == "":
		return func(*entry) bool { return true }
	case kind == Metric, kind == Dimension, kind == Value, kind == Glossary:
		return func(e *entry) bool { return e.kind == kind }
	case m.values[c]:
		return func(e *entry) bool { return e.kind == Value && (e.name == c || e.id == c) }
	}
	return func(*entry) bool { return false }
}

// usual reports whether a name is asked for, and matched in the usual way.
func (q *query) usual(n *name) bool {
	t := &q.texts[n.text]
	return !t.demand.demanding() && q.takes(&q.entries[t.entry])
}

// demanded is how the query meets what authors demand: 0 the whole text, 1 its words, 2 few typing mistakes; -1 not at all.
func (q *query) demanded(n *name) (tier int, score float64) {
	t := &q.texts[n.text]
	if !q.takes(&q.entries[t.entry]) {
		return -1, 0
	}
	text := written(t.text)
	if q.folded == "" {
		return -1, 0
	}
	a, b := split(q.written), split(text)
	switch {
	case text == q.written:
		return 0, 1
	case t.demand.exact:
		return -1, 0
	case t.demand.whole && sameWords(a, b):
		return 1, wordsScore
	case t.demand.lemma == always && q.sameForms(b):
		return 1, wordsScore
	case t.demand.typos >= 0:
		x, y := []rune(q.written), []rune(text)
		short := min(len(x), len(y)) < leastTyped // a code is only itself, whatever is demanded: one edit makes it another
		if d := nearest.Edits(x, y); d <= int(t.demand.typos) && !short && sameNumbers(q.written, text) {
			return 2, 1 - float64(d)/float64(max(len(x), len(y)))
		}
	}
	return -1, 0
}

// wordsScore is the score of the same words in another order or other forms.
const wordsScore = 0.9

func sameWords(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// sameForms reports whether an author's words are the query's in some form, in any order.
func (q *query) sameForms(of []string) bool {
	left := slices.Clone(of)
	for _, w := range q.words {
		i := slices.IndexFunc(left, func(o string) bool { return formsOfOne(w, Fold(o)) })
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
	}
	return len(left) == 0 && len(of) > 0
}

// formsOfOne reports whether two folded words are forms of one in one of the languages.
func formsOfOne(a, b string) bool {
	return a == b || slices.ContainsFunc(lemma.Languages(), func(l string) bool {
		s, _ := lemma.For(l)
		return s.Stem(a) == s.Stem(b)
	})
}
