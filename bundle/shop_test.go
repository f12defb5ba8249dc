package bundle_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"sutura.dev/bundle"
	"sutura.dev/catalog"
	"sutura.dev/compiler"
)

// shop is the catalog that the tests change: testdata/shop.cue.
func shop(t testing.TB) string {
	t.Helper()
	data, err := os.ReadFile("testdata/shop.cue")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// compile makes the bundle of a catalog, in one file or several.
func compile(t testing.TB, files ...string) *bundle.Bundle {
	t.Helper()
	in := map[string][]byte{}
	for i, f := range files {
		in["catalog/"+string(rune('a'+i))+".cue"] = []byte(f)
	}
	b, found := compiler.Build(catalog.InMemory(in))
	if b == nil {
		t.Fatal(found.Sorted().String())
	}
	return b
}

// with is the shop with one text in place of another, which must be there once.
func with(t testing.TB, old, replacement string) string {
	t.Helper()
	text := shop(t)
	if strings.Count(text, old) != 1 {
		t.Fatalf("the shop holds %q %d times", old, strings.Count(text, old))
	}
	return strings.Replace(text, old, replacement, 1)
}

// moved lists the metrics whose digests differ.
func moved(before, after *bundle.Bundle, part func(bundle.Digests) string) string {
	var out []string
	for _, m := range before.Metrics() {
		if part(before.MetricDigests(m.Name)) != part(after.MetricDigests(m.Name)) {
			out = append(out, m.Name)
		}
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

func meaning(d bundle.Digests) string { return d.Meaning }
func prose(d bundle.Digests) string   { return d.Prose }
