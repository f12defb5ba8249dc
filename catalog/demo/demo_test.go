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
	"sutura.dev/catalog/shop"
)

// exhibits are the catalogs that ship with the program, by the folders they lie in.
func exhibits() map[string]fs.FS {
	return map[string]fs.FS{".": demo.Files(), "../shop": shop.Files()}
}

// What is embedded is what is on disk: a file that the patterns miss would be missing from everyone's copy.
func TestFilesAreTheFolder(t *testing.T) {
	for folder, files := range exhibits() {
		disk, embedded := paths(t, os.DirFS(folder)), paths(t, files)
		disk = slices.DeleteFunc(disk, func(name string) bool { // a cache below a dot is nobody's
			return path.Ext(name) == ".go" || strings.HasPrefix(name, ".")
		})
		if !slices.Equal(disk, embedded) {
			t.Fatalf("%s on disk:  %v\nembedded: %v", folder, disk, embedded)
		}
		for _, name := range disk {
			want, err := os.ReadFile(path.Join(folder, name))
			if err != nil {
				t.Fatal(err)
			}
			got, err := fs.ReadFile(files, name)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%s of %s differs", name, folder)
			}
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
