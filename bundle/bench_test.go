package bundle_test

import (
	"os"
	"testing"

	"sutura.dev/bundle"
)

// BenchmarkRead reads a bundle of 1,000 metrics, checks it and digests it.
func BenchmarkRead(b *testing.B) {
	text, err := os.ReadFile("../compiler/testdata/many.cue")
	if err != nil {
		b.Fatal(err)
	}
	data := compile(b, string(text)).Bytes()
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := bundle.Read(data); err != nil {
			b.Fatal(err)
		}
	}
}
