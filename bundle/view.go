package bundle

import (
	"slices"
	"strings"

	"sutura.dev/bundle/question"
)

// Everyone is the audience that includes all callers.
const Everyone = "everyone"

// View is a bundle as one set of callers sees it: a metric outside it does not exist.
type View struct {
	*Bundle
	metrics map[string]*Metric
	names   []string
}

// View returns the bundle as callers of these audiences see it; nil audiences see all. Drafts are left out unless
// asked for. Build one per set of audiences and keep it.
func (b *Bundle) View(audiences []string, drafts bool) *View {
	v := &View{Bundle: b, metrics: make(map[string]*Metric, len(b.metrics))}
	for i := range b.def.Metrics {
		m := &b.def.Metrics[i]
		if m.Status == Draft && !drafts || !visible(m.Audience, audiences) {
			continue
		}
		v.metrics[m.Name] = m
		v.names = append(v.names, m.Name)
	}
	return v
}

func visible(of, audiences []string) bool {
	if audiences == nil || slices.Contains(of, Everyone) {
		return true
	}
	return slices.ContainsFunc(of, func(a string) bool { return slices.Contains(audiences, a) })
}

// Metric returns a visible metric, nil for one that does not exist or is not visible: the two look the same.
func (v *View) Metric(name string) *Metric { return v.metrics[name] }

// Names returns the visible metrics' names, sorted. Not to be changed.
func (v *View) Names() []string { return v.names }

// Sees reports whether every metric that a question names is visible.
func (v *View) Sees(q question.Question) bool {
	hidden := func(name string) bool { return v.metrics[name] == nil }
	return !slices.ContainsFunc(q.Metrics, hidden) && !slices.ContainsFunc(q.Having, func(h question.Having) bool { return hidden(h.Metric) })
}

// Queries returns the saved questions whose every metric is visible, sorted by name.
func (v *View) Queries() []Query {
	return slices.DeleteFunc(slices.Clone(v.def.Knowledge.Queries), func(q Query) bool { return !v.Sees(q.Question) })
}

// Query returns a saved question, nil for one that does not exist or names a metric that is not visible: the two look the
// same.
func (v *View) Query(name string) *Query {
	i, ok := slices.BinarySearchFunc(v.def.Knowledge.Queries, name, func(q Query, name string) int { return strings.Compare(q.Name, name) })
	if !ok || !v.Sees(v.def.Knowledge.Queries[i].Question) {
		return nil
	}
	return &v.def.Knowledge.Queries[i]
}
