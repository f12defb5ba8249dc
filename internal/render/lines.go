package render

import "strings"

// Problem prints what ended a command and what to do next.
func (p *Printer) Problem(message, hint string) {
	p.Line("%s %s", p.style.err.Render("sutura:"), p.text(message))
	if hint != "" {
		p.Line("  %s %s", p.style.key.Render("hint:"), p.text(hint))
	}
}

// fieldWidth is where a long value is broken, where no terminal tells.
const fieldWidth = 110

// Fields prints names and values below each other, long values over several lines; those without a value are left out.
func (p *Printer) Fields(fields [][2]string) {
	width := 0
	for _, f := range fields {
		if f[1] != "" {
			width = max(width, cells(p.text(f[0])))
		}
	}
	room := fieldWidth
	if p.look.Width > 0 {
		room = min(room, p.look.Width)
	}
	for _, f := range fields {
		if f[1] == "" {
			continue
		}
		name := p.text(f[0])
		for _, line := range wrap(p.text(f[1]), max(20, room-width-2)) {
			p.Line("%s  %s", p.style.dim.Render(pad(name, width, false)), line)
			name = ""
		}
	}
}

// wrap breaks text at spaces into lines of at most width columns, where words allow it.
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for word := range strings.SplitSeq(text, " ") {
		if line != "" && cells(line)+1+cells(word) > width {
			lines = append(lines, line)
			line = word
		} else if line == "" {
			line = word
		} else {
			line += " " + word
		}
	}
	return append(lines, line)
}

// Check is something that was looked at: whether it holds, and what was found.
type Check struct {
	OK    bool
	What  string
	Found string
}

// Checks prints checks below each other.
func (p *Printer) Checks(checks ...Check) {
	width := 0
	for _, c := range checks {
		width = max(width, cells(p.text(c.What)))
	}
	for _, c := range checks {
		mark := p.style.good.Render(p.glyph("✓", "ok  "))
		if !c.OK {
			mark = p.style.err.Render(p.glyph("✗", "FAIL"))
		}
		p.Line("%s %s  %s", mark, pad(p.text(c.What), width, false), p.style.dim.Render(p.text(c.Found)))
	}
}

// Quote prints prose of a catalog, each line marked as quoted.
func (p *Printer) Quote(prose string) {
	for line := range strings.Lines(strings.TrimSpace(prose)) {
		p.Line("%s %s", p.style.dim.Render(">"), p.text(strings.TrimRight(line, "\r\n")))
	}
}
