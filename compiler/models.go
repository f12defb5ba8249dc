package compiler

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
	"sutura.dev/catalog"
	"sutura.dev/compiler/dialect"
	"sutura.dev/internal/diag"
)

func dotted(path []string) string { return strings.Join(path, ".") }

// declareModels makes every model with its columns, joins and roles, so that expressions can follow them.
func (c *compilation) declareModels() {
	c.def.Models = make([]bundle.Model, 0, len(c.cat.Models))
	for _, name := range slices.Sorted(maps.Keys(c.cat.Models)) {
		m := c.cat.Models[name]
		source := c.cat.Sources[m.Source]
		if source == nil {
			c.incomplete = true
			source = &catalog.Source{}
		}
		c.def.Models = append(c.def.Models, bundle.Model{
			Name: name, Prose: prose(m.Prose), Source: m.Source, Table: tableParts(m.Table, source), Key: m.Key, Unique: m.Unique, Self: m.Self,
		})
		out := &c.def.Models[len(c.def.Models)-1]
		c.models[name] = out
		c.columns(out, m, source)
		if f := m.Fresh; f != nil {
			out.Fresh = &bundle.Fresh{Column: f.Column}
			if f.Within != nil {
				out.Fresh.Count, out.Fresh.Unit = f.Within.Count, f.Within.Unit
			}
		}
	}
	for i := range c.def.Models {
		c.joins(&c.def.Models[i])
	}
	for i := range c.def.Models {
		c.roles(&c.def.Models[i])
	}
}

// tableParts adds the source's schema, or its dialect's default, to a table that is named alone.
func tableParts(table []string, source *catalog.Source) []string {
	if len(table) != 1 {
		return table
	}
	schema := source.Schema
	if schema == "" {
		schema = dialect.Schema(source.Dialect)
	}
	if schema == "" {
		return table
	}
	return []string{schema, table[0]}
}

func prose(p catalog.Prose) bundle.Prose {
	out := bundle.Prose{Title: p.Title, Description: p.Description, Owner: p.Owner, Tags: p.Tags, Synonyms: terms(p.Synonyms)}
	for _, locale := range slices.Sorted(maps.Keys(p.I18n)) {
		i := p.I18n[locale]
		out.Locales = append(out.Locales, bundle.Locale{
			Locale: locale, Title: i.Title, Description: i.Description, Synonyms: terms(i.Synonyms),
		})
	}
	return out
}

func terms(in []catalog.Term) []bundle.Term {
	var out []bundle.Term
	for _, t := range in {
		out = append(out, bundle.Term(t))
	}
	return out
}

func (c *compilation) columns(out *bundle.Model, m *catalog.Model, source *catalog.Source) {
	path := []string{"models", out.Name}
	for _, part := range out.Table {
		c.fits(source, part, append(path, "table"))
	}
	for _, name := range slices.Sorted(maps.Keys(m.Columns)) {
		c.fits(source, name, append(path, "columns", name))
		col := m.Columns[name]
		t := expr.Type{Kind: expr.Kind(col.Type)}
		if t.Kind == expr.Decimal {
			t.Precision, t.Scale = col.Precision, col.Scale
		}
		b := bundle.Column{
			Name: name, Type: t, Required: col.Nullable != nil && !*col.Nullable, Zone: col.Zone, Unit: col.Unit,
		}
		if t.Temporal() {
			b.Grain = columnGrain(col)
		}
		out.Columns = append(out.Columns, b)
	}
}

// fits reports a name that the source's database would cut.
func (c *compilation) fits(source *catalog.Source, name string, path []string) {
	if most := dialect.MaxIdentifier(source.Dialect); most > 0 && len(name) > most {
		c.report(diag.IdentifierUnfit, path, fmt.Sprintf("%s keeps %d bytes of a name, and this one has %d", source.Dialect, most, len(name)),
			"Declare a view of the table with a shorter name.")
	}
}

// columnGrain is how fine a time column really is: as declared, else days for dates and hours for timestamps.
func columnGrain(col *catalog.Column) string {
	switch {
	case col.Grain != "":
		return col.Grain
	case col.Type == string(expr.Date):
		return string(calendar.Day)
	}
	return string(calendar.Hour)
}

func (c *compilation) joins(out *bundle.Model) {
	m := c.cat.Models[out.Name]
	for _, name := range slices.Sorted(maps.Keys(m.Joins)) {
		j := m.Joins[name]
		path := []string{"models", out.Name, "joins", name}
		to := c.models[j.To]
		if to == nil {
			c.incomplete = true
			continue
		}
		if to.Source != out.Source {
			c.report(diag.SourcesDiffer, path, fmt.Sprintf("%s lies in source %s and %s in source %s", out.Name, out.Source, j.To, to.Source),
				"A join cannot leave its data system.")
			continue
		}
		b := bundle.Join{Name: name, To: j.To}
		for _, left := range slices.Sorted(maps.Keys(j.On)) {
			key := j.On[left]
			if left != bundle.Period && out.Column(left) == nil || to.Column(key.Right) == nil {
				c.incomplete = true
				continue
			}
			b.On = append(b.On, bundle.Pair{Left: left, Right: key.Right, Truncate: key.Truncate})
		}
		if j.During != nil {
			b.During = &bundle.During{At: j.During.At, From: j.During.From, To: j.During.To}
		}
		c.joinTimes(out, to, &b, path)
		out.Joins = append(out.Joins, b)
	}
}

