package catalog

import (
	"strings"
	"testing"

	"cuelang.org/go/cue/literal"
	"cuelang.org/go/cue/parser"
)

// FuzzLiteral holds the map of offsets to CUE's own decoder: one place for each decoded byte, in order, and what is not
// escaped is the byte itself.
func FuzzLiteral(f *testing.F) {
	for _, seed := range []string{
		`"a\"b"`, `"\u017e\U0001F600\ud83d\ude00"`, "#\"a\\#tb\"#", "\"\"\"\n\ta\n\n\tb\\\"\n\t\"\"\"", "\"\"\"\r\n\ta\r\n\t\"\"\"",
		`""`, `"`, `"\`, `"\ud83d"`, `"\(x)"`, "##\"\"\"\n a\\##u0041\n \"\"\"##", "'a\\x41'", "'\\101'", "'\\0001'",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, lit string) {
		if _, err := parser.ParseExpr("", lit); err != nil {
			return // only what parses is asked about
		}
		offsets, ok := decodedOffsets(lit)
		if !ok {
			return
		}
		decoded, err := literal.Unquote(lit)
		if err != nil {
			t.Fatalf("CUE does not read %q", lit)
		}
		if len(offsets) != len(decoded)+1 {
			t.Fatalf("%q: %d offsets for %d bytes", lit, len(offsets), len(decoded))
		}
		for i, at := range offsets[:len(decoded)] {
			if at < 0 || at >= len(lit) || i > 0 && at < offsets[i-1] {
				t.Fatalf("%q: offsets %v", lit, offsets)
			}
			if !strings.HasPrefix(lit[at:], `\`) && lit[at] != decoded[i] {
				t.Fatalf("%q: byte %d is %q, and at %d stands %q", lit, i, decoded[i], at, lit[at])
			}
		}
	})
}
