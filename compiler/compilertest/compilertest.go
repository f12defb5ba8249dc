// Package compilertest compiles the catalogs of tests, and fails a test whose catalog has problems.
package compilertest

import (
	"io/fs"
	"testing"

	"sutura.dev/bundle"
	"sutura.dev/catalog"
	"sutura.dev/compiler"
)

// FS is the bundle of the catalog in a file system, such as the demonstration's.
func FS(t testing.TB, root fs.FS) *bundle.Bundle {
	t.Helper()
	files, err := catalog.InFS(root)
	if err != nil {
		t.Fatal(err)
	}
	return build(t, files)
}

// CUE is the bundle of a catalog that is one file.
func CUE(t testing.TB, source string) *bundle.Bundle {
	t.Helper()
	return build(t, catalog.InMemory(map[string][]byte{"catalog/x.cue": []byte(source)}))
}

func build(t testing.TB, files catalog.Files) *bundle.Bundle {
	t.Helper()
	b, found := compiler.Build(files)
	if b == nil {
		t.Fatal(found.Sorted().String())
	}
	return b
}
