package render

import (
	"fmt"
	"strings"

	"sutura.dev/internal/diag"
)

// Demand is one thing that changed as much as the whole change did.
type Demand struct {
	At   diag.Range
	Name string // a metric or another definition
	Text string
}

// demandingShown is how many metrics that changed alike are named where a finding says because of which.
const demandingShown = 3

// Demanding are the things that make the change as large as it is.
func (c Change) Demanding() []Demand {
	var out []Demand
	for _, o := range c.outlines() {
		if o.Class == c.Class && !o.Apart {
			d := Demand{At: o.At, Name: o.Title, Text: o.Reasons[0].Text}
			if o.Reasons[0].Origin == "" && len(o.Reaches) > 0 && len(o.Reaches) <= demandingShown { // metrics that say the same of themselves
				d.Name = strings.Join(o.Reaches, ", ")
			}
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
