package render

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/lipgloss"

	"sutura.dev/internal/diag"
)

// snippetWidth bounds a quoted line, in columns, where no terminal tells; lead is what stays before a far range.
const (
	snippetWidth = 160
	snippetLead  = 30
	tabStop      = "    "
)

// snippet quotes the line on which r starts and underlines r. A range over several lines is underlined to the end of
// its first.
func (p *Printer) snippet(r diag.Range, files Files, mark lipgloss.Style) {
	line, ok := sourceLine(files, r)
	if !ok {
		return
	}
	start := clampRune(line, r.Start.Column-1)
	end := len(line)
	if r.End.Line == r.Start.Line {
		end = clampRune(line, r.End.Column-1)
	}
	end = max(end, start)

	gutter := fmt.Sprintf("%5d %s ", r.Start.Line, p.glyph("│", "|"))
	room := snippetWidth
	if p.look.Width > 0 {
		room = p.look.Width
	}
	before, marked, after := p.source(line[:start]), p.source(line[start:end]), p.source(line[end:])
	before, marked, after = p.crop(before, marked, after, max(20, room-cells(gutter)-1))
	p.Line("%s%s%s%s", p.style.dim.Render(gutter), before, mark.Render(marked), after)
	p.Line("%s%s%s", p.style.dim.Render(strings.Repeat(" ", 6)+p.glyph("│", "|")+" "),
		strings.Repeat(" ", cells(before)), mark.Render(strings.Repeat("^", max(1, cells(marked)))))
}

// source is a piece of a line as it is shown: tabs as spaces, the rest escaped.
func (p *Printer) source(s string) string {
	parts := strings.Split(s, "\t")
	for i := range parts {
		parts[i] = p.text(parts[i])
	}
	return strings.Join(parts, tabStop)
}

// crop shortens a long line around the marked piece to width columns.
func (p *Printer) crop(before, marked, after string, width int) (string, string, string) {
	if cells(before)+cells(marked)+cells(after) <= width {
		return before, marked, after
	}
	dots := p.glyph("…", "...")
	if cells(before) > snippetLead && cells(before)+cells(marked) > width/2 {
		before = dots + cutFront(before, snippetLead)
	}
	if room := width - cells(before) - cells(dots); cells(marked) > room {
		return before, cutBack(marked, max(1, room)) + dots, ""
	}
	if room := width - cells(before) - cells(marked); cells(after) > room {
		after = cutBack(after, max(0, room-cells(dots))) + dots
	}
	return before, marked, after
}

// cutBack keeps the first width columns of s, cutFront the last.
func cutBack(s string, width int) string {
	for i, r := range s {
		if cells(s[:i+utf8.RuneLen(r)]) > width {
			return s[:i]
		}
	}
	return s
}

func cutFront(s string, width int) string {
	for i := range s {
		if cells(s[i:]) <= width {
			return s[i:]
		}
	}
	return ""
}

func sourceLine(files Files, r diag.Range) (string, bool) {
	if r.File == "" || r.Start.Line < 1 || files.Read == nil {
		return "", false
	}
	text := files.Read(r.File)
	for n := 1; len(text) > 0; n++ {
		line, rest, _ := bytes.Cut(text, []byte("\n"))
		if n == r.Start.Line {
			return strings.TrimSuffix(string(line), "\r"), true
		}
		text = rest
	}
	return "", false
}

// clampRune returns the byte offset i, held inside s and moved back to the start of a character.
func clampRune(s string, i int) int {
	i = min(max(i, 0), len(s))
	for i > 0 && i < len(s) && !utf8.RuneStart(s[i]) {
		i--
	}
	return i
}
