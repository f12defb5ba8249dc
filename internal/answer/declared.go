package answer

import (
	"context"
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
		found, err := d.models.get(m.Name, func() ([]string, error) { return d.compare(ctx, p.Source.Name, m, source) })
		if err != nil {
			return err
		}
		problems = append(problems, found...)
	}
	if len(problems) > 0 {
		return &Drift{Source: p.Source.Name, Problems: problems}
	}
	return nil
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

func (d *declarations) compare(ctx context.Context, name string, m *bundle.Model, source warehouse.Source) ([]string, error) {
	tables, err := d.tables.get(name, func() ([]warehouse.Table, error) { return source.Tables(ctx) })
	if err != nil {
		return nil, err
	}
	return Compare(m, tables), nil
}

// Compare lists how a model's declaration differs from a source's tables; nothing where it does not.
func Compare(m *bundle.Model, tables []warehouse.Table) []string {
	schema, table := "", m.Table[len(m.Table)-1]
	if len(m.Table) > 1 {
		schema = m.Table[len(m.Table)-2]
	}
	i := slices.IndexFunc(tables, func(t warehouse.Table) bool {
		return t.Name == table && (schema == "" || t.Schema == schema)
	})
	if i < 0 {
		names := make([]string, len(tables))
		for j, t := range tables {
			names[j] = t.Name
		}
		problem := fmt.Sprintf("model %s: there is no table %s", m.Name, strings.Join(m.Table, "."))
		if near, ok := nearest.Name(table, names); ok {
			problem += fmt.Sprintf(" (there is %s)", near)
		}
		return []string{problem}
	}
	var problems []string
	for _, c := range m.Columns {
		if p := compareColumn(c, tables[i].Columns); p != "" {
			problems = append(problems, fmt.Sprintf("model %s: column %s %s", m.Name, c.Name, p))
		}
	}
	return problems
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
