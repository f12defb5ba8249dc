package words

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// The bounds of a search.
const (
	DefaultLimit = 10
	MaxLimit     = 50
	MaxLength    = 256 // characters of the words
	maxWords     = 16  // that are looked at
)

// Words is what is searched for.
type Words struct {
	Text string
	// Kinds are what may be found; none: everything.
	Kinds []Kind
	// Limit bounds the hits; 0 is DefaultLimit, and more than MaxLimit is that.
	Limit int
	// Locale looks at the catalog's own language and this one; empty: at all.
	Locale string
}

// Results are the best hits, best first, and how many there are in all.
type Results struct {
	Count int
	Hits  []Hit
}

// Hit is one thing that the words may mean.
type Hit struct {
	Kind         Kind     `json:"kind" jsonschema:"what was found: not_defined, metric, dimension, value, glossary or query"`
	ID           string   `json:"id" jsonschema:"its kind and name, such as metric.revenue; a value has its dimension's"`
	Name         string   `json:"name,omitempty" jsonschema:"how a question writes the metric or dimension; of a saved question, its name"`
	Title        string   `json:"title,omitempty" jsonschema:"what people call it"`
	Value        string   `json:"value,omitempty" jsonschema:"a value of the dimension, ready for a filter"`
	Means        string   `json:"means,omitempty" jsonschema:"the id of what a term of the glossary means"`
	Why          string   `json:"why,omitempty" jsonschema:"why a phrase has no meaning here"`
	Metrics      []string `json:"metrics,omitempty" jsonschema:"some metrics that are asked by it, five at most"`
	MoreMetrics  int      `json:"more_metrics,omitempty" jsonschema:"how many more are"`
	MatchedField string   `json:"matched_field" jsonschema:"the text that matched best: name, title, term, phrase, synonym, label, value, tag or description"`
	Snippet      string   `json:"snippet" jsonschema:"a piece of that text"`
	// Score is rounded to a thousandth. 1: the words are its name.
	Score float64 `json:"score" jsonschema:"from 0 to 1, 1 where the words are its name"`
}

// least is the score below which something is no hit.
const least = 0.1

// Search ranks what the words may mean: by score, then kind, then id and value.
func (x *Index) Search(w Words) Results {
	asked := distinct(split(Fold(w.Text)))
	r := ranking{
		Index: x, asked: asked, best: make([]float32, len(x.texts)), exact: make([]int32, len(x.texts)),
		cover: make([]float32, len(x.texts)), across: make([]float32, len(x.entries)), locale: w.Locale,
	}
	for _, word := range asked {
		r.word(word)
	}
	count, best := r.rank(w.Kinds, min(cmp.Or(max(w.Limit, 0), DefaultLimit), MaxLimit))
	out := Results{Count: count, Hits: make([]Hit, len(best))}
	for i, h := range best {
		out.Hits[i] = x.hit(h, asked, w.Locale)
	}
	return out
}

