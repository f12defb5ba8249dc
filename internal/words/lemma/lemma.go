package lemma

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Stemmer reduces a folded word (lower case, without marks) to what its forms share. It is pure.
type Stemmer interface {
	// Stem is the word itself where no rule applies.
	Stem(word string) string
}

// Languages lists the languages that have a stemmer.
func Languages() []string { return []string{"en", "de", "cs"} }

// For is the stemmer of a language or a locale such as cs-CZ; false where there is none.
func For(locale string) (Stemmer, bool) {
	code, _, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(locale), "_", "-"), "-")
	for _, t := range tables {
		if t.language == code {
			return t, true
		}
	}
	return nil, false
}

// Rule takes an ending off a word.
type Rule struct {
	Endings []string // the longest that fits is taken
	Becomes string   // what stands there instead
	Stays   bool     // it is no ending, and nothing is taken off
	Least   int      // the fewest characters that must be left
	Doc     string   // one sentence
}

// table is a stemmer of rules: of each step, the rule with the longest ending that fits.
type table struct {
	language string
	steps    [][]Rule
}

// leastLength is how long a word is that has endings. Codes such as PX are shorter.
const leastLength = 4

func (t table) Stem(word string) string {
	if utf8.RuneCountInString(word) < leastLength || strings.ContainsFunc(word, unicode.IsDigit) {
		return word
	}
	for _, step := range t.steps {
		word = apply(step, word)
	}
	return word
}

func apply(step []Rule, word string) string {
	best, becomes := "", ""
	for _, r := range step {
		for _, e := range r.Endings {
			if len(e) > len(best) && strings.HasSuffix(word, e) && utf8.RuneCountInString(word[:len(word)-len(e)]) >= r.Least {
				best, becomes = e, r.Becomes
				if r.Stays {
					becomes = e
				}
			}
		}
	}
	return word[:len(word)-len(best)] + becomes
}

// Rules lists a language's rules, in the order in which they apply.
func Rules(language string) []Rule {
	var out []Rule
	for _, t := range tables {
		if t.language == language {
			for _, step := range t.steps {
				out = append(out, step...)
			}
		}
	}
	return out
}
