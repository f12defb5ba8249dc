package expression

import (
	"testing"

	"sutura.dev/internal/diag"
)

// FuzzCompile holds, for any text: no panic; a problem has a code and lies in the text; a tree passes Check and
// survives JSON.
func FuzzCompile(f *testing.F) {
	for _, c := range accepted {
		f.Add(c.text)
	}
	for _, c := range refused {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, problems := Compile(text, orders{})
		if (n == nil) == (len(problems) == 0) {
			t.Fatalf("tree and %d problems", len(problems))
		}
		for _, p := range problems {
			if _, ok := diag.Lookup(p.Code); !ok || p.Message == "" {
				t.Fatalf("a problem without a code or message: %+v", p)
			}
			if p.Start < 0 || p.End < p.Start || p.End > len(text) {
				t.Fatalf("range %d-%d of %d bytes", p.Start, p.End, len(text))
			}
		}
		if n != nil {
			roundTrip(t, text, n)
		}
	})
}
