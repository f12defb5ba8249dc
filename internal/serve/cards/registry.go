package cards

import (
	"maps"
	"slices"
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/internal/words"
)

// Registry has what a view sees, by id. It is immutable and safe for concurrent use.
//
// A model is there where one of its metrics is visible, and a role where one of these is asked by way of it; a dimension
// where a visible metric is asked by it; a saved question where all of its metrics are; a term where what it means is; an
// area where a visible metric is tagged with it, itself or by its model.
type Registry struct {
	describer *Describer
	view      *bundle.View
	ids       []string // sorted, each object once
	objects   map[string]*object
}

// object is one thing, with the metrics that make it visible.
type object struct {
	id, kind, name string
	prose          *bundle.Prose // nil for what has none
	title          string        // of what has no prose
	metrics        []string      // sorted
	areas          []string      // sorted

	model     *bundle.Model // of a model, a role, a dimension
	dimension *bundle.Resolved
	role      *bundle.Role
	query     *bundle.Query
	term      *bundle.Entry
	hit       words.Hit // of a term
}

// NewRegistry lists what a describer's view sees.
func NewRegistry(d *Describer) *Registry {
	r := &Registry{describer: d, view: d.view, objects: map[string]*object{}}
	r.metricsAndModels()
	r.dimensions()
	r.roles()
	r.questions()
	r.terms()
	r.tags()
	r.ids = slices.DeleteFunc(slices.Sorted(maps.Keys(r.objects)), func(id string) bool { return r.objects[id].id != id })
	return r
}

func (r *Registry) add(o *object) {
	o.id = o.kind + "." + o.id
	r.objects[o.id] = o
	o.metrics = slices.Compact(slices.Sorted(slices.Values(o.metrics)))
	for _, name := range o.metrics {
		o.areas = append(o.areas, r.tagsOf(r.view.Metric(name))...)
	}
	o.areas = slices.Compact(slices.Sorted(slices.Values(o.areas)))
}

// tagsOf are the areas of a metric: its own and those of its model.
func (r *Registry) tagsOf(m *bundle.Metric) []string {
	return slices.Concat(m.Prose.Tags, r.modelOf(m).Prose.Tags)
}

func (r *Registry) modelOf(m *bundle.Metric) *bundle.Model {
	return r.view.Model(m.Measure.Terms[0].Model)
}

func (r *Registry) metricsAndModels() {
	of := map[string][]string{}
	for _, name := range r.view.Names() {
		m := r.view.Metric(name)
		r.add(&object{kind: KindMetric, id: name, name: name, prose: &m.Prose, metrics: []string{name}})
		of[r.modelOf(m).Name] = append(of[r.modelOf(m).Name], name)
	}
	for name, metrics := range of {
		m := r.view.Model(name)
		r.add(&object{kind: KindModel, id: name, name: name, prose: &m.Prose, metrics: metrics, model: m})
	}
}

// dimensions lists each meaning once, by the id that searching gives; it is found by the id of every model that is asked
// by it.
func (r *Registry) dimensions() {
	metrics, also := map[string][]string{}, map[string][]string{}
	for _, name := range r.view.Names() {
		m := r.view.Metric(name)
		for _, d := range m.Dimensions {
			identity := r.describer.dimension(m, d).Identity
			metrics[identity] = append(metrics[identity], name)
			also[identity] = append(also[identity], KindDimension+"."+r.modelOf(m).Name+"."+d)
		}
	}
	for _, hit := range r.describer.index.All(words.Dimension) {
		id := strings.TrimPrefix(hit.ID, KindDimension+".")
		model, name, _ := strings.Cut(id, ".")
		d := r.view.Resolve(model, name)
		o := &object{kind: KindDimension, id: id, name: name, prose: &d.Dimension.Prose, metrics: metrics[d.Identity], model: r.view.Model(model), dimension: d}
		r.add(o)
		for _, id := range also[d.Identity] {
			r.objects[id] = o
		}
	}
}

func (r *Registry) roles() {
	for _, o := range slices.Collect(maps.Values(r.objects)) {
		if o.kind != KindModel {
			continue
		}
		for i := range o.model.Roles {
			role := &o.model.Roles[i]
			by := func(d string) bool { return strings.HasPrefix(d, role.Name+".") }
			asked := slices.DeleteFunc(slices.Clone(o.metrics), func(name string) bool { return !slices.ContainsFunc(r.view.Metric(name).Dimensions, by) })
			if len(asked) > 0 {
				r.add(&object{kind: KindRole, id: o.name + "." + role.Name, name: role.Name, metrics: asked, model: o.model, role: role})
			}
		}
	}
}

func (r *Registry) questions() {
	for _, q := range r.view.Queries() {
		r.add(&object{kind: KindQuery, id: q.Name, name: q.Name, title: q.Title, metrics: slices.Clone(q.Question.Metrics), query: &q})
	}
}

func (r *Registry) terms() {
	entries := map[string]*bundle.Entry{}
	for _, e := range r.view.Knowledge().Glossary {
		entries[e.Term.Text] = &e
	}
	for _, hit := range r.describer.index.All(words.Glossary) {
		o := &object{kind: KindGlossary, id: strings.TrimPrefix(hit.ID, KindGlossary+"."), name: hit.Title, term: entries[hit.Title], hit: hit}
		if means := r.objects[hit.Means]; means != nil {
			o.metrics = slices.Clone(means.metrics)
		}
		r.add(o)
	}
}

func (r *Registry) tags() {
	of := map[string][]string{}
	for _, name := range r.view.Names() {
		for _, area := range r.objects[KindMetric+"."+name].areas {
			of[area] = append(of[area], name)
		}
	}
	for area, metrics := range of {
		r.objects[KindArea+"."+area] = &object{id: KindArea + "." + area, kind: KindArea, name: area, metrics: metrics, areas: []string{area}}
	}
}

// in lists the ids of a kind and an area, sorted; empty for any.
func (r *Registry) in(kind, area string) []string {
	return slices.DeleteFunc(slices.Clone(r.ids), func(id string) bool {
		o := r.objects[id]
		return kind != "" && o.kind != kind || area != "" && !slices.Contains(o.areas, area)
	})
}

func (o *object) called() string {
	if o.prose != nil {
		return o.prose.Title
	}
	return o.title
}
