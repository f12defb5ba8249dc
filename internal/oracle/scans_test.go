package oracle_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sutura.dev/bundle"
	"sutura.dev/bundle/calendar"
	"sutura.dev/compiler/dialect"
	"sutura.dev/compiler/plan"
	"sutura.dev/internal/warehouse/postgres/pgtest"
)

// TestScans holds that no table is read more often than the plan says, once for each leg over it and once for each join to
// it: common table expressions that several others read are not computed again. What the engines will do is what their
// EXPLAIN says, over random questions.
func TestScans(t *testing.T) {
	l := pgtest.Open(t, pgtest.ByCodePoint)
	explained, several := 0, 0
	for seed := range 3 {
		w, asked := drawTrial(t, 4000+seed, "scans")
		if err := w.fill(l); err != nil {
			t.Fatal(err)
		}
		duck := w.explainer(t)
		for _, q := range asked {
			p, refusal, malformed := plan.Resolve(w.view(), q, w.now)
			if refusal != nil || malformed != nil {
				continue
			}
			for name, explain := range map[string]func(string) (string, error){
				"duckdb":   duck,
				"postgres": func(text string) (string, error) { return l.Text(t.Context(), "EXPLAIN (FORMAT JSON) "+text) },
			} {
				s, err := dialect.Render(p, name)
				if err != nil {
					continue // longer than a statement may be
				}
				checkClocks(t, p, s)
				text, err := explain(inlined(s))
				if err != nil {
					t.Fatalf("%s: %v\n%s", name, err, inlined(s))
				}
				explained++
				several += len(p.Legs) - 1
				most := reads(w.bundle, p, name)
				for table, n := range scans(t, text) {
					if n > most[table] {
						t.Errorf("seed %d: %s reads %s %d times, where %d will do:\n%s", 4000+seed, name, table, n, most[table], s.Text())
					}
				}
			}
		}
	}
	t.Logf("%d statements, with %d legs beyond their first", explained, several)
	if explained < 400 || several < 400 {
		t.Error("too few questions tell little")
	}
}

// checkClocks holds that a plan knows each zone whose rules its statement applies: those are compared with our own.
func checkClocks(t *testing.T, p *plan.Plan, s dialect.Statement) {
	t.Helper()
	clocks := p.Clocks()
	for _, bind := range s.Binds() {
		known := func(c *calendar.Calendar) bool { return c.Rules().Timezone == bind.Value }
		if strings.HasSuffix(bind.Label, "zone") && !slices.ContainsFunc(append(clocks.Ranged, clocks.Anytime...), known) {
			t.Errorf("the plan does not say that its statement needs the rules of %v:\n%s", bind.Value, s.Text())
		}
	}
}

// explainer is a DuckDB with the world's rows that explains statements.
func (w *world) explainer(t *testing.T) func(string) (string, error) {
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	db.SetMaxOpenConns(1)
	for _, text := range []string{"SET TimeZone = 'UTC'", "SET threads = 1", "CREATE SCHEMA " + w.schema, w.sql()} {
		if _, err := db.Exec(text); err != nil {
			t.Fatal(err)
		}
	}
	return func(text string) (string, error) {
		var kind, out string
		err := db.QueryRow("EXPLAIN (FORMAT JSON) "+text).Scan(&kind, &out)
		return out, err
	}
}

// reads is how often a plan reads each table. DuckDB may turn the last time of a snapshot, a maximum over windows, into a
// join of the rows with their own maxima, and reads them twice where it thinks that cheaper.
func reads(b *bundle.Bundle, p *plan.Plan, engine string) map[string]int {
	out := map[string]int{}
	last := func(m *bundle.Model) string { return m.Table[len(m.Table)-1] }
	for i := range p.Legs {
		times := 1
		if p.Legs[i].Snapshot != nil && engine == "duckdb" {
			times = 2
		}
		out[last(p.Legs[i].Model)] += times
		for _, step := range p.Legs[i].Steps(b) {
			out[last(step.Right)] += times
		}
	}
	return out
}

// inlined is a statement with its values in the places of its parameters: EXPLAIN takes none of PostgreSQL 15's.
func inlined(s dialect.Statement) string {
	binds := s.Binds()
	return regexp.MustCompile(`\$(\d+)`).ReplaceAllStringFunc(s.Text(), func(mark string) string {
		n, _ := strconv.Atoi(mark[1:])
		text := fmt.Sprint(binds[n-1].Value)
		if list, ok := binds[n-1].Value.([]string); ok {
			list = slices.Clone(list)
			for i, v := range list {
				list[i] = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(v) + `"`
			}
			text = "{" + strings.Join(list, ",") + "}"
			if s.Dialect() == "duckdb" {
				text = "[" + strings.Join(list, ",") + "]"
			}
		}
		return "'" + strings.ReplaceAll(text, "'", "''") + "'"
	})
}

// scans counts the tables that an EXPLAIN in JSON reads.
func scans(t *testing.T, text string) map[string]int {
	t.Helper()
	var tree any
	if err := json.Unmarshal([]byte(text), &tree); err != nil {
		t.Fatal(err)
	}
	out := map[string]int{}
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, child := range v {
				walk(child)
			}
		case map[string]any:
			for key, child := range v {
				if table, ok := child.(string); ok && (key == "Relation Name" || key == "Table") {
					out[strings.Trim(table[strings.LastIndexByte(table, '.')+1:], `"`)]++
				}
				walk(child)
			}
		}
	}
	walk(tree)
	return out
}
