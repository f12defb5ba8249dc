package demo_test

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"sutura.dev/catalog/demo"
)

// What is embedded is what is on disk: a file that the patterns miss would be missing from everyone's demonstration.
func TestFilesAreThisFolder(t *testing.T) {
	disk, embedded := paths(t, os.DirFS(".")), paths(t, demo.Files())
	disk = slices.DeleteFunc(disk, func(name string) bool { // a cache below a dot is nobody's
		return path.Ext(name) == ".go" || strings.HasPrefix(name, ".")
	})
	if !slices.Equal(disk, embedded) {
		t.Fatalf("on disk:  %v\nembedded: %v", disk, embedded)
	}
	for _, name := range disk {
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := fs.ReadFile(demo.Files(), name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s differs", name)
		}
	}
}

func paths(t *testing.T, root fs.FS) []string {
	t.Helper()
	var out []string
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			out = append(out, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
