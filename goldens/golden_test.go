package goldens

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"pgregory.net/rapid"
)

// Any texts of two dialects, and any lines within them, are read back as they were.
func TestGoldenIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SampledFrom([]string{"", "SELECT", "  a", "-- x --", `\-- x --`, `\\`, "- a", "+ a", "as duckdb, but", "-- total/plan --", "FROM é", "--"})
		text := func(name string) string {
			return strings.Join(rapid.SliceOfN(lines, 1, 12).Draw(t, name), "\n") + "\n"
		}
		rows := text("rows")
		g := &Golden{Metric: "m", Cases: []Case{{
			Name: "total", Question: text("question"), Plan: text("plan"), Columns: text("columns"), Rows: &rows,
			Statements: map[string]string{"duckdb": "SELECT\n" + text("duckdb"), "postgres": "SELECT\n" + text("postgres"), "zeta": "WITH\n" + text("zeta")},
			Binds:      map[string]string{"duckdb": text("binds"), "postgres": text("binds too"), "zeta": "$1 integer 1\n"},
		}}}
		if rapid.Bool().Draw(t, "no rows") {
			g.Cases[0].Rows = nil
		}
		g.Cases = append(g.Cases, g.Cases[0])
		g.Cases[1].Name = "questions/second"
		data := g.Bytes()
		if again := txtar.Format(txtar.Parse(data)); !bytes.Equal(again, data) {
			t.Fatalf("as an archive it is\n%s\nnot\n%s", again, data)
		}
		again, ok := readGolden("m", data)
		if !ok {
			t.Fatalf("not read:\n%s", data)
		}
		if changes := changes(again, g, nil); len(changes) > 0 {
			t.Fatalf("read as another: %+v\n%s", changes, data)
		}
		for name := range sectionLines(data) {
			if !slices.Contains([]string{"total", "questions/second"}, name[:strings.LastIndexByte(name, '/')]) {
				t.Fatalf("%s is taken for a section", name)
			}
		}
	})
}
