package cards

import (
	"slices"

	"sutura.dev/bundle"
)

// Bare is a copy without what the catalog's authors wrote for people.
func (o *Objects) Bare() *Objects {
	out := *o
	out.Objects = slices.Clone(o.Objects)
	for i := range out.Objects {
		out.Objects[i].Title = ""
	}
	return &out
}

// Bare is a copy without what the catalog's authors wrote for people.
func (o *Object) Bare() *Object {
	out := *o
	out.Title, out.Description, out.Synonyms, out.Caveats = "", "", nil, nil
	out.Values, out.Parameters = unlabelled(o.Values), undescribed(o.Parameters)
	return &out
}

// Bare is a copy without what the catalog's authors wrote for people.
func (m *Model) Bare() *Model {
	out := *m
	out.Bundle.Title, out.Bundle.Description, out.Hints = "", "", nil
	out.Models, out.Metrics, out.Dimensions = slices.Clone(m.Models), BareCards(m.Metrics), BareDimensions(m.Dimensions)
	for i := range out.Models {
		out.Models[i].Title, out.Models[i].Description = "", ""
	}
	return &out
}

// Bare is a copy without what the catalog's authors wrote for people.
func (q *Queries) Bare() *Queries {
	out := *q
	out.Queries = slices.Clone(q.Queries)
	for i := range out.Queries {
		s := &out.Queries[i]
		s.Title, s.Description, s.Parameters = "", "", undescribed(s.Parameters)
	}
	return &out
}

// BareCards are cards without prose.
func BareCards(list []Card) []Card {
	out := slices.Clone(list)
	for i := range out {
		out[i].Title, out[i].Description, out[i].Caveats = "", "", nil
	}
	return out
}

// BareDimensions are dimensions without prose.
func BareDimensions(list []Dimension) []Dimension {
	out := slices.Clone(list)
	for i := range out {
		out[i].Title, out[i].Description, out[i].Values = "", "", unlabelled(out[i].Values)
	}
	return out
}

func unlabelled(values []Value) []Value {
	out := slices.Clone(values)
	for i := range out {
		out[i].Label = ""
	}
	return out
}

func undescribed(parameters []bundle.Parameter) []bundle.Parameter {
	out := slices.Clone(parameters)
	for i := range out {
		out[i].Description = ""
	}
	return out
}
