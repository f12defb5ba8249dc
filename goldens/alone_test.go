package goldens_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"sutura.dev/bundle"
	"sutura.dev/catalog"
	"sutura.dev/compiler"
	"sutura.dev/goldens"
)

// example is a catalog of the repository, with its fixtures and without its goldens.
func example(t testing.TB, dir string) (*bundle.Bundle, goldens.Files) {
	t.Helper()
	files, err := catalog.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	b, found := compiler.Build(files)
	if b == nil {
		t.Fatalf("%s has problems:\n%s", dir, found)
	}
	read, err := goldens.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	return b, read
}

// withMetrics is a bundle whose metrics are others.
func withMetrics(t testing.TB, b *bundle.Bundle, change func([]bundle.Metric) []bundle.Metric) *bundle.Bundle {
	t.Helper()
	var file struct{ Definitions bundle.Definitions }
	if err := json.Unmarshal(b.Bytes(), &file); err != nil {
		t.Fatal(err)
	}
	def := file.Definitions
	def.Metrics = change(def.Metrics)
	def.Knowledge = bundle.Knowledge{} // it names metrics
	out, err := bundle.New(def)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A metric's golden is the same whether the catalog was compiled or its bundle read, and whatever other metrics there are: alone, and beside copies of every metric of its model
// that come before it and after it by name.
func TestGoldensStandAlone(t *testing.T) {
	for _, dir := range []string{"../catalog/demo", "../catalog/shop"} {
		b, files := example(t, dir)
		rows := goldens.Options{Cache: t.TempDir()} // by all that they are computed from
		texts := func(b *bundle.Bundle) map[string]string {
			x, found := goldens.Load(b, files)
			if x == nil {
				t.Fatalf("%s:\n%s", dir, found)
			}
			return asFiles(recordedOf(t, b, files, x, rows), nil)
		}
		whole := texts(b)
		if len(whole) < 20 {
			t.Fatalf("%s has %d goldens", dir, len(whole))
		}
		again, err := bundle.Read(b.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		for path, text := range texts(again) {
			if whole[path] != text {
				t.Errorf("%s: %s is another of the bundle that was read", dir, path)
			}
		}
		for i := range b.Metrics() {
			alone := texts(withMetrics(t, b, func(all []bundle.Metric) []bundle.Metric { return all[i : i+1] }))
			for path, text := range alone {
				if whole[path] != text {
					t.Errorf("%s: %s is another without other metrics", dir, path)
				}
			}
		}
		beside := texts(withMetrics(t, b, func(all []bundle.Metric) []bundle.Metric {
			out := slices.Clone(all)
			for _, name := range []string{"aa_", "zz_"} {
				for _, m := range all {
					m.Name = name + m.Name
					out = append(out, m)
				}
			}
			slices.SortFunc(out, func(a, b bundle.Metric) int { return strings.Compare(a.Name, b.Name) })
			return out
		}))
		if len(beside) != 3*len(whole) {
			t.Errorf("%s: %d goldens of three times %d metrics", dir, len(beside), len(whole))
		}
		for path, text := range whole {
			if beside[path] != text {
				t.Errorf("%s: %s is another beside other metrics", dir, path)
			}
		}
	}
}
