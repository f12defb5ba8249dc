package words

import (
	"math/bits"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"sutura.dev/internal/nearest"
)

// vocabulary is every word of an index, sorted.
type vocabulary struct {
	words []string
	// letters has a bit for each letter of a word, and lengths its characters: most words that are too far from another
	// are told from these alone.
	letters []uint64
	lengths []uint16
}

func newVocabulary(words []string) vocabulary {
	v := vocabulary{words: words, letters: make([]uint64, len(words)), lengths: make([]uint16, len(words))}
	for i, w := range words {
		v.letters[i], v.lengths[i] = letters(w), uint16(min(utf8.RuneCountInString(w), 1<<16-1))
	}
	return v
}

func letters(word string) uint64 {
	var set uint64
	for _, r := range word {
		set |= 1 << (r % 64)
	}
	return set
}

// likeness is how a word of the vocabulary answers a word that was typed.
type likeness struct {
	word  int     // its place in the vocabulary
	how   manner  // the closest manner that holds
	typos int     // between the two, where the manner is begins or typed
	worth float32 // 1 is the same word
}

// manner is a way of being alike, closest first.
type manner uint8

const (
	same   manner = iota
	begins        // the word begins with what was typed
	typed         // a few typing mistakes apart
	inside        // the word holds what was typed: Verspätung in Abflugverspätung
)

// The fewest characters for each looser manner. Shorter words would be like everything.
const (
	leastBegins  = 2
	leastTyped   = 4
	leastTwo     = 8 // typing mistakes
	leastInside  = 4
	longestTyped = 64
)

// alike lists the words that are like a folded word, in the order of the vocabulary.
func (v *vocabulary) alike(word string) []likeness {
	var out []likeness
	runes := []rune(word)
	at := sort.SearchStrings(v.words, word)
	begun := at
	if at < len(v.words) && v.words[at] == word {
		out = append(out, likeness{at, same, 0, 1})
		begun++
	}
	if len(runes) < leastBegins {
		return out
	}
	for ; begun < len(v.words) && strings.HasPrefix(v.words[begun], word); begun++ {
		out = append(out, likeness{begun, begins, int(v.lengths[begun]) - len(runes), 0.6 + 0.3*float32(len(runes))/float32(v.lengths[begun])})
	}
	if len(runes) < leastTyped || len(runes) > longestTyped || strings.ContainsFunc(word, unicode.IsDigit) {
		return out // 2013 is no mistyped 2014
	}
	allowed, set := 1, letters(word)
	if len(runes) >= leastTwo {
		allowed = 2
	}
	for i, w := range v.words {
		switch {
		case i >= at && i < begun:
		case len(runes) >= leastInside && set&^v.letters[i] == 0 && strings.Contains(w, word):
			out = append(out, likeness{i, inside, 0, 0.5})
		case v.apart(i, set, len(runes)) <= allowed:
			if n := nearest.Edits(runes, []rune(w)); n <= allowed {
				out = append(out, likeness{i, typed, n, 0.9 - 1.2*float32(n)/float32(len(runes))})
			}
		}
	}
	slices.SortFunc(out, func(a, b likeness) int { return a.word - b.word })
	return out
}

// apart is the least number of mistakes that could lie between a word and another of these letters and this length.
func (v *vocabulary) apart(i int, set uint64, length int) int {
	longer := int(v.lengths[i]) - length
	return max(longer, -longer, bits.OnesCount64(set&^v.letters[i]), bits.OnesCount64(v.letters[i]&^set))
}
