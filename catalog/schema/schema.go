// Package schema is the authoring schema of a catalog, as CUE, embedded.
//
// Authors import it as "sutura.dev/schema" (and "sutura.dev/schema/families"). The program always evaluates against
// these embedded files; the copies that `sutura init` and `sutura schema --write` vendor under cue.mod/pkg exist for
// `cue vet` and editors, which then work offline.
package schema

import (
	"embed"
	"io/fs"
	"path"
	"slices"
)

// ImportPath is what authors import. FamiliesPath is the package of templates.
const (
	ImportPath   = "sutura.dev/schema"
	FamiliesPath = ImportPath + "/families"
)

//go:embed *.cue families/*.cue
var embedded embed.FS

// Files returns the schema's files: *.cue and families/*.cue.
func Files() fs.FS { return embedded }

// File is one file of the schema or of the starter.
type File struct {
	Path string // slash-separated, relative
	Data []byte
}

// Package returns the files of one of the two packages, in order of their names; none for another import path.
func Package(importPath string) []File {
	switch importPath {
	case ImportPath:
		return read("*.cue")
	case FamiliesPath:
		return read("families/*.cue")
	}
	return nil
}

// Vendored returns every file of the schema with its path below the catalog's root.
func Vendored() []File {
	out := slices.Concat(Package(ImportPath), Package(FamiliesPath))
	for i := range out {
		out[i].Path = path.Join("cue.mod/pkg", ImportPath, out[i].Path)
	}
	return out
}

func read(pattern string) []File {
	names, _ := fs.Glob(embedded, pattern) // the patterns are ours
	out := make([]File, 0, len(names))
	for _, name := range names {
		data, _ := embedded.ReadFile(name) // embedded files are always there
		out = append(out, File{Path: name, Data: data})
	}
	return out
}
