package goldens_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sutura.dev/goldens"
)

// Rows of earlier states go, the oldest first, when a run that writes finds too many; those that it uses stay, however
// old, and so does what is no row. A run that writes nothing removes nothing.
func TestCacheIsPruned(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache")
	b := built(t, shop)
	record := func() *goldens.Recording {
		return recorded(t, b, loaded(t, b, nil), nil, goldens.Options{Cache: dir})
	}
	record()
	used, err := filepath.Glob(filepath.Join(dir, "rows-*"))
	if err != nil || len(used) == 0 {
		t.Fatal(used, err)
	}
	age := func(path string, days int) {
		t.Helper()
		at := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, -days)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 400 {
		path := filepath.Join(dir, fmt.Sprintf("rows-%04d.json", i))
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		age(path, i)
	}
	for _, path := range used {
		age(path, 9000)
	}
	if err := os.WriteFile(filepath.Join(dir, "note.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	there := func(name string) bool {
		_, err := os.Stat(filepath.Join(dir, name))
		return err == nil
	}
	if record(); !there("rows-0399.json") {
		t.Error("a run that writes nothing removes rows")
	}
	if err := os.Remove(used[0]); err != nil {
		t.Fatal(err)
	}
	record()
	left, err := os.ReadDir(dir)
	if err != nil || len(left) > 130 || len(left) < 100 {
		t.Errorf("%d files are left, %v", len(left), err)
	}
	if !there("rows-0000.json") || there("rows-0399.json") || !there("note.txt") {
		t.Error("what went is not the oldest rows")
	}
	if r := record(); r.Computed != 0 {
		t.Errorf("%d of the rows in use are gone", r.Computed)
	}
}
