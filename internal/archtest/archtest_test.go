package archtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func root() string { return filepath.Join("..", "..") }

// TestTree holds the real tree to every rule.
func TestTree(t *testing.T) {
	packages, files := readPackages(t), readFiles(t)
	goMod, err := os.ReadFile(filepath.Join(root(), "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range slices.Concat(Layers(packages), Modules(packages), GoMod(string(goMod)), Source(files), Tree(files)) {
		t.Error(v)
	}
}

// readPackages asks the go command for our packages and what each imports.
func readPackages(t *testing.T) []Package {
	t.Helper()
	list := exec.Command("go", "list", "-e", "-json=ImportPath,Imports,TestImports,XTestImports", "./...")
	list.Dir = root()
	list.Stderr = os.Stderr
	listed, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var out []Package
	for decoder := json.NewDecoder(bytes.NewReader(listed)); ; {
		var p struct {
			ImportPath                         string
			Imports, TestImports, XTestImports []string
		}
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("reading go list: %v", err)
		}
		out = append(out, Package{
			Path:        strings.TrimPrefix(p.ImportPath, Module+"/"),
			Imports:     p.Imports,
			TestImports: slices.Concat(p.TestImports, p.XTestImports),
		})
	}
	if !slices.ContainsFunc(out, func(p Package) bool { return p.Path == "internal/archtest" }) {
		t.Fatal("go list did not list this package")
	}
	return out
}

// readFiles reads every file of the tree, the repository's own and what was built apart.
func readFiles(t *testing.T) []File {
	t.Helper()
	var out []File
	err := filepath.WalkDir(root(), func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(root(), path)
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if relative == ".git" || relative == "bin" {
				return fs.SkipDir
			}
			return nil
		}
		if relative == ".git" || !entry.Type().IsRegular() || filepath.Ext(path) == ".parquet" { // of a linked work tree, .git is a file
			return nil
		}
		text, err := os.ReadFile(path)
		out = append(out, File{Path: filepath.ToSlash(relative), Text: text})
		return err
	})
	if err != nil {
		t.Fatalf("reading the tree: %v", err)
	}
	return out
}
