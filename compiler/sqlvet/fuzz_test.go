package sqlvet

import "testing"

// FuzzVetStatement holds that no text makes the vetter panic, and that what passes has a fingerprint.
func FuzzVetStatement(f *testing.F) {
	f.Add(typical)
	for _, c := range refusedStatements {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if err := VetStatement(text, flights); err == nil && Fingerprint(text) == "" {
			t.Fatal("a statement passes and has no fingerprint")
		}
	})
}
