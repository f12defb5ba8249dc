package compiler

import (
	"maps"
	"slices"

	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
	"sutura.dev/internal/diag"
)

// knowledge carries the descriptive part over. Saved questions are decoded strictly; verify asks them.
func (c *compilation) knowledge() {
	k := c.cat.Knowledge
	out := &c.def.Knowledge
	for _, e := range k.Glossary {
		out.Glossary = append(out.Glossary, bundle.Entry{
			Term: bundle.Term(e.Term), Synonyms: terms(e.Synonyms), Metric: e.Means.Metric, Dimension: e.Means.Dimension, Value: e.Means.Value,
		})
	}
	for _, n := range k.NotDefined {
		out.NotDefined = append(out.NotDefined, bundle.NotDefined(n))
	}
	for _, v := range k.Caveats {
		out.Caveats = append(out.Caveats, bundle.Caveat(v))
	}
	for _, name := range slices.Sorted(maps.Keys(k.Queries)) {
		q := k.Queries[name]
		asked, ok := c.question(q.Question, []string{"knowledge", "queries", name, "question"})
		if !ok {
			continue
		}
		b := bundle.Query{Name: name, Title: q.Title, Description: q.Description, Question: asked}
		for _, p := range slices.Sorted(maps.Keys(q.Parameters)) {
			v := q.Parameters[p]
			b.Parameters = append(b.Parameters, bundle.Parameter{
				Name: p, Fills: v.Fills, Dimension: v.Dimension, Default: v.Default, Required: v.Required, Description: v.Description,
			})
		}
		out.Queries = append(out.Queries, b)
	}
	for i, e := range k.Examples {
		if asked, ok := c.question(e.Question, []string{"knowledge", "examples", index(i), "question"}); ok {
			out.Examples = append(out.Examples, bundle.Example{Phrase: e.Phrase, Locale: e.Locale, Question: asked})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(k.Places)) {
		p := k.Places[name]
		out.Places = append(out.Places, bundle.Place{
			Name: name, Names: p.Names, Lat: p.Lat, Lon: p.Lon, Radius: p.Radius, Kind: p.Kind, Within: p.Within,
		})
	}
}

// question decodes a saved question.
func (c *compilation) question(raw []byte, path []string) (question.Question, bool) {
	q, malformed := question.Decode(raw)
	if malformed != nil {
		c.report(diag.NotAnswerable, path, "this is not a question: "+malformed.Error(), "")
		return question.Question{}, false
	}
	return q, true
}
