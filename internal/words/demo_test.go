package words_test

import (
	"testing"

	"sutura.dev/bundle"
	"sutura.dev/catalog/demo"
	"sutura.dev/compiler/compilertest"
)

// flights is the demonstration's bundle.
func flights(t testing.TB) *bundle.Bundle {
	t.Helper()
	return compilertest.FS(t, demo.Files())
}
