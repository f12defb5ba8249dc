package render

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// CSV prints rows as RFC 4180: CRLF, quotes doubled, null as nothing and an empty text as "". Values are data and stay
// as they are, but on a terminal they are escaped.
func (p *Printer) CSV(t Table) {
	record := func(n int, field func(i int) string) {
		for i := range n {
			if i > 0 {
				p.buf.WriteByte(',')
			}
			p.buf.WriteString(field(i))
		}
		p.buf.WriteString("\r\n")
	}
	record(len(t.Columns), func(i int) string { return p.csvField(t.Columns[i].Name) })
	for _, r := range t.Rows {
		record(len(r), func(i int) string { return p.csvField(r[i]) })
	}
}

func (p *Printer) csvField(v any) string {
	if v == nil {
		return ""
	}
	s := plainCell(v)
	if p.look.Terminal {
		s = p.text(s)
	}
	if s == "" || strings.ContainsAny(s, ",\"\r\n") || strings.TrimSpace(s) != s {
		return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
	}
	return s
}

// Markdown prints rows as a table of GitHub's Markdown. Text stays text: nothing in it becomes markup.
func (p *Printer) Markdown(t Table) {
	head, rule := make([]string, len(t.Columns)), make([]string, len(t.Columns))
	for i, c := range t.Columns {
		head[i], rule[i] = markdownText(c.Name), "---"
		if c.Unit != "" {
			head[i] += " (" + markdownText(c.Unit) + ")"
		}
		if c.Numeric {
			rule[i] = "--:"
		}
	}
	p.Line("| %s |", strings.Join(head, " | "))
	p.Line("| %s |", strings.Join(rule, " | "))
	for _, r := range t.Rows {
		fields := make([]string, len(r))
		for i, v := range r {
			fields[i] = markdownText(shown(v))
		}
		p.Line("| %s |", strings.Join(fields, " | "))
	}
}

// markdownText escapes what Markdown would read as more than text. An underscore inside a word is only text.
func markdownText(s string) string {
	s = Escape(s)
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
