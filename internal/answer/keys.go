package answer

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/compiler/dialect"
	"sutura.dev/compiler/plan"
	"sutura.dev/internal/warehouse"
)

// keys proves, once a join's target, that the columns joined by are unique there: otherwise a fact would be counted
// once for each row that it finds, and the number would be wrong without an error of the database.
type keys struct {
	proofs remembered[string, string]
}

// joined is a join's target and the columns that must be unique in it; of a join as of a time, at any one time.
type joined struct {
	model   *bundle.Model
	columns []string
	during  *bundle.During
}

func joinedBy(model *bundle.Model, j *bundle.Join) joined {
	return joined{model, j.Columns(), j.During}
}

func (j joined) equal(o joined) bool {
	return j.model == o.model && slices.Equal(j.columns, o.columns) &&
		(j.during == nil) == (o.during == nil) && (j.during == nil || j.during.From == o.during.From && j.during.To == o.during.To)
}

func (k *keys) check(ctx context.Context, p *plan.Plan, source warehouse.Source) error {
	var problems []string
	for _, j := range joinsOf(p) {
		problem, err := k.prove(ctx, p.Source.Name, j, source)
		if err != nil {
			return err
		}
		if problem != "" {
			problems = append(problems, problem)
		}
	}
	if len(problems) > 0 {
		return &Drift{Source: p.Source.Name, Problems: problems}
	}
	return nil
}

// prove returns what is wrong with a join's target, once.
func (k *keys) prove(ctx context.Context, name string, j joined, source warehouse.Source) (string, error) {
	key := name + " " + j.model.Name + " " + strings.Join(j.columns, "\x00")
	if j.during == nil {
		return k.proofs.get(ctx, key, func() (string, error) { return unique(ctx, source, j) })
	}
	key += "\x00" + j.during.From + "\x00" + j.during.To + "\x00during"
	return k.proofs.get(ctx, key, func() (string, error) { return apart(ctx, source, j) })
}

// joinsOf lists the joins that a plan's legs take, each target and key once, in order of first use.
func joinsOf(p *plan.Plan) []joined {
	var out []joined
	for i := range p.Legs {
		for _, s := range p.Legs[i].Steps(p.Bundle) {
			if j := joinedBy(s.Right, s.Join); !slices.ContainsFunc(out, j.equal) {
				out = append(out, j)
			}
		}
	}
	return out
}

// unique returns what is wrong with a key, and nothing where every row has its own.
func unique(ctx context.Context, source warehouse.Source, j joined) (string, error) {
	s, err := dialect.Tuples(source.Dialect(), j.model.Table, j.columns)
	if err != nil {
		return "", err
	}
	res, err := source.Query(ctx, s)
	if err != nil {
		return "", err
	}
	rows, tuples := res.Rows[0][0], res.Rows[0][1]
	if rows == tuples {
		return "", nil
	}
	return fmt.Sprintf("model %s: %s is no key, since %v rows have %v different values; a join by it would count rows twice",
		j.model.Name, strings.Join(j.columns, ", "), rows, tuples), nil
}

// apart returns what is wrong with a history, and nothing where no two rows of the same columns hold at one time.
func apart(ctx context.Context, source warehouse.Source, j joined) (string, error) {
	s, err := dialect.Overlaps(source.Dialect(), j.model.Table, j.columns, j.during.From, j.during.To)
	if err != nil {
		return "", err
	}
	res, err := source.Query(ctx, s)
	if err != nil || res.Rows[0][0] == int64(0) {
		return "", err
	}
	return fmt.Sprintf("model %s: %v rows still hold, from %s to before %s, when the next one of the same %s begins; a join as of a time would count rows twice",
		j.model.Name, res.Rows[0][0], j.during.From, j.during.To, strings.Join(j.columns, ", ")), nil
}

// Proven lists what the data does not hold of a model's declarations: keys and unique columns that repeat, and columns
// that are declared never null, or are of the key, and are null; nothing where all of it holds. It reads the whole table.
func Proven(ctx context.Context, source warehouse.Source, m *bundle.Model) ([]string, error) {
	var problems []string
	for _, columns := range append([][]string{m.Key}, m.Unique...) {
		if len(columns) == 0 {
			continue
		}
		problem, err := unique(ctx, source, joined{model: m, columns: columns})
		if err != nil {
			return nil, err
		}
		if problem != "" {
			problems = append(problems, problem)
		}
	}
	nulls, err := nullsOf(ctx, source, m)
	return append(problems, nulls...), err
}

// nullsOf finds nulls where none may be.
func nullsOf(ctx context.Context, source warehouse.Source, m *bundle.Model) ([]string, error) {
	var columns []string
	for _, c := range m.Columns {
		if c.Required || slices.Contains(m.Key, c.Name) {
			columns = append(columns, c.Name)
		}
	}
	if len(columns) == 0 {
		return nil, nil
	}
	s, err := dialect.Counts(source.Dialect(), m.Table, columns)
	if err != nil {
		return nil, err
	}
	res, err := source.Query(ctx, s)
	if err != nil {
		return nil, err
	}
	var problems []string
	rows := res.Rows[0][0]
	for i, name := range columns {
		if have := res.Rows[0][1+2*i]; have != rows {
			problems = append(problems, fmt.Sprintf("model %s: %s has a value in %v of %v rows, and may not be null", m.Name, name, have, rows))
		}
	}
	return problems, nil
}
