package render

import (
	"fmt"
	"strings"

	"sutura.dev/internal/rows"
)

// change tells what changed: the version that it demands, then the worst, with statements and rows to unfold.
func (s *summary) change(c Change) {
	s.add("### " + rows.MarkdownText(c.Title()) + "\n\n")
	if line := c.VersionLine(); line != "" {
		s.add(capital(rows.MarkdownText(line)) + ".\n\n")
	}
	if line := c.spaceLine(); line != "" {
		s.add(capital(line) + ".\n\n")
	}
	const closing = "</details>\n\n"
	left := 0
	folded := false
	outlines := c.outlines()
	for i, o := range outlines {
		if i == summaryOpen {
			folded = s.add(fmt.Sprintf("<details><summary>%d more</summary>\n\n", len(outlines)-i))
		}
		if i >= summaryOpen && !folded || !s.add(o.markdown()) {
			left = len(outlines) - i
			break
		}
		for _, d := range o.Deltas {
			s.add(d.markdown(o)) // one without room is left out: the command prints it
		}
	}
	if folded {
		s.text.WriteString(closing)
	}
	if left > 0 {
		fmt.Fprintf(&s.text, "and %d more: `sutura diff` lists all\n\n", left)
	}
}

func (o outline) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**: %s\n\n", rows.MarkdownText(o.Title), classWord(o.Class))
	if o.Alike != "" {
		b.WriteString(rows.MarkdownText(o.alike()) + "\n\n")
	}
	for _, r := range o.Reasons {
		b.WriteString(markdownReason(r))
	}
	for _, line := range o.lines() {
		inner := strings.TrimLeft(line, " ")
		fmt.Fprintf(&b, "%s- %s\n", line[:len(line)-len(inner)], rows.MarkdownText(inner))
	}
	for _, f := range o.Fields {
		fmt.Fprintf(&b, "- %s: %s\n", rows.MarkdownText(f[0]), rows.MarkdownText(f[1]))
	}
	b.WriteString("\n")
	return b.String()
}

func (d Delta) markdown(o outline) string {
	title := d.Part
	if o.Example != "" {
		title = "for example, the " + d.Part + " of " + o.Example
	}
	diff := plainHunks(d.Was, d.Now, !d.Rows)
	if d.More > 0 {
		diff += "and " + plural(d.More, "row") + " more\n"
	}
	command := ""
	if len(d.Command) > 0 {
		command = fenced("sh", Shell(d.Command)+"\n")
	}
	return fmt.Sprintf("<details><summary>%s</summary>\n\n%s%s</details>\n\n", rows.MarkdownText(title), command, fenced("diff", diff))
}

// fenced is a block of code whose fence no run of backticks in it can close.
func fenced(language, text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + language + "\n" + text + fence + "\n\n"
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
