package duckdb

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sutura.dev/internal/warehouse"
)

// worker is the first argument of a run of this test program that is a process for one statement.
const worker = "duckdb-statement"

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == worker {
		os.Exit(WorkRaw(os.Stdin, os.Stdout))
	}
	os.Exit(m.Run())
}

func openRaw(t *testing.T, setup ...string) (*Raw, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.duckdb")
	if err := Create(t.Context(), path, setup...); err != nil {
		t.Fatal(err)
	}
	r, err := OpenRaw(t.Context(), RawOptions{Path: path, Worker: []string{os.Args[0], worker}})
	if err != nil {
		t.Fatal(err, errors.Unwrap(err))
	}
	return r, path
}

// TestRawCells spells values of every type.
func TestRawCells(t *testing.T) {
	r, _ := openRaw(t)
	for expression, want := range map[string]string{
		"NULL::INT": "null", "true": "true", "1::TINYINT": "1", "18446744073709551615::UBIGINT": "18446744073709551615", "170141183460469231731687303715884105727::HUGEINT": "170141183460469231731687303715884105727",
		"1.50::DECIMAL(10,2)": "1.50", "-0.05::DECIMAL(4,2)": "-0.05", "1.5::FLOAT": "1.5", "1e300::DOUBLE": "1e+300", "'a\tb'": "a\tb", "DATE '2026-03-08'": "2026-03-08",
		"TIMESTAMP '2026-03-08 01:02:03.5'": "2026-03-08T01:02:03.5", "TIMESTAMPTZ '2026-03-08 01:02:03+02'": "2026-03-07T23:02:03Z", "TIME '01:02:03'": "01:02:03",
		"INTERVAL '1 month 2 days'": "1 months 2 days 0 microseconds", "'\\xAA'::BLOB": `\xaa`, "UUID '00000000-0000-0000-0000-00000000000a'": "00000000-0000-0000-0000-00000000000a",
		"[1, NULL]": "[1, null]", "{'b': 1, 'a': 'x'}": "{a: x, b: 1}", "MAP {'k': 1}": "{k: 1}", "'a'::ENUM('a', 'b')": "a",
	} {
		rows, err := r.Run(t.Context(), "", "SELECT "+expression+" AS v")
		if err != nil {
			t.Errorf("%s: %v: %v", expression, err, errors.Unwrap(err))
			continue
		}
		got := "null"
		if c := rows.Cells[0][0]; c != nil {
			got = *c
		}
		if got != want || rows.Headings[0].Text != "v" || rows.Headings[0].Native == "" {
			t.Errorf("%s gives %q (%+v), want %q", expression, got, rows.Headings, want)
		}
	}
}

// TestOpenRaw refuses what is no database file that is opened read-only.
func TestOpenRaw(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.csv": "x\n1\n", "broken.duckdb": "no database"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{dir, filepath.Join(dir, "a.csv"), filepath.Join(dir, "broken.duckdb"), filepath.Join(dir, "absent.duckdb")} {
		_, err := OpenRaw(t.Context(), RawOptions{Path: path, Worker: []string{os.Args[0], worker}})
		if e, ok := errors.AsType[*warehouse.OpenError](err); !ok || e.Remedy == "" {
			t.Errorf("%s gives %v", filepath.Base(path), err)
		}
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 2 {
		t.Errorf("it made files: %v", entries)
	}
}

// TestRawProcess: a process that dies, lies or says nothing is a statement that gave nothing.
func TestRawProcess(t *testing.T) {
	_, path := openRaw(t)
	for what, command := range map[string][]string{"dies": {"/bin/false"}, "says nothing": {"/bin/true"}, "lies": {"/bin/echo", "{"}, "is not there": {"/nowhere/at/all"}} {
		r := &Raw{RawOptions{Path: path, Worker: command, MemoryLimit: rawMemory}}
		_, err := r.Run(t.Context(), "", "SELECT 1")
		if e, ok := errors.AsType[*warehouse.RawError](err); !ok || !slices.Contains([]warehouse.RawCode{warehouse.RawExhausted, warehouse.RawFailed}, e.Code) {
			t.Errorf("one that %s gives %v", what, err)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	r := &Raw{RawOptions{Path: path, Worker: []string{os.Args[0], worker}}}
	if _, err := r.Run(ended, "", "SELECT 1"); warehouse.RawOf(ended, err).Code != warehouse.RawCancelled {
		t.Errorf("one that nobody waits for gives %v", err)
	}
	var out bytes.Buffer
	if code := WorkRaw(strings.NewReader("no request\n"), &out); code == 0 || out.Len() > 0 {
		t.Errorf("a request that is none gives %d, %s", code, &out)
	}
}

// TestImport makes the tables that a folder's files are.
func TestImport(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "odd name.csv"), []byte("day,amount\n2026-01-01,1.50\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "x.duckdb")
	if err := Import(t.Context(), path, Options{Path: dir}); err != nil {
		t.Fatal(err)
	}
	r, err := OpenRaw(t.Context(), RawOptions{Path: path, Worker: []string{os.Args[0], worker}})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := r.Run(t.Context(), "", `SELECT day, amount FROM main."odd name"`)
	if err != nil || *rows.Cells[0][0] != "2026-01-01" || *rows.Cells[0][1] != "1.50" || rows.Headings[0].Native != "DATE" {
		t.Errorf("%+v, %v", rows, err)
	}
	if Import(t.Context(), path, Options{Path: dir}) == nil || Create(t.Context(), path) == nil {
		t.Error("a file that is there is made again")
	}
}
