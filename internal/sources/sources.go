// Package sources opens the data of a bundle's sources: the settings say where, the dialect says with which adapter.
//
// Every problem is a diagnostic that says what to write where. Nothing is guessed: a source that the settings do not
// name has no data, whatever lies beside the catalog. Check compares what the catalog declares with what is there, so
// that a misspelled column is found by name and not by a failing statement.
package sources

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/compiler/dialect"
	"sutura.dev/internal/diag"
	"sutura.dev/internal/nearest"
	"sutura.dev/internal/settings"
	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/duckdb"
)

// Set is the open sources by alias.
type Set map[string]warehouse.Source

// Close closes every source.
func (s Set) Close() error {
	var failed error
	for _, alias := range slices.Sorted(maps.Keys(s)) {
		failed = errors.Join(failed, s[alias].Close())
	}
	return failed
}

// Open opens b's sources, or only those named. With errors among the findings the set is nil and nothing stays open.
func Open(ctx context.Context, s *settings.Settings, b *bundle.Bundle, only ...string) (Set, diag.List) {
	found := strangers(s, b)
	set := Set{}
	for _, source := range b.Sources() {
		if len(only) > 0 && !slices.Contains(only, source.Name) {
			continue
		}
		opened, problem := open(ctx, s, b, source)
		if problem != nil {
			found = append(found, *problem)
			continue
		}
		set[source.Name] = opened
	}
	if found.HasErrors() {
		set.Close() // what was wrong is known already
		return nil, found.Sorted()
	}
	return set, found.Sorted()
}

// strangers warns of settings for sources that the catalog does not have.
func strangers(s *settings.Settings, b *bundle.Bundle) diag.List {
	var known []string
	for _, source := range b.Sources() {
		known = append(known, source.Name)
	}
	var found diag.List
	for _, alias := range slices.Sorted(maps.Keys(s.Sources)) {
		if slices.Contains(known, alias) {
			continue
		}
		d := diag.Diagnostic{Code: diag.SourceUnknown, Severity: diag.Warning, Message: "the catalog has no source " + alias, Hint: "Remove it.", Range: s.Sources[alias].Range}
		if near, ok := nearest.Name(alias, known); ok {
			d.Hint = "Did you mean " + near + "?"
		}
		found = append(found, d)
	}
	return found
}

// open opens one source with the adapter of its dialect.
func open(ctx context.Context, s *settings.Settings, b *bundle.Bundle, source bundle.Source) (warehouse.Source, *diag.Diagnostic) {
	problem := diag.Diagnostic{Path: "sources." + source.Name}
	name, _ := dialect.Canonical(source.Dialect)
	if name != duckdb.Dialect {
		problem.Code = diag.SourceNotBuilt
		problem.Message = fmt.Sprintf("statements of %s cannot be executed yet, so the source %s has no answers", name, source.Name)
		problem.Hint = "`sutura compile` shows the statement; data in DuckDB, Parquet or CSV files can be asked."
		return nil, &problem
	}
	place, ok := s.Sources[source.Name]
	switch {
	case !ok:
		problem.Code = diag.SourceNoData
		problem.Message = fmt.Sprintf("nothing says where the data of the source %s is", source.Name)
		problem.Hint = fmt.Sprintf("Write into %s: `sources: {%s: {path: data}}`, where path is a .duckdb file, a folder of .parquet and .csv files, or one such file.", s.Name, source.Name)
		return nil, &problem
	case place.Path == "":
		problem.Code, problem.Range = diag.SourcePlace, place.Range
		problem.Message = fmt.Sprintf("the source %s is a DuckDB source, which reads files", source.Name)
		problem.Hint = "Set path instead."
		return nil, &problem
	}
	opened, err := duckdb.Open(ctx, options(b, source.Name, place))
	if err == nil {
		return opened, nil
	}
	problem.Code, problem.Range = diag.SourceUnopened, place.Range
	problem.Message = fmt.Sprintf("the source %s cannot be opened", source.Name)
	if e, ok := errors.AsType[*warehouse.OpenError](err); ok {
		problem.Message, problem.Hint = problem.Message+": "+e.Problem, e.Remedy
	} else if k := warehouse.KindOf(err); k == warehouse.Deadline || k == warehouse.Cancelled {
		problem.Message += ": there was no time to"
	}
	return nil, &problem
}

// options are what DuckDB has to know of the models of a source: their schema, and the types that a CSV file cannot say.
func options(b *bundle.Bundle, alias string, place settings.Source) duckdb.Options {
	o := duckdb.Options{Path: place.Path, MaxConnections: place.MaxConnections, Declared: map[string]map[string]expr.Type{}}
	for _, m := range b.Models() {
		if m.Source != alias {
			continue
		}
		schema, table := relation(m)
		o.Schema = cmp.Or(o.Schema, schema)
		if o.Declared[table] == nil {
			o.Declared[table] = map[string]expr.Type{}
		}
		for _, c := range m.Columns {
			o.Declared[table][c.Name] = c.Type
		}
	}
	return o
}

// relation is the schema, if the model says one, and the table.
func relation(m bundle.Model) (schema, table string) {
	if n := len(m.Table); n > 1 {
		return m.Table[n-2], m.Table[n-1]
	}
	return "", m.Table[0]
}
