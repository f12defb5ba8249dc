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
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/compiler/dialect"
	"sutura.dev/internal/diag"
	"sutura.dev/internal/nearest"
	"sutura.dev/internal/settings"
	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/duckdb"
	"sutura.dev/internal/warehouse/postgres"
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
	place, placed := s.Sources[source.Name]
	var opened warehouse.Source
	var problem *diag.Diagnostic
	var err error
	switch name, _ := dialect.Canonical(source.Dialect); {
	case dialect.StateOf(name) != dialect.Proven:
		problem = &diag.Diagnostic{
			Code:    diag.SourceNotBuilt,
			Message: fmt.Sprintf("the source %s speaks %s, which is a preview: statements are written for it, and none is run", source.Name, dialect.Title(name)),
			Hint:    "Data in PostgreSQL, DuckDB, Parquet or CSV files can be asked.",
		}
	case !placed:
		problem = &diag.Diagnostic{Code: diag.SourceNoData, Message: "nothing says where the data of the source " + source.Name + " is", Hint: whereTo(s, source.Name, name)}
	case name == postgres.Dialect:
		var dsn string
		if dsn, problem = connection(s, source.Name, place); problem == nil {
			opened, err = database(ctx, postgres.Options{DSN: dsn, MaxConnections: place.MaxConnections}, place.Subjects)
		}
	case place.Subjects != nil:
		problem = &diag.Diagnostic{Code: diag.SourceIdentity, Message: "the source " + source.Name + " is a DuckDB source, which knows nobody, so its questions cannot run as those who ask", Hint: "Leave identity out."}
	case place.Path == "":
		problem = &diag.Diagnostic{Code: diag.SourcePlace, Message: "the source " + source.Name + " is a DuckDB source, which reads files", Hint: "Set path instead."}
	default:
		opened, err = duckdb.Open(ctx, options(b, source.Name, place))
	}
	if err != nil {
		problem = unopened(source.Name, err)
	}
	if problem != nil {
		problem.Path, problem.Range = "sources."+source.Name, place.Range
		return nil, problem
	}
	return opened, nil
}

// whereTo says what to write for a source without settings.
func whereTo(s *settings.Settings, alias, dialect string) string {
	if dialect == postgres.Dialect {
		return fmt.Sprintf("Write into %s: `sources: {%s: {dsn_env: %s_DSN}}`, and put the connection string into that environment variable.", s.Name, alias, strings.ToUpper(alias))
	}
	return fmt.Sprintf("Write into %s: `sources: {%s: {path: data}}`, where path is a .duckdb file, a folder of .parquet and .csv files, or one such file.", s.Name, alias)
}

// unopened is the diagnostic of an adapter's error.
func unopened(alias string, err error) *diag.Diagnostic {
	problem := diag.Diagnostic{Code: diag.SourceUnopened, Message: "the source " + alias + " cannot be opened"}
	if e, ok := errors.AsType[*warehouse.OpenError](err); ok {
		problem.Message, problem.Hint = problem.Message+": "+e.Problem, e.Remedy
	} else if k := warehouse.KindOf(err); k == warehouse.Deadline || k == warehouse.Cancelled {
		problem.Message += ": there was no time to"
	}
	return &problem
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
