package resolve_test

import (
	"testing"

	"sutura.dev/catalog/demo"
	"sutura.dev/internal/words/resolve"
)

const asked = "top 5 carriers by delay last summer from Newark"

func BenchmarkResolve(b *testing.B) {
	r := resolverOf(build(b, demo.Files()).View(nil, false))
	for b.Loop() {
		if _, err := r.Resolve(asked, resolve.Context{Reference: "2014-05-15"}); err != nil {
			b.Fatal(err)
		}
	}
}
