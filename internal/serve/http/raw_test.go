package http_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"sutura.dev/internal/serve"
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

// sql runs statements of somebody's own: what comes back is of no certified form, whatever its status.
func sql(t *testing.T, w *world) {
	for body, want := range map[string]int{
		`{"statement":"SELECT * FROM t"}`:       200,
		`{"statement":"SELECT * FROM nowhere"}`: 422,
		`{"statement":"DROP TABLE t"}`:          422,
	} {
		got := w.send(request{method: "POST", path: "/v1/sql", body: body})
		if got.StatusCode != want || got.body["ungoverned"] == nil || got.body["warning"] != serve.RawWarning {
			t.Errorf("%s gives %d %s", body, got.StatusCode, got.text)
		}
		for _, certified := range []string{"outcome", "rows", "columns", "provenance", "question", "notes"} {
			if _, ok := got.body[certified]; ok {
				t.Errorf("%s gives %s", body, certified)
			}
		}
	}
	if got := w.send(request{method: "POST", path: "/v1/sql", body: `{"statement":"SELECT 1"}`, token: reader}); got.StatusCode != 403 || got.body["scope"] != "sql.run" {
		t.Errorf("without the scope there is %s", got.text)
	}
}
