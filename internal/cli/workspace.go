package cli

import (
	"fmt"
	"os"
	"path/filepath"

	"sutura.dev/bundle"
	"sutura.dev/catalog"
	"sutura.dev/compiler"
	"sutura.dev/internal/diag"
	"sutura.dev/internal/render"
)

// workspace is the catalog, or the bundle, that a run works on.
type workspace struct {
	// root is the catalog's folder; of a bundle, the folder that its settings are looked for in.
	root string
	// bundle is nil where the catalog has errors.
	bundle   *bundle.Bundle
	findings diag.List
	files    render.Files
	read     []string // the catalog's files, by their paths below root
}

// subject is what the bundle is, in a few words; empty where there is none.
func (w *workspace) subject() string {
	if w.bundle == nil {
		return ""
	}
	about := w.bundle.About()
	return fmt.Sprintf("%s %s: %s over %s", about.Name, about.Version,
		count(len(w.bundle.Metrics()), "metric"), count(len(w.bundle.Models()), "model"))
}

// root finds the catalog's folder: dir, or -C, or the nearest parent with catalog/ or sutura.lock.
func (a *app) root(dir string) (string, error) {
	if dir != "" && a.flags.dir != "" {
		return "", usage("the catalog's folder is given twice", "give it as an argument or with -C")
	}
	if dir == "" {
		dir = a.flags.dir
	}
	if dir != "" {
		info, err := os.Stat(dir)
		switch {
		case err != nil:
			return "", unreadable(dir, err)
		case !info.IsDir():
			return "", failed(render.Escape(dir)+" is not a folder", "name the folder that holds catalog/")
		case !isRoot(dir):
			return "", failed("there is no catalog in "+render.Escape(dir), "it has neither catalog/ nor sutura.lock; `sutura init` starts a catalog")
		}
		return dir, nil
	}
	at, err := os.Getwd()
	if err != nil {
		return "", failed("the working directory cannot be read", "change to one that exists")
	}
	for {
		if isRoot(at) {
			return shown(at), nil
		}
		parent := filepath.Dir(at)
		if parent == at {
			return "", failed("there is no catalog here, nor in a parent folder", "`sutura init` starts one, `sutura demo` shows one, -C DIR names one")
		}
		at = parent
	}
}

func isRoot(dir string) bool {
	if info, err := os.Stat(filepath.Join(dir, catalog.Folder)); err == nil && info.IsDir() {
		return true
	}
	_, err := os.Stat(filepath.Join(dir, "sutura.lock"))
	return err == nil
}

// shown is a path as it is told to a person: relative to the working directory where it lies below it.
func shown(path string) string {
	at, err := os.Getwd()
	if err != nil {
		return path
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	if rel, err := filepath.Rel(at, absolute); err == nil {
		return rel
	}
	return absolute
}

// compileCatalog reads and compiles the catalog in root. Findings are no error.
func compileCatalog(root string) (*workspace, error) {
	snap, err := catalog.ReadDir(root)
	if err != nil {
		return nil, unreadable(filepath.Join(root, catalog.Folder), err)
	}
	w := &workspace{root: root, read: snap.Paths(), files: render.Files{
		Show: func(file string) string { return shown(filepath.Join(root, filepath.FromSlash(file))) },
		Read: func(file string) []byte { data, _ := snap.Source(file); return data },
	}}
	cat, findings := catalog.Load(snap)
	w.findings = findings
	if !findings.HasErrors() {
		b, more := compiler.Compile(cat)
		w.bundle, w.findings = b, append(w.findings, more...)
	}
	return w, nil
}

// open returns the bundle that was asked for: --bundle, or what the catalog compiles to. A catalog with errors ends the
// work, its findings printed.
func (a *app) open() (*workspace, error) {
	if a.flags.bundle != "" {
		return a.openBundle()
	}
	root, err := a.root("")
	if err != nil {
		return nil, err
	}
	w, err := compileCatalog(root)
	if err != nil {
		return nil, err
	}
	if w.findings.HasErrors() {
		found := render.Select(w.findings, defaultMaxDiagnostics)
		a.msg.Diagnostics(found, w.files)
		a.msg.Problem("the catalog has problems: "+found.Summary(), "mend them first; `sutura check` shows them all")
		return nil, errFound
	}
	return w, nil
}

func (a *app) openBundle() (*workspace, error) {
	data, err := os.ReadFile(a.flags.bundle)
	if err != nil {
		return nil, unreadable(a.flags.bundle, err)
	}
	b, err := bundle.Read(data)
	if err != nil {
		return nil, failed(render.Escape(a.flags.bundle)+" is not a bundle that this sutura reads",
			"make it again: `sutura compile -o FILE`")
	}
	w := &workspace{root: filepath.Dir(a.flags.bundle), bundle: b, files: render.Files{Show: func(file string) string { return file }}}
	if a.flags.dir != "" {
		w.root = a.flags.dir
	} else if root, err := a.root(""); err == nil {
		w.root = root
	}
	return w, nil
}

// view is the bundle as its own people see it: every audience, and drafts, which say that they are drafts.
func (w *workspace) view() *bundle.View { return w.bundle.View(nil, true) }
