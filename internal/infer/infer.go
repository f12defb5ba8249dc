// Package infer proposes a catalog for data that has none: models with keys and joins, dimensions, draft metrics.
//
// What it writes as a fact (a key, a join, a dimension's values) it has measured on every row, and says so in a comment;
// what it guesses from names (which numbers add up, which column is the time, what looks personal) it marks as draft or
// says in a comment. Values of columns that look personal are never read. The same data gives the same text. It writes
// no file: the proposal is text for a person to edit.
package infer

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
	"sutura.dev/internal/warehouse"
)

const (
	// maxTables bounds how many tables are looked at.
	maxTables = 100
	// maxListed is how many values a dimension may have for them to be written into the catalog.
	maxListed = 19
	// maxMeasured is how many numeric columns of one table become metrics.
	maxMeasured = 12
)

// Options say what the proposal is for.
type Options struct {
	// Name is what the data is called, such as a file's stem; it becomes the catalog's and the source's name.
	Name string
	// Path is where the data is, as sutura.yaml is to say it: relative to that file.
	Path string
	// DSNEnv is the environment variable with a server's connection string; it stands for Path.
	DSNEnv string
	// Dialect of the source.
	Dialect string
}

// Proposal is a catalog to start from.
type Proposal struct {
	Name   string // of the catalog and of its source
	Models []Model
	// Notes say what was left out and why, one sentence each.
	Notes   []string
	options Options
}

// Model is one table.
type Model struct {
	Name  string
	Table []string // schema and name as the source has them
	Rows  int64
	Key   []string
	Time  string // a column; empty: none
	// First and Last are the days of the earliest and the latest row by Time; empty where there is none.
	First, Last string
	Columns     []Column
	Joins       []Join
	Metrics     []Metric
	// notes say what was left out or looks like something else, one sentence each.
	notes []string
}

// Notes say what was left out of the model or looks like something else, one sentence each.
func (m *Model) Notes() []string { return m.notes }

// Column is one column with a type that sutura has.
type Column struct {
	Name      string
	Type      expr.Type
	Dimension string // the dimension's name; empty: none
	Values    []string
	// Personal columns look like they say who somebody is.
	Personal bool
	// Values that are not null, and different ones, measured.
	present, different int64
	// bare is its name in words, without what all of the table's begin with.
	bare     string
	compared comparison
}

// comparison is how the source compares a column with another of a join; only equal ones that do not fold are exact.
type comparison struct {
	kind   expr.Kind
	family string
	folds  bool
}

// Join is a to-one step that the data bears out.
type Join struct {
	Name          string
	To            string   // a model
	Columns       []string // of this model
	TargetColumns []string // of the other's key
	Rows          int64    // that have all the columns
	Unmatched     int64    // of those, without a row on the other side
}

// Metric is a draft.
type Metric struct {
	Name, Title, Description string
	Measure                  string // count, sum, avg
	Column                   string // empty: rows
}

// Propose reads what src has and proposes a catalog. An error is a source that could not be read.
func Propose(ctx context.Context, src warehouse.Source, o Options) (*Proposal, error) {
	tables, err := src.Tables(ctx)
	if err != nil {
		return nil, fmt.Errorf("listing the tables: %w", err)
	}
	tables = slices.DeleteFunc(tables, func(t warehouse.Table) bool { return t.Part || t.Denied }) // the whole has a part's rows
	p := &Proposal{Name: modelName(o.Name, "data"), options: o}
	if len(tables) > maxTables {
		p.note("The source has %d tables; the first %d are here.", len(tables), maxTables)
		tables = tables[:maxTables]
	}
	m := measurer{src: src, dialect: o.Dialect}
	named := names{}
	for _, t := range tables {
		model, ok := p.model(t)
		if !ok {
			continue
		}
		model.Name = named.take(model.Name)
		if err := m.decimals(ctx, &model); err != nil {
			return nil, fmt.Errorf("measuring the decimals of %s: %w", t.Name, err)
		}
		if err := m.counts(ctx, &model); err != nil {
			return nil, fmt.Errorf("counting in %s: %w", t.Name, err)
		}
		if err := m.key(ctx, &model); err != nil {
			return nil, fmt.Errorf("looking for a key of %s: %w", t.Name, err)
		}
		p.Models = append(p.Models, model)
	}
	if len(tables) == 0 {
		p.note("The source has no table that its user may read.")
	}
	if err := m.joins(ctx, p.Models); err != nil {
		return nil, err
	}
	for i := range p.Models {
		if err := m.time(ctx, &p.Models[i]); err != nil {
			return nil, err
		}
		if err := m.dimensions(ctx, &p.Models[i]); err != nil {
			return nil, err
		}
	}
	p.draft()
	return p, nil
}

// model takes the columns that a catalog can declare; false when none of a table can be.
func (p *Proposal) model(t warehouse.Table) (Model, bool) {
	if t.Problem != "" {
		p.note("%s.", strings.TrimSuffix(t.Problem, "."))
		return Model{}, false
	}
	model := Model{Name: modelName(t.Name, "table"), Table: []string{t.Schema, t.Name}}
	if !usable(t.Schema) || !usable(t.Name) {
		p.note("A table is left out: its name is longer than %d bytes, or has signs that cannot be seen.", maxName)
		return Model{}, false
	}
	for i, c := range t.Columns {
		switch {
		case !usable(c.Name):
			model.note("Column %d is left out: its name is longer than %d bytes, or has signs that cannot be seen.", i+1, maxName)
		case c.Type.Kind == "":
			model.note("%s is left out: sutura has no type for %s. A view that casts it to another type serves.", c.Name, c.Native)
		default:
			if c.Remark != "" {
				model.note("%s %s", c.Name, c.Remark)
			}
			model.Columns = append(model.Columns, Column{Name: c.Name, Type: c.Type, Personal: personal(t.Name, c.Name, c.Type),
				compared: comparison{c.Type.Kind, c.Family, c.Folds}})
		}
	}
	model.bare()
	if len(model.Columns) == 0 {
		p.note("The table %s is left out: it has no column that sutura can read. A view that casts them to other types serves.", t.Name)
		return Model{}, false
	}
	return model, true
}

// usable reports whether statements can name it on every dialect.
func usable(name string) bool { return len(name) <= maxName && question.CleanText(name) }

func (p *Proposal) note(format string, args ...any) {
	p.Notes = append(p.Notes, fmt.Sprintf(format, args...))
}

func (m *Model) note(format string, args ...any) {
	m.notes = append(m.notes, fmt.Sprintf(format, args...))
}