func distinct(words []string) []string {
	var out []string
	for _, w := range words {
		if len(out) < maxWords && !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

// ranking is one search on its way.
type ranking struct {
	*Index
	asked  []string
	locale string
	total  float32   // weight of the words so far
	best   []float32 // of each text: the worth of the word at hand
	exact  []int32   // of each text: how many of its words were typed as they are
	cover  []float32 // of each text: the weight of the words that it answers
	across []float32 // of each entry: the same over all of its texts
}

// word adds one word to what every text and entry answers. A rare word weighs more than a common one; a word that occurs
// nowhere weighs little, since it tells nothing apart.
func (r *ranking) word(word string) {
	var touched []int32
	for _, l := range r.alike(word) {
		for _, at := range r.found[l.word] {
			t := &r.texts[at]
			if !r.speaks(t.locale) || !t.demand.accepts(l) {
				continue
			}
			if r.best[at] == 0 {
				touched = append(touched, at)
			}
			r.best[at] = max(r.best[at], l.worth)
			if l.how == same {
				r.exact[at]++
			}
		}
	}
	weight := float32(1)
	if len(touched) > 0 {
		weight = float32(math.Log1p(float64(len(r.texts)) / float64(len(touched))))
	}
	r.total += weight
	slices.Sort(touched) // the texts of an entry lie side by side
	for i := 0; i < len(touched); {
		entry, most := r.texts[touched[i]].entry, float32(0)
		for ; i < len(touched) && r.texts[touched[i]].entry == entry; i++ {
			at := touched[i]
			r.cover[at] += weight * r.best[at]
			most = max(most, r.best[at]*fieldsOf[r.texts[at].field].worth)
			r.best[at] = 0
		}
		r.across[entry] += weight * most
	}
}

// speaks reports whether a text in this locale counts.
func (r *ranking) speaks(locale string) bool {
	return locale == "" || r.locale == "" || sameLanguage(locale, r.locale)
}

// sameLanguage compares cs with cs-CZ as equal.
func sameLanguage(a, b string) bool {
	language := func(s string) string {
		before, _, _ := strings.Cut(strings.ReplaceAll(s, "_", "-"), "-")
		return before
	}
	return strings.EqualFold(language(a), language(b))
}

// ranked is an entry, its score, and the text that earned it.
type ranked struct {
	entry, text int32
	score       float64
}

// rank counts the hits and returns the best.
func (r *ranking) rank(kinds []Kind, limit int) (count int, best []ranked) {
	order := func(a, b ranked) int {
		x, y := &r.entries[a.entry], &r.entries[b.entry]
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(x.rank, y.rank), strings.Compare(x.id, y.id), strings.Compare(x.value, y.value))
	}
	best = make([]ranked, 0, limit+1)
	for at := 0; at < len(r.texts); {
		h := ranked{entry: r.texts[at].entry, text: -1}
		e := &r.entries[h.entry]
		for ; at < len(r.texts) && r.texts[at].entry == h.entry; at++ {
			if r.cover[at] == 0 {
				continue
			}
			if s := r.score(at); s > h.score {
				h.score, h.text = s, int32(at)
			}
		}
		if h.text < 0 || len(kinds) > 0 && !slices.Contains(kinds, e.kind) {
			continue
		}
		h.score = max(h.score, 0.85*float64(r.across[h.entry]/r.total)) * float64(e.worth)
		if h.score = min(1, math.Round(h.score*1000)/1000); h.score < least {
			continue
		}
		count++
		if len(best) == limit && order(h, best[limit-1]) > 0 {
			continue
		}
		i, _ := slices.BinarySearchFunc(best, h, order)
		best = slices.Insert(best, i, h)
		best = best[:min(len(best), limit)]
	}
	return count, best
}

// score is how well one text answers all words, from 0 to 1. A text that holds other words too is worth a little less. A
// text that the words hold whole answers even where they hold more: "load factor of United" is about the load factor.
func (r *ranking) score(at int) float64 {
	t := &r.texts[at]
	cover, length := float64(r.cover[at]/r.total), float64(t.words)
	score := cover * (0.85 + 0.15*min(1, float64(len(r.asked))/length))
	if r.exact[at] >= t.words && t.field != fieldDescription && t.field != fieldTag {
		whole := 0.7
		if t.field == fieldPhrase {
			whole = 0.9
		}
		score = max(score, whole+(1-whole)*cover)
	}
	return score * float64(fieldsOf[t.field].worth)
}

// hit is an entry as it is told.
func (x *Index) hit(r ranked, asked []string, locale string) Hit {
	e, t := &x.entries[r.entry], &x.texts[r.text]
	h := Hit{
		Kind: e.kind, ID: e.id, Name: e.name, Title: e.title, Value: e.value, Means: e.means, Why: e.why, Metrics: e.metrics, MoreMetrics: e.more,
		MatchedField: fieldsOf[t.field].name, Snippet: snippet(t.text, asked), Score: r.score,
	}
	if e.prose != nil && locale != "" {
		for _, l := range e.prose.Locales {
			if l.Title != "" && sameLanguage(l.Locale, locale) {
				h.Title = l.Title
				break
			}
		}
	}
	return h
}
