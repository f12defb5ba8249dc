package goldens

import (
	"database/sql"
	"encoding/json"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sutura.dev/bundle"
	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
	"sutura.dev/internal/oracle"
	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/postgres"
	"sutura.dev/internal/warehouse/postgres/pgtest"
)

// server is the PostgreSQL of the tests: it compares text as English does, and every default of its sessions is hostile.
type server struct {
	loader *pgtest.Loader
	source warehouse.Source
}

func openServer(t *testing.T) *server {
	source, err := postgres.Open(t.Context(), postgres.Options{DSN: pgtest.DSN(t, pgtest.English, pgtest.Hostile)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = source.Close() })
	return &server{pgtest.Open(t, pgtest.English), source}
}

// holding makes the rows in the schema that catalogs of DuckDB mean.
func (s *server) holding(t *testing.T, setup string) warehouse.Source {
	t.Helper()
	const before = "SET client_min_messages = warning; SET TimeZone = 'UTC'; DROP SCHEMA IF EXISTS main CASCADE; CREATE SCHEMA main; SET search_path = main;\n"
	const after = "\n; GRANT USAGE ON SCHEMA main TO PUBLIC; GRANT SELECT ON ALL TABLES IN SCHEMA main TO PUBLIC"
	if err := s.loader.Exec(t.Context(), before+setup+after); err != nil {
		t.Fatal(err)
	}
	return s.source
}

// law is the number law over the case's rows, which DuckDB spells.
func (c caseFile) law(t *testing.T, b *bundle.Bundle) *oracle.Oracle {
	t.Helper()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	for _, text := range []string{"SET TimeZone = 'UTC'", c.setup} {
		if _, err := db.ExecContext(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	tables := oracle.Tables{}
	for _, m := range b.Models() {
		tables[strings.Join(m.Table, ".")] = tableRows(t, db, &m)
	}
	return &oracle.Oracle{View: b.View(nil, true), Tables: tables, Now: c.clock}
}

func tableRows(t *testing.T, db *sql.DB, m *bundle.Model) []oracle.Row {
	t.Helper()
	items := make([]string, len(m.Columns))
	for i, c := range m.Columns {
		items[i] = "CAST(" + quoted(c.Name) + " AS VARCHAR)"
		if c.Type.Kind == expr.Float { // of four-byte ones the double that they are
			items[i] = "CAST(CAST(" + quoted(c.Name) + " AS DOUBLE) AS VARCHAR)"
		}
	}
	rows, err := db.QueryContext(t.Context(), "SELECT "+strings.Join(items, ", ")+" FROM "+quoted(m.Table[len(m.Table)-1]))
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var out []oracle.Row
	for rows.Next() {
		cells := make([]sql.NullString, len(m.Columns))
		into := make([]any, len(cells))
		for i := range cells {
			into[i] = &cells[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		row := oracle.Row{}
		for i, c := range m.Columns {
			if cells[i].Valid {
				row[c.Name] = readCell(t, cells[i].String, c.Type)
			}
		}
		out = append(out, row)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// readCell reads DuckDB's text of a value as the law has it.
func readCell(t *testing.T, text string, as expr.Type) any {
	t.Helper()
	var value any
	ok, err := true, error(nil)
	switch as.Kind {
	case expr.String:
		value = text
	case expr.Integer, expr.Decimal:
		value, ok = new(big.Rat).SetString(text)
	case expr.Float:
		value, err = strconv.ParseFloat(text, 64)
	case expr.Boolean:
		value, err = strconv.ParseBool(text)
	case expr.Date:
		value, ok = calendar.ParseDate(text)
	case expr.Timestamp:
		value, ok = calendar.ParseLocal(strings.Replace(text, " ", "T", 1))
	case expr.TimestampTZ:
		value, err = time.Parse("2006-01-02 15:04:05.999999-07", text)
	case expr.Null:
		ok = false
	}
	if !ok || err != nil {
		t.Fatalf("%q is no %s", text, as)
	}
	return value
}

// lawDiffers compares what the law gives with what is right: its kind and its rows.
func lawDiffers(want string, o oracle.Outcome) string {
	wanted := slices.DeleteFunc(strings.Split(want, "\n"), func(line string) bool {
		word, _, _ := strings.Cut(line, " ")
		return slices.Contains([]string{"note", "about", "says", "suggest", "columns", "rows"}, word)
	})
	var got []string
	switch {
	case o.Refusal != "":
		got = []string{"refusal " + string(o.Refusal)}
	case o.Malformed:
		got = []string{"malformed"}
	case o.Failure != "":
		got = []string{"failure"}
	}
	for prefix, list := range map[string][][]any{"": o.Rows, "others ": o.Others, "totals ": o.Totals} {
		for _, r := range list {
			got = append(got, prefix+lawRow(r))
		}
	}
	if rank := func(line string) int { return strings.Index("[ot", line[:1]) }; len(got) > 1 {
		slices.SortStableFunc(got, func(a, b string) int { return rank(a) - rank(b) })
	}
	if slices.EqualFunc(wanted, got, lawLine) {
		return ""
	}
	return show(strings.Join(wanted, "\n"), got)
}

// lawLine compares lines: of what is no row the first word, cells as near as doubles agree.
func lawLine(want, got string) bool {
	at := strings.IndexByte(want, '[')
	if word, _, _ := strings.Cut(want, " "); at < 0 || !strings.HasSuffix(want, "]") {
		return want == got || word == got
	}
	var a, b []any
	if !strings.HasPrefix(got, want[:at]) || json.Unmarshal([]byte(want[at:]), &a) != nil || json.Unmarshal([]byte(got[at:]), &b) != nil {
		return false
	}
	return slices.EqualFunc(a, b, func(x, y any) bool {
		f, double := x.(float64)
		g, also := y.(float64)
		return x == y || double && also && math.Abs(f-g) <= 1e-12*math.Max(math.Abs(f), math.Abs(g))
	})
}

func lawRow(row []any) string {
	cells := slices.Clone(row)
	for i := range cells {
		cells[i] = lawCell(cells[i])
	}
	return rowText(cells)
}

// lawCell is a cell as an answer has it.
func lawCell(cell any) any {
	if d, ok := cell.(oracle.Double); ok {
		return d.Value
	}
	return cell
}
