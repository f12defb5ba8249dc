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

// Effect is what a change does to the values of a metric.
type Effect struct {
	// Text says which questions keep their values and which move.
	Text string
	// Total is the value over all rows of the fixtures, before and now, where it is another: "12 -> 14".
	Total string
	// Part is in how many of the questions that may move the fixtures show it, where not in all: "3 of 5".
	Part string
	// Asked counts the questions that both sides were asked, and Moved those of them whose rows differ.
	Asked, Moved int
}

// Delta is a text about one metric, as it was and as it is.
type Delta struct {
	Part    string   // statement or rows
	Command []string // what prints it, if one does
	Was     string
	Now     string
	Rows    bool // lines that differ, and no text with lines between them
	More    int  // rows that differ too and are left out
}

// outline is one thing that changed, as it is told.
type outline struct {
	Title   string
	Class   bundle.Class
	Apart   bool   // it is in no metric
	Alike   string // the metric whose reasons these are, where others changed alike
	Reasons []bundle.Reason
	Values  []string // what it does to values, a line for each effect
	Reaches []string // what it reaches, where the title is no metric
	Through []string // the metrics that changed because they are computed from this one
	At      diag.Range
	Example string // the metric that the deltas are of, where it is not the title
	Fields  [][2]string
	Deltas  []Delta
}

// outlines are the changes in the order in which they are read: the worst first, and of one class what reaches several
// metrics before each metric's own.
func (c Change) outlines() []outline {
	through := map[string][]string{}
	var out []outline
	for _, cause := range c.causes() {
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
		out = append(out, outline{
			Title: m.Metric, Class: own[0].Class, Reasons: own, Through: slices.Compact(through[m.Metric]),
			Deltas: c.Deltas[m.Metric], At: c.Places[m.Metric], Fields: c.Definitions[m.Metric],
		})
	}
	out = c.stamped(out)
	out = append(out, c.elsewhere()...)
	slices.SortStableFunc(out, func(a, b outline) int { return slices.Index(classes(), a.Class) - slices.Index(classes(), b.Class) })
	c.values(out)
	shown := map[string]bool{}
	for i := range out { // an example of two causes is shown once
		if o := &out[i]; shown[o.Example] {
			o.Deltas = nil
		} else if o.Example != "" {
			shown[o.Example] = true
		}
	}
	return out
}

// fewMetrics is of how many metrics that came or went each is told by itself.
const fewMetrics = 10

// causes are those that are told once for all that they reach.
func (c Change) causes() []bundle.Cause {
	return slices.DeleteFunc(slices.Clone(c.Causes), func(cause bundle.Cause) bool {
		return (cause.Code == bundle.MetricAdded || cause.Code == bundle.MetricRemoved) && len(cause.Metrics) <= fewMetrics
	})
}

// stamped tells metrics that one definition stamps, and that changed alike, together: the place is the same, and so are the kinds of
// reasons.
func (c Change) stamped(all []outline) []outline {
	by := map[string]int{}
	var out []outline
	for _, o := range all {
		key := stamp(o.At, o.Reasons)
		i, ok := by[key]
		switch {
		case key == "" || len(o.Reaches) > 0 || len(o.Through) > 0:
			out = append(out, o)
		case !ok:
			by[key] = len(out)
			out = append(out, o)
		default:
			first := &out[i]
			if len(first.Reaches) == 0 {
				first.Alike, first.Example, first.Reaches = first.Title, first.Title, []string{first.Title}
			}
			first.Reaches = append(first.Reaches, o.Title)
			first.Title = plural(len(first.Reaches), "metric")
			if len(first.Deltas) == 0 || c.Effects[first.Example].Moved == 0 && c.Effects[o.Title].Moved > 0 {
				first.Deltas, first.Example = o.Deltas, o.Title
			}
		}
	}
	return out
}

// stamp is equal for what one definition stamps and changed alike; empty where the place is not known.
func stamp(at diag.Range, reasons []bundle.Reason) string {
	if at.File == "" {
		return ""
	}
	key := fmt.Sprint(at)
	for _, r := range reasons {
		key += "\x00" + r.Origin + "\x00" + string(r.Code)
	}
	return key
}

// elsewhere are the changes that are in no metric, equal ones together.
func (c Change) elsewhere() []outline {
	var out []outline
	for _, r := range c.Others {
		same := func(o outline) bool {
			return o.Class == r.Class && o.Reasons[0].Text == r.Text && r.Before == "" && r.After == ""
		}
		if i := slices.IndexFunc(out, same); i >= 0 {
			out[i].Reaches = append(out[i].Reaches, r.Origin)
			continue
		}
		out = append(out, outline{Title: elsewhere, Apart: true, Class: r.Class, Reasons: []bundle.Reason{r}, Reaches: []string{r.Origin}})
	}
	for i := range out {
		if o := &out[i]; len(o.Reaches) == 1 {
			o.Title, o.Reaches = o.Reaches[0], nil
		}
	}
	return out
}

// values says what the changes do to values: of each metric once, where it is told of by itself, or else at the first cause
// that reaches it.
func (c Change) values(outlines []outline) {
	told := map[string]bool{}
	for i := range outlines {
		if o := &outlines[i]; c.Effects[o.Title].Text != "" {
			told[o.Title] = true
			o.Values = []string{c.Effects[o.Title].line()}
		}
	}
	for i := range outlines {
		o := &outlines[i]
		if o.Apart {
			continue
		}
		var fresh, rest []string
		for _, name := range slices.Concat(o.Reaches, o.Through) {
			if told[name] || c.Effects[name].Text == "" {
				rest = append(rest, name)
			} else {
				told[name] = true
				fresh = append(fresh, name)
			}
		}
		o.Values = append(o.Values, c.reached(o, fresh, rest)...)
	}
}

