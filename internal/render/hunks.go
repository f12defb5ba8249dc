package render

import (
	"fmt"
	"strings"

	"sutura.dev/goldens/textdiff"
)

// context is how many unchanged lines stand around a change.
const context = 3

// Hunks prints what turns the old text into the new one, indented; what changed within a line stands out in colour.
func (p *Printer) Hunks(was, now string) { p.hunks(was, now, true) }

func (p *Printer) hunks(was, now string, headers bool) {
	for _, h := range textdiff.Unified(was, now, context) {
		if headers {
			p.Line("  %s", p.style.key.Render(h.Header()))
		}
		for _, l := range h.Lines {
			p.Line("%s", strings.TrimRight("  "+p.diffLine(l), " "))
		}
	}
}

func (p *Printer) diffLine(l textdiff.Line) string {
	mark, plain, strong := " ", p.style.plain, p.style.plain
	switch l.Kind {
	case textdiff.Gone:
		mark, plain, strong = "-", p.style.gone, p.style.gone.Bold(true).Underline(true)
	case textdiff.New:
		mark, plain, strong = "+", p.style.good, p.style.good.Bold(true).Underline(true)
	case textdiff.Same:
	}
	var b strings.Builder
	b.WriteString(plain.Render(mark))
	for _, s := range l.Spans {
		style := plain
		if s.Changed {
			style = strong
		}
		b.WriteString(style.Render(p.text(s.Text)))
	}
	return b.String()
}

// plainHunks is the difference of two texts as a unified diff without file names, its text escaped.
func plainHunks(was, now string, headers bool) string {
	var b strings.Builder
	for _, h := range textdiff.Unified(was, now, context) {
		if headers {
			fmt.Fprintf(&b, "%s\n", h.Header())
		}
		for _, l := range h.Lines {
			b.WriteString([]string{" ", "-", "+"}[l.Kind] + Escape(l.Text()) + "\n")
		}
	}
	return b.String()
}
