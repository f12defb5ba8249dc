package render

import (
	"slices"
	"strings"
	"unicode/utf8"

	"sutura.dev/bundle"
	"sutura.dev/goldens/textdiff"
	"sutura.dev/internal/rows"
)

// wordsKept is how many bytes of text that did not change stand beside words that did.
const wordsKept = 60

// linesKept is how many lines of a list that changed are shown.
const linesKept = 12

// wordy reports whether what a reason says it was and is are texts for people, too long for its sentence.
func wordy(r bundle.Reason) bool {
	return slices.Contains([]bundle.Code{bundle.ProseChanged, bundle.KnowledgeChanged, bundle.CaveatsChanged, bundle.QueryChanged}, r.Code) &&
		r.Before != r.After
}

// listed reports whether they are lists, an entry a line.
func listed(r bundle.Reason) bool { return strings.HasSuffix(r.Before+r.After, "\n") }

// words are what changed of two texts, what stayed far from any change left out.
func words(was, now string) []textdiff.Word {
	out := textdiff.Words(was, now)
	for i := range out {
		w := &out[i]
		if w.Kind != textdiff.Same || len(w.Text) <= 2*wordsKept {
			continue
		}
		before, after := cutAtSpace(w.Text, wordsKept), w.Text[len(w.Text)-len(cutAtSpace(reversed(w.Text), wordsKept)):]
		switch i {
		case 0:
			w.Text = "... " + strings.TrimLeft(after, " ")
		case len(out) - 1:
			w.Text = strings.TrimRight(before, " ") + " ..."
		default:
			w.Text = before + " ... " + after
		}
	}
	return out
}

// cutAtSpace is the beginning of a text up to the first space from n bytes on.
func cutAtSpace(s string, n int) string {
	if i := strings.IndexByte(s[n:], ' '); i >= 0 {
		return s[:n+i]
	}
	return s
}

func reversed(s string) string {
	var b strings.Builder
	for s != "" {
		_, n := utf8.DecodeLastRuneInString(s)
		b.WriteString(s[len(s)-n:])
		s = s[:len(s)-n]
	}
	return b.String()
}

// differing are the lines of two lists that only one has, marked, and how many more there are.
func differing(was, now string) (lines []textdiff.Line, more int) {
	for _, h := range textdiff.Unified(was, now, 0) {
		lines = append(lines, h.Lines...)
	}
	if more = len(lines) - linesKept; more > 0 {
		return lines[:linesKept], more
	}
	return lines, 0
}

// reason prints a reason.
func (p *Printer) reason(r bundle.Reason) {
	switch {
	case !wordy(r):
		p.wrapped(r.Text)
	case listed(r):
		p.wrapped(r.Text + ":")
		lines, more := differing(r.Before, r.After)
		for _, l := range lines {
			p.Line("%s", strings.TrimRight("  "+p.diffLine(l), " "))
		}
		if more > 0 {
			p.Line("  %s", p.style.dim.Render("and "+plural(more, "line")+" more"))
		}
	default:
		text := ""
		for _, w := range words(r.Before, r.After) {
			switch w.Kind {
			case textdiff.Gone:
				text += p.style.gone.Render("[-" + p.text(w.Text) + "-]")
			case textdiff.New:
				text += p.style.good.Render("{+" + p.text(w.Text) + "+}")
			case textdiff.Same:
				text += p.text(w.Text)
			}
		}
		for i, line := range wrap(r.Text+": "+text, fieldWidth-4) {
			p.Line("  %s%s", strings.Repeat(" ", 2*min(i, 1)), line)
		}
	}
}

// plainReason is a reason as plain text, of one line or several.
func plainReason(r bundle.Reason) []string {
	switch {
	case !wordy(r):
		return []string{Escape(r.Text)}
	case listed(r):
		out := []string{Escape(r.Text) + ":"}
		lines, more := differing(r.Before, r.After)
		for _, l := range lines {
			out = append(out, []string{" ", "-", "+"}[l.Kind]+" "+Escape(l.Text()))
		}
		if more > 0 {
			out = append(out, "and "+plural(more, "line")+" more")
		}
		return out
	}
	text := Escape(r.Text) + ": "
	for _, w := range words(r.Before, r.After) {
		text += map[textdiff.Kind]string{textdiff.Same: Escape(w.Text), textdiff.Gone: "[-" + Escape(w.Text) + "-]", textdiff.New: "{+" + Escape(w.Text) + "+}"}[w.Kind]
	}
	return []string{text}
}

// markdownReason is a reason as an entry of a Markdown list: what is gone struck out, what is new bold.
func markdownReason(r bundle.Reason) string {
	if !wordy(r) {
		return "- " + rows.MarkdownText(r.Text) + "\n"
	}
	if listed(r) {
		lines := plainReason(r)
		return "- " + rows.MarkdownText(lines[0]) + "\n\n" + fenced("diff", strings.Join(lines[1:], "\n")+"\n")
	}
	text := ""
	for _, w := range words(r.Before, r.After) {
		inner := strings.TrimSpace(w.Text)
		head, tail, _ := strings.Cut(w.Text, inner)
		if inner == "" {
			text += w.Text
			continue
		}
		mark := map[textdiff.Kind]string{textdiff.Same: "", textdiff.Gone: "~~", textdiff.New: "**"}[w.Kind]
		text += head + mark + rows.MarkdownText(inner) + mark + tail
		if w.Kind == textdiff.Gone && tail == "" {
			text += " " // a mark that touches another is none
		}
	}
	return "- " + rows.MarkdownText(r.Text) + ": " + strings.TrimRight(text, " ") + "\n"
}
