package rows

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Markdown writes a table of GitHub's Markdown, numbers aligned to the right, null as null. Text stays text: nothing in it
// becomes markup or another cell, and what cannot be seen is escaped. A text that could be taken for null, for nothing or
// for a longer one is in quotes.
func Markdown(t Table) string {
	if len(t.Columns) == 0 {
		return ""
	}
	var b strings.Builder
	line := func(cell func(i int) string) {
		b.WriteByte('|')
		for i := range t.Columns {
			b.WriteString(" " + cell(i) + " |")
		}
		b.WriteByte('\n')
	}
	line(func(i int) string { return MarkdownText(t.Columns[i].Name) })
	line(func(i int) string {
		if t.Columns[i].Numeric {
			return "--:"
		}
		return "---"
	})
	for _, row := range t.Rows {
		line(func(i int) string { return MarkdownText(Shown(row[i])) })
	}
	return b.String()
}

// MarkdownText escapes what Markdown would read as more than text. An underscore inside a word is only text.
func MarkdownText(s string) string {
	s = Escape(s, `\n`)
	var b strings.Builder
	var before rune
	for i, r := range s {
		after, _ := utf8.DecodeRuneInString(s[i+utf8.RuneLen(r):])
		if strings.ContainsRune("\\|`*<>[&~#$", r) || r == '_' && !(wordRune(before) && wordRune(after)) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
		before = r
	}
	return b.String()
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }
