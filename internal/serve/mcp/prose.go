package mcp

import (
	"slices"

	"sutura.dev/bundle/question"
	"sutura.dev/compiler/plan"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/serve"
	"sutura.dev/internal/serve/cards"
)

// omitted is said wherever the catalog's prose is left out.
const omitted = "The catalog's prose is left out here: its titles, descriptions, labels, caveats and reasons."

// withoutProse is a value without what the catalog's authors wrote for people; the value itself stays as it is. It is
// false where there is none in it.
func withoutProse(value any) (any, bool) {
	switch v := value.(type) {
	case *answer.Answer:
		a := *v
		a.Columns = slices.Clone(a.Columns)
		for i := range a.Columns {
			a.Columns[i].Label = a.Columns[i].Name
		}
		a.Notes = slices.DeleteFunc(slices.Clone(a.Notes), func(n plan.Note) bool { return n.Code == plan.NoteCaveat })
		if len(a.Notes) < len(v.Notes) {
			a.Notes = append(a.Notes, plan.Note{Code: "prose_omitted", Text: omitted})
		}
		return &a, true
	case *cards.Catalog:
		return bareCatalog(v), true
	case *cards.Objects:
		return v.Bare(), true
	case *cards.Object:
		return v.Bare(), true
	case *cards.Model:
		return v.Bare(), true
	case *cards.Queries:
		return v.Bare(), true
	case *serve.Found:
		f := *v
		f.Results = slices.Clone(f.Results)
		for i := range f.Results {
			h := &f.Results[i]
			h.Title, h.Snippet, h.Why = "", "", ""
		}
		return &f, true
	case *serve.Queried:
		return v.WithoutProse(), true
	case *answer.Refused:
		if v.Code != question.NotDefined {
			return nil, false
		}
		r := *v
		r.Detail = "The words are recorded as not defined. " + omitted
		return &r, true
	case *serve.Resolved:
		r := *v
		r.Options = slices.Clone(r.Options)
		for i := range r.Options {
			r.Options[i].Label = r.Options[i].ID
		}
		return &r, true
	case *serve.Matched:
		m := *v
		m.Matches = slices.Clone(m.Matches)
		for i := range m.Matches {
			m.Matches[i].Text = ""
		}
		return &m, true
	}
	return nil, false
}

func bareCatalog(v *cards.Catalog) *cards.Catalog {
	c := *v
	c.Bundle.Title, c.Bundle.Description = "", ""
	c.Metrics, c.Dimensions = cards.BareCards(v.Metrics), cards.BareDimensions(v.Dimensions)
	c.NotDefined = slices.Clone(c.NotDefined)
	for i := range c.NotDefined {
		c.NotDefined[i].Why = ""
	}
	c.Next += " " + omitted
	return &c
}
