package ground

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"sutura.dev/internal/words"
)

// language is the words of a language, by slot.
type language struct {
	code  string
	slots map[string][]form
	// begun are the forms of a slot by their first word.
	begun map[string]map[string][]form
}

// form is one spelling of a word of a slot.
type form struct {
	tokens    []string // folded; with its accents where another word is written so without them
	value     int
	ambiguous bool // it is an everyday word too: may, fall
}

// languages are read in this order; the first of equal ones counts.
var languages = sync.OnceValue(func() []*language {
	return []*language{newLanguage("en", english), newLanguage("de", german), newLanguage("cs", czech)}
})

// newLanguage reads a lexicon: lines of "slot value: forms", where a form's spellings share a stem as in led~en,na,nu, its words are
// joined by "_", and "!" behind it says that it is an everyday word too. The value may be left out.
func newLanguage(code, lexicon string) *language {
	l := &language{code, map[string][]form{}, map[string]map[string][]form{}}
	for line := range strings.Lines(lexicon) {
		head, forms, ok := strings.Cut(line, ": ")
		if !ok {
			continue
		}
		slot, number, _ := strings.Cut(head, " ")
		value, _ := strconv.Atoi(number)
		for f := range strings.FieldsSeq(forms) {
			f, ambiguous := strings.CutSuffix(f, "!")
			stem, endings, _ := strings.Cut(f, "~")
			for e := range strings.SplitSeq(endings, ",") {
				f := form{strings.Split(stem+e, "_"), value, ambiguous}
				l.slots[slot] = append(l.slots[slot], f)
				if l.begun[slot] == nil {
					l.begun[slot] = map[string][]form{}
				}
				first := words.Fold(f.tokens[0])
				l.begun[slot][first] = append(l.begun[slot][first], f)
			}
		}
	}
	return l
}

// take lists what the forms of a slot take at a place.
func (l *language) take(tokens []token, slot string, at int) []taken {
	var out []taken
	if at < 0 || at >= len(tokens) {
		return nil
	}
	for _, f := range l.begun[slot][tokens[at].text] {
		if f.stands(tokens, at) {
			out = append(out, taken{tokens: len(f.tokens), value: f.value})
		}
	}
	return out
}

func (f *form) stands(tokens []token, at int) bool {
	if at < 0 || at+len(f.tokens) > len(tokens) {
		return false
	}
	for i, t := range f.tokens {
		if tokens[at+i].text != t && tokens[at+i].raw != t || i > 0 && joins(tokens, at+i) {
			return false
		}
	}
	return true
}

// ambiguous reports whether the token is an everyday word beside its meaning in a slot.
func (l *language) ambiguous(tokens []token, at int) bool {
	for _, slot := range []string{"month", "season", "weekday"} {
		for i := range l.slots[slot] {
			if f := &l.slots[slot][i]; f.ambiguous && f.stands(tokens, at) {
				return true
			}
		}
	}
	return false
}

// ends reports whether a form of one of the slots ends just before a place, and where it begins.
func (l *language) ends(tokens []token, before int, slots ...string) (int, bool) {
	for _, slot := range slots {
		for i := range l.slots[slot] {
			f := &l.slots[slot][i]
			if at := before - len(f.tokens); f.stands(tokens, at) {
				return at, true
			}
		}
	}
	return before, false
}

// order sorts the languages: that of a locale first.
func order(locale string) []*language {
	all := slices.Clone(languages())
	code, _, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(locale), "_", "-"), "-")
	slices.SortStableFunc(all, func(a, b *language) int {
		switch code {
		case a.code:
			return -1
		case b.code:
			return 1
		}
		return 0
	})
	return all
}

// speaks reports whether the locale names one of the languages.
func speaks(locale string) bool {
	return locale != "" && strings.HasPrefix(strings.ToLower(locale), order(locale)[0].code)
}
