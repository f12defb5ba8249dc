package answer

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/compiler/plan"
	"sutura.dev/internal/nearest"
	"sutura.dev/internal/warehouse"
)

// Drift says that a source's tables are not what the catalog declares. Its sentence names the catalog's own names and
// the source's types, which people need to mend it.
type Drift struct {
	Source   string
	Problems []string
}

// Error joins the problems.
func (d *Drift) Error() string {
	return "the source " + d.Source + " is not what the catalog declares: " + strings.Join(d.Problems, "; ")
}

// declarations compares declared tables with a source's, once a model. A column of another type could be read as
// another number or another time without an error of the database.
type declarations struct {
	models remembered[string, []string]
	tables remembered[string, []warehouse.Table]
}

func (d *declarations) check(ctx context.Context, p *plan.Plan, source warehouse.Source) error {
	var problems []string
	for _, m := range modelsOf(p) {
		found, err := d.models.get(ctx, m.Name, func() ([]string, error) { return d.compare(ctx, p.Source.Name, m, source, p.Bundle.Model) })
		if err != nil {
			return err
		}
		problems = append(problems, found...)
	}
	if len(problems) > 0 {
		if tables, err := d.tables.get(ctx, p.Source.Name, func() ([]warehouse.Table, error) { return source.Tables(ctx) }); err == nil && denied(p, tables) {
			return &warehouse.Error{Kind: warehouse.Refused, Err: errors.New(strings.Join(problems, "; "))}
		}
		return &Drift{Source: p.Source.Name, Problems: problems}
	}
	return nil
}

// denied reports whether a plan reads a table that the source's user may not.
func denied(p *plan.Plan, tables []warehouse.Table) bool {
	return slices.ContainsFunc(modelsOf(p), func(m *bundle.Model) bool {
		t := tableOf(m, tables)
		return t != nil && t.Denied
	})
}

// modelsOf lists the models that a plan reads, in order of first use.
func modelsOf(p *plan.Plan) []*bundle.Model {
	var out []*bundle.Model
	add := func(m *bundle.Model) {
		if m != nil && !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	for i := range p.Legs {
		leg := &p.Legs[i]
		add(leg.Model)
		leg.EachColumn(func(c expr.Column) {
			path := ""
			for step := range strings.SplitSeq(c.Role, ".") {
				if step != "" {
					path = strings.TrimPrefix(path+"."+step, ".")
					add(p.Bundle.At(leg.Model, path))
				}
			}
		})
	}
	return out
}

func (d *declarations) compare(ctx context.Context, name string, m *bundle.Model, source warehouse.Source, target func(string) *bundle.Model) ([]string, error) {
	tables, err := d.tables.get(ctx, name, func() ([]warehouse.Table, error) { return source.Tables(ctx) })
	if err != nil {
		return nil, err
	}
	return Compare(m, tables, target), nil
}

// Compare lists how a model, and what its joins to the targets compare, differs from a source's tables; nothing where it
// does not.
func Compare(m *bundle.Model, tables []warehouse.Table, target func(string) *bundle.Model) []string {
	t := tableOf(m, tables)
	if t == nil {
		table := m.Table[len(m.Table)-1]
		var names []string
		for _, t := range tables {
			if !t.Denied {
				names = append(names, t.Name)
			}
		}
		problem := fmt.Sprintf("model %s: there is no table %s", m.Name, strings.Join(m.Table, "."))
		if near, ok := nearest.Name(table, names); ok {
			problem += fmt.Sprintf(" (there is %s)", near)
		}
		return []string{problem}
	}
	if t.Problem != "" {
		return []string{fmt.Sprintf("model %s: %s", m.Name, t.Problem)}
	}
	var problems []string
	for _, c := range m.Columns {
		if p := compareColumn(c, t.Columns); p != "" {
			problems = append(problems, fmt.Sprintf("model %s: column %s %s", m.Name, c.Name, p))
		}
	}
	return append(problems, inexact(m, tables, target)...)
}

// tableOf is the table that a model names, nil where there is none.
func tableOf(m *bundle.Model, tables []warehouse.Table) *warehouse.Table {
	schema, table := "", m.Table[len(m.Table)-1]
	if len(m.Table) > 1 {
		schema = m.Table[len(m.Table)-2]
	}
	i := slices.IndexFunc(tables, func(t warehouse.Table) bool {
		return t.Name == table && (schema == "" || t.Schema == schema)
	})
	if i < 0 {
		return nil
	}
	return &tables[i]
}

// inexact lists the joins that would match different texts, or fail, by how the source compares the columns' own types.
func inexact(m *bundle.Model, tables []warehouse.Table, target func(string) *bundle.Model) []string {
	var problems []string
	for _, j := range m.Joins {
		for _, pair := range j.On {
			to := target(j.To)
			left, right := columnOf(tableOf(m, tables), pair.Left), columnOf(tableOf(to, tables), pair.Right)
			if pair.Timely() || left == nil || right == nil || left.Family == right.Family && !left.Folds && !right.Folds {
				continue
			}
			problems = append(problems, fmt.Sprintf("model %s: the join %s compares %s.%s (%s) with %s.%s (%s), which the source does not compare letter by letter; declare views that cast them to plain text",
				m.Name, j.Name, m.Name, pair.Left, left.Native, to.Name, pair.Right, right.Native))
		}
	}
	return problems
}

func columnOf(t *warehouse.Table, name string) *warehouse.Column {
	if t == nil {
		return nil
	}
	i := slices.IndexFunc(t.Columns, func(c warehouse.Column) bool { return c.Name == name })
	if i < 0 {
		return nil
	}
	return &t.Columns[i]
}

func compareColumn(c bundle.Column, columns []warehouse.Column) string {
	i := slices.IndexFunc(columns, func(w warehouse.Column) bool { return w.Name == c.Name })
	if i < 0 {
		names := make([]string, len(columns))
		for j, w := range columns {
			names[j] = w.Name
		}
		if near, ok := nearest.Name(c.Name, names); ok {
			return fmt.Sprintf("is not there (there is %s)", near)
		}
		return "is not there"
	}
	have := columns[i]
	if !holds(c.Type, have.Type) {
		problem := fmt.Sprintf("is declared %s and is %s there", c.Type, have.Native)
		if c.Type.Kind == expr.String && have.Type.Kind == "" {
			problem += "; declare a view that casts it to plain text"
		}
		return problem
	}
	return ""
}

// holds reports whether a declared type holds every value of a source's type as it is meant: equal kinds, and for
// decimals any exact number with no more digits on either side of the point.
func holds(declared, have expr.Type) bool {
	switch {
	case declared.Kind == expr.Decimal && have.Kind == expr.Integer:
		return true
	case declared.Kind == expr.Decimal && have.Kind == expr.Decimal:
		return have.Scale <= declared.Scale || have.Precision == 0
	case declared.Kind == expr.Integer && have.Kind == expr.Decimal:
		return have.Scale == 0 && have.Precision > 0
	}
	return declared.Kind == have.Kind
}
