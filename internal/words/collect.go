package words

import (
	"slices"
	"strconv"
	"strings"

	"sutura.dev/bundle"
)

// maxMetrics bounds the metrics that a hit names: it is a start, not a listing.
const maxMetrics = 5

// retired is what a deprecated metric is worth beside one that should be asked.
const retired = 0.8

func (c *collector) collect() {
	c.seen()
	for _, name := range c.view.Names() {
		m := c.view.Metric(name)
		e := entry{kind: Metric, id: "metric." + name, name: name, title: m.Prose.Title, prose: &m.Prose}
		if m.Status == bundle.Deprecated {
			e.worth = retired
		}
		c.add(e)
		c.say(fieldName, "", name, demandOf(""))
		c.prose(&m.Prose)
	}
	for _, d := range c.dimensions {
		c.dimension(d)
	}
	c.knowledge()
}

// seen finds the dimensions that visible metrics are asked by.
func (c *collector) seen() {
	identities := map[string]*dimension{}
	for _, name := range c.view.Names() {
		m := c.view.Metric(name)
		model := m.Measure.Terms[0].Model
		for _, asked := range m.Dimensions {
			r := c.view.Resolve(model, asked)
			if r == nil {
				continue
			}
			d := identities[r.Identity]
			if d == nil {
				d = &dimension{Resolved: r, model: model}
				identities[r.Identity] = d
				c.dimensions = append(c.dimensions, d)
			}
			d.model = min(d.model, model)
			if len(d.metrics) < maxMetrics {
				d.metrics = append(d.metrics, name)
			} else {
				d.more++
			}
		}
	}
	slices.SortFunc(c.dimensions, inOrder)
	c.byName = make(map[string]*dimension, len(c.dimensions))
	for _, d := range slices.Backward(c.dimensions) {
		c.byName[d.Name] = d
	}
}

func (c *collector) dimension(d *dimension) {
	p := &d.Dimension.Prose
	c.add(entry{kind: Dimension, id: d.id(), name: d.Name, title: p.Title, prose: p, metrics: d.metrics, more: d.more})
	c.say(fieldName, "", d.Name, demandOf(""))
	c.say(fieldShort, "", short(d.Name), demandOf(""))
	c.prose(p)
	for _, v := range d.Dimension.Values {
		c.add(entry{kind: Value, id: d.id(), name: d.Name, title: p.Labels[v], value: v, metrics: d.metrics, more: d.more})
		c.say(fieldValue, "", v, demandOf(""))
		c.say(fieldLabel, "", p.Labels[v], demandOf(""))
		c.terms(fieldSynonym, "", p.ValueWords[v])
	}
}

// short is what a dimension of a role is called without the role, and a name without being called one: product.category is a category, and
// region.name a region. Empty for those of no role.
func short(name string) string {
	role, own, ok := strings.Cut(name, ".")
	switch {
	case !ok:
		return ""
	case own == "name":
		return role
	}
	return own
}

func (c *collector) knowledge() {
	k := c.view.Knowledge()
	ids := slugs{}
	for _, g := range k.Glossary {
		e := entry{kind: Glossary, title: g.Term.Text, name: g.Metric, value: g.Value}
		switch d := c.byName[g.Dimension]; {
		case g.Metric != "" && c.view.Metric(g.Metric) != nil:
			e.means = "metric." + g.Metric
		case g.Dimension != "" && d != nil && (g.Value == "" || slices.Contains(d.Dimension.Values, g.Value) || d.Dimension.Filter == bundle.FilterOpen):
			e.means, e.name, e.metrics, e.more = d.id(), d.Name, d.metrics, d.more
		default:
			continue
		}
		e.id = ids.of("glossary.", g.Term.Text)
		c.add(e)
		c.term(fieldTerm, "", g.Term)
		c.terms(fieldSynonym, "", g.Synonyms)
	}
	for _, n := range k.NotDefined {
		c.add(entry{kind: NotDefined, id: ids.of("not_defined.", n.Phrase), title: n.Phrase, why: n.Why})
		c.say(fieldPhrase, "", n.Phrase, demandOf(""))
	}
	for _, q := range c.view.Queries() {
		c.add(entry{kind: Query, id: "query." + q.Name, name: q.Name, title: q.Title, metrics: q.Question.Metrics[:min(maxMetrics, len(q.Question.Metrics))], more: max(0, len(q.Question.Metrics)-maxMetrics)})
		c.say(fieldName, "", q.Name, demandOf(""))
		c.say(fieldTitle, "", q.Title, demandOf(""))
		c.say(fieldDescription, "", q.Description, demandOf(""))
	}
}

// slugs makes ids of phrases: folded, its words joined by underscores, numbered where two come to the same.
type slugs map[string]bool

func (s slugs) of(prefix, phrase string) string {
	first := prefix + strings.Join(split(Fold(phrase)), "_")
	id := first
	for n := 2; s[id]; n++ {
		id = first + "_" + strconv.Itoa(n)
	}
	s[id] = true
	return id
}
