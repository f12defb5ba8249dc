package goldens

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/duckdb"
)

// Sources are fixtures as data systems, by the alias of the source whose tables they stand for. Each is an embedded
// DuckDB of its own, whatever the source's dialect, so that two sources may have tables of one name.
type Sources map[string]warehouse.Source

// Open makes a database of every source's tables, named and typed as the models declare them. Tables that it cannot
// hold (see Load's warnings) are left out.
func (f *Fixtures) Open(ctx context.Context) (Sources, error) {
	return f.open(ctx, func(*relation) bool { return true })
}

// Close releases the databases.
func (s Sources) Close() error {
	var failed error
	for _, alias := range slices.Sorted(maps.Keys(s)) {
		failed = errors.Join(failed, s[alias].Close())
	}
	return failed
}

// A statement over a few rows takes longer when it is shared out.
const oneThread = "SET GLOBAL threads = 1"

// open is Open for the tables that are wanted.
func (f *Fixtures) open(ctx context.Context, wanted func(*relation) bool) (Sources, error) {
	setup := map[string][]string{}
	for _, r := range f.relations {
		if !r.unfit && wanted(r) {
			setup[r.source] = append(setup[r.source], r.setup(setup[r.source])...)
		}
	}
	opened := Sources{}
	for _, alias := range slices.Sorted(maps.Keys(setup)) {
		source, err := duckdb.OpenMemory(ctx, append([]string{oneThread}, setup[alias]...)...)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("making the fixtures of %s: %w", alias, err), opened.Close())
		}
		opened[alias] = source
	}
	return opened, nil
}

// setup are the statements that make a table, its place included where those before have not made it.
func (r *relation) setup(before []string) []string {
	var out []string
	add := func(statement string) {
		if !slices.Contains(before, statement) {
			out = append(out, statement)
		}
	}
	outside := r.parts[:len(r.parts)-1]
	if len(outside) > 1 && outside[0] != "memory" { // DuckDB's name for what it keeps in memory
		add("ATTACH ':memory:' AS " + quoted(outside[0]))
	}
	if len(outside) > 0 {
		add("CREATE SCHEMA IF NOT EXISTS " + quoted(outside...))
	}
	return append(out, r.table())
}

// table makes a table and its rows.
func (r *relation) table() string {
	var b strings.Builder
	fmt.Fprintf(&b, "CREATE TABLE %s (", quoted(r.parts...))
	for i, c := range r.columns {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(quoted(c.Name) + " " + r.native(i))
		if !r.nullable(i) {
			b.WriteString(" NOT NULL")
		}
	}
	b.WriteString(");\n")
	if len(r.rows) == 0 {
		return b.String()
	}
	fmt.Fprintf(&b, "INSERT INTO %s VALUES\n", quoted(r.parts...))
	for i, row := range r.rows {
		if i > 0 {
			b.WriteString(",\n")
		}
		b.WriteByte('(')
		for j, v := range row {
			if j > 0 {
				b.WriteString(", ")
			}
			if v == nil {
				b.WriteString("NULL")
			} else {
				b.WriteString("'" + strings.ReplaceAll(*v, "'", "''") + "'")
			}
		}
		b.WriteByte(')')
	}
	b.WriteString(";\n")
	return b.String()
}

// quoted is a dotted name of SQL.
func quoted(parts ...string) string {
	out := make([]string, len(parts))
	for i, p := range parts {
		out[i] = `"` + strings.ReplaceAll(p, `"`, `""`) + `"`
	}
	return strings.Join(out, ".")
}
