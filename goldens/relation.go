package goldens

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/internal/diag"
)

// relation is one table of a source, which one model reads, or several.
type relation struct {
	source   string
	parts    []string
	models   []*bundle.Model
	columns  []bundle.Column // of all models; those of keys first, then by name
	keys     [][]string      // what is unique, each once: keys, what joins end at, and unique sets
	referred int             // how many of keys, from the first, others may refer to: all but unique sets
	rows     [][]*string     // canonical spellings by columns; nil is null
	file     string          // where a person wrote the rows; empty: synthesised
	digest   string          // of all of the above
	unfit    bool            // the embedded database cannot hold it
	// distinct are the different values of each column, in order, computed when they are asked for.
	distinct []func() []string
}

func (r *relation) name() string { return strings.Join(r.parts, ".") }

// index is the place of a column, -1 when there is none.
func (r *relation) index(name string) int {
	return slices.IndexFunc(r.columns, func(c bundle.Column) bool { return c.Name == name })
}

// unique reports whether a column is part of anything unique, and so never null.
func (r *relation) unique(name string) bool {
	return slices.ContainsFunc(r.keys, func(k []string) bool { return slices.Contains(k, name) })
}

func (r *relation) nullable(i int) bool {
	return !r.columns[i].Required && !r.unique(r.columns[i].Name)
}

// relations gathers the tables that models read, sorted by source and name, and finds what the embedded database could
// not tell apart.
func relations(b *bundle.Bundle) (all []*relation, of map[string]*relation, found diag.List) {
	of = map[string]*relation{}
	tables := map[string]*relation{}
	models := b.Models()
	for i := range models {
		m := &models[i]
		r := tables[tableKey(m.Source, m.Table)]
		if r == nil {
			r = &relation{source: m.Source, parts: m.Table}
			tables[tableKey(m.Source, m.Table)] = r
			all = append(all, r)
		}
		r.models = append(r.models, m)
		of[m.Name] = r
		found = append(found, r.declare(m)...)
	}
	for i := range models {
		of[models[i].Name].addKey(models[i].Key)
	}
	for i := range models {
		for _, j := range models[i].Joins {
			right := j.Columns()
			if j.During != nil {
				right = append(right, j.During.From)
			}
			of[j.To].addKey(right)
		}
	}
	for _, r := range all {
		r.referred = len(r.keys)
		for _, m := range r.models {
			for _, u := range m.Unique {
				r.addKey(u)
			}
		}
	}
	slices.SortFunc(all, func(a, b *relation) int {
		return cmp.Or(strings.Compare(a.source, b.source), slices.Compare(a.parts, b.parts))
	})
	folded := map[string]*relation{}
	for _, r := range all {
		slices.SortStableFunc(r.columns, func(a, b bundle.Column) int {
			return cmp.Or(cmp.Compare(rank(r, a.Name), rank(r, b.Name)), strings.Compare(a.Name, b.Name))
		})
		found = append(found, r.folded(folded)...)
	}
	return all, of, found
}

// rank puts the columns of keys before the others.
func rank(r *relation, column string) int {
	for i, k := range r.keys {
		if at := slices.Index(k, column); at >= 0 {
			return i<<8 + at
		}
	}
	return len(r.keys) << 8
}

// declare adds what a model says of the table.
func (r *relation) declare(m *bundle.Model) diag.List {
	var found diag.List
	for _, c := range m.Columns {
		at := r.index(c.Name)
		if at < 0 {
			r.columns = append(r.columns, c)
			continue
		}
		have := &r.columns[at]
		have.Required = have.Required || c.Required
		if have.Type != c.Type {
			found = append(found, r.refuse("models."+m.Name+".columns."+c.Name,
				fmt.Sprintf("the table %s is read as two types: here %s is %s, and for the model %s it is %s", r.name(), c.Name, c.Type, r.models[0].Name, have.Type)))
		}
	}
	return found
}

func (r *relation) addKey(columns []string) {
	same := func(k []string) bool {
		return slices.Equal(slices.Sorted(slices.Values(k)), slices.Sorted(slices.Values(columns)))
	}
	if len(columns) > 0 && !slices.ContainsFunc(r.keys, same) {
		r.keys = append(r.keys, columns)
	}
}

// folded finds names that differ in case only, or that the embedded database keeps for itself.
func (r *relation) folded(before map[string]*relation) diag.List {
	var found diag.List
	path := "models." + r.models[0].Name
	key := strings.ToLower(tableKey(r.source, r.parts))
	if o := before[key]; o != nil {
		found = append(found, r.refuse(path+".table", fmt.Sprintf("the tables %s and %s differ in case only, and fixtures cannot tell them apart", o.name(), r.name())))
	}
	before[key] = r
	for i, c := range r.columns {
		for _, o := range r.columns[:i] {
			if strings.EqualFold(o.Name, c.Name) {
				found = append(found, r.refuse(path+".columns."+c.Name, fmt.Sprintf("the columns %s and %s differ in case only, and fixtures cannot tell them apart", o.Name, c.Name)))
			}
		}
	}
	if reserved(r.parts) {
		found = append(found, r.refuse(path+".table", fmt.Sprintf("the table %s is in a place that the embedded database keeps for itself", r.name())))
	}
	return found
}

// reserved are the catalogs and schemas in which DuckDB lets nobody make tables.
func reserved(parts []string) bool {
	outside := parts[:len(parts)-1]
	return len(parts) > 3 || slices.ContainsFunc(outside, func(p string) bool {
		return slices.Contains([]string{"system", "temp", "pg_catalog", "information_schema"}, strings.ToLower(p))
	})
}

func (r *relation) refuse(path, message string) diag.Diagnostic {
	r.unfit = true
	return diag.Diagnostic{
		Code: diag.FixtureTables, Severity: diag.Warning, Path: path, Message: message,
		Hint: "Metrics over it are recorded without rows.",
	}
}

// native is DuckDB's type of a column: the declared one exactly, and for integers the narrowest that holds every row.
func (r *relation) native(i int) string {
	switch t := r.columns[i].Type; t.Kind {
	case expr.Integer:
		for _, row := range r.rows {
			if row[i] != nil && len(strings.TrimPrefix(*row[i], "-")) > 18 {
				return "HUGEINT"
			}
		}
		return "BIGINT"
	case expr.Decimal:
		return fmt.Sprintf("DECIMAL(%d, %d)", t.Precision, t.Scale)
	case expr.Float:
		return "DOUBLE"
	case expr.Boolean:
		return "BOOLEAN"
	case expr.Date:
		return "DATE"
	case expr.Timestamp:
		return "TIMESTAMP"
	case expr.TimestampTZ:
		return "TIMESTAMP WITH TIME ZONE"
	case expr.String, expr.Null:
	}
	return "VARCHAR"
}
