package render

import (
	"slices"
	"strings"
)

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
