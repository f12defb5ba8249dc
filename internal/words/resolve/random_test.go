package resolve_test

import (
	"context"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"

	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
	"sutura.dev/catalog/demo"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/nearest"
	"sutura.dev/internal/words"
	"sutura.dev/internal/words/lemma"
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

var sequences = flag.Int("resolve.sequences", 10_000, "how many random texts TestRandom reads")

// Random words in any order are read without a panic, and twice the same. Nothing that is weak is bound or offered: what is named is
// found by its own words alone, by evidence that is not weak.
func TestRandom(t *testing.T) {
	view := build(t, demo.Files()).View(nil, false)
	r := resolverOf(view)
	vocabulary := vocabularyOf(view)
	known := newEvidence(view)
	workers := runtime.GOMAXPROCS(0)
	var group sync.WaitGroup
	for w := range workers {
		group.Go(func() {
			random := rand.New(rand.NewPCG(7, uint64(w)))
			for range *sequences / workers {
				text := sequence(random, vocabulary)
				o, err := r.Resolve(text, resolve.Context{Reference: "2014-05-15"})
				if err != nil {
					t.Errorf("%q: %v", text, err)
					return
				}
				checkBound(t, known, text, o)
				if random.IntN(20) == 0 {
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
		if b.ID != "" && b.ID != "period" && !known.names(b) {
			t.Errorf("%q: %q is taken for %s %v", text, b.Text, b.ID, b.Values)
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

// evidence knows the texts of everything that can be named, and compares them in a way of its own.
type evidence struct{ texts map[string][][]string }

func newEvidence(v *bundle.View) *evidence {
	e := &evidence{map[string][][]string{}}
	say := func(key string, texts ...string) {
		for _, t := range texts {
			list := strings.FieldsFunc(words.Fold(t), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
			if len(list) > 0 {
				e.texts[key] = append(e.texts[key], list)
			}
		}
	}
	prose := func(key string, p bundle.Prose) {
		say(key, p.Title)
		terms(key, p.Synonyms, say)
		for _, l := range p.Locales {
			say(key, l.Title)
			terms(key, l.Synonyms, say)
		}
	}
	for _, name := range v.Names() {
		m := v.Metric(name)
		say("metric."+name, name)
		prose("metric."+name, m.Prose)
		for _, asked := range m.Dimensions {
			r := v.Resolve(m.Measure.Terms[0].Model, asked)
			_, own, _ := strings.Cut(r.Name, ".")
			role, _, _ := strings.Cut(r.Name, ".")
			say(r.Name, r.Name, own, role)
			prose(r.Name, r.Dimension.Prose)
			for _, value := range r.Dimension.Values {
				say(r.Name+"="+value, value, r.Dimension.Prose.Labels[value])
				terms(r.Name+"="+value, r.Dimension.Prose.ValueWords[value], say)
			}
		}
	}
	for _, g := range v.Knowledge().Glossary {
		key := "metric." + g.Metric
		if g.Dimension != "" {
			if key = g.Dimension; g.Value != "" {
				key += "=" + g.Value
			}
		}
		terms(key, append([]bundle.Term{g.Term}, g.Synonyms...), say)
	}
	return e
}

func terms(key string, list []bundle.Term, say func(string, ...string)) {
	for _, t := range list {
		say(key, t.Text)
	}
}

// names reports whether all words of one text of a thing stand in some words, each for itself, mistyped at most.
func (e *evidence) names(b resolve.Binding) bool {
	keys := []string{b.Name}
	if strings.HasPrefix(b.ID, "metric.") {
		keys = []string{b.ID}
	}
	if b.Role == resolve.AsFilter || b.Role == resolve.AsExclude {
		value := b.Values[0]
		keys = []string{b.Name + "=" + value}
		if value == "true" || value == "false" {
			keys = append(keys, b.Name)
		}
		if slices.Contains(strings.Fields(b.Text), value) { // a literal
			return true
		}
	}
	said := strings.FieldsFunc(words.Fold(b.Text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for _, key := range keys {
		for _, text := range e.texts[key] {
			left := slices.Clone(said)
			if !slices.ContainsFunc(text, func(w string) bool {
				at := slices.IndexFunc(left, func(s string) bool { return like(w, s) })
				if at >= 0 {
					left = slices.Delete(left, at, at+1)
				}
				return at < 0
			}) {
				return true
			}
		}
	}
	return false
}

// like reports whether two words are one, forms of one, or a few typing mistakes apart.
func like(a, b string) bool {
	return a == b || slices.ContainsFunc(lemma.Languages(), func(l string) bool {
		s, _ := lemma.For(l)
		return s.Stem(a) == s.Stem(b)
	}) || min(len(a), len(b)) >= 5 && a[0] == b[0] && nearest.Edits([]rune(a), []rune(b)) <= 1+min(1, len(b)/8)
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
		if asked == 60 {
			return
		}
	}
	t.Logf("%d questions", asked)
	if asked < 50 {
		t.Errorf("only %d questions", asked)
	}
}
