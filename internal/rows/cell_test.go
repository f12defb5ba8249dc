package rows

import (
	"testing"

	"pgregory.net/rapid"
)

// What is shown of two cells is alike only where they are.
func TestShownApart(t *testing.T) {
	for cell, want := range map[any]string{nil: "null", "null": `"null"`, `"null"`: `"""null"""`, "": `""`, `""`: `""""""`, `a "b"`: `a "b"`, ` "`: `" """`} {
		if got := Shown(cell); got != want {
			t.Errorf("%q is shown as %s, not %s", cell, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune(`nul" x`)))
		a, b := text.Draw(t, "a"), text.Draw(t, "b")
		if (Shown(a) == Shown(b)) != (a == b) || Shown(a) == Shown(nil) {
			t.Fatalf("%q and %q are shown as %s and %s", a, b, Shown(a), Shown(b))
		}
	})
}
