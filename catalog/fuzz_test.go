package catalog_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sutura.dev/catalog"
)

// FuzzLoad gives the loader any bytes as a file of a catalog. It never panics, never hangs, and says why when there is
// something wrong; positions lie in the file.
func FuzzLoad(f *testing.F) {
	for _, c := range diagnostics {
		f.Add([]byte("package catalog\n" + c.x))
	}
	for _, c := range rules {
		f.Add([]byte("package catalog\n" + c.x))
	}
	example, err := os.ReadFile(filepath.Join("testdata", "flights", "catalog", "catalog.cue"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(example)
	f.Add([]byte(base))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 8<<10 {
			return
		}
		c, found := catalog.LoadWithin(catalog.InMemory(map[string][]byte{"catalog/x.cue": data}), 20*time.Second, 2<<30)
		if c == nil {
			return // abandoned, which is an answer
		}
		lines := strings.Count(string(data), "\n") + 1
		for _, d := range found {
			switch {
			case d.Message == "" || d.Code == "":
				t.Fatalf("a finding says nothing: %+v", d)
			case strings.Contains(d.Message, "broke down"):
				t.Fatalf("the evaluator broke down")
			case d.Range.File == "catalog/x.cue" && (d.Range.Start.Line < 1 || d.Range.Start.Line > lines || d.Range.Start.Column < 1):
				t.Fatalf("a finding out of the file: %s", d)
			case strings.HasPrefix(d.Range.File, "sutura.dev:"):
				t.Fatalf("a finding in the schema: %s", d)
			}
		}
	})
}
