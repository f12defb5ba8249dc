// Package textdiff finds what changed between two texts: hunks of lines, and within changed lines the words.
//
// The same two texts give the same hunks on every machine, however long they are: nothing is cut short by time. Texts of
// ten thousand lines take milliseconds where they are alike, and well under a second where they are not. It knows
// nothing of what the texts say, and prints nothing.
package textdiff

import (
	"fmt"
	"strings"
)

// Kind says what became of a line.
type Kind uint8

// The kinds of a line.
const (
	Same Kind = iota
	Gone      // in the old text only
	New       // in the new text only
)

// Span is a part of a line. Changed parts are worth a highlight; a line that has nothing to do with another line has
// none.
type Span struct {
	Text    string
	Changed bool
}

// Line is one line without its end. Old and New are its numbers from 1, 0 where it is not in that text.
type Line struct {
	Kind     Kind
	Old, New int
	Spans    []Span
	// Unended marks a text's last line that has no newline.
	Unended bool
}

// Text is the line, whole.
func (l Line) Text() string {
	var b strings.Builder
	for _, s := range l.Spans {
		b.WriteString(s.Text)
	}
	return b.String()
}

// Hunk is a stretch of changed lines with unchanged ones around it. Starts count from 1, and are the line before where a
// side has no lines, as in the unified format.
type Hunk struct {
	OldStart, OldLines int
	NewStart, NewLines int
	Lines              []Line
}

// Header is the hunk's first line in the unified format.
func (h Hunk) Header() string {
	return fmt.Sprintf("@@ -%s +%s @@", place(h.OldStart, h.OldLines), place(h.NewStart, h.NewLines))
}

func place(start, lines int) string {
	if lines == 1 {
		return fmt.Sprint(start)
	}
	return fmt.Sprintf("%d,%d", start, lines)
}

// Unified returns the hunks that turn the old text into the new one, with at most context unchanged lines around each
// change; none where the texts are equal.
func Unified(old, new string, context int) []Hunk {
	if old == new {
		return nil
	}
	a, b := splitLines(old), splitLines(new)
	lines := edit(a, b)
	highlight(lines)
	return cut(lines, max(0, context))
}

// Format writes hunks in the unified format, as patch reads it.
func Format(oldName, newName string, hunks []Hunk) string {
	if len(hunks) == 0 {
		return ""
	}
	var out strings.Builder
	fmt.Fprintf(&out, "--- %s\n+++ %s\n", oldName, newName)
	for _, h := range hunks {
		out.WriteString(h.Header() + "\n")
		for _, l := range h.Lines {
			out.WriteString([]string{" ", "-", "+"}[l.Kind] + l.Text() + "\n")
			if l.Unended {
				out.WriteString("\\ No newline at end of file\n")
			}
		}
	}
	return out.String()
}

// splitLines cuts a text after each newline, which stays: a last line without one differs from one that has it.
func splitLines(text string) []string {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// edit lists every line of both texts, gone ones before the new ones that stand in their place.
func edit(a, b []string) []Line {
	matches := match(a, b)
	out := make([]Line, 0, max(len(a), len(b)))
	i, j := 0, 0
	upTo := func(endA, endB int) {
		for ; i < endA; i++ {
			out = append(out, line(Gone, a[i], i+1, 0))
		}
		for ; j < endB; j++ {
			out = append(out, line(New, b[j], 0, j+1))
		}
	}
	for _, m := range matches {
		upTo(m.a, m.b)
		out = append(out, line(Same, a[i], i+1, j+1))
		i, j = i+1, j+1
	}
	upTo(len(a), len(b))
	return out
}

func line(kind Kind, text string, old, new int) Line {
	body, ended := strings.CutSuffix(text, "\n")
	return Line{Kind: kind, Old: old, New: new, Spans: []Span{{Text: body}}, Unended: !ended}
}

// cut keeps the changes and the lines around them.
func cut(lines []Line, context int) []Hunk {
	var hunks []Hunk
	end := 0 // of the last hunk, over lines
	for i := 0; i < len(lines); i++ {
		if lines[i].Kind == Same {
			continue
		}
		start := max(0, i-context)
		changed := i + 1 // after the last change of this hunk
		for k := i + 1; k < len(lines) && k < changed+2*context+1; k++ {
			if lines[k].Kind != Same {
				changed = k + 1
			}
		}
		stop := min(len(lines), changed+context)
		hunks = append(hunks, hunk(lines[max(start, end):stop], lines[:max(start, end)]))
		end, i = stop, stop-1
	}
	return hunks
}

// hunk numbers a stretch of lines by what comes before it.
func hunk(lines, before []Line) Hunk {
	h := Hunk{Lines: lines}
	for i := len(before) - 1; i >= 0 && (h.OldStart == 0 || h.NewStart == 0); i-- {
		if h.OldStart == 0 {
			h.OldStart = before[i].Old
		}
		if h.NewStart == 0 {
			h.NewStart = before[i].New
		}
	}
	for _, l := range lines {
		if l.Kind != New {
			h.OldLines++
		}
		if l.Kind != Gone {
			h.NewLines++
		}
	}
	if h.OldLines > 0 {
		h.OldStart++
	}
	if h.NewLines > 0 {
		h.NewStart++
	}
	return h
}
