package catalog

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sutura.dev/internal/diag"
)

func (k *checker) knowledge() {
	path := []string{"knowledge"}
	for i, e := range k.Knowledge.Glossary {
		p := at(path, "glossary", fmt.Sprint(i))
		k.terms(at(p, "synonyms"), e.Synonyms)
		k.means(at(p, "means"), e.Means)
	}
	k.phrases()
	for i, c := range k.Knowledge.Caveats {
		p := at(path, "caveats", fmt.Sprint(i))
		k.description(at(p, "text"), c.Text)
		k.repeated(at(p, "metrics"), c.Metrics, "metric")
		for n, name := range c.Metrics {
			k.known(at(p, "metrics", fmt.Sprint(n)), name)
		}
	}
	for _, name := range names(k.Knowledge.Queries) {
		q := k.Knowledge.Queries[name]
		p := at(path, "queries", name)
		k.description(at(p, "description"), q.Description)
		k.parameters(at(p, "parameters"), q.Parameters)
	}
	for _, name := range names(k.Knowledge.Places) {
		k.place(at(path, "places", name), name)
	}
}

func (k *checker) known(path []string, metric string) {
	if k.Metrics[metric] == nil && metric != "" {
		k.unknown(diag.UnknownMetric, path, "there is no metric "+metric, metric, k.metrics)
	}
}

func (k *checker) means(path []string, m Means) {
	switch {
	case (m.Metric == "") == (m.Dimension == ""):
		k.report(diag.KnowledgeForm, path, `Say metric: "...", or dimension: "...".`, "%s says %s", dotted(path), map[bool]string{true: "neither a metric nor a dimension", false: "a metric and a dimension"}[m.Metric == ""])
		return
	case m.Metric != "" && m.Value != "":
		k.report(diag.KnowledgeForm, at(path, "value"), "Leave the value out, or say its dimension.", "a metric has no values")
		return
	}
	k.known(at(path, "metric"), m.Metric)
	if m.Dimension == "" {
		return
	}
	d, ok := k.anywhere(at(path, "dimension"), m.Dimension)
	if ok && m.Value != "" && d.Values != nil && !slices.Contains(d.Values, m.Value) {
		k.report(diag.KnowledgeForm, at(path, "value"), k.near.name(m.Value, d.Values, "Name one of its values."), "%s is not among the values of %s", m.Value, m.Dimension)
	}
}

// anywhere finds a dimension that metrics of any model are asked by.
func (k *checker) anywhere(path []string, name string) (*Dimension, bool) {
	if k.asked == nil {
		k.asked = map[string]string{}
		for _, model := range k.models {
			for _, asked := range k.askable(model) {
				k.asked[asked] = cmp.Or(k.asked[asked], model)
			}
		}
	}
	model, ok := k.asked[name]
	if !ok {
		k.unknown(diag.UnknownDimension, path, "no model has a dimension "+name, name, names(k.asked))
		return nil, false
	}
	return k.dimensionOf(path, model, name)
}

// phrases reports words that mean two things, or something and nothing.
func (k *checker) phrases() {
	type claim struct {
		path  []string
		means Means
	}
	claims := map[string]claim{}
	for i, e := range k.Knowledge.Glossary {
		p := []string{"knowledge", "glossary", fmt.Sprint(i)}
		for n, term := range append([]Term{e.Term}, e.Synonyms...) {
			tp := at(p, "term")
			if n > 0 {
				tp = at(p, "synonyms", fmt.Sprint(n-1))
			}
			other, ok := claims[phrase(term.Text)]
			switch {
			case !ok:
				claims[phrase(term.Text)] = claim{tp, e.Means}
			case other.means != e.Means:
				k.twice(tp, other.path, fmt.Sprintf("%q already means something else", term.Text))
			}
		}
	}
	named := k.named()
	denied := map[string][]string{}
	for i, n := range k.Knowledge.NotDefined {
		p := []string{"knowledge", "not_defined", fmt.Sprint(i), "phrase"}
		if other, ok := claims[phrase(n.Phrase)]; ok {
			k.twice(p, other.path, fmt.Sprintf("%q is defined in the glossary, and said to have no meaning", n.Phrase))
		}
		if other, ok := named[phrase(n.Phrase)]; ok {
			k.twice(p, other, fmt.Sprintf("%q is what a metric is called, and said to have no meaning", n.Phrase))
		}
		if other, ok := denied[phrase(n.Phrase)]; ok {
			k.twice(p, other, fmt.Sprintf("%q is said to have no meaning twice", n.Phrase))
			continue
		}
		denied[phrase(n.Phrase)] = p
	}
	said := map[string][]string{}
	for i, e := range k.Knowledge.Examples {
		p := []string{"knowledge", "examples", fmt.Sprint(i), "phrase"}
		if other, ok := said[e.Locale+" "+phrase(e.Phrase)]; ok {
			k.twice(p, other, fmt.Sprintf("%q is an example twice", e.Phrase))
			continue
		}
		said[e.Locale+" "+phrase(e.Phrase)] = p
	}
}

