package words

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"

	"sutura.dev/bundle"
)

// Kind is what was found.
type Kind string

// The closed set of kinds, those first that say most about what to ask.
const (
	NotDefined Kind = "not_defined" // a phrase recorded as having no meaning here
	Metric     Kind = "metric"
	Dimension  Kind = "dimension"
	Value      Kind = "value" // of a dimension
	Glossary   Kind = "glossary"
	Query      Kind = "query" // a saved question
)

// Kinds lists them, in the order in which equal hits come.
func Kinds() []Kind { return []Kind{NotDefined, Metric, Dimension, Value, Glossary, Query} }

// Index holds the words of a view. It is immutable and safe for concurrent use.
type Index struct {
	view    *bundle.View
	entries []entry
	texts   []text
	vocabulary
	// found lists, of each word of the vocabulary, the texts that hold it.
	found [][]int32
	// matcher is made when a name is first matched.
	matcher func() *matcher
}

// entry is something that can be found.
type entry struct {
	kind  Kind
	rank  uint8 // of the kind, among equals
	id    string
	name  string // as a question writes it
	title string
	means string // of the glossary: an id
	value string
	why   string
	// prose has the titles in other languages; nil where there are none.
	prose   *bundle.Prose
	metrics []string // that are asked by it
	more    int      // that are too, and are not named
	worth   float32  // 1, less for what should not be asked any more
}

// text is one text of an entry.
type text struct {
	entry  int32
	words  int32 // different ones
	field  field
	demand demand
	locale string // empty: the catalog's language
	text   string
}

// field is which text of an entry it is.
type field uint8

const (
	fieldName field = iota
	fieldShort
	fieldTitle
	fieldTerm
	fieldPhrase
	fieldSynonym
	fieldLabel
	fieldValue
	fieldTag
	fieldDescription
	fields
)

// fieldsOf says how each field is called, and what finding a word there is worth.
var fieldsOf = [fields]struct {
	name  string
	worth float32
}{
	{"name", 1}, {"name", 0.9}, {"title", 1}, {"term", 1}, {"phrase", 1}, {"synonym", 0.95}, {"label", 0.9}, {"value", 0.9}, {"tag", 0.6}, {"description", 0.5},
}

// demand is how closely an author wants a term to be matched.
type demand struct {
	whole bool // word by word, without mistakes
	typos int8 // at most so many; -1: any
	exact bool // the whole text
	lemma lemmas
}

// lemmas says whether other forms of a term's words count.
type lemmas uint8

const (
	asUsual lemmas = iota // where nothing closer is demanded
	always
	not
)

func demandOf(match string) demand {
	switch {
	case match == "EXACT", match == "TOKENS":
		return demand{whole: true, exact: match == "EXACT"}
	case strings.HasPrefix(match, "TYPOS(") && len(match) == len("TYPOS(1)"):
		return demand{typos: int8(match[len("TYPOS(")] - '0')}
	}
	return demand{typos: -1}
}

func (d demand) accepts(l likeness) bool {
	switch {
	case l.how == same:
		return true
	case d.whole:
		return false
	case d.typos >= 0:
		return l.how != inside && l.typos <= int(d.typos)
	}
	return true
}

// New reads a view. Build one a view and keep it.
func New(view *bundle.View) *Index {
	c := &collector{Index: &Index{view: view}, words: map[string][]int32{}}
	c.collect()
	words := slices.Sorted(maps.Keys(c.words))
	c.vocabulary = newVocabulary(words)
	c.found = make([][]int32, len(words))
	for i, w := range words {
		c.found[i] = slices.Clip(c.words[w])
	}
	c.matcher = sync.OnceValue(func() *matcher { return newMatcher(c.Index) })
	return c.Index
}

// collector gathers what a view may see.
type collector struct {
	*Index
	words map[string][]int32
	// dimensions are those that visible metrics are asked by.
	dimensions []*dimension
	byName     map[string]*dimension // the first of a name
}

// dimension is one that visible metrics are asked by; what has one identity is one.
type dimension struct {
	*bundle.Resolved
	model   string
	metrics []string
	more    int
}

func (d *dimension) id() string { return "dimension." + d.model + "." + d.Name }

// add begins an entry; the texts that follow are its.
func (c *collector) add(e entry) {
	if e.worth == 0 {
		e.worth = 1
	}
	e.rank = uint8(slices.Index(Kinds(), e.kind))
	c.entries = append(c.entries, e)
}

// say adds a text of the entry that was begun last.
func (c *collector) say(f field, locale, s string, d demand) {
	found := split(Fold(s))
	if len(found) == 0 {
		return
	}
	slices.Sort(found)
	found = slices.Compact(found)
	at := int32(len(c.texts))
	c.texts = append(c.texts, text{int32(len(c.entries) - 1), int32(len(found)), f, d, locale, s})
	for _, w := range found {
		c.words[w] = append(c.words[w], at)
	}
}

func (c *collector) terms(f field, locale string, terms []bundle.Term) {
	for _, t := range terms {
		c.term(f, locale, t)
	}
}

func (c *collector) term(f field, locale string, t bundle.Term) {
	d := demandOf(t.Match)
	if t.Lemma != nil {
		d.lemma = not
		if *t.Lemma {
			d.lemma = always
		}
	}
	c.say(f, locale, t.Text, d)
}

func (c *collector) prose(p *bundle.Prose) {
	c.say(fieldTitle, "", p.Title, demandOf(""))
	c.terms(fieldSynonym, "", p.Synonyms)
	for _, tag := range p.Tags {
		c.say(fieldTag, "", tag, demandOf(""))
	}
	c.say(fieldDescription, "", p.Description, demandOf(""))
	for _, l := range p.Locales {
		c.say(fieldTitle, l.Locale, l.Title, demandOf(""))
		c.terms(fieldSynonym, l.Locale, l.Synonyms)
		c.say(fieldDescription, l.Locale, l.Description, demandOf(""))
	}
}

// inOrder sorts dimensions by name, then by the model that gives them their id.
func inOrder(a, b *dimension) int {
	return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.model, b.model))
}
