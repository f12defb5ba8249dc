package render

import (
	"fmt"
	"strings"

	"sutura.dev/internal/rows"
)

// Bounds of a step's summary. GitHub refuses one over 1 MiB, and nobody reads a tenth of that.
const (
	summaryBytes = 60 << 10
	summaryOpen  = 10 // findings, and changes, that are seen without a click
	// summaryChange is kept for what changed, however much was found.
	summaryChange = 40 << 10
)

// summary is Markdown that grows in whole blocks as long as there is room.
type summary struct {
	text strings.Builder
	room int
}

// add takes a block, or reports that there is no room for it and for closing what is open.
func (s *summary) add(block string) bool {
	if len(block) > s.room {
		return false
	}
	s.room -= len(block)
	s.text.WriteString(block)
	return true
}

// GitHubSummary is the report as Markdown for the summary of a step: counts, then the worst, then the rest to unfold.
func GitHubSummary(r Report) []byte {
	s := &summary{room: summaryBytes}
	title := "nothing wrong"
	if found := r.Findings.Summary(); found != "" {
		title = found
	}
	s.add("### sutura check: " + title + "\n\n")
	if r.Subject != "" {
		s.add(rows.MarkdownText(r.Subject) + "\n\n")
	}
	if r.Change == nil {
		s.findings(r)
		return []byte(s.text.String())
	}
	s.room -= summaryChange
	s.findings(r)
	s.room += summaryChange
	s.change(*r.Change)
	return []byte(s.text.String())
}

// findings lists what was found.
func (s *summary) findings(r Report) {
	list := worst(r.Findings.Shown)
	lines := make([]string, len(list))
	for i, d := range list {
		at := r.spotOf(d.Range)
		place := at.path
		if at.line > 0 {
			place = fmt.Sprintf("%s:%d", place, at.line)
		}
		what := rows.MarkdownText(d.Message)
		if d.Hint != "" {
			what += "<br>" + rows.MarkdownText(d.Hint)
		}
		lines[i] = fmt.Sprintf("| %s | %s | %s | %s |\n", d.Severity, d.Code, rows.MarkdownText(place), what)
	}
	open := lines[:min(summaryOpen, len(lines))]
	left := r.Findings.Left + s.table(open)
	if more := lines[len(open):]; len(more) > 0 {
		if s.add(fmt.Sprintf("<details><summary>%d more</summary>\n\n", len(more))) {
			left += s.table(more)
			s.text.WriteString("</details>\n\n")
		} else {
			left += len(more)
		}
	}
	if left > 0 {
		s.text.WriteString(fmt.Sprintf("and %d more in the log of the step\n\n", left))
	}
}

// table writes rows of findings and returns how many had no room.
func (s *summary) table(rows []string) (left int) {
	if len(rows) == 0 || !s.add("| | code | place | what |\n|---|---|---|---|\n") {
		return len(rows)
	}
	for i, row := range rows {
		if !s.add(row) {
			left = len(rows) - i
			break
		}
	}
	s.text.WriteString("\n")
	return left
}
