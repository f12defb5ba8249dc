package oracle_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/catalog"
	"sutura.dev/compiler"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/clock"
	"sutura.dev/internal/diag"
	"sutura.dev/internal/oracle"
	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/duckdb"
	"sutura.dev/internal/warehouse/postgres/pgtest"
)

// A world is a random catalog and rows for its tables.
type world struct {
	*drawn
	bundle *bundle.Bundle
	rows   map[string][]oracle.Row // by model
	schema string                  // of its tables
	now    time.Time
}

var clocks = []string{"2030-01-01T00:00:00Z", "2026-01-05T10:00:00Z", "2025-10-26T00:30:00Z", "2026-03-31T23:30:00Z"}

// drawWorld makes a catalog and a few rows for each table; what must be unique is.
func drawWorld(t *dice) *world {
	w := &world{drawn: drawCatalog(t), rows: map[string][]oracle.Row{}, schema: "agree"}
	w.now, _ = time.Parse(time.RFC3339, pick(t, "clock", clocks...))
	for _, m := range w.models {
		w.rows[m.name] = drawRows(t, m)
	}
	return w
}

func drawRows(t *dice, m *model) []oracle.Row {
	if m.draw != nil {
		return m.draw(t)
	}
	var rows []oracle.Row
	count := t.number("rows of "+m.name, 0, m.most)
	if chance(t, "enough rows", 8) {
		count = m.most
	}
	first := t.below("first of "+m.name, len(keys))
	for i := range count {
		row := oracle.Row{}
		for _, c := range m.columns {
			switch {
			case c.unique:
				row[c.name] = keys[(i+first)%len(keys)]
			case len(m.key) == 2 && c.name == m.key[0]:
				row[c.name] = new(big.Rat).SetInt64(int64(i/2 + 1))
			case len(m.key) == 2 && c.name == m.key[1]:
				row[c.name] = []any{"left", "right"}[i%2]
			case len(m.key) == 1 && c.name == m.key[0] && c.t == text:
				row[c.name] = keys[i]
			case len(m.key) == 1 && c.name == m.key[0]:
				row[c.name] = new(big.Rat).SetInt64(int64(i + 1))
			default:
				row[c.name] = c.values(t, c.name)
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// files are the catalog as an author writes it.
func (w *world) files() map[string][]byte {
	var b strings.Builder
	b.WriteString("package catalog\n\n")
	if slices.ContainsFunc(w.metrics, func(text string) bool { return strings.Contains(text, "families.") }) {
		b.WriteString("import \"sutura.dev/schema/families\"\n\n")
	}
	fmt.Fprintf(&b, "%ssources: db: {dialect: \"duckdb\", schema: %q}\n", w.about, w.schema)
	for _, m := range w.models {
		b.WriteString(m.cue())
	}
	for _, m := range w.metrics {
		b.WriteString(m)
	}
	files := map[string][]byte{"catalog/random.cue": []byte(b.String())}
	for _, m := range w.models {
		for name, values := range m.pinned {
			files[catalog.PinnedFile(m.name, name)], _ = json.Marshal(values)
		}
	}
	return files
}

// build compiles the world's catalog as the program does. Metrics that mean nothing where the dice put them are left out.
func (w *world) build() error {
	for {
		b, found := compiler.Build(catalog.InMemory(w.files()))
		if b != nil {
			w.bundle = b
			return nil
		}
		found = slices.DeleteFunc(found, func(d diag.Diagnostic) bool { return d.Severity != diag.Error })
		if !w.leaveOut(found) {
			return fmt.Errorf("the random catalog does not compile: %s\n%s", found.Sorted().String(), w.files()["catalog/random.cue"])
		}
	}
}

// leaveOut takes away metrics that would cut a unit of their time, or have no grain left to be asked by, and what is made of
// them; false where that is not all that is wrong.
func (w *world) leaveOut(found diag.List) bool {
	gone := map[string]bool{}
	for _, d := range found {
		name, ok := strings.CutPrefix(d.Path, "metrics.")
		name, _, _ = strings.Cut(name, ".")
		if !ok || d.Code != diag.ShapeMeaning && d.Code != diag.GrainNotOffered && !strings.HasSuffix(d.Message, " cannot be asked by what it declares") {
			return false
		}
		gone[name] = true
	}
	for again := true; again; {
		again = false
		for i, name := range w.names {
			made := func(of string) bool { // families say all of theirs in one text
				return gone[of] && (mentions(w.metrics[i], of) || w.metrics[i] == w.metrics[slices.Index(w.names, of)])
			}
			if !gone[name] && slices.ContainsFunc(w.names, made) {
				gone[name], again = true, true
			}
		}
	}
	c := *w.drawn
	c.names, c.metrics = nil, nil
	for i, name := range w.names {
		if !gone[name] {
			c.names, c.metrics = append(c.names, name), append(c.metrics, w.metrics[i])
		}
	}
	less := len(c.names) < len(w.names)
	w.drawn = &c
	return less
}

// mentions reports whether a text names a metric.
func mentions(text, name string) bool {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') }) {
		if word == name {
			return true
		}
	}
	return false
}

func (w *world) view() *bundle.View { return w.bundle.View(nil, true) }

// oracle answers over the rows.
func (w *world) oracle() *oracle.Oracle {
	tables := oracle.Tables{}
	for _, m := range w.models {
		tables[w.schema+"."+m.table()] = w.rows[m.name]
	}
	return &oracle.Oracle{View: w.view(), Tables: tables, Now: w.now}
}

func (m *model) table() string { return m.name + " Table" }

// engine answers over a source as the program does.
func (w *world) engine(source warehouse.Source) *answer.Engine {
	return &answer.Engine{View: w.view(), Sources: map[string]warehouse.Source{"db": source}, Clock: clock.Fixed(w.now), Version: "test"}
}

// duckdb holds the rows in a DuckDB.
func (w *world) duckdb(t testing.TB) warehouse.Source {
	source, err := duckdb.OpenMemory(context.Background(), "SET GLOBAL threads = 1", "CREATE SCHEMA "+w.schema, w.sql())
	if err != nil {
		t.Fatal(err)
	}
	return steady{source}
}

// fill puts the rows into a PostgreSQL, in columns of the types that it is asked for.
func (w *world) fill(l *pgtest.Loader) error {
	var tables []pgtest.Table
	for _, m := range w.models {
		t := pgtest.Table{Name: m.table(), Rows: w.cells(m)}
		for _, c := range m.columns {
			t.Columns = append(t.Columns, pgtest.Column{Name: c.name, Type: c.t, Native: c.native})
		}
		tables = append(tables, t)
	}
	return l.Fill(context.Background(), w.schema, tables...)
}

// cells are a model's rows as loaders of databases take them.
func (w *world) cells(m *model) [][]warehouse.Cell {
	var out [][]warehouse.Cell
	for _, row := range w.rows[m.name] {
		cells := make([]warehouse.Cell, len(m.columns))
		for i, c := range m.columns {
			if row[c.name] != nil {
				cells[i] = spelled(row[c.name], c.t)
			}
		}
		out = append(out, cells)
	}
	return out
}

// sql makes the tables, in SQL that DuckDB and PostgreSQL both read.
func (w *world) sql() string {
	var b strings.Builder
	for _, m := range w.models {
		names := make([]string, len(m.columns))
		for i, c := range m.columns {
			names[i] = fmt.Sprintf("%q %s", c.name, native(c.t))
		}
		fmt.Fprintf(&b, "CREATE TABLE %s.%q (%s);\n", w.schema, m.table(), strings.Join(names, ", "))
		for n, row := range w.rows[m.name] {
			b.WriteString([2]string{fmt.Sprintf("INSERT INTO %s.%q VALUES\n  (", w.schema, m.table()), ",\n  ("}[min(n, 1)])
			for i, c := range m.columns {
				b.WriteString([2]string{"", ", "}[min(i, 1)] + literal(row[c.name], c.t))
			}
			b.WriteByte(')')
		}
		if len(w.rows[m.name]) > 0 {
			b.WriteString(";\n")
		}
	}
	return b.String()
}

func native(t expr.Type) string {
	switch t.Kind {
	case expr.String:
		return "VARCHAR"
	case expr.Integer:
		return "BIGINT"
	case expr.Float:
		return "DOUBLE PRECISION"
	case expr.Decimal, expr.Boolean, expr.Date, expr.Timestamp, expr.TimestampTZ, expr.Null:
	}
	return strings.ToUpper(t.String())
}

func literal(v any, t expr.Type) string {
	if v == nil {
		return "NULL"
	}
	return "'" + strings.ReplaceAll(spelled(v, t), "'", "''") + "'"
}
