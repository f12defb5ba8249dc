package bundle

import (
	"fmt"
	"slices"
	"strings"
)

// dimensions compares what the metric may be asked by.
func (c comparison) dimensions() {
	var lost, gained []string
	for _, name := range c.was.Dimensions {
		if _, kept := slices.BinarySearch(c.is.Dimensions, name); kept {
			c.dimension(name)
		} else {
			lost = append(lost, name)
		}
	}
	for _, name := range c.is.Dimensions {
		if _, had := slices.BinarySearch(c.was.Dimensions, name); !had {
			gained = append(gained, name)
		}
	}
	for _, old := range lost {
		i := slices.IndexFunc(gained, func(now string) bool { return c.renamed(old, now) })
		if i >= 0 {
			c.touched[c.dimensionOrigin(old)] = true
			c.add(DimensionRenamed, c.dimensionOrigin(gained[i]), "", old, gained[i])
			gained = slices.Delete(gained, i, i+1)
			continue
		}
		c.add(DimensionRemoved, c.dimensionOrigin(old), old, "", "")
	}
	for _, name := range gained {
		c.add(DimensionAdded, c.dimensionOrigin(name), name, "", "")
	}
}

// renamed reports whether two dimensions of different names mean the same.
func (c comparison) renamed(old, now string) bool {
	mb, ma := c.was.models()[0], c.is.models()[0]
	was, is := c.before.dimensionMeaning(mb, old), c.after.dimensionMeaning(ma, now)
	was.Name, is.Name = "", ""
	a, err := canonical(was)
	b, err2 := canonical(is)
	return err == nil && err2 == nil && string(a) == string(b)
}

// dimensionOrigin is the definition by which a dimension came or went: its own, or a role to its model. It is empty
// where only the metric's list of dimensions can be the reason.
func (c comparison) dimensionOrigin(name string) string {
	was, is := c.before.Resolve(c.was.models()[0], name), c.after.Resolve(c.is.models()[0], name)
	if was != nil && is != nil {
		return ""
	}
	model, other, there := c.after.models[c.is.models()[0]], c.before.Bundle, is
	if is == nil {
		model, other, there = c.before.models[c.was.models()[0]], c.after.Bundle, was
	}
	if there == nil || other.models[model.Name] == nil {
		return ""
	}
	if role, _, ok := strings.Cut(name, "."); ok && other.models[model.Name].role(role) == nil {
		if model.Join(role) != nil {
			return "models." + model.Name + ".joins." + role
		}
		return "models." + model.Name + ".roles." + role
	}
	return there.origin()
}

// origin is where the dimension is declared.
func (r *Resolved) origin() string {
	return "models." + r.Owner.Name + ".dimensions." + r.Dimension.Name
}

// role returns a role by name, nil when there is none.
func (m *Model) role(name string) *Role {
	i := slices.IndexFunc(m.Roles, func(r Role) bool { return r.Name == name })
	if i < 0 {
		return nil
	}
	return &m.Roles[i]
}

// dimension compares a dimension that the metric keeps, over each of its models.
func (c comparison) dimension(name string) {
	was, is := c.was.models(), c.is.models()
	for i := range min(len(was), len(is)) {
		old, err := c.before.dimension(was[i], name)
		now, err2 := c.after.dimension(is[i], name)
		if err == nil && err2 == nil && old.Meaning != now.Meaning {
			c.redefined(c.before.models[was[i]], c.after.models[is[i]], name)
		}
	}
}

func (c comparison) redefined(mb, ma *Model, name string) {
	was, is := c.before.Resolve(mb.Name, name), c.after.Resolve(ma.Name, name)
	origin, declared := is.origin(), is.Dimension.Name
	c.reach(mb, ma, name)
	if c.changed(tree{was.Owner, &was.Dimension.Expr}, tree{is.Owner, &is.Dimension.Expr}) {
		c.add(DimensionRedefined, origin, declared, was.Dimension.Expr.String(), is.Dimension.Expr.String())
	}
	if old, now := was.Expr.Type, is.Expr.Type; old.Kind != now.Kind && was.Dimension.Filter != FilterNone && is.Dimension.Filter != FilterNone {
		c.add(DimensionTypeChanged, origin, declared, old.String(), now.String())
	}
	if old, now := was.Dimension.Unit, is.Dimension.Unit; old != now {
		c.add(DimensionUnitChanged, origin, declared, old, now)
	}
	c.filtering(origin, was.Dimension, is.Dimension)
	if cutsWeeks(was.Expr) && cutsWeeks(is.Expr) {
		c.weekStart(c.before.def.About.Calendar.WeekStart, c.after.def.About.Calendar.WeekStart)
	}
	if old, now := c.before.def.About.Calendar.Timezone, c.after.def.About.Calendar.Timezone; old != now && was.Expr.SeesClocks() && is.Expr.SeesClocks() {
		c.add(TimezoneChanged, "about.calendar", "", old, now)
	}
}

// reach compares how a dimension's model is reached.
func (c comparison) reach(mb, ma *Model, name string) {
	role, _, joined := strings.Cut(name, ".")
	if !joined {
		return
	}
	was, is := mb.role(role), ma.role(role)
	if was == nil || is == nil {
		return // the model's own name
	}
	old, now := strings.Join(was.Path, "."), strings.Join(is.Path, ".")
	switch {
	case c.before.way(mb, old) == c.after.way(ma, now):
	case old == now:
		c.path(mb, ma, old)
	default:
		c.add(PathChanged, "models."+ma.Name+".roles."+role, role, old, now)
	}
}

// Filters as sentences say them.
var filterText = map[string]string{FilterNone: "nothing", FilterClosed: "its listed values", FilterOpen: "any value"}

// filtering compares by what a dimension may be filtered: how, and where that stays, the listed values.
func (c comparison) filtering(origin string, was, is *Dimension) {
	width := []string{FilterNone, FilterClosed, FilterOpen}
	old, now := slices.Index(width, was.Filter), slices.Index(width, is.Filter)
	values := func(code Code, gone, come []string) {
		r := newReason(code, origin, is.Name, someValues(gone), someValues(come))
		r.Before, r.After = strings.Join(gone, ", "), strings.Join(come, ", ")
		c.addReason(r)
	}
	switch {
	case now < old:
		c.add(FilteringLost, origin, is.Name, was.filterText(), is.filterText())
		return
	case now > old:
		c.add(FilteringGained, origin, is.Name, was.filterText(), is.filterText())
		return
	}
	gone, come := parted(was.Values, is.Values)
	if len(gone) > 0 {
		values(ValueRemoved, gone, nil)
	}
	if len(come) > 0 {
		values(ValueAdded, nil, come)
	}
}

// filterText says by which values a dimension may be filtered.
func (m *Dimension) filterText() string {
	if m.Filter == FilterClosed {
		return filterText[m.Filter] + " (" + someValues(m.Values) + ")"
	}
	return filterText[m.Filter]
}

// valuesShown is how many values a sentence names.
const valuesShown = 12

func someValues(values []string) string {
	text := strings.Join(values[:min(valuesShown, len(values))], ", ")
	if more := len(values) - valuesShown; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// without lists the values of a that are not in b.
func without(a, b []string) string {
	in := make(map[string]bool, len(b))
	for _, v := range b {
		in[v] = true
	}
	return strings.Join(slices.DeleteFunc(slices.Clone(a), func(v string) bool { return in[v] }), ", ")
}
