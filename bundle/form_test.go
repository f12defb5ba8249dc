package bundle_test

import (
	"os"
	"testing"

	"sutura.dev/bundle"
)

// TestForm: a catalog that does not change has the lock that it had, as long as the form is the same. Where this fails,
// what is written or digested has another form: raise bundle.Format, and write the lock again from what is printed.
// Otherwise every lock of every catalog would say that all of its metrics moved.
func TestForm(t *testing.T) {
	source, err := os.ReadFile("testdata/form.cue")
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/form.lock")
	if err != nil {
		t.Fatal(err)
	}
	if got := bundle.LockOf(compile(t, string(source))).Bytes(); string(got) != string(want) {
		t.Errorf("the lock is now\n%s", got)
	}
}