// named is what metrics are called, in every language.
func (k *checker) named() map[string][]string {
	out := map[string][]string{}
	say := func(text string, path ...string) {
		if p := phrase(text); p != "" && out[p] == nil {
			out[p] = path
		}
	}
	for _, name := range k.metrics {
		m := k.Metrics[name]
		say(strings.ReplaceAll(name, "_", " "), "metrics", name)
		say(m.Title, "metrics", name, "title")
		for i, t := range m.Synonyms {
			say(t.Text, "metrics", name, "synonyms", fmt.Sprint(i))
		}
		for _, locale := range names(m.I18n) {
			say(m.I18n[locale].Title, "metrics", name, "i18n", locale, "title")
			for i, t := range m.I18n[locale].Synonyms {
				say(t.Text, "metrics", name, "i18n", locale, "synonyms", fmt.Sprint(i))
			}
		}
	}
	return out
}

func (k *checker) twice(path, other []string, message string) {
	k.add(diag.Diagnostic{
		Code: diag.PhraseTwice, Range: k.Range(path...), Message: message, Hint: "Drop one of the two.",
		Related: []diag.Related{{Range: k.Range(other...), Message: "the other claim is here"}},
	}, path)
}

// parameters are those of one saved question. No two of them fill the same.
func (k *checker) parameters(path []string, of map[string]Parameter) {
	filled := map[Parameter]string{}
	for _, name := range names(of) {
		p := of[name]
		k.parameter(at(path, name), p)
		fills := Parameter{Fills: p.Fills, Dimension: p.Dimension}
		if other, twice := filled[fills]; twice {
			k.add(diag.Diagnostic{
				Code: diag.KnowledgeForm, Range: k.places.label(at(path, name)), Message: fmt.Sprintf("%s and %s fill the same", other, name), Hint: "Drop one of the two.",
				Related: []diag.Related{{Range: k.places.label(at(path, other)), Message: "the other one is here"}},
			}, at(path, name))
			continue
		}
		filled[fills] = name
	}
}

func (k *checker) parameter(path []string, p Parameter) {
	k.description(at(path, "description"), p.Description)
	switch {
	case p.Fills == "filter" && p.Dimension == "":
		k.reportName(diag.KnowledgeForm, path, "Say its dimension.", "%s fills a filter, and does not say of which dimension", dotted(path))
	case p.Fills == "range" && p.Dimension != "":
		k.report(diag.KnowledgeForm, at(path, "dimension"), "Leave the dimension out.", "%s fills the range, which has no dimension", dotted(path))
	case p.Dimension != "":
		k.anywhere(at(path, "dimension"), p.Dimension)
	}
	if p.Required && p.Default != "" {
		k.report(diag.KnowledgeForm, at(path, "default"), "Keep `required`, or the default.", "%s must be said, so its default is never taken", dotted(path))
	}
}

func (k *checker) place(path []string, name string) {
	p := k.Knowledge.Places[name]
	k.repeated(at(path, "names"), p.Names, "name")
	has := func(field string) bool { return lookup(k.places.evaluated(), at(path, field)).Exists() }
	located := has("lat") && has("lon")
	switch {
	case has("lat") != has("lon"):
		k.reportName(diag.KnowledgeForm, path, "Say lat and lon.", "%s has one coordinate of two", dotted(path))
	case p.Kind == "radius" && (!located || !has("radius")):
		k.reportName(diag.KnowledgeForm, path, "Say lat, lon and radius.", "%s is a circle, and has no centre or no radius", dotted(path))
	case (p.Kind == "" || p.Kind == "point") && !located:
		k.reportName(diag.KnowledgeForm, path, `Say lat and lon, or kind: "area".`, "%s is a point, and has no coordinates", dotted(path))
	case p.Kind != "radius" && has("radius"):
		k.report(diag.KnowledgeForm, at(path, "radius"), `Say kind: "radius", or leave it out.`, "only a circle has a radius")
	}
	seen := map[string]bool{name: true}
	for within := p.Within; within != ""; within = k.Knowledge.Places[within].Within {
		if _, ok := k.Knowledge.Places[within]; !ok {
			k.report(diag.KnowledgeForm, at(path, "within"), k.near.name(p.Within, names(k.Knowledge.Places), "Declare it, or leave `within` out."), "place %s is not declared", within)
			return
		}
		if seen[within] {
			k.report(diag.KnowledgeForm, at(path, "within"), "Break the circle.", "%s lies within itself", name)
			return
		}
		seen[within] = true
	}
}
