package cli

import (
	"context"
	"os"
	"path/filepath"

	"sutura.dev/catalog"
	"sutura.dev/internal/render"
)

// side is one of two catalogs that are compared.
type side struct {
	*workspace
	name string            // as it was named
	tree map[string][]byte // of a revision
	dir  string            // of a folder
}

// side finds what a person names: a folder with a catalog, a bundle's file, or a revision of the repository that holds
// root. A folder or a file comes before a revision of the same name.
func (a *app) side(ctx context.Context, root, name string) (*side, error) {
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir() && isRoot(name):
		w, err := compileCatalog(name)
		if err != nil {
			return nil, err
		}
		return &side{workspace: w, name: name, dir: name}, nil
	case err == nil && !info.IsDir():
		w, err := readBundle(name)
		if err != nil {
			return nil, err
		}
		return &side{workspace: w, name: name}, nil
	}
	g, err := a.newGit(ctx, root)
	if err != nil {
		return nil, err
	}
	files, err := g.files(ctx, name)
	if err != nil {
		return nil, err
	}
	show := func(file string) string { return name + ":" + filepath.ToSlash(filepath.Join(g.prefix, file)) }
	return &side{workspace: compileFiles(root, catalog.InMemory(files), show), name: name, tree: files}, nil
}

// usable returns the side's bundle, or why there is none.
func (s *side) usable() error {
	switch {
	case s.bundle != nil:
		return nil
	case len(s.read) == 0:
		return failed("there is no catalog in "+render.Escape(s.name), "Name a revision, a folder or a bundle that has one; of a revision the same folder is read as here, and -C names that.")
	}
	return failed("the catalog in "+render.Escape(s.name)+" has problems: "+render.Select(s.findings, 0).Summary(),
		"Compare with one that this sutura compiles.")
}
