package resolve_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
	"sutura.dev/catalog/demo"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/words"
	"sutura.dev/internal/words/resolve"
)

// noise is words that people say around names, and some that only look like names.
var noise = strings.Fields(`by per of from to and or without not except top bottom 5 10 3 2013 June 2013-Q2 last month year week over at least more than
	vs compared the most highest best worst which how many total average number with totals others sorted descending monthly day
	nach je ohne und die höchsten letzten Monat im Juli über mindestens gegenüber Vorjahr podle bez a nejvyšší minulý rok v červnu nad 20 tisíc oproti
	flihgts delau carrer orgin Newerk xyzzy qwerty frobnicate late-ish 99 1.200 12:00 % € US us as AS`)

// vocabularyOf is the words of a view's names, some of them mistyped.
func vocabularyOf(v *bundle.View) []string {
	var out []string
	add := func(texts ...string) {
		for _, t := range texts {
			out = append(out, strings.FieldsFunc(t, func(r rune) bool { return strings.ContainsRune(" _.,-/", r) })...)
		}
	}
	for _, name := range v.Names() {
		m := v.Metric(name)
		add(name, m.Prose.Title, m.Prose.Description)
		for _, s := range m.Prose.Synonyms {
			add(s.Text)
		}
		for _, d := range m.Dimensions {
			r := v.Resolve(m.Measure.Terms[0].Model, d)
			add(r.Name, r.Dimension.Prose.Title)
			for _, value := range r.Dimension.Values {
				add(value, r.Dimension.Prose.Labels[value])
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// sequence is some words of a vocabulary and some noise, a few of them mistyped.
func sequence(r *rand.Rand, vocabulary []string) string {
	var out []string
	for range 1 + r.IntN(8) {
		w := noise[r.IntN(len(noise))]
		if r.IntN(5) < 3 {
			w = vocabulary[r.IntN(len(vocabulary))]
		}
		if runes := []rune(w); len(runes) > 3 && r.IntN(8) == 0 {
			at := 1 + r.IntN(len(runes)-2)
			runes[at], runes[at+1] = runes[at+1], runes[at]
			w = string(runes)
		}
		out = append(out, w)
	}
	return strings.Join(out, " ")
}

// sequences is how many random texts are read.
const sequences = 100_000

// Random words in any order are read without a panic, and twice the same. Nothing that is weak is bound or offered: what is named is
// found by its own words alone, by evidence that is not weak.
func TestRandom(t *testing.T) {
	view := build(t, demo.Files()).View(nil, false)
	index := words.New(view)
	r := resolve.New(view, index)
	vocabulary := vocabularyOf(view)
	known := &evidence{index: index, strong: map[string]map[string]bool{}}
	workers := runtime.GOMAXPROCS(0)
	var group sync.WaitGroup
	for w := range workers {
		group.Go(func() {
			random := rand.New(rand.NewPCG(7, uint64(w)))
			for range sequences / workers {
				text := sequence(random, vocabulary)
				o, err := r.Resolve(text, resolve.Context{Reference: "2014-05-15"})
				if err != nil {
					t.Errorf("%q: %v", text, err)
					return
				}
				checkBound(t, known, text, o)
				if random.IntN(10) == 0 {
					again, _ := r.Resolve(text, resolve.Context{Reference: "2014-05-15"})
					if a, b := encoded(t, o), encoded(t, again); a != b {
						t.Errorf("%q: %s, and again %s", text, a, b)
					}
				}
			}
		})
	}
	group.Wait()
}

func checkBound(t *testing.T, known *evidence, text string, o *resolve.Outcome) {
	t.Helper()
	for _, b := range o.Bindings {
		value := ""
		if b.Role == resolve.AsFilter || b.Role == resolve.AsExclude {
			value = b.Values[0]
		}
		if b.ID != "" && b.ID != "period" && !known.names(b.Text, b.ID, value) {
			t.Errorf("%q: %q is taken for %s %s", text, b.Text, b.ID, value)
		}
	}
	if o.Kind == resolve.Clarification {
		for _, p := range o.State.Parts {
			for _, c := range p.May {
				if c.Rank >= 6 {
					t.Errorf("%q: %s is offered by weak evidence", text, c.ID)
				}
			}
		}
	}
}

// evidence knows which words name what, by a way of its own: Match.
type evidence struct {
	index  *words.Index
	mu     sync.Mutex
	strong map[string]map[string]bool // by text: ids and values
}

// names reports whether some of the words of a text, side by side, match a thing, by evidence that is not weak.
func (e *evidence) names(text, id, value string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	list := strings.Fields(strings.ToLower(text))
	for from := range list {
		for to := from + 1; to <= len(list); to++ {
			span := strings.Join(list[from:to], " ")
			found := e.strong[span]
			if found == nil {
				found = map[string]bool{}
				for _, m := range e.index.Match(words.Name{Text: span, Limit: words.MaxLimit}).Matches {
					if m.Evidence == words.WeakEvidence {
						continue
					}
					target := m.ID
					if m.Means != "" {
						target = m.Means
					}
					found[target+"="+m.Value] = true
					found[target] = true
				}
				e.strong[span] = found
			}
			if found[id+"="+value] || value != "" && (value == "true" || value == "false") && found[id] || value != "" && strings.EqualFold(span, value) {
				return true
			}
		}
	}
	return false
}

func encoded(t *testing.T, o *resolve.Outcome) string {
	t.Helper()
	data, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// What random words of the catalog come to, where it is a question, is answered by its data.
func TestRandomAnswered(t *testing.T) {
	b := build(t, demo.Files())
	view := b.View(nil, false)
	r := resolverOf(view)
	engine := opened(t, b, worlds[0].folder)
	vocabulary := vocabularyOf(view)
	random := rand.New(rand.NewPCG(11, 0))
	asked := 0
	for range 20_000 {
		text := sequence(random, vocabulary)
		o, err := r.Resolve(text+" in June 2013", resolve.Context{Reference: "2014-05-15"})
		if err != nil {
			t.Fatal(err)
		}
		if o.Question == nil {
			continue
		}
		asked++
		outcome, err := engine.Ask(context.Background(), *o.Question)
		if _, ok := outcome.(*answer.Answer); err != nil || !ok {
			t.Errorf("%q: %s is not answered: %v %+v", text, question.Encode(*o.Question), err, outcome)
		}
		if asked == 150 {
			return
		}
	}
	t.Logf("%d questions", asked)
	if asked < 50 {
		t.Errorf("only %d questions", asked)
	}
}
