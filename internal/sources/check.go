package sources

import (
	"context"
	"fmt"
	"slices"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/internal/diag"
	"sutura.dev/internal/nearest"
	"sutura.dev/internal/warehouse"
)

// Check compares the tables and columns that b declares with those of the open sources: each must exist by its exact
// name and hold the declared type. Models of sources that are not open are left out. An error is a source that could
// not be asked.
func Check(ctx context.Context, b *bundle.Bundle, open Set) (diag.List, error) {
	var found diag.List
	for _, source := range b.Sources() {
		opened, ok := open[source.Name]
		if !ok {
			continue
		}
		tables, err := opened.Tables(ctx)
		if err != nil {
			return nil, fmt.Errorf("listing the tables of %s: %w", source.Name, err)
		}
		for _, m := range b.Models() {
			if m.Source == source.Name {
				found = append(found, check(m, tables)...)
			}
		}
	}
	return found.Sorted(), nil
}

func check(m bundle.Model, tables []warehouse.Table) diag.List {
	schema, name := relation(m)
	at := slices.IndexFunc(tables, func(t warehouse.Table) bool { return t.Name == name && (schema == "" || t.Schema == schema) })
	if at < 0 {
		d := diag.Diagnostic{Code: diag.SourceTable, Path: "models." + m.Name + ".table", Message: fmt.Sprintf("the source %s has no table %s", m.Source, qualified(schema, name))}
		var names []string
		for _, t := range tables {
			if schema == "" || t.Schema == schema {
				names = append(names, t.Name)
			} else if t.Name == name {
				d.Hint = "there is " + qualified(t.Schema, t.Name)
			}
		}
		if near, ok := nearest.Name(name, names); ok {
			d.Hint = "did you mean " + near + "?"
		}
		return diag.List{d}
	}
	var found diag.List
	for _, c := range m.Columns {
		d := diag.Diagnostic{Path: "models." + m.Name + ".columns." + c.Name}
		i := slices.IndexFunc(tables[at].Columns, func(actual warehouse.Column) bool { return actual.Name == c.Name })
		if i < 0 {
			d.Code, d.Message = diag.SourceColumn, fmt.Sprintf("the table %s has no column %s", name, c.Name)
			if near, ok := nearest.Name(c.Name, columnNames(tables[at])); ok {
				d.Hint = "did you mean " + near + "?"
			}
			found = append(found, d)
			continue
		}
		actual := tables[at].Columns[i]
		if holds(c.Type, actual.Type) {
			continue
		}
		d.Code, d.Message = diag.SourceType, fmt.Sprintf("the column %s of %s is declared %s and is %s there", c.Name, name, c.Type, actual.Native)
		d.Hint = "declare it as " + actual.Type.String()
		if actual.Type.Kind == "" {
			d.Hint = "leave it out: sutura has no type for it"
		}
		found = append(found, d)
	}
	return found
}

// holds reports whether a column of the actual type gives values of the declared one without any conversion that could
// change a value: exact numbers may be declared with more digits than they have.
func holds(declared, actual expr.Type) bool {
	switch {
	case declared.Kind == expr.Decimal && actual.Kind == expr.Decimal:
		return declared.Scale >= actual.Scale
	case declared.Kind == expr.Decimal && actual.Kind == expr.Integer:
		return true
	case declared.Kind == expr.Integer && actual.Kind == expr.Decimal:
		return actual.Scale == 0
	}
	return declared.Kind == actual.Kind
}

func qualified(schema, name string) string {
	if schema == "" {
		return name
	}
	return schema + "." + name
}

func columnNames(t warehouse.Table) []string {
	var out []string
	for _, c := range t.Columns {
		out = append(out, c.Name)
	}
	return out
}
