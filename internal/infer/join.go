package infer

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"sutura.dev/bundle/expr"
	"sutura.dev/compiler/dialect"
)

// joins finds, for each model, the others whose key its columns name, and keeps those that the values bear out: at least
// half of the rows find their match. The other side is unique, as its key has been measured.
func (m measurer) joins(ctx context.Context, models []Model) error {
	for i := range models {
		taken := names{}
		for n, c := range models[i].Columns { // a column's name is wanted for its dimension
			taken[c.dimensionName(n)] = true
		}
		for j := range models {
			if i == j || len(models[j].Key) == 0 || reaches(models, models[j].Name, models[i].Name) {
				continue
			}
			for _, columns := range pairs(&models[i], &models[j]) {
				st, err := dialect.Unmatched(m.dialect, models[i].Table, columns, models[j].Table, models[j].Key)
				n, err := m.row(ctx, st, err)
				if err != nil {
					return fmt.Errorf("comparing %s with %s: %w", models[i].Name, models[j].Name, err)
				}
				if n[0] == 0 {
					continue
				}
				if 2*n[1] > n[0] {
					models[i].note("%s looks like a join to %s and is none: %s of its %s values are not there.", strings.Join(columns, " and "), models[j].Name, count(n[1]), count(n[0]))
					continue
				}
				models[i].Joins = append(models[i].Joins, Join{
					Name: joinName(columns, models[j], taken), To: models[j].Name, Columns: columns, TargetColumns: models[j].Key, Rows: n[0], Unmatched: n[1]})
			}
		}
	}
	return nil
}

// reaches reports whether joins lead from one model to another: a join back would be a circle.
func reaches(models []Model, from, to string) bool {
	i := slices.IndexFunc(models, func(m Model) bool { return m.Name == from })
	return i >= 0 && slices.ContainsFunc(models[i].Joins, func(j Join) bool { return j.To == to || reaches(models, j.To, to) })
}

// pairs lists the columns of from that look like a reference to the key of to: the same name, or the other model's name
// before the key's.
func pairs(from, to *Model) [][]string {
	if len(to.Key) > 1 {
		var columns []string
		for _, k := range to.Key {
			i := slices.IndexFunc(from.Columns, func(c Column) bool { return (c.Name == k || c.bare == to.column(k).bare) && c.joins(to, k) })
			if i < 0 {
				return nil
			}
			columns = append(columns, from.Columns[i].Name)
		}
		return [][]string{columns}
	}
	key := to.column(to.Key[0]).bare
	one := singularName(to.Name)
	generic := slices.Contains([]string{"id", "key", "code", "name", "uuid", "nr", "no", "number"}, key)
	var out [][]string
	for _, c := range from.Columns {
		name := c.bare
		refers := name == key && !generic || name == one+"_"+key || name == to.Name+"_"+key || generic && (name == one || strings.HasSuffix(name, "_"+one+"_"+key)) ||
			!generic && strings.HasSuffix(name, "_"+key)
		if refers && c.joins(to, to.Key[0]) && !slices.Equal(from.Key, []string{c.Name}) {
			out = append(out, []string{c.Name})
		}
	}
	return out
}

// joins reports whether the source compares c with a column of another model exactly.
func (c Column) joins(to *Model, column string) bool {
	return c.compared == to.column(column).compared && !c.compared.folds
}

// column is one of the model's by its name.
func (m *Model) column(name string) Column {
	return m.Columns[slices.IndexFunc(m.Columns, func(c Column) bool { return c.Name == name })]
}

func (m *Model) kind(column string) expr.Kind {
	return m.column(column).Type.Kind
}

// joinName is what the step is called: the column without its ending, such as customer for customer_id, or where that is
// a column as well customer_details.
func joinName(columns []string, to Model, taken names) string {
	name := singularName(to.Name)
	if len(columns) == 1 {
		of := words(columns[0])
		if n := len(of); n > 1 && slices.Contains([]string{"id", "key", "code", "uuid", "nr", "no", "number"}, of[n-1]) {
			name = modelName(strings.Join(of[:n-1], "_"), name)
		}
	}
	if taken[name] {
		name = modelName(name+"_details", name)
	}
	return taken.take(name)
}
