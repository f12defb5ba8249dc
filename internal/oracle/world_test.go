package oracle_test

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"sutura.dev/bundle"
	"sutura.dev/bundle/calendar"
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
		switch m.name {
		case "staff":
			w.rows[m.name] = inTurn(w.rows[m.name])
		case "months":
			w.rows[m.name] = firsts(w.rows[m.name])
		}
	}
	return w
}

// inTurn leaves of a history, for each store, spells that do not overlap; the last may be open.
func inTurn(rows []oracle.Row) []oracle.Row {
	before := func(a, b any) bool { return spelled(a, timestamptz) < spelled(b, timestamptz) }
	rows = slices.DeleteFunc(rows, func(r oracle.Row) bool { return r["since"] == nil || r["store"] == nil })
	slices.SortStableFunc(rows, func(a, b oracle.Row) int {
		return strings.Compare(fmt.Sprint(a["store"])+spelled(a["since"], timestamptz), fmt.Sprint(b["store"])+spelled(b["since"], timestamptz))
	})
	var out []oracle.Row
	for _, r := range rows {
		if n := len(out) - 1; n >= 0 && fmt.Sprint(out[n]["store"]) == fmt.Sprint(r["store"]) {
			if !before(out[n]["since"], r["since"]) {
				continue
			}
			if until := out[n]["until"]; until == nil || before(r["since"], until) {
				out[n]["until"] = r["since"]
			}
		}
		if until := r["until"]; until != nil && !before(r["since"], until) {
			r["until"] = nil
		}
		out = append(out, r)
	}
	return out
}

// firsts leaves the first day of each month once.
func firsts(rows []oracle.Row) []oracle.Row {
	seen := map[any]bool{}
	return slices.DeleteFunc(rows, func(r oracle.Row) bool {
		d, ok := r["month"].(calendar.Date)
		d.Day = 1
		r["month"] = d
		again := !ok || seen[d]
		seen[d] = true
		return again
	})
}

func drawRows(t *dice, m *model) []oracle.Row {
	if m.draw != nil {
		return m.draw(t)
	}
	var rows []oracle.Row
	count := t.number("rows of "+m.name, 0, m.most)
	if m.most > 4 && chance(t, "enough rows", 8) {
		count = m.most
	}
	for i := range count {
		row := oracle.Row{}
		for _, c := range m.columns {
			switch {
			case m.name == "staff" || m.name == "months":
				row[c.name] = c.values(t, c.name)
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
	fmt.Fprintf(&b, "package catalog\n\n%ssources: db: {dialect: \"duckdb\", schema: %q}\n", w.about, w.schema)
	for _, m := range w.models {
		b.WriteString(m.cue())
	}
	for _, m := range w.metrics {
		b.WriteString(m)
	}
	return map[string][]byte{"catalog/random.cue": []byte(b.String())}
}

// build compiles the world's catalog as the program does.
func (w *world) build() error {
	b, found := compiler.Build(catalog.InMemory(w.files()))
	if b == nil {
		found = slices.DeleteFunc(found, func(d diag.Diagnostic) bool { return d.Severity != diag.Error })
		return fmt.Errorf("the random catalog does not compile: %s\n%s", found.Sorted().String(), w.files()["catalog/random.cue"])
	}
	w.bundle = b
	return nil
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
		t := pgtest.Table{Name: m.table()}
		for _, c := range m.columns {
			t.Columns = append(t.Columns, pgtest.Column{Name: c.name, Type: c.t, Native: c.native})
		}
		for _, row := range w.rows[m.name] {
			var cells []warehouse.Cell
			for _, c := range m.columns {
				if row[c.name] == nil {
					cells = append(cells, nil)
				} else {
					cells = append(cells, spelled(row[c.name], c.t))
				}
			}
			t.Rows = append(t.Rows, cells)
		}
		tables = append(tables, t)
	}
	return l.Fill(context.Background(), w.schema, tables...)
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
