package mcp_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sutura.dev/internal/serve"
	"sutura.dev/internal/serve/mcp"
	"sutura.dev/internal/settings"
	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/duckdb"
)

// worker is the first argument of a run of this test program that is a process for one statement.
const worker = "duckdb-statement"

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == worker {
		os.Exit(duckdb.WorkRaw(os.Stdin, os.Stdout))
	}
	os.Exit(m.Run())
}

// raw is where run_sql runs, where its door is among those.
func raw(t testing.TB, doors []string) warehouse.Raw {
	t.Helper()
	if !slices.Contains(doors, "sql") {
		return nil
	}
	path := filepath.Join(t.TempDir(), "raw.duckdb")
	if err := duckdb.Create(context.Background(), path, "CREATE TABLE t AS SELECT NULL AS a, 'null' AS b, 'x\ty' AS \"c\td\""); err != nil {
		t.Fatal(err)
	}
	opened, err := duckdb.OpenRaw(context.Background(), duckdb.RawOptions{Path: path, Worker: []string{os.Args[0], worker}})
	if err != nil {
		t.Fatal(err)
	}
	return opened
}

// TestRawText: both ends say what the cells are not, and cells are on their lines.
func TestRawText(t *testing.T) {
	w := open(t, settings.Serving{Doors: []string{"sql"}}, mcp.Options{})
	session := w.piped(t, local())
	got := textOf(t, called(t, session, "run_sql", `{"statement":"SELECT * FROM t"}`))
	if want := serve.RawWarning + "\na\tb\tc\\td\nnull\t\\null\tx\\ty\nungoverned: 1 line, no provenance\n"; got != want {
		t.Errorf("the text is %q\nwant %q", got, want)
	}
	res := called(t, session, "run_sql", `{"statement":"SELECT * FROM secret_name"}`)
	if got := textOf(t, res); !strings.HasPrefix(got, serve.RawWarning+"\nnothing came back: statement_does_not_fit\n") || strings.Contains(got, "secret_name") || res.IsError {
		t.Errorf("the text is %q", got)
	}
}
