package catalog

import (
	"fmt"
	"slices"

	"sutura.dev/internal/diag"
)

func (k *checker) model(name string) {
	m := k.Models[name]
	path := []string{"models", name}
	k.prose(path, m.Prose)
	if _, ok := k.Sources[m.Source]; !ok && m.Source != "" {
		k.unknown(diag.UnknownSource, at(path, "source"), "there is no source "+m.Source, m.Source, names(k.Sources))
	}
	k.table(at(path, "table"), m.Table)
	for _, column := range names(m.Columns) {
		k.column(at(path, "columns", column), column, m.Columns[column])
	}
	k.folded(at(path, "columns"), names(m.Columns), "column, in a view of the table")
	k.keys(path, name)
	k.modelTime(path, name, m)
	k.roles(path, name, m)
	for _, join := range names(m.Joins) {
		k.join(at(path, "joins", join), name, m.Joins[join])
	}
	for _, dimension := range names(m.Dimensions) {
		k.dimension(at(path, "dimensions", dimension), name, dimension)
	}
	for _, hierarchy := range names(m.Hierarchies) {
		k.levels(at(path, "hierarchies", hierarchy), name, m.Hierarchies[hierarchy])
	}
	if m.Fresh != nil {
		k.timeColumn(diag.ColumnTime, at(path, "fresh", "column"), name, m.Fresh.Column)
	}
}

func (k *checker) table(path, parts []string) {
	if len(parts) == 0 || len(parts) > 3 {
		k.report(diag.TableForm, path, `Write "table", "schema.table" or "database.schema.table"; a list of parts where a part holds a dot.`,
			"a table has one to three parts, this one has %d", len(parts))
	}
	for _, part := range parts {
		k.identifier(diag.TableForm, path, "table", part)
	}
}

func (k *checker) column(path []string, name string, c *Column) {
	k.identifier(diag.ColumnName, path, "column", name)
	k.description(at(path, "description"), c.Description)
	if c.Type == "" {
		return // reported: the type is missing, or none of those that there are
	}
	k.digits(path, c)
	temporal := isTemporal(c.Type)
	switch {
	case c.Grain != "" && !temporal:
		k.report(diag.ColumnTime, at(path, "grain"), "Leave `grain` out, or correct the type.", "%s has no grain", article(c.Type))
	case c.Grain == "hour" && c.Type == "date":
		k.report(diag.ColumnTime, at(path, "grain"), `Say "day" or leave it out.`, "a date is no finer than a day")
	}
	switch {
	case c.Zone != "" && c.Type == "timestamptz":
		k.report(diag.ColumnTime, at(path, "zone"), "Leave `zone` out: it is shown in the calendar's zone.", "a timestamptz is an instant and has no zone of its own")
	case c.Zone != "" && c.Type != "timestamp":
		k.report(diag.ColumnTime, at(path, "zone"), "Leave `zone` out, or correct the type.", "%s has no zone", article(c.Type))
	default:
		k.zone(at(path, "zone"), c.Zone)
	}
}

func (k *checker) digits(path []string, c *Column) {
	has := func(field string) bool { return lookup(k.places.evaluated(), at(path, field)).Exists() }
	if c.Type != "decimal" {
		for _, field := range []string{"precision", "scale"} {
			if has(field) {
				k.report(diag.DecimalDigits, at(path, field), "Leave it out, or say type: \"decimal\".", "%s has no %s", article(c.Type), field)
			}
		}
		return
	}
	switch {
	case !has("precision") || !has("scale"):
		k.reportName(diag.DecimalDigits, path, "Add them, such as {type: \"decimal\", precision: 12, scale: 2}.", "a decimal says its precision and its scale")
	case c.Scale > c.Precision:
		k.report(diag.DecimalDigits, at(path, "scale"), "Precision counts all digits, scale those after the point.", "a scale of %d is more than the precision of %d", c.Scale, c.Precision)
	}
}

func (k *checker) keys(path []string, model string) {
	k.columnList(at(path, "key"), model, k.Models[model].Key)
	for i, unique := range k.Models[model].Unique {
		if unique == nil {
			unique = []string{}
		}
		k.columnList(at(path, "unique", fmt.Sprint(i)), model, unique)
	}
}

// columnList reports a list of columns that is empty, repeats itself, or names what is not declared.
func (k *checker) columnList(path []string, model string, columns []string) {
	if columns != nil && len(columns) == 0 {
		k.report(diag.KeyForm, path, "List its columns, or leave it out.", "%s lists no column", dotted(path))
	}
	for i, column := range columns {
		if slices.Contains(columns[:i], column) {
			k.report(diag.KeyForm, at(path, fmt.Sprint(i)), "Remove one of them.", "%s lists %s twice", dotted(path), column)
		}
		k.declared(at(path, fmt.Sprint(i)), model, column)
	}
}

// declared reports a column that the model does not declare.
func (k *checker) declared(path []string, model, column string) bool {
	columns := k.Models[model].Columns
	if _, ok := columns[column]; ok {
		return true
	}
	k.unknown(diag.UnknownColumn, path, model+" has no column "+column, column, names(columns))
	return false
}

// timeColumn reports a column that is unknown or holds no time.
func (k *checker) timeColumn(code diag.Code, path []string, model, column string) {
	if !k.declared(path, model, column) {
		return
	}
	if t := k.Models[model].Columns[column].Type; !isTemporal(t) {
		k.report(code, path, "Name a date, timestamp or timestamptz.", "%s is of type %s, and holds no time", column, t)
	}
}

func isTemporal(t string) bool { return t == "date" || t == "timestamp" || t == "timestamptz" }

func (k *checker) modelTime(path []string, name string, m *Model) {
	if m.Time == "" {
		k.reportName(diag.TimeUnsaid, path, `Say when its rows happened: time: "some_column"; or time: "none" where they have no time, as in a list of shops.`,
			"models.%s does not say its time", name)
		return
	}
	k.timePath(at(path, "time"), name, m.Time)
}

// timePath reports a time that leads to no column. What type the column has is the compiler's to check.
func (k *checker) timePath(path []string, model, time string) {
	m := k.Models[model]
	if _, ok := m.Columns[time]; ok || time == "none" {
		return
	}
	steps := splitPath(time)
	column := steps[len(steps)-1]
	if len(steps) == 1 {
		among := names(m.Columns)
		k.unknown(diag.UnknownColumn, path, model+" has no column "+column, column, slices.DeleteFunc(among, func(c string) bool { return !isTemporal(m.Columns[c].Type) }))
		return
	}
	if end, ok := k.follow(path, model, steps[:len(steps)-1]); ok {
		k.declared(path, end, column)
	}
}
