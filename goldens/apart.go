package goldens

import (
	"strings"

	"sutura.dev/goldens/textdiff"
)

// A statement of a second dialect is written as what differs from the first: a line that names the first, then the lines
// that are in one of the two only, in order, each after - or +. A line after - is the next one of its kind in the first
// text; lines after + stand where the last one after - stood. So a change that both dialects share is read once.
const asBefore, butLines = "as ", ", but\n"

// apart writes text by its differences from a statement, or whole where that is shorter or would not be read as the same.
func apart(first section, text string) string {
	var b strings.Builder
	b.WriteString(asBefore + first.name + butLines)
	a, c := strings.SplitAfter(first.text, "\n"), strings.SplitAfter(text, "\n")
	if len(a) == len(c) { // as nearly always: the same clauses, written otherwise
		inPlace(&b, a, c)
	} else {
		for _, h := range textdiff.Unified(first.text, text, 0) {
			for _, l := range h.Lines {
				b.WriteString([]string{" ", "-", "+"}[l.Kind] + l.Text() + "\n")
			}
		}
	}
	if again, ok := together(first.text, b.String()); !ok || again != text || b.Len() >= len(text) {
		return text
	}
	return b.String()
}

// inPlace writes the lines that differ of two texts with as many lines.
func inPlace(b *strings.Builder, a, c []string) {
	for i := 0; i < len(a); i++ {
		from := i
		for i < len(a) && a[i] != c[i] {
			i++
		}
		for _, gone := range a[from:i] {
			b.WriteString("-" + gone)
		}
		for _, added := range c[from:i] {
			b.WriteString("+" + added)
		}
	}
}

// together is the text that apart wrote by its differences from first.
func together(first, differences string) (string, bool) {
	var out strings.Builder
	out.Grow(len(first) + len(differences))
	rest := first
	for line := range strings.Lines(differences[strings.IndexByte(differences, '\n')+1:]) {
		if added, ok := strings.CutPrefix(line, "+"); ok {
			out.WriteString(added)
			continue
		}
		gone, ok := strings.CutPrefix(line, "-")
		at := strings.Index("\n"+rest, "\n"+gone)
		if !ok || at < 0 {
			return "", false
		}
		out.WriteString(rest[:at])
		rest = rest[at+len(gone):]
	}
	return out.String() + rest, true
}

// whole is a statement as it is read, given those before.
func (c *Case) whole(text string) (string, bool) {
	named, differs := strings.CutPrefix(text, asBefore)
	if !differs {
		return text, true
	}
	named, _, differs = strings.Cut(named, butLines)
	name, _, _ := strings.Cut(named, "+")
	first, ok := c.Statements[name]
	if !differs || !ok {
		return "", false
	}
	return together(first, text)
}
