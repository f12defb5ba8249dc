package cards

import (
	"cmp"
	"fmt"
	"slices"
	"unicode/utf8"

	"sutura.dev/bundle"
)

// The bounds of what a card says.
const (
	maxFull   = 40   // metrics of a catalog that is described at once, if they fit
	maxProse  = 1200 // characters of a text that was asked for
	maxAside  = 240  // characters of a text beside it
	maxTitle  = 120
	maxValues = 40 // of a dimension
	fewValues = 8
)

func (d *Describer) short(m *bundle.Metric) Card {
	c := Card{Name: m.Name, Title: clip(m.Prose.Title, maxTitle), Unit: clip(m.Unit, maxTitle), Grains: append([]string{}, m.Grains...)}
	if m.Status != bundle.Certified {
		c.Status = m.Status
	}
	return c
}

func (d *Describer) full(m *bundle.Metric) Card {
	c := d.short(m)
	c.Description, c.Type = clip(m.Prose.Description, maxProse), m.Type.String()
	c.Checked = checked(m)
	if m.Status == bundle.Deprecated {
		c.Until = m.Until
		if d.view.Metric(m.Use) != nil {
			c.Use = m.Use
		}
	}
	for _, text := range m.Caveats {
		c.Caveats = append(c.Caveats, clip(text, maxProse))
	}
	for _, k := range d.view.Knowledge().Caveats {
		if slices.Contains(k.Metrics, m.Name) {
			c.Caveats = append(c.Caveats, clip(k.Text, maxProse))
		}
	}
	return c
}

// groups puts together the metrics that are asked by the same dimensions of the same data system, in the order in which
// they come.
func (d *Describer) groups(metrics []*bundle.Metric) []Group {
	at := map[string]int{}
	var out []Group
	for _, m := range metrics {
		key := d.source(m)
		for _, name := range m.Dimensions {
			key += "\x00" + name + "\x00" + d.dimension(m, name).Identity
		}
		ways := d.hierarchies(m)
		key += fmt.Sprint(ways)
		i, seen := at[key]
		if !seen {
			i = len(out)
			at[key] = i
			out = append(out, Group{Dimensions: append([]string{}, m.Dimensions...), Hierarchies: ways})
			if d.sources {
				out[i].Source = d.source(m)
			}
		}
		out[i].Metrics = append(out[i].Metrics, m.Name)
	}
	return out
}

func (d *Describer) hierarchies(m *bundle.Metric) []Hierarchy {
	var out []Hierarchy
	for _, h := range d.view.Hierarchies(m) {
		out = append(out, Hierarchy{h.Name, h.Levels})
	}
	return out
}

func (d *Describer) dimension(m *bundle.Metric, name string) *bundle.Resolved {
	return d.view.Resolve(m.Measure.Terms[0].Model, name)
}

// checked is the range that published values of the whole metric lie in, nil where there is none.
func checked(m *bundle.Metric) *Span {
	start, end := m.Checked()
	if start == "" {
		return nil
	}
	return &Span{start, end}
}

// dimensions lists what the metrics are asked by, by name, with at most so many values each.
func (d *Describer) dimensions(metrics []*bundle.Metric, values int) []Dimension {
	type meaning struct {
		name, identity string
	}
	at := map[meaning]int{}
	named := map[string]int{}
	var out []Dimension
	for _, m := range metrics {
		for _, name := range m.Dimensions {
			r := d.dimension(m, name)
			key := meaning{name, r.Identity}
			i, seen := at[key]
			if !seen {
				i = len(out)
				at[key] = i
				named[name]++
				out = append(out, described(r, values))
			}
			out[i].Metrics = append(out[i].Metrics, m.Name)
		}
	}
	for i := range out {
		if named[out[i].Name] == 1 {
			out[i].Metrics = nil
		}
	}
	slices.SortFunc(out, func(a, b Dimension) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), slices.Compare(a.Metrics, b.Metrics))
	})
	return out
}

func described(r *bundle.Resolved, values int) Dimension {
	p := &r.Dimension.Prose
	out := Dimension{
		Name: r.Name, Title: clip(p.Title, maxTitle), Description: clip(p.Description, maxAside), Type: r.Expr.Type.String(),
		Unit: clip(r.Dimension.Unit, maxTitle), Filter: r.Dimension.Filter,
	}
	for _, v := range r.Dimension.Values[:min(values, len(r.Dimension.Values))] {
		out.Values = append(out.Values, Value{v, clip(p.Labels[v], maxTitle)})
	}
	out.More = len(r.Dimension.Values) - len(out.Values)
	return out
}

// clip cuts a text that is longer than so many characters, and says so by three dots.
func clip(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	r := []rune(s)
	return string(r[:most-len("...")]) + "..."
}
