package words

import (
	"strings"
	"unicode/utf8"
)

// maxSnippet bounds a snippet, in characters.
const maxSnippet = 120

// snippet is a text, or the piece of a long one in which the first of the words occurs, cut between words.
func snippet(text string, asked []string) string {
	text = strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(text) <= maxSnippet {
		return text
	}
	parts := strings.Split(text, " ")
	first := 0
	for i, p := range parts {
		if holds(p, asked) {
			first = max(0, i-4)
			break
		}
	}
	out, length := "", 0
	last := first
	for ; last < len(parts); last++ {
		n := utf8.RuneCountInString(parts[last]) + 1
		if length+n > maxSnippet && last > first {
			break
		}
		length += n
		out += " " + parts[last]
	}
	out = out[1:]
	if r := []rune(out); len(r) > maxSnippet {
		out = string(r[:maxSnippet])
	}
	if first > 0 {
		out = "... " + out
	}
	if last < len(parts) {
		out += " ..."
	}
	return out
}

// holds reports whether a piece of text begins or continues like one of the words.
func holds(piece string, asked []string) bool {
	folded := Fold(piece)
	for _, w := range asked {
		if strings.Contains(folded, w) {
			return true
		}
	}
	return false
}
