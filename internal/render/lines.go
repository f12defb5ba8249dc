package render

import "strings"

// Problem prints what ended a command and what to do next.
func (p *Printer) Problem(message, hint string) {
	p.Line("%s %s", p.style.err.Render("sutura:"), p.text(message))
	if hint != "" {
		p.Line("  %s %s", p.style.key.Render("hint:"), p.text(hint))
	}
}

// Fields prints names and values below each other; those without a value are left out.
func (p *Printer) Fields(fields [][2]string) {
	width := 0
	for _, f := range fields {
		if f[1] != "" {
			width = max(width, cells(p.text(f[0])))
		}
	}
	for _, f := range fields {
		if f[1] != "" {
			p.Line("%s  %s", p.style.dim.Render(pad(p.text(f[0]), width, false)), p.text(f[1]))
		}
	}
}

// Check prints one line of a list of checks: whether it holds, what it is about, and what was found.
func (p *Printer) Check(ok bool, what, found string) {
	mark := p.style.good.Render(p.glyph("✓", "ok  "))
	if !ok {
		mark = p.style.err.Render(p.glyph("✗", "FAIL"))
	}
	p.Line("%s %s  %s", mark, p.text(what), p.style.dim.Render(p.text(found)))
}

// Quote prints prose of a catalog, each line marked as quoted.
func (p *Printer) Quote(prose string) {
	for line := range strings.Lines(strings.TrimSpace(prose)) {
		p.Line("%s %s", p.style.dim.Render(">"), p.text(strings.TrimRight(line, "\r\n")))
	}
}
