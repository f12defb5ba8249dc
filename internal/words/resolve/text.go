package resolve

import (
	"strings"
	"unicode"

	"sutura.dev/internal/words"
)

// token is a word of the text.
type token struct {
	raw, folded string
	from, to    int  // characters
	comma       bool // a comma, a semicolon or a slash stands before it
	plain       bool // an everyday word
}

// text is a person's words on their way.
type text struct {
	runes  []rune
	tokens []token
	// owner says what reads each token; nil for what nothing has read yet.
	owner []*item
}

// scan cuts words out of a text, with their places.
func scan(s string) *text {
	t := &text{runes: []rune(strings.ToValidUTF8(s, "\uFFFD"))}
	comma := false
	for i := 0; i < len(t.runes); {
		if !wordly(t.runes[i]) {
			comma = comma || strings.ContainsRune(",;/&+", t.runes[i])
			i++
			continue
		}
		from := i
		for ; i < len(t.runes) && wordly(t.runes[i]); i++ {
		}
		raw := string(t.runes[from:i])
		k := token{raw: raw, folded: words.Fold(raw), from: from, to: i, comma: comma}
		k.plain = plain(k.folded)
		t.tokens, comma = append(t.tokens, k), false
	}
	t.owner = make([]*item, len(t.tokens))
	return t
}

func wordly(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) }

// said is the words as names are found in them.
func (t *text) said() []words.Said {
	out := make([]words.Said, len(t.tokens))
	for i, k := range t.tokens {
		out[i] = words.Said{Text: k.raw, Plain: k.plain}
	}
	return out
}

// free reports whether nothing has read the tokens from until before to.
func (t *text) free(from, to int) bool {
	for i := from; i < to; i++ {
		if t.owner[i] != nil {
			return false
		}
	}
	return to <= len(t.tokens)
}

func (t *text) take(it *item) {
	for i := it.from; i < it.to; i++ {
		t.owner[i] = it
	}
}

// masked is the text with all that was read, and more where hide says so, made unreadable; places stay.
func (t *text) masked(hide func(i int) bool) string {
	out := append([]rune{}, t.runes...)
	for i, k := range t.tokens {
		if t.owner[i] != nil || hide != nil && hide(i) {
			for at := k.from; at < k.to; at++ {
				out[at] = '¦'
			}
		}
	}
	return string(out)
}

// slice is the text of the tokens from until before to, as it stands.
func (t *text) slice(from, to int) string {
	return string(t.runes[t.tokens[from].from:t.tokens[to-1].to])
}

// within lists the tokens that lie in a part of the characters.
func (t *text) within(from, to int) (first, end int) {
	first, end = -1, -1
	for i, k := range t.tokens {
		if k.from < to && from < k.to {
			if first < 0 {
				first = i
			}
			end = i + 1
		}
	}
	return first, end
}

// uses lists what everyday forms at a token do, the longest first, as far as nothing has read them.
func (t *text) uses(at int) []use {
	var out []use
	for _, u := range everyday()[t.tokens[at].folded] {
		if end := at + len(u.words); end <= len(t.tokens) && t.free(at, end) && t.spells(at, u.words) {
			out = append(out, u)
		}
	}
	return out
}

func (t *text) spells(at int, forms []string) bool {
	for i, w := range forms {
		if t.tokens[at+i].folded != w || i > 0 && t.tokens[at+i].comma {
			return false
		}
	}
	return true
}

// does finds a use of one of the slots at a token.
func (t *text) does(at int, slots ...slot) (use, bool) {
	if at < 0 || at >= len(t.tokens) {
		return use{}, false
	}
	for _, u := range t.uses(at) {
		for _, s := range slots {
			if u.slot == s {
				return u, true
			}
		}
	}
	return use{}, false
}
