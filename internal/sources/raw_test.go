package sources

import (
	"os"
	"path/filepath"
	"testing"
)

// TestOwn finds a subject's connection string by the subject's name, and nothing by any other.
func TestOwn(t *testing.T) {
	dir := t.TempDir()
	inside := filepath.Join(dir, "in")
	if err := os.Mkdir(inside, 0o700); err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string]string{"secret": "host=outside", "in/ann@example.org": "host=db user=ann\n", "in/empty": " \n", "in/.hidden": "host=hidden"} {
		if err := os.WriteFile(filepath.Join(dir, path), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	own := Own(inside)
	if dsn, ok := own("ann@example.org"); !ok || dsn != "host=db user=ann" {
		t.Errorf("%q, %v", dsn, ok)
	}
	for _, subject := range []string{"", ".", "..", "../secret", "in/ann@example.org", ".hidden", "empty", "bob", "ann@example.org\x00", "ann@example.org/", `..\secret`, "%2e%2e/secret"} {
		if dsn, ok := own(subject); ok {
			t.Errorf("%q finds %q", subject, dsn)
		}
	}
}
