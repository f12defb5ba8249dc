package bundle

import (
	"fmt"
	"strings"

	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
)

// Resolved is a dimension as the metrics of one model are asked by it.
type Resolved struct {
	// Name is how questions write it: carrier, origin_airport.region.
	Name string
	// Identity is equal for two models exactly when they mean the same dimension: reached by a role of the same name
	// that ends at the same model, declared conformed under one name, or simply of one model.
	Identity string
	// Owner is the model that declares it.
	Owner *Model
	// Dimension is the declaration.
	Dimension *Dimension
	// Expr is its value, with columns seen from the asked model.
	Expr *expr.Node
}

// Resolve returns the dimension that the name means for metrics of a model, nil when there is none.
func (b *Bundle) Resolve(model, name string) *Resolved { return b.resolved[model][name] }

// index builds the look-ups. It fails on dangling joins and on two definitions of one name.
func (b *Bundle) index() error {
	b.models = make(map[string]*Model, len(b.def.Models))
	b.metrics = make(map[string]*Metric, len(b.def.Metrics))
	b.sources = make(map[string]*Source, len(b.def.Sources))
	b.resolved = make(map[string]map[string]*Resolved, len(b.def.Models))
	for i := range b.def.Sources {
		b.sources[b.def.Sources[i].Name] = &b.def.Sources[i]
	}
	for i := range b.def.Models {
		b.models[b.def.Models[i].Name] = &b.def.Models[i]
	}
	for i := range b.def.Metrics {
		b.metrics[b.def.Metrics[i].Name] = &b.def.Metrics[i]
	}
	if len(b.sources) != len(b.def.Sources) || len(b.models) != len(b.def.Models) || len(b.metrics) != len(b.def.Metrics) {
		return fmt.Errorf("two definitions share a name")
	}
	for i := range b.def.Models {
		if err := b.indexDimensions(&b.def.Models[i]); err != nil {
			return err
		}
	}
	return nil
}

func (b *Bundle) indexDimensions(m *Model) error {
	for _, role := range m.Roles {
		end, err := b.follow(m, role.Path)
		if err != nil {
			return fmt.Errorf("role %s of model %s: %w", role.Name, m.Name, err)
		}
		if end.Name != role.To {
			return fmt.Errorf("role %s of model %s does not end at %s", role.Name, m.Name, role.To)
		}
	}
	names := make(map[string]*Resolved)
	b.resolved[m.Name] = names
	for _, r := range DimensionsOf(m, b.Model) {
		if names[r.Name] != nil {
			return fmt.Errorf("model %s: two dimensions are named %s", m.Name, r.Name)
		}
		names[r.Name] = &r
	}
	return nil
}

// DimensionsOf lists the dimensions by which metrics of a model are asked: its own, under their conformed names where
// they have one, and again under the name that the model gives itself; then those of its roles. model looks a model up.
func DimensionsOf(m *Model, model func(string) *Model) []Resolved {
	var out []Resolved
	of := func(role string, end *Model, path string) {
		for i := range end.Dimensions {
			d := &end.Dimensions[i]
			out = append(out, Resolved{
				Name: role + "." + d.Name, Identity: role + " > " + end.Name + "." + d.Name,
				Owner: end, Dimension: d, Expr: d.Expr.From(path),
			})
		}
	}
	for i := range m.Dimensions {
		d := &m.Dimensions[i]
		r := Resolved{Name: d.Name, Identity: m.Name + "." + d.Name, Owner: m, Dimension: d, Expr: &d.Expr}
		if d.Conformed != "" {
			r.Name, r.Identity = d.Conformed, "conformed "+d.Conformed
		}
		out = append(out, r)
	}
	if m.Self != "" {
		of(m.Self, m, "")
	}
	for _, role := range m.Roles {
		of(role.Name, model(role.To), strings.Join(role.Path, "."))
	}
	return out
}

// follow walks joins from m to the model at their end.
func (b *Bundle) follow(m *Model, path []string) (*Model, error) {
	for _, step := range path {
		j := m.Join(step)
		if j == nil {
			return nil, fmt.Errorf("model %s has no join %s", m.Name, step)
		}
		if m = b.models[j.To]; m == nil {
			return nil, fmt.Errorf("join %s leads to no model", step)
		}
	}
	return m, nil
}

// At returns the model at the end of a dotted path of joins from m; m itself for the empty path, nil where it breaks.
func (b *Bundle) At(m *Model, path string) *Model {
	if path == "" {
		return m
	}
	end, err := b.follow(m, strings.Split(path, "."))
	if err != nil {
		return nil
	}
	return end
}

// indexZones makes the calendars of local times that are of another zone than the catalog's.
func (b *Bundle) indexZones() error {
	b.zones = map[string]*calendar.Calendar{}
	for i := range b.def.Models {
		for _, c := range b.def.Models[i].Columns {
			if c.Zone == "" || c.Zone == b.def.About.Calendar.Timezone || b.zones[c.Zone] != nil {
				continue
			}
			cal, err := b.calendar.Named(c.Zone)
			if err != nil {
				return err
			}
			b.zones[c.Zone] = cal
		}
	}
	return nil
}

// Elsewhere is the calendar of a local time's own zone, nil where that is the catalog's, and for days and instants.
func (b *Bundle) Elsewhere(t *Time) *calendar.Calendar {
	if t.Type.Kind != expr.Timestamp {
		return nil
	}
	return b.zones[t.Zone]
}
