package render

import (
	"fmt"
	"slices"
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/internal/diag"
)

// Change is what changed between two catalogs, and what that does to a question about each metric.
type Change struct {
	bundle.Changes
	// From and To are how the two were named; To is Here for the catalog that the run works on.
	From, To string
	// Effects are by metric: what the change does to its values.
	Effects map[string]Effect
	// Deltas are by metric; not every metric has some.
	Deltas map[string][]Delta
	// Definitions are those of metrics that came or went, by name, as names and values; not of all of many.
	Definitions map[string][][2]string
	// Places are where metrics are written, by name, to be shown with Files.
	Places map[string]diag.Range
	Files  Files
}

// Here is what the catalog that a run works on is named.
const Here = "here"

// Delta is a text about one metric, as it was and as it is.
type Delta struct {
	Part    string   // statement or rows
	Command []string // what prints it, if one does
	Was     string
	Now     string
	Rows    bool // lines that differ, and no text with lines between them
	More    int  // rows that differ too and are left out
}

// Example is a metric that shows what a cause does: one that little else changes, and whose values are known to move, by name;
// empty where others change all that it reaches.
func (c Change) Example(cause bundle.Cause) string {
	best := ""
	rank := func(m bundle.MetricChange) int { return 2*len(m.Reasons) - min(1, c.Effects[m.Metric].Moved) }
	least := 0
	for _, m := range c.Metrics {
		if slices.Contains(m.Reasons, cause.Reason) && len(c.own(m)) == 0 && (best == "" || rank(m) < least) {
			best, least = m.Metric, rank(m)
		}
	}
	return best
}

// Leading are the metrics whose difference is worth showing, at most limit: an example of each cause, then those whose meaning
// has reasons of its own to be another, worst first.
func (c Change) Leading(limit int) []string {
	var out []string
	for _, cause := range c.causes() {
		if name := c.Example(cause); name != "" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	for _, m := range c.Metrics {
		if m.Meaning && len(c.own(m)) > 0 && !slices.Contains(out, m.Metric) {
			out = append(out, m.Metric)
		}
	}
	return out[:min(limit, len(out))]
}

// classWord is a class as a person says it.
func classWord(c bundle.Class) string { return strings.ReplaceAll(string(c), "_", " ") }

// Title says between what there are changes, and how many.
func (c Change) Title() string {
	if c.To == Here {
		return "since " + c.From + ": " + c.Headline()
	}
	return c.From + " -> " + c.To + ": " + c.Headline()
}

// Headline says how many metrics changed, and how much.
func (c Change) Headline() string {
	if c.Empty() {
		return "nothing changed"
	}
	var parts []string
	for _, kind := range []struct {
		class bundle.Class
		words string
	}{{bundle.Breaking, "breaking"}, {bundle.MeaningChanged, "in meaning"}, {bundle.Additive, "additive"}, {bundle.ProseOnly, "in prose only"}} {
		n := 0
		for _, m := range c.Metrics {
			if m.Class == kind.class {
				n++
			}
		}
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, kind.words))
		}
	}
	if len(parts) == 0 {
		return "no metric changed"
	}
	return fmt.Sprintf("%s changed: %s", plural(len(c.Metrics), "metric"), strings.Join(parts, ", "))
}

// spaceLine says what the space gained and lost, empty for nothing.
func (c Change) spaceLine() string {
	if c.Cells == (bundle.Cells{}) {
		return ""
	}
	return fmt.Sprintf("questions that can be asked, a metric by a dimension at a grain: %d more, %d fewer", c.Cells.Gained, c.Cells.Lost)
}

// VersionLine says which version the change demands.
func (c Change) VersionLine() string {
	before, after := c.Before.Version, c.After.Version
	demand := fmt.Sprintf("the change demands a %s step, %s or later; the version", c.Bump, c.Least)
	switch {
	case c.Bump == bundle.BumpNone && c.VersionOK:
		return ""
	case c.Bump == bundle.BumpNone:
		return fmt.Sprintf("the version went back: %s -> %s", before, after)
	case before == after:
		return fmt.Sprintf("%s is still %s", demand, after)
	case c.VersionOK:
		return fmt.Sprintf("%s: %s -> %s", demand, before, after)
	}
	return fmt.Sprintf("%s: %s -> %s only", demand, before, after)
}
