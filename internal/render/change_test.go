package render

import (
	"fmt"
	"strings"
	"testing"

	"sutura.dev/bundle"
	"sutura.dev/internal/diag"
)

// change is a change of n metrics, half of them by one cause in a model, the rest each by itself; texts would like to be
// markup.
func change(n int) *Change {
	c := &Change{
		From: "main", To: "here", Deltas: map[string][]Delta{}, Places: map[string]diag.Range{}, Files: files(),
		Changes: bundle.Changes{
			Before: bundle.Pinned{Name: "shop", Version: "1.0.0"}, After: bundle.Pinned{Name: "shop", Version: "1.0.1"},
			Class: bundle.MeaningChanged, Bump: bundle.BumpMajor, Least: "2.0.0", Cells: bundle.Cells{Gained: 3, Lost: 1},
		},
	}
	shared := bundle.Cause{Reason: bundle.Reason{Code: bundle.FilterAdded, Class: bundle.MeaningChanged, Origin: "models.orders.where", Text: "only rows where " + hostile + " count now"}}
	for i := range n {
		m := bundle.MetricChange{Metric: fmt.Sprintf("metric_%03d", i), Class: bundle.MeaningChanged, Meaning: true, Reasons: []bundle.Reason{shared.Reason}}
		if i%2 == 1 {
			m.Reasons = []bundle.Reason{{Code: bundle.ExpressionChanged, Class: bundle.MeaningChanged, Text: fmt.Sprintf("it measures %s %d now", hostile, i)}}
		} else {
			shared.Metrics = append(shared.Metrics, m.Metric)
		}
		c.Metrics = append(c.Metrics, m)
		c.Places[m.Metric] = place("catalog/a.cue", i+1, 1, i+1, 5)
		c.Deltas[m.Metric] = []Delta{
			{Part: "statement", Command: []string{"sutura", "compile", m.Metric}, Was: "SELECT 1\n", Now: "SELECT '" + hostile + "'\n```\n</details>\n"},
			{Part: "rows on the fixtures", Was: "[1]\n", Now: "[2]\n"},
		}
	}
	if len(shared.Metrics) > 0 {
		c.Causes = []bundle.Cause{shared}
	}
	c.Others = []bundle.Reason{
		{Code: bundle.DefinitionEdited, Class: bundle.ProseOnly, Origin: "models.stores", Text: "it changed, and no answer does"},
		{Code: bundle.ProseChanged, Class: bundle.ProseOnly, Origin: "models.towns", Text: "the title changed", Before: "Old " + hostile, After: "New " + hostile + " <b>"},
		{Code: bundle.KnowledgeChanged, Class: bundle.ProseOnly, Origin: "knowledge", Text: "the glossary changed", Before: "a: b\n" + hostile + "\n", After: "a: b\n```\n</details>\n"},
	}
	return c
}

func changed(n int) Report {
	return Report{Findings: Select(findings, 0), Files: files(), Subject: "shop 1.0.1", Change: change(n)}
}

func TestChange(t *testing.T) {
	golden(t, "change", ascii, func(p *Printer) { p.Change(*change(3)); p.Demand(*change(3)) })
	golden(t, "change-color", color, func(p *Printer) { p.Change(*change(1)) })
	golden(t, "change-github", ascii, func(p *Printer) { p.GitHub(changed(3)) })
	golden(t, "change-github-summary", ascii, func(p *Printer) { p.Raw(GitHubSummary(changed(3))) })
	golden(t, "change-json", ascii, func(p *Printer) {
		if err := p.JSON(change(2).Wire()); err != nil {
			t.Error(err)
		}
	})
	golden(t, "change-none", ascii, func(p *Printer) { p.Change(Change{From: "a", To: "b"}) })
}

// The summary of a large change begins with the worst, stays small, says what it leaves out, and unfolds to its end.
func TestSummaryOfManyChanges(t *testing.T) {
	for _, n := range []int{1, 12, 40, 300, 5000} {
		out := string(GitHubSummary(changed(n)))
		if len(out) >= 64<<10 {
			t.Errorf("%d metrics: %d bytes", n, len(out))
		}
		opened, closed, fenced := 0, 0, ""
		for line := range strings.Lines(out) { // in a block of code, nothing is markup
			line = strings.TrimSuffix(line, "\n")
			if ticks := strings.TrimRight(line, "abcdefghijklmnopqrstuvwxyz"); len(ticks) >= 3 && strings.Trim(ticks, "`") == "" {
				switch {
				case fenced == "":
					fenced = ticks
				case line == fenced:
					fenced = ""
				}
				continue
			}
			if fenced == "" {
				opened += strings.Count(line, "<details>")
				closed += strings.Count(line, "</details>")
				if strings.Contains(strings.ReplaceAll(line, `\<`, ""), "<script") {
					t.Errorf("%d metrics: markup passes: %s", n, line)
				}
			}
		}
		if opened == 0 || opened != closed || fenced != "" {
			t.Errorf("%d metrics: %d opened, %d closed, open fence %q", n, opened, closed, fenced)
		}
		if !strings.Contains(out, plural(n, "metric")+" changed") || !strings.Contains(out, "models.orders.where") {
			t.Errorf("%d metrics: the headline or the cause is missing", n)
		}
		if left := strings.Contains(out, "`sutura diff` lists all"); left != (n >= 300) {
			t.Errorf("%d metrics: says that more are left: %v", n, left)
		}
	}
}
