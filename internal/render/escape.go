package render

import (
	"fmt"
	"strings"

	"sutura.dev/internal/rows"
)

// Escape makes text harmless to a terminal and to a reader's eye: controls, direction changers, invisible characters
// and broken UTF-8 become visible escapes. Everything else, joiners and combining marks included, passes.
func Escape(s string) string { return rows.Escape(s, `\n`) }

// text is Escape with the line break that this printer can show.
func (p *Printer) text(s string) string { return rows.Escape(s, p.glyph("⏎", `\n`)) }

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