// reached says of the metrics that a change reaches what it does to their values; rest are told of elsewhere. Lines that begin with
// spaces belong to the one before.
func (c Change) reached(o *outline, fresh, rest []string) []string {
	lead := "reaches "
	if len(o.Through) > 0 {
		lead = "computed from it: "
	}
	all := plural(len(fresh)+len(rest), "metric")
	groups := c.grouped(fresh)
	switch {
	case len(groups) == 0 && len(rest) == 0:
		return nil
	case len(groups) == 0:
		return []string{lead + all + ": " + Some(rest)}
	case len(groups) == 1 && len(rest) == 0:
		return []string{lead + all + "; " + groups[0].text + ": " + Some(groups[0].names)}
	}
	out := []string{lead + all}
	for _, g := range groups {
		out = append(out, "  "+g.text+": "+Some(g.names))
	}
	if len(rest) > 0 {
		out = append(out, "  told apart: "+Some(rest))
	}
	return out
}

// effectGroup is metrics whose values do alike.
type effectGroup struct {
	text  string
	names []string // with their totals
}

func (c Change) grouped(metrics []string) []effectGroup {
	var out []effectGroup
	for _, name := range metrics {
		e := c.Effects[name]
		i := slices.IndexFunc(out, func(g effectGroup) bool { return g.text == e.Text })
		if i < 0 {
			i = len(out)
			out = append(out, effectGroup{text: e.Text})
		}
		if notes := e.notes(); len(notes) > 0 {
			name += " (" + strings.Join(notes, "; ") + ")"
		}
		out[i].names = append(out[i].names, name)
	}
	return out
}

// notes are what is the metric's own of an effect.
func (e Effect) notes() []string {
	return slices.DeleteFunc([]string{e.Part, e.Total}, func(s string) bool { return s == "" })
}

// line is an effect in one line.
func (e Effect) line() string {
	out := e.Text
	if e.Part != "" {
		out += " (" + e.Part + ")"
	}
	if e.Total != "" {
		out += "; the total: " + e.Total
	}
	return out
}

// elsewhere is the title of what changed and is in no metric.
const elsewhere = "in no metric"

func classes() []bundle.Class {
	return []bundle.Class{bundle.Breaking, bundle.MeaningChanged, bundle.Additive, bundle.ProseOnly}
}

func (c Change) ofCause(cause bundle.Cause) outline {
	o := outline{Title: cause.Origin, Class: cause.Class, Reasons: []bundle.Reason{cause.Reason}, Reaches: cause.Metrics, At: c.Places[cause.Metrics[0]]}
	if o.Title == "" {
		o.Title = plural(len(cause.Metrics), "metric")
	}
	if name := c.Example(cause); len(c.Deltas[name]) > 0 {
		o.Example, o.Deltas, o.Fields = name, c.Deltas[name], c.Definitions[name]
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
		if !slices.ContainsFunc(c.causes(), func(cause bundle.Cause) bool { return cause.Reason == r }) {
			out = append(out, r)
		}
	}
	return out
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

// Leading are the metrics whose difference is worth showing, at most limit: an example of each cause, then those that
// have reasons of their own, worst first.
func (c Change) Leading(limit int) []string {
	var out []string
	for _, cause := range c.causes() {
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

// Demand is one thing that changed as much as the whole change did.
type Demand struct {
	At   diag.Range
	Name string // a metric or another definition
	Text string
}

// Demanding are the things that make the change as large as it is.
func (c Change) Demanding() []Demand {
	var out []Demand
	for _, o := range c.outlines() {
		if o.Class == c.Class && !o.Apart {
			d := Demand{At: o.At, Name: o.Title, Text: o.Reasons[0].Text}
			if len(o.Reaches) > 0 {
				d.Text += "; it reaches " + plural(len(o.Reaches), "metric") + ": " + Some(o.Reaches)
			}
			out = append(out, d)
		}
	}
	return out
}

// MetricCause is why a metric changed: a key that all metrics share that changed for the same reasons, or that one definition
// stamps, and a few words.
type MetricCause struct{ Key, Text string }

// MetricCauses are those of the metrics that changed, by name.
func (c Change) MetricCauses() map[string]MetricCause {
	out, shared := map[string]MetricCause{}, map[string]int{}
	for _, m := range c.Metrics {
		shared[stamp(c.Places[m.Metric], m.Reasons)]++
	}
	for _, m := range c.Metrics {
		first := m.Reasons[0]
		cause := MetricCause{Key: stamp(c.Places[m.Metric], m.Reasons), Text: strings.TrimPrefix(first.Origin+": "+first.Text, ": ")}
		if cause.Key == "" || shared[cause.Key] == 1 || first.Origin != "" {
			cause.Key = ""
			for _, r := range m.Reasons {
				cause.Key += r.Origin + "\x00" + r.Text + "\x00"
			}
		}
		if more := len(m.Reasons) - 1; more > 0 {
			cause.Text += fmt.Sprintf(", and %d more", more)
		}
		out[m.Metric] = cause
	}
	return out
}

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
