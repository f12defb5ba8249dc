package words_test

import (
	"io/fs"
	"testing"

	"sutura.dev/bundle"
	"sutura.dev/catalog"
	"sutura.dev/catalog/demo"
	"sutura.dev/compiler"
)

// flights is the demonstration's bundle.
func flights(t testing.TB) *bundle.Bundle {
	t.Helper()
	return build(t, demo.Files())
}

// build compiles the catalog below catalog/ of a tree.
func build(t testing.TB, tree fs.FS) *bundle.Bundle {
	t.Helper()
	files := map[string][]byte{}
	err := fs.WalkDir(tree, "catalog", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files[name], err = fs.ReadFile(tree, name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	b, found := compiler.Build(catalog.InMemory(files))
	if b == nil {
		t.Fatal(found.Sorted().String())
	}
	return b
}
