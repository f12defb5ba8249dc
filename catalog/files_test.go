package catalog_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"sutura.dev/catalog"
	"sutura.dev/catalog/schema"
	"sutura.dev/internal/diag"
)

// write makes files below a new folder.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(files[name]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func readDir(t *testing.T, dir string) catalog.Files {
	t.Helper()
	files, err := catalog.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestReadDirTakesTheCatalogOnly(t *testing.T) {
	dir := write(t, map[string]string{
		"catalog/base.cue":          base,
		"catalog/a/b/deep.cue":      "package catalog\n\nmetrics: revenue: unit: \"EUR\"\n",
		"catalog/.hidden.cue":       "no CUE",
		"catalog/.git/x.cue":        "no CUE",
		"catalog/README.md":         "no CUE",
		"other/x.cue":               "no CUE",
		"cue.mod/module.cue":        "no CUE",
		"cue.mod/pkg/x.org/x/x.cue": "no CUE",
	})
	files := readDir(t, dir)
	if got, want := files.Paths(), []string{"catalog/a/b/deep.cue", "catalog/base.cue"}; !slices.Equal(got, want) {
		t.Errorf("paths %q, want %q", got, want)
	}
	if source, ok := files.Source("catalog/base.cue"); !ok || string(source) != base {
		t.Error("the source is not what was read")
	}
	if _, ok := files.Source("catalog/README.md"); ok {
		t.Error("a file that is no part of the catalog has a source")
	}
	c, found := catalog.Load(files)
	if len(found) > 0 || c.Metrics["revenue"].Unit != "EUR" {
		t.Errorf("found:\n%s", found)
	}
}

func TestReadDirRefusesWhatIsNoFile(t *testing.T) {
	dir := write(t, map[string]string{"catalog/base.cue": base, "elsewhere/x.cue": "package catalog"})
	for link, target := range map[string]string{"file.cue": "../elsewhere/x.cue", "folder": "../elsewhere", "dangling.cue": "nothing"} {
		if err := os.Symlink(target, filepath.Join(dir, "catalog", link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "catalog", "pipe.cue"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("nothing", filepath.Join(dir, "catalog", ".#lock.cue")); err != nil {
		t.Fatal(err)
	}
	_, found := catalog.Load(readDir(t, dir))
	expect(t, found,
		"catalog/dangling.cue:0:0: error[SUT002]: catalog/dangling.cue is a symbolic link",
		"catalog/file.cue:0:0: error[SUT002]: catalog/file.cue is a symbolic link",
		"catalog/folder:0:0: error[SUT002]: catalog/folder is a symbolic link",
		"catalog/pipe.cue:0:0: error[SUT002]: catalog/pipe.cue is a special file",
	)
}

func TestReadDirRefusesALinkInPlaceOfTheCatalog(t *testing.T) {
	dir := write(t, map[string]string{"elsewhere/x.cue": base})
	if err := os.Symlink("elsewhere", filepath.Join(dir, "catalog")); err != nil {
		t.Fatal(err)
	}
	_, found := catalog.Load(readDir(t, dir))
	expect(t, found, "catalog:0:0: error[SUT002]: catalog is a symbolic link")
	if _, err := catalog.ReadDir(filepath.Join(dir, "nothing")); err == nil {
		t.Error("a folder that does not exist was read")
	}
}

func expect(t *testing.T, found diag.List, want ...string) {
	t.Helper()
	if got := strings.TrimRight(found.String(), "\n"); got != strings.Join(want, "\n") {
		t.Errorf("got:\n%s\nwant:\n%s", got, strings.Join(want, "\n"))
	}
}

func TestBoundsOfFiles(t *testing.T) {
	files := map[string][]byte{"catalog/base.cue": []byte(base)}
	for i := range 20_000 {
		files[fmt.Sprintf("catalog/z/%05d.cue", i)] = []byte("package catalog")
	}
	c, found := catalog.Load(catalog.InMemory(files))
	expect(t, found, "catalog:0:0: error[SUT003]: the catalog has more than 20,000 files or 64 MiB; the rest of it was not read")
	if c.Metrics["revenue"] == nil {
		t.Error("what was read is not there")
	}
	large := bytes.Repeat([]byte("// comment\n"), 64<<20/11+1)
	_, found = catalog.Load(catalog.InMemory(map[string][]byte{"catalog/base.cue": []byte(base), "catalog/large.cue": large}))
	expect(t, found, "catalog:0:0: error[SUT003]: the catalog has more than 20,000 files or 64 MiB; the rest of it was not read")
	dir := write(t, map[string]string{"catalog/base.cue": base, "catalog/large.cue": string(large)})
	_, found = catalog.Load(readDir(t, dir))
	expect(t, found, "catalog:0:0: error[SUT003]: the catalog has more than 20,000 files or 64 MiB; the rest of it was not read")
}

func TestVendoredSchema(t *testing.T) {
	files := map[string][]byte{"catalog/base.cue": []byte(base)}
	for _, f := range schema.Starter() {
		files[f.Path] = f.Data
	}
	if _, found := catalog.Load(catalog.InMemory(files)); len(found) > 0 {
		t.Errorf("the starter is not clean:\n%s", found)
	}
	files["cue.mod/pkg/sutura.dev/schema/models.cue"] = []byte("package schema")
	_, found := catalog.Load(catalog.InMemory(files))
	expect(t, found, "cue.mod/pkg/sutura.dev/schema/models.cue:1:1: warning[SUT019]: the vendored schema is not the one that this sutura checks against")
	delete(files, "cue.mod/pkg/sutura.dev/schema/models.cue")
	_, found = catalog.Load(catalog.InMemory(files))
	expect(t, found, "cue.mod/pkg/sutura.dev/schema/models.cue:1:1: warning[SUT019]: the vendored schema lacks a file of the one that this sutura checks against")
}

func TestNoCatalog(t *testing.T) {
	c, found := catalog.Load(catalog.Files{})
	expect(t, found, "catalog:0:0: error[SUT001]: there is no catalog here: no .cue file lies under catalog/")
	if c == nil {
		t.Error("an empty catalog is not abandoned")
	}
}

func TestOnePackage(t *testing.T) {
	_, found := catalog.Load(catalog.InMemory(map[string][]byte{
		"catalog/a.cue":    []byte(base),
		"catalog/b.cue":    []byte("package other\n\nmodels: m: {}\n"),
		"catalog/c/d.cue":  []byte("models: m: {}\n"),
		"catalog/c/ok.cue": []byte("package catalog\n\nmetrics: a: {model: \"m\", measure: count: \"*\"}\n"),
	}))
	// That m is not declared is held back: it may be in what was left out.
	expect(t, found,
		"catalog/b.cue:1:9: error[SUT005]: catalog/b.cue says package other, others say catalog; it is left out",
		"catalog/c/d.cue:1:1: error[SUT005]: catalog/c/d.cue says no package; it is left out",
		"catalog/c/ok.cue:3:10: warning[SUT094]: a has no description",
	)
}
