package render

import (
	"strings"

	"sutura.dev/compiler/dialect"
	"sutura.dev/internal/rows"
)

// Statement prints a statement and, below it, its binds.
func (p *Printer) Statement(s dialect.Statement) {
	for line := range strings.Lines(s.Text()) {
		p.Line("%s", p.sql(strings.TrimRight(line, "\n")))
	}
	p.Line("")
	p.Binds(s)
}

// Binds prints the parameters of a statement, one a line.
func (p *Printer) Binds(s dialect.Statement) {
	binds := s.Binds()
	lines := make([][]string, len(binds))
	widths := make([]int, 3)
	for i, b := range binds {
		typ := b.Type.String()
		if b.List {
			typ += "[]"
		}
		lines[i] = []string{"$" + rows.Plain(i+1), typ, p.bind(b.Value), p.text(b.Label)}
		for c := range widths {
			widths[c] = max(widths[c], cells(lines[i][c]))
		}
	}
	for _, r := range lines {
		line := p.style.key.Render(pad(r[0], widths[0], false)) + "  " + p.style.dim.Render(pad(r[1], widths[1], false)) +
			"  " + pad(r[2], widths[2], false) + "  " + p.style.dim.Render(r[3])
		p.Line("%s", strings.TrimRight(line, " "))
	}
}

func (p *Printer) bind(v any) string {
	list, ok := v.([]string)
	if !ok {
		return p.cell(v)
	}
	parts := make([]string, len(list))
	for i, s := range list {
		parts[i] = p.cell(s)
		if strings.Contains(s, ",") {
			parts[i] = `"` + p.text(s) + `"`
		}
	}
	if n := len(parts); n > maxListed { // the windows of many buckets
		parts = append(parts[:maxListed-2:maxListed-2], p.glyph("…", "...")+" "+parts[n-1]+" ("+rows.Plain(n)+" in all)")
	}
	return strings.Join(parts, ", ")
}

// maxListed is how many values of a list are shown; a filter has 64 at most.
const maxListed = 64

// sql dresses one line of a statement of ours: keywords are the words in capitals, outside quotes.
func (p *Printer) sql(line string) string {
	if !p.look.Color {
		return p.text(line)
	}
	var b strings.Builder
	for i := 0; i < len(line); {
		n := token(line[i:])
		word := p.text(line[i : i+n])
		switch {
		case line[i] == '$':
			word = p.style.key.Render(word)
		case n > 1 && line[i] >= 'A' && line[i] <= 'Z' && strings.ToUpper(word) == word:
			word = p.style.bold.Render(word)
		}
		b.WriteString(word)
		i += n
	}
	return b.String()
}

// token is the length of the quoted name, text, word or parameter at the start of s, else of its run of other signs.
func token(s string) int {
	if q := s[0]; q == '"' || q == '\'' || q == '`' {
		if end := strings.IndexByte(s[1:], q); end >= 0 {
			return end + 2
		}
		return len(s)
	}
	isWord := func(c byte) bool {
		return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
	}
	isQuote := func(c byte) bool { return c == '"' || c == '\'' || c == '`' }
	n := 1
	for n < len(s) && isWord(s[n]) == isWord(s[0]) && !isQuote(s[n]) {
		n++
	}
	return n
}
