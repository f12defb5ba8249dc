package cards

import (
	"slices"
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
)

// maxMetrics bounds the metrics that an object names.
const maxMetrics = 200

// ObjectRequest asks for one object.
type ObjectRequest struct {
	ID string `json:"id"`
}

// ObjectFields is the table of its fields.
func ObjectFields() []question.Field {
	return []question.Field{{Name: "id", Kind: question.Text, Required: true, Accepts: "the id of the object, such as metric.revenue, model.orders, dimension.orders.region.name, role.orders.customer or area.sales, as list_objects and search give it"}}
}

// Get is all about an object, nil where the view sees none of the id. physical says where it is read from.
func (r *Registry) Get(id string, physical bool) *Object {
	o := r.objects[id]
	if o == nil {
		return nil
	}
	out := &Object{Outcome: "object", ID: o.id, Kind: o.kind, Name: o.name, Title: o.called(), Areas: o.areas}
	if p := o.prose; p != nil {
		out.Description, out.Owner, out.Synonyms = p.Description, p.Owner, texts(p.Synonyms)
	}
	if o.kind != KindMetric {
		shown := o.metrics[:min(len(o.metrics), maxMetrics)]
		out.Metrics, out.MoreThat = shown, len(o.metrics)-len(shown)
	}
	switch o.kind {
	case KindMetric:
		r.metric(out, r.view.Metric(o.name))
	case KindModel:
		out.Dimensions, out.Hierarchies = r.asked(o)
		for i := range o.model.Roles {
			if r.objects[KindRole+"."+o.name+"."+o.model.Roles[i].Name] != nil {
				out.Roles = append(out.Roles, o.model.Roles[i].Name)
			}
		}
	case KindDimension:
		d := described(o.dimension, maxValues)
		out.Type, out.Unit, out.Filter, out.Values, out.More = d.Type, d.Unit, d.Filter, d.Values, d.More
		out.Model = KindModel + "." + o.model.Name
	case KindRole:
		out.Model = KindModel + "." + o.model.Name
		if to := KindModel + "." + o.role.To; r.objects[to] != nil {
			out.To = to
		}
		all, _ := r.asked(o)
		out.Dimensions = slices.DeleteFunc(all, func(d string) bool { return !strings.HasPrefix(d, o.name+".") })
	case KindQuery:
		out.Description, out.Question, out.Parameters = o.query.Description, &o.query.Question, o.query.Parameters
	case KindGlossary:
		out.Synonyms, out.Means, out.Value = texts(o.term.Synonyms), o.hit.Means, o.hit.Value
	}
	if physical {
		out.Physical = r.physical(o)
	}
	return out
}

func (r *Registry) metric(out *Object, m *bundle.Metric) {
	card := r.describer.full(m)
	out.Unit, out.Type, out.Grains, out.Status = m.Unit, card.Type, m.Grains, m.Status
	out.Use, out.Until, out.Caveats, out.Checked = card.Use, card.Until, card.Caveats, card.Checked
	out.Meaning = r.view.MetricDigests(m.Name).Meaning
	out.Model = KindModel + "." + r.modelOf(m).Name
	out.Dimensions, out.Hierarchies = m.Dimensions, r.describer.hierarchies(m)
}

// asked are the dimensions and the ways down of an object's metrics.
func (r *Registry) asked(o *object) (dimensions []string, ways []Hierarchy) {
	for _, name := range o.metrics {
		m := r.view.Metric(name)
		dimensions = append(dimensions, m.Dimensions...)
		for _, h := range r.describer.hierarchies(m) {
			if !slices.ContainsFunc(ways, func(w Hierarchy) bool { return w.Name == h.Name && slices.Equal(w.Levels, h.Levels) }) {
				ways = append(ways, h)
			}
		}
	}
	slices.SortStableFunc(ways, func(a, b Hierarchy) int { return strings.Compare(a.Name, b.Name) })
	slices.Sort(dimensions)
	return slices.Compact(dimensions), ways
}

// physical is where an object is read from; nil for what is read from nowhere.
func (r *Registry) physical(o *object) *Physical {
	switch o.kind {
	case KindMetric:
		return &Physical{Expression: r.view.Metric(o.name).Definition()}
	case KindModel:
		m := o.model
		out := &Physical{Source: m.Source, Table: m.Table, Key: m.Key}
		for _, c := range m.Columns {
			out.Columns = append(out.Columns, Column{c.Name, c.Type.String()})
		}
		out.Conditions = spelled(m.Where)
		return out
	case KindDimension:
		return &Physical{Expression: o.dimension.Expr.String()}
	case KindRole:
		return &Physical{Joins: o.role.Path}
	}
	return nil
}

func spelled(conditions []expr.Node) []string {
	var out []string
	for i := range conditions {
		out = append(out, conditions[i].String())
	}
	return out
}

func texts(terms []bundle.Term) []string {
	var out []string
	for _, t := range terms {
		out = append(out, t.Text)
	}
	return out
}
