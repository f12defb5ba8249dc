package render

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Escape makes text harmless to a terminal and to a reader's eye: controls, direction changers, invisible characters
// and broken UTF-8 become visible escapes. Everything else, joiners and combining marks included, passes.
func Escape(s string) string { return escape(s, `\n`) }

// text is Escape with the line break that this printer can show.
func (p *Printer) text(s string) string { return escape(s, p.glyph("⏎", `\n`)) }

func escape(s, newline string) string {
	if !needsEscape(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '\n':
			b.WriteString(newline)
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case hidden(r) && r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		case hidden(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
		i += size
	}
	return b.String()
}

func needsEscape(s string) bool {
	for i, r := range s {
		if hidden(r) || r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD") {
			return true
		}
	}
	return false
}

// hidden reports whether r cannot be seen or steers what is seen. U+200C and U+200D occur in real words.
func hidden(r rune) bool {
	switch {
	case unicode.IsControl(r), r == '\u2028', r == '\u2029':
		return true
	case r == '\u200c', r == '\u200d':
		return false
	}
	return unicode.Is(unicode.Cf, r)
}

// Shell quotes words for a POSIX shell, only where they need it.
func Shell(words []string) string {
	out := make([]string, len(words))
	for i, w := range words {
		if w != "" && strings.Trim(w, shellSafe) == "" {
			out[i] = w
		} else {
			out[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(out, " ")
}

// pad fills s with spaces to width columns, on the left where right is asked.
func pad(s string, width int, right bool) string {
	fill := strings.Repeat(" ", max(0, width-cells(s)))
	if right {
		return fill + s
	}
	return s + fill
}

// plural is "1 error", "2 errors".
func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

const shellSafe = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.,:/=+@%"
