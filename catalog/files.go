package catalog

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"

	"sutura.dev/catalog/schema"
	"sutura.dev/internal/diag"
)

// Bounds of a catalog: check runs on strangers' pull requests.
const (
	maxFiles = 20_000
	maxBytes = 64 << 20
)

// ValuesFolder is where pinned values lie, a file a dimension, beside Folder.
const ValuesFolder = "values"

// Folder is where a catalog's CUE files lie, below its root.
const Folder = "catalog"

// Files are a catalog's files as they were read once: catalog/**/*.cue, sorted, and the vendored copy of the
// schema where there is one. Everything after it works on these bytes. The zero Files are an empty catalog.
type Files struct {
	files    []schema.File // catalog/**/*.cue
	vendored []schema.File // below cue.mod/pkg/sutura.dev/schema
	values   []schema.File // values/*.json
	findings diag.List
}

// InMemory makes them from contents, by their slash-separated paths below the root. Files that are no part
// of a catalog are left out.
func InMemory(files map[string][]byte) Files {
	var s Files
	size := 0
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if !s.take(name, len(files[name]), &size) {
			continue
		}
		s.add(name, files[name])
	}
	return s
}

// ReadDir reads the catalog whose root is dir. The error is about reading; what the files should not be (links,
// devices, too many) is found by Load, at its place. Files and folders whose names begin with a dot are left out.
func ReadDir(dir string) (Files, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return Files{}, fmt.Errorf("opening the catalog's root: %w", err)
	}
	defer root.Close()
	var s Files
	size := 0
	for _, top := range []string{Folder, path.Join("cue.mod/pkg", schema.ImportPath), ValuesFolder} {
		info, err := root.Lstat(top)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return Files{}, fmt.Errorf("looking at %s: %w", top, err)
		case !info.IsDir():
			s.refuse(top, info.Mode())
			continue
		}
		if err := s.walk(root, top, &size); err != nil {
			return Files{}, fmt.Errorf("reading %s: %w", top, err)
		}
	}
	return s, nil
}

// Paths returns the paths of the catalog's files, sorted.
func (s Files) Paths() []string {
	out := make([]string, len(s.files))
	for i, f := range s.files {
		out[i] = f.Path
	}
	return out
}

// Source returns the bytes of one of the catalog's files, for printing lines of it.
func (s Files) Source(name string) ([]byte, bool) {
	if isValues(name) {
		i := slices.IndexFunc(s.values, func(f schema.File) bool { return f.Path == name })
		if i < 0 {
			return nil, false
		}
		return s.values[i].Data, true
	}
	i, ok := slices.BinarySearchFunc(s.files, name, func(f schema.File, name string) int { return strings.Compare(f.Path, name) })
	if !ok {
		return nil, false
	}
	return s.files[i].Data, true
}

func (s *Files) walk(root *os.Root, top string, size *int) error {
	entries := 0
	err := fs.WalkDir(root.FS(), top, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entries++; entries > 2*maxFiles {
			s.tooMuch()
			return fs.SkipAll
		}
		switch {
		case strings.HasPrefix(d.Name(), "."):
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case d.IsDir():
			return nil
		case !d.Type().IsRegular():
			s.refuse(name, d.Type())
			return nil
		case !strings.HasSuffix(name, ".cue") && !isValues(name):
			return nil
		}
		return s.read(root, name, size)
	})
	slices.SortFunc(s.files, byPath)
	slices.SortFunc(s.vendored, byPath)
	slices.SortFunc(s.values, byPath)
	return err
}

func byPath(a, b schema.File) int { return strings.Compare(a.Path, b.Path) }

// read reads one file, which may have been exchanged since it was listed, or grow while it is read.
func (s *Files) read(root *os.Root, name string, size *int) error {
	listed, err := root.Lstat(name)
	if err != nil {
		return err
	}
	f, err := root.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	opened, err := f.Stat()
	if err != nil {
		return err
	}
	if !listed.Mode().IsRegular() || !os.SameFile(listed, opened) {
		s.refuse(name, listed.Mode())
		return nil
	}
	data, err := io.ReadAll(io.LimitReader(f, maxBytes+1))
	if err != nil {
		return err
	}
	if !s.take(name, len(data), size) {
		return fs.SkipAll
	}
	s.add(name, data)
	return nil
}

// take reports whether a file belongs to a catalog and is within its bounds.
func (s *Files) take(name string, n int, size *int) bool {
	inCatalog := strings.HasPrefix(name, Folder+"/")
	inVendored := strings.HasPrefix(name, path.Join("cue.mod/pkg", schema.ImportPath)+"/")
	if !isValues(name) && (!strings.HasSuffix(name, ".cue") || !inCatalog && !inVendored) || strings.Contains("/"+name, "/.") {
		return false
	}
	if *size += n; *size > maxBytes || len(s.files)+len(s.vendored)+len(s.values) >= maxFiles {
		s.tooMuch()
		return false
	}
	return true
}

func (s *Files) add(name string, data []byte) {
	f := schema.File{Path: name, Data: data}
	switch {
	case isValues(name):
		s.values = append(s.values, f)
	case strings.HasPrefix(name, Folder+"/"):
		s.files = append(s.files, f)
	default:
		s.vendored = append(s.vendored, f)
	}
}

func (s *Files) refuse(name string, mode fs.FileMode) {
	what := "a special file"
	switch {
	case mode&fs.ModeSymlink != 0:
		what = "a symbolic link"
	case mode.IsRegular():
		what = "a file where a folder belongs, or was exchanged while it was read"
	}
	s.findings = append(s.findings, diag.Diagnostic{
		Code: diag.NotRegularFile, Range: diag.Range{File: name},
		Message: fmt.Sprintf("%s is %s", name, what),
		Hint:    "Put the file itself there: a catalog is read from regular files only, so that what was reviewed is what is loaded.",
	})
}

func (s *Files) tooMuch() {
	for _, d := range s.findings {
		if d.Code == diag.BeyondBounds {
			return
		}
	}
	s.findings = append(s.findings, diag.Diagnostic{
		Code: diag.BeyondBounds, Range: diag.Range{File: Folder},
		Message: "the catalog has more than 20,000 files or 64 MiB; the rest of it was not read",
		Hint:    "Generate fewer files, or split the catalog.",
	})
}
