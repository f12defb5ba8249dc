package catalog

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"sutura.dev/catalog/schema"
	"sutura.dev/internal/diag"
	"sutura.dev/internal/tree"
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

// InFS makes them from a file system, such as an embedded one, whose root is the catalog's.
func InFS(root fs.FS) (Files, error) {
	files := map[string][]byte{}
	for _, top := range tops() {
		err := fs.WalkDir(root, top, func(name string, d fs.DirEntry, err error) error {
			switch {
			case errors.Is(err, fs.ErrNotExist) && name == top:
				return nil
			case err != nil || d.IsDir():
				return err
			}
			files[name], err = fs.ReadFile(root, name)
			return err
		})
		if err != nil {
			return Files{}, fmt.Errorf("reading %s: %w", top, err)
		}
	}
	return InMemory(files), nil
}

// ReadDir reads the catalog whose root is dir. The error is about reading; what the files should not be (links,
// devices, too many) is found by Load, at its place. Files and folders whose names begin with a dot are left out.
func ReadDir(dir string) (Files, error) {
	var s Files
	size := 0
	err := tree.Reader{
		Takes: func(name string) bool { return strings.HasSuffix(name, ".cue") || isValues(name) },
		Add: func(name string, data []byte) bool {
			if !s.take(name, len(data), &size) {
				return false
			}
			s.add(name, data)
			return true
		},
		Irregular: s.refuse, MaxFile: maxBytes, MaxEntries: 2 * maxFiles, Beyond: s.tooMuch,
	}.Read(dir, tops()...)
	slices.SortFunc(s.files, byPath)
	slices.SortFunc(s.vendored, byPath)
	slices.SortFunc(s.values, byPath)
	return s, err
}

// tops are the folders below the root that a catalog is read from.
func tops() []string {
	return []string{Folder, path.Join("cue.mod/pkg", schema.ImportPath), ValuesFolder}
}

func byPath(a, b schema.File) int { return strings.Compare(a.Path, b.Path) }

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

func (s *Files) refuse(name, what string) {
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
