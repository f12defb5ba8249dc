package question

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// CleanText reports whether s is text that values and names may hold: valid UTF-8 without control characters,
// characters that change the direction of text, zero-width space, byte order mark, word joiner and soft hyphen.
// Joiners (U+200C, U+200D) and the no-break space occur in real values and pass. Questions and catalogs share the rule.
func CleanText(s string) bool {
	at, _ := Unclean(s)
	return at < 0
}

// Unclean finds the first character that CleanText does not allow: its byte offset, and what kind of character it is,
// for a person. The offset is -1 when s is clean.
func Unclean(s string) (at int, kind string) {
	if !utf8.ValidString(s) {
		return strings.IndexRune(s, utf8.RuneError), "bytes that are not UTF-8"
	}
	for i, r := range s {
		switch {
		case unicode.Is(unicode.Cc, r):
			return i, "a control character"
		case unicode.Is(unicode.Bidi_Control, r):
			return i, "a character that changes the direction of text"
		case r == '\u200b' || r == '\ufeff' || r == '\u2060' || r == '\u00ad':
			return i, "an invisible character"
		}
	}
	return -1, ""
}
