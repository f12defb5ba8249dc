package compiler

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/bundle/calendar"
	"sutura.dev/catalog"
	"sutura.dev/internal/diag"
)

// compileMetrics compiles every metric, inputs before those that use them.
func (c *compilation) compileMetrics() {
	for _, name := range slices.Sorted(maps.Keys(c.cat.Metrics)) {
		if m := c.metric(name); m != nil {
			c.def.Metrics = append(c.def.Metrics, *m)
		} else {
			c.incomplete = true
		}
	}
}

// metric compiles a metric once; nil where something is reported, here or by Load, and for a cycle.
func (c *compilation) metric(name string) *bundle.Metric {
	if m, done := c.compiled[name]; done {
		return m
	}
	c.compiled[name] = nil
	m := c.cat.Metrics[name]
	if m == nil {
		return nil
	}
	path := []string{"metrics", name}
	measure, ok := c.bounded(m, path)
	if !ok {
		return nil
	}
	out := &bundle.Metric{
		Name: name, Prose: prose(m.Prose), Unit: m.Unit, Format: m.Format, Status: m.Status,
		Audience: m.Audience, Caveats: m.Caveats, Measure: measure.Measure, Type: measure.t,
	}
	if out.Status == "" {
		out.Status = bundle.Certified
	}
	if len(out.Audience) == 0 {
		out.Audience = c.cat.About.Audience
	}
	out.Audience = slices.Clone(out.Audience)
	if m.Deprecated != nil {
		out.Status, out.Use, out.Until = bundle.Deprecated, m.Deprecated.Use, m.Deprecated.Until
	}
	c.grains(out, m, path)
	c.dimensions(out, m, path)
	c.anchors(out, m)
	c.compiled[name] = out
	return out
}

// grains are those that every term's time column supports, narrowed to the declared ones.
func (c *compilation) grains(out *bundle.Metric, m *catalog.Metric, path []string) {
	var offered []string
	for i := range out.Measure.Terms {
		t := out.Measure.Terms[i].Time
		if t == nil {
			offered = nil
			break
		}
		var own []string
		for _, g := range c.calendar.Offered(calendar.Grain(t.Grain)) {
			if out.Measure.Terms[i].Shape.Fits(c.calendar, g) && (i == 0 || slices.Contains(offered, string(g))) {
				own = append(own, string(g))
			}
		}
		offered = own
	}
	if m.Grains == nil {
		out.Grains = offered
		return
	}
	for i, g := range m.Grains {
		if _, known := calendar.ParseGrain(g); !known {
			c.incomplete = true
			continue
		}
		if !slices.Contains(offered, g) {
			c.report(diag.GrainNotOffered, append(path, "grains", fmt.Sprint(i)),
				fmt.Sprintf("%s cannot be asked by %s; its time supports %s", out.Name, g, orNone(offered)), "")
		}
	}
	for _, g := range offered {
		if slices.Contains(m.Grains, g) {
			out.Grains = append(out.Grains, g)
		}
	}
}

func orNone(names []string) string {
	if len(names) == 0 {
		return "no grain"
	}
	return strings.Join(names, ", ")
}

// dimensions are those that every model of the metric reaches and means alike, narrowed to the declared ones.
func (c *compilation) dimensions(out *bundle.Metric, m *catalog.Metric, path []string) {
	identities := maps.Clone(c.identities(out.Measure.Terms[0].Model))
	unplaced := map[string]string{}
	for i := range out.Measure.Terms {
		maps.Copy(unplaced, c.unplaced(out.Measure.Terms[i].Model, out.Measure.Terms[i].Time))
	}
	for name := range c.ownTime(out) {
		unplaced[name] = "it is computed from the time of the rows, which are of other times here"
	}
	maps.DeleteFunc(identities, func(name, _ string) bool { return unplaced[name] != "" })
	any := len(identities) > 0
	for _, t := range out.Measure.Terms[1:] {
		others := c.identities(t.Model)
		any = any || len(others) > 0
		maps.DeleteFunc(identities, func(name, identity string) bool { return others[name] != identity })
	}
	if m.Dimensions == nil {
		if any && len(identities) == 0 {
			c.report(diag.NoSharedKey, path, fmt.Sprintf("the sides of %s share no dimension", out.Name),
				"Give both models a role of the same name to the same model, or write dimensions: [].")
		}
		out.Dimensions = slices.Sorted(maps.Keys(identities))
		return
	}
	for i, d := range m.Dimensions {
		if _, ok := identities[d]; ok {
			out.Dimensions = append(out.Dimensions, d)
			continue
		}
		c.incomplete = true
		if problem := unplaced[d]; problem != "" {
			c.report(diag.DimensionMissing, append(path, "dimensions", fmt.Sprint(i)), fmt.Sprintf("%s cannot be asked by %s: %s", out.Name, d, problem), "")
		} else if len(out.Measure.Terms) > 1 {
			c.report(diag.DimensionMissing, append(path, "dimensions", fmt.Sprint(i)),
				fmt.Sprintf("not every side of %s can be asked by %s", out.Name, d), "")
		}
	}
	slices.Sort(out.Dimensions)
}

// identities maps the names by which a model's metrics are asked to what they mean.
func (c *compilation) identities(model string) map[string]string {
	if known, ok := c.meant[model]; ok {
		return known
	}
	out := map[string]string{}
	c.meant[model] = out
	for _, d := range bundle.DimensionsOf(c.models[model], func(name string) *bundle.Model { return c.models[name] }) {
		out[d.Name] = d.Identity
	}
	return out
}

func (c *compilation) anchors(out *bundle.Metric, m *catalog.Metric) {
	for _, a := range m.Anchors {
		b := bundle.Anchor{Value: a.Value, Within: a.Within, On: a.On, Source: a.Source}
		if b.On == "" {
			b.On = "source"
		}
		if a.Range != nil {
			b.Start, b.End = a.Range.Start, a.Range.End
		}
		for _, f := range a.Filters {
			b.Filters = append(b.Filters, bundle.AnchorFilter(f))
		}
		out.Anchors = append(out.Anchors, b)
	}
}