func (c *compilation) roles(out *bundle.Model) {
	m := c.cat.Models[out.Name]
	for _, j := range out.Joins {
		out.Roles = append(out.Roles, bundle.Role{Name: j.Name, Path: []string{j.Name}, To: j.To})
	}
	for _, name := range slices.Sorted(maps.Keys(m.Roles)) {
		if m.Roles[name] == name && m.Joins[name] != nil { // a join is a role of its own name, said or not
			continue
		}
		steps := strings.Split(m.Roles[name], ".")
		at := out
		for _, step := range steps {
			j := at.Join(step)
			if j == nil {
				at = nil
				break
			}
			at = c.models[j.To]
		}
		if at == nil {
			c.incomplete = true
			continue
		}
		out.Roles = append(out.Roles, bundle.Role{Name: name, Path: steps, To: at.Name})
	}
	slices.SortFunc(out.Roles, func(a, b bundle.Role) int { return strings.Compare(a.Name, b.Name) })
}

// compileModels compiles what needs expressions: time, conditions, dimensions.
func (c *compilation) compileModels() {
	for i := range c.def.Models {
		out := &c.def.Models[i]
		m := c.cat.Models[out.Name]
		path := []string{"models", out.Name}
		out.Time = c.time(out, m.Time, append(path, "time"))
		for i, text := range m.Where {
			if n := c.condition(out, text, append(path, "where", fmt.Sprint(i))); n != nil {
				out.Where = append(out.Where, *n)
			}
		}
		for _, name := range slices.Sorted(maps.Keys(m.Dimensions)) {
			c.dimension(out, name, m.Dimensions[name])
		}
		for _, name := range slices.Sorted(maps.Keys(m.Hierarchies)) {
			out.Hierarchies = append(out.Hierarchies, bundle.Hierarchy{Name: name, Levels: m.Hierarchies[name]})
		}
		c.meetingNames(out)
	}
}

// time finds a time column by its name or one to-one path; nil for "none" and where something is reported.
func (c *compilation) time(m *bundle.Model, name string, path []string) *bundle.Time {
	if name == "" || name == "none" {
		return nil
	}
	role, column := "", name
	owner := m
	if owner.Column(name) == nil {
		if i := strings.LastIndexByte(name, '.'); i >= 0 {
			role, column = name[:i], name[i+1:]
			role, owner = c.rolePath(m, role)
		}
	}
	if owner == nil || owner.Column(column) == nil {
		c.incomplete = true
		return nil
	}
	col := owner.Column(column)
	if col.Type.Kind == "" { // its declaration is wrong, which is reported there
		c.incomplete = true
		return nil
	}
	if !col.Type.Temporal() {
		c.report(diag.TimeUnknown, path, fmt.Sprintf("%s is %s, not a time", name, col.Type), "Name a column of type date, timestamp or timestamptz.")
		return nil
	}
	if bundle.ByPeriod(m, role, c.model) {
		c.report(diag.TimeUnknown, path, name+" is reached by a join on `period`, which is the time itself", "Name a time that is there without it.")
		return nil
	}
	return &bundle.Time{Role: role, Column: column, Type: col.Type, Grain: col.Grain, Zone: col.Zone}
}

// rolePath resolves a role, or a dotted path of joins, to the path and the model at its end; "" and nil when there is
// none.
func (c *compilation) rolePath(m *bundle.Model, role string) (string, *bundle.Model) {
	for _, r := range m.Roles {
		if r.Name == role {
			return strings.Join(r.Path, "."), c.models[r.To]
		}
	}
	at := m
	for step := range strings.SplitSeq(role, ".") {
		j := at.Join(step)
		if j == nil {
			return "", nil
		}
		at = c.models[j.To]
	}
	return role, at
}

// meetingNames reports names by which two dimensions of a model would be asked.
func (c *compilation) meetingNames(m *bundle.Model) {
	seen := map[string]bool{}
	for _, d := range m.Dimensions {
		name := d.Name
		if d.Conformed != "" {
			name = d.Conformed
		}
		if seen[name] {
			c.report(diag.DimensionNameMeet, []string{"models", m.Name, "dimensions", d.Name}, fmt.Sprintf("two dimensions of %s are asked as %s", m.Name, name), "")
		}
		seen[name] = true
	}
	if slices.ContainsFunc(m.Roles, func(r bundle.Role) bool { return r.Name == m.Self }) {
		c.incomplete = true // Load reports it
	}
}
