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
	// From and To are how the two were named.
	From, To string
	// Deltas are by metric; not every metric has some.
	Deltas map[string][]Delta
	// Places are where metrics are written, by name, to be shown with Files.
	Places map[string]diag.Range
	Files  Files
}

// Delta is a text about one metric, as it was and as it is.
type Delta struct {
	Part    string   // statement or rows
	Command []string // what prints it, if one does
	Was     string
	Now     string
}

// outline is one thing that changed, as it is told.
type outline struct {
	Title   string
	Class   bundle.Class
	Reasons []string
	Reaches []string // what it reaches, where the title is no metric
	Through []string // the metrics that changed because they are computed from this one
	At      diag.Range
	Example string // the metric that the deltas are of, where it is not the title
	Deltas  []Delta
}

// outlines are the changes in the order in which they are read: the worst first, and of one class what reaches several
// metrics before each metric's own.
func (c Change) outlines() []outline {
	through := map[string][]string{}
	var out []outline
	for _, cause := range c.Causes {
		if name := c.origin(cause); name != "" {
			through[name] = append(through[name], cause.Metrics...)
			continue
		}
		out = append(out, c.ofCause(cause))
	}
	for _, m := range c.Metrics {
		own := c.own(m)
		if len(own) == 0 {
			continue
		}
		slices.Sort(through[m.Metric])
		o := outline{Title: m.Metric, Class: own[0].Class, Through: slices.Compact(through[m.Metric]), Deltas: c.Deltas[m.Metric], At: c.Places[m.Metric]}
		for _, r := range own {
			o.Reasons = append(o.Reasons, r.Text)
		}
		out = append(out, o)
	}
	for _, r := range c.Others {
		same := func(o outline) bool { return o.Title == elsewhere && o.Class == r.Class && o.Reasons[0] == r.Text }
		if i := slices.IndexFunc(out, same); i >= 0 {
			out[i].Reaches = append(out[i].Reaches, r.Origin)
			continue
		}
		out = append(out, outline{Title: elsewhere, Class: r.Class, Reasons: []string{r.Text}, Reaches: []string{r.Origin}})
	}
	slices.SortStableFunc(out, func(a, b outline) int { return slices.Index(classes(), a.Class) - slices.Index(classes(), b.Class) })
	return out
}

// elsewhere is the title of what changed and is in no metric.
const elsewhere = "in no metric"

func classes() []bundle.Class {
	return []bundle.Class{bundle.Breaking, bundle.MeaningChanged, bundle.Additive, bundle.ProseOnly}
}

func (c Change) ofCause(cause bundle.Cause) outline {
	o := outline{Title: cause.Origin, Class: cause.Class, Reasons: []string{cause.Text}, Reaches: cause.Metrics, At: c.Places[cause.Metrics[0]]}
	if o.Title == "" {
		o.Title = "several metrics"
	}
	if name := c.Example(cause); len(c.Deltas[name]) > 0 {
		o.Example, o.Deltas = name, c.Deltas[name]
	}
	return o
}

// origin is the metric in which a cause lies, where that is told of itself.
func (c Change) origin(cause bundle.Cause) string {
	name, ok := strings.CutPrefix(cause.Origin, "metrics.")
	if !ok {
		return ""
	}
	name, _, _ = strings.Cut(name, ".")
	i := slices.IndexFunc(c.Metrics, func(m bundle.MetricChange) bool { return m.Metric == name })
	if i < 0 || len(c.own(c.Metrics[i])) == 0 {
		return ""
	}
	return name
}

// own are the reasons of a metric that no cause tells of.
func (c Change) own(m bundle.MetricChange) []bundle.Reason {
	var out []bundle.Reason
	for _, r := range m.Reasons {
		if !slices.ContainsFunc(c.Causes, func(cause bundle.Cause) bool { return cause.Reason == r }) {
			out = append(out, r)
		}
	}
	return out
}

// Example is a metric that shows what a cause does: the first that nothing else changes; empty where there is none.
func (c Change) Example(cause bundle.Cause) string {
	for _, m := range c.Metrics {
		if len(m.Reasons) == 1 && m.Reasons[0] == cause.Reason {
			return m.Metric
		}
	}
	return ""
}

// Leading are the metrics whose difference is worth showing, at most limit: an example of each cause, then those that
// have reasons of their own, worst first.
func (c Change) Leading(limit int) []string {
	var out []string
	for _, cause := range c.Causes {
		if name := c.Example(cause); name != "" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	for _, m := range c.Metrics {
		if len(c.own(m)) > 0 && !slices.Contains(out, m.Metric) {
			out = append(out, m.Metric)
		}
	}
	return out[:min(limit, len(out))]
}

// classWord is a class as a person says it.
func classWord(c bundle.Class) string { return strings.ReplaceAll(string(c), "_", " ") }

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
	demand := fmt.Sprintf("the change demands a %s step, %s or later, and the version", c.Bump, c.Least)
	switch {
	case c.Bump == bundle.BumpNone && c.VersionOK:
		return ""
	case c.Bump == bundle.BumpNone:
		return fmt.Sprintf("the version went back from %s to %s", before, after)
	case before == after:
		return fmt.Sprintf("%s is still %s", demand, after)
	case c.VersionOK:
		return fmt.Sprintf("%s went from %s to %s", demand, before, after)
	}
	return fmt.Sprintf("%s went from %s to %s only", demand, before, after)
}
