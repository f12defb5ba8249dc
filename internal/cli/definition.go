package cli

import (
	"slices"
	"strings"

	"sutura.dev/bundle"
)

// definitionFields is a metric's whole definition, as names and values.
func definitionFields(b *bundle.Bundle, name string) [][2]string {
	m := b.View(nil, true).Metric(name)
	var models, where, time []string
	add := func(list *[]string, text string) {
		if text != "" && !slices.Contains(*list, text) {
			*list = append(*list, text)
		}
	}
	for i := range m.Measure.Terms {
		t := &m.Measure.Terms[i]
		of := b.Model(t.Model)
		add(&models, of.Name+" ("+strings.Join(of.Table, ".")+")")
		for _, w := range of.Where {
			add(&where, w.String()+" (of every metric of "+of.Name+")")
		}
		if t.Time != nil {
			add(&time, strings.TrimPrefix(t.Time.Role+"."+t.Time.Column, "."))
		}
	}
	if len(m.Measure.Terms) == 1 { // a ratio says them with its sides
		for _, w := range m.Measure.Terms[0].Where {
			add(&where, w.String())
		}
	}
	measure := m.Measure
	if len(measure.Terms) == 1 {
		measure.Terms = slices.Clone(measure.Terms)
		measure.Terms[0].Where = nil
	}
	status := m.Status
	if m.Use != "" {
		status += ", use " + m.Use
	}
	all := [][2]string{
		{"title", m.Prose.Title}, {"description", m.Prose.Description}, {"model", strings.Join(models, ", ")},
		{"measure", (&bundle.Metric{Measure: measure}).Definition()}, {"where", strings.Join(where, "; and ")}, {"time", strings.Join(time, ", ")},
		{"unit", m.Unit}, {"type", m.Type.String()}, {"audience", strings.Join(m.Audience, ", ")}, {"status", status}, {"owner", m.Prose.Owner},
		{"grains", strings.Join(m.Grains, ", ")}, {"dimensions", strings.Join(m.Dimensions, ", ")},
	}
	for _, c := range m.Caveats {
		all = append(all, [2]string{"caveat", c})
	}
	return slices.DeleteFunc(all, func(f [2]string) bool { return f[1] == "" })
}
