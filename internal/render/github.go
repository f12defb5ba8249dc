package render

import (
	"fmt"
	"strings"

	"sutura.dev/internal/diag"
)

// githubShown is how many annotations of a kind GitHub shows for one step; the rest would be dropped without a word.
const githubShown = 10

// GitHub prints findings as commands of GitHub Actions, which become annotations of the lines: the worst first, ten of
// a kind. What is left is printed as plain lines of the log.
func (p *Printer) GitHub(r Report) {
	shown := map[diag.Severity]int{}
	var rest diag.List
	for _, d := range worst(r.Findings.Shown) {
		if shown[d.Severity]++; shown[d.Severity] > githubShown {
			rest = append(rest, d)
			continue
		}
		p.Line("::%s %s::%s", d.Severity, githubProperties(r, d), githubData(githubMessage(d)))
	}
	for _, d := range rest {
		p.Line("%s", githubLog(fmt.Sprintf("- %s: %s[%s]: %s", r.spotOf(d.Range), d.Severity, d.Code, d.Message)))
	}
	if r.Findings.Left > 0 {
		p.Line("and %d more", r.Findings.Left)
	}
	if r.Change != nil {
		p.githubNotices(r)
	}
	if summary := r.Findings.Summary(); summary != "" {
		p.Line("%s", summary)
	}
	if r.Subject != "" {
		p.Line("%s", githubLog("- "+r.Subject))
	}
}

// githubNotices puts what changed beside the lines that changed it.
func (p *Printer) githubNotices(r Report) {
	shown := 0
	for _, o := range r.Change.outlines() {
		if o.At.File == "" || shown == githubShown {
			continue
		}
		shown++
		lines := []string{}
		if o.Alike != "" {
			lines = append(lines, Escape(o.alike()))
		}
		for _, reason := range o.Reasons {
			lines = append(lines, plainReason(reason)...)
		}
		for _, line := range o.lines() {
			lines = append(lines, Escape(line))
		}
		p.Line("::notice %s::%s", githubPlace(r.spotOf(o.At), o.Title+": "+classWord(o.Class)), githubData(strings.Join(lines, "\n")))
	}
	p.Line("%s", githubLog("- "+r.Change.Title()))
	if line := r.Change.VersionLine(); line != "" {
		p.Line("%s", githubLog("- "+line))
	}
}

func githubProperties(r Report, d diag.Diagnostic) string {
	title := string(d.Code)
	if info, ok := diag.Lookup(d.Code); ok {
		title += ": " + info.Title
	}
	return githubPlace(r.spotOf(d.Range), title)
}

func githubPlace(s spot, title string) string {
	out := "file=" + githubProperty(s.path)
	if s.line > 0 {
		out += fmt.Sprintf(",line=%d,endLine=%d", s.line, s.endLine)
		if s.line == s.endLine { // GitHub takes columns only within one line
			out += fmt.Sprintf(",col=%d,endColumn=%d", s.column, max(s.lastChar, s.column))
		}
	}
	return out + ",title=" + githubProperty(title)
}

func githubMessage(d diag.Diagnostic) string {
	lines := []string{Escape(d.Message)}
	if d.Hint != "" {
		lines = append(lines, "hint: "+Escape(d.Hint))
	}
	return strings.Join(lines, "\n")
}

// githubData escapes the text of a command as the runner reads it; the message's own line ends were escaped before.
func githubData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

// githubProperty escapes a property of a command.
func githubProperty(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(githubData(Escape(s)))
}

// githubLog escapes a line of the log, so that the runner reads no command in it: one begins with two colons, or has
// the old form's mark anywhere.
func githubLog(s string) string { return strings.ReplaceAll(Escape(s), "##[", "## [") }
