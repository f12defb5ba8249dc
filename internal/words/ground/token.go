package ground

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"sutura.dev/internal/words"
)

// kind is what a token is made of.
type kind uint8

const (
	word   kind = iota // letters, marks
	number             // the digits 0 to 9
	symbol             // one character of anything else
)

// token is a piece of the words.
type token struct {
	text  string // folded
	raw   string // as it was written, in small letters
	kind  kind
	glued bool // nothing lies between it and the one before
	// capital: its first letter is one.
	capital bool
	Part
}

// spellings are symbols that people write for one another.
var spellings = map[rune]string{'–': "-", '—': "-", '−': "-", '‐': "-", '‑': "-", '’': "'", '≤': "<=", '≥': ">=", '~': "≈"}

// scan cuts words into tokens. It keeps offsets, so each is folded for itself.
func scan(text string) []token {
	runes := []rune(strings.ToValidUTF8(text, "\uFFFD"))
	var out []token
	end := -1
	for i := 0; i < len(runes); {
		k := kindOf(runes[i])
		if unicode.IsSpace(runes[i]) {
			i++
			continue
		}
		from := i
		for i++; k != symbol && i < len(runes) && kindOf(runes[i]) == k; i++ {
		}
		folded := words.Fold(string(runes[from:i]))
		if s, ok := spellings[runes[from]]; ok {
			folded = s
		}
		out = append(out, token{folded, strings.ToLower(string(runes[from:i])), k, from == end, unicode.IsUpper(runes[from]), Part{from, i}})
		end = i
	}
	return out
}

func kindOf(r rune) kind {
	switch {
	case '0' <= r && r <= '9':
		return number
	case unicode.IsLetter(r), unicode.IsMark(r):
		return word
	}
	return symbol
}

// joins reports whether tokens i-1 and i are one word of a person's: nothing lies between two words or numbers.
func joins(tokens []token, i int) bool {
	return i > 0 && i < len(tokens) && tokens[i].glued && tokens[i].kind != symbol && tokens[i-1].kind != symbol
}

// whole reports whether the tokens from until before to are whole words, and no part of a longer number, name or address.
func whole(tokens []token, from, to int) bool { return begins(tokens, from) && ends(tokens, to) }

// begins reports whether a whole word begins at a token.
func begins(tokens []token, from int) bool {
	return !joins(tokens, from) && (from == 0 || !tokens[from].glued || !bound(tokens, from-1, from-2, from))
}

// ends reports whether a whole word ends before a token.
func ends(tokens []token, to int) bool {
	if to >= len(tokens) || !tokens[to].glued {
		return true
	}
	if tokens[to].kind != symbol {
		return tokens[to-1].kind == symbol && tokens[to-1].text != "." // no 1.2. of 1.2.2026
	}
	return !bound(tokens, to, to-1, to+1)
}

// bound reports whether the symbol at ties what stands on its two sides into one.
func bound(tokens []token, at, left, right int) bool {
	s := tokens[at].text
	if strings.ContainsAny(s, `_@#\`) {
		return true
	}
	if left < 0 || right >= len(tokens) || !tokens[max(at, right)].glued || !tokens[max(at, left)].glued {
		return false
	}
	a, b := tokens[left], tokens[right]
	switch {
	case a.kind == symbol || b.kind == symbol:
		return false
	case s == "'":
		return b.text != "s" // last week's
	case s == "-" || s == ".":
		return true // mid-May, 2026-13-45, may.example.com
	case strings.Contains("/,:^*×÷±", s):
		return a.kind == number && b.kind == number
	}
	return false
}

// runesOf counts characters.
func runesOf(s string) int { return utf8.RuneCountInString(s) }
