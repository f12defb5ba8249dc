package render

import (
	"fmt"
	"slices"
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/internal/diag"
)

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
