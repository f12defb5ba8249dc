package words

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Algorithm is a way of comparing a name with texts.
type Algorithm string

// The closed set of algorithms. Without one, names are matched precisely, and by looser ways only where that finds nothing.
const (
	Levenshtein Algorithm = "LEVENSHTEIN"  // edits of the whole text
	JaroWinkler Algorithm = "JARO_WINKLER" // characters near their places, and the beginning
	Tokens      Algorithm = "TOKENS"       // words, the rare ones first, with their own typing mistakes
)

// Algorithms lists them.
func Algorithms() []Algorithm { return []Algorithm{Levenshtein, JaroWinkler, Tokens} }

// ParseAlgorithm reads an algorithm's name; TATRMAN is another name of TOKENS.
func ParseAlgorithm(text string) (Algorithm, bool) {
	if text == "TATRMAN" {
		return Tokens, true
	}
	return Algorithm(text), slices.Contains(Algorithms(), Algorithm(text))
}

// Evidence is why a match is believed. What stands first outranks what comes later, whatever the scores.
type Evidence string

// The closed set of evidence.
const (
	ExactEvidence    Evidence = "exact"    // its name, title, value, label or term, but for case and marks
	DeclaredEvidence Evidence = "declared" // a synonym that the catalog's authors wrote, likewise
	StrongEvidence   Evidence = "strong"   // the same words in other forms or another order, or a few typing mistakes
	WeakEvidence     Evidence = "weak"     // some of the words, or looks alike
)

// Name is what is matched.
type Name struct {
	Text string
	// Category is metric, dimension, value or glossary, or a dimension's name or id for its values; empty for all. One that there is
	// not has nothing.
	Category string
	// Algorithm is empty for the cascade.
	Algorithm Algorithm
	// Limit bounds the matches; 0 is DefaultLimit, and more than MaxLimit is that.
	Limit int
}

// Match is one thing that a name may stand for.
type Match struct {
	Kind         Kind     `json:"kind" jsonschema:"what was found: metric, dimension, value or glossary"`
	ID           string   `json:"id" jsonschema:"its kind and name, such as metric.revenue; a value has its dimension's"`
	Name         string   `json:"name,omitempty" jsonschema:"how a question writes the metric or dimension"`
	Value        string   `json:"value,omitempty" jsonschema:"a value of the dimension, ready for a filter"`
	Means        string   `json:"means,omitempty" jsonschema:"the id of what a term of the glossary means"`
	MatchedField string   `json:"matched_field" jsonschema:"the text that matched best: name, title, term, synonym, label or value"`
	Text         string   `json:"text" jsonschema:"that text"`
	Method       string   `json:"method" jsonschema:"how: EXACT, TOKENS, TYPOS, or the algorithm that was asked for"`
	Evidence     Evidence `json:"evidence" jsonschema:"exact, declared (a synonym), strong or weak; it outranks the score"`
	Score        float64  `json:"score" jsonschema:"from 0 to 1, within its method"`
}

// Matches are the best ones, best first, and how many there are in all.
type Matches struct {
	Count   int
	Matches []Match
}

// scored is a text that matched.
type scored struct {
	text     int32
	method   string
	evidence Evidence
	score    float64
}

// Match finds what a name stands for: by the algorithm that is asked for, or by the first of these that finds anything. The whole text;
// its words, in any order and in other forms; few typing mistakes; some of the words, or much alike. A term whose author demands a closer
// match is only found by that.
func (x *Index) Match(n Name) Matches {
	q := x.matcher().query(n)
	var found []scored
	switch n.Algorithm {
	case Levenshtein, JaroWinkler, Tokens:
		found = q.by(n.Algorithm)
	default:
		for _, tier := range []func() []scored{q.exact, q.worded, q.mistyped, q.partly} {
			if found = tier(); len(found) > 0 {
				break
			}
		}
	}
	return x.matches(found, min(cmp.Or(max(n.Limit, 0), DefaultLimit), MaxLimit))
}

var evidences = []Evidence{ExactEvidence, DeclaredEvidence, StrongEvidence, WeakEvidence}

// matches keeps the best text of each entry, and sorts: by evidence, score, kind, id, value.
func (x *Index) matches(found []scored, limit int) Matches {
	best := map[int32]scored{}
	for _, f := range found {
		f.score = math.Round(f.score*1000) / 1000
		entry := x.texts[f.text].entry
		if b, ok := best[entry]; !ok || x.compare(f, b) < 0 {
			best[entry] = f
		}
	}
	all := make([]scored, 0, len(best))
	for _, f := range best {
		all = append(all, f)
	}
	slices.SortFunc(all, x.compare)
	out := Matches{Count: len(all), Matches: []Match{}}
	for _, f := range all[:min(limit, len(all))] {
		t := &x.texts[f.text]
		e := &x.entries[t.entry]
		out.Matches = append(out.Matches, Match{
			Kind: e.kind, ID: e.id, Name: e.name, Value: e.value, Means: e.means,
			MatchedField: fieldsOf[t.field].name, Text: t.text, Method: f.method, Evidence: f.evidence, Score: f.score,
		})
	}
	return out
}

func (x *Index) compare(a, b scored) int {
	ta, tb := &x.texts[a.text], &x.texts[b.text]
	ea, eb := &x.entries[ta.entry], &x.entries[tb.entry]
	return cmp.Or(cmp.Compare(slices.Index(evidences, a.evidence), slices.Index(evidences, b.evidence)), cmp.Compare(b.score, a.score),
		cmp.Compare(eb.worth, ea.worth), cmp.Compare(ea.rank, eb.rank), strings.Compare(ea.id, eb.id), strings.Compare(ea.value, eb.value), cmp.Compare(a.text, b.text))
}
