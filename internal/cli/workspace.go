package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

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
	catalog  *catalog.Catalog
	recorded *recorded // what check found of goldens
}

// place is where a definition is written, or the nearest one that holds it; nowhere for a bundle.
func (w *workspace) place(path ...string) diag.Range {
	if w.catalog == nil {
		return diag.Range{}
	}
	return w.catalog.Range(path...)
}

// located gives findings of those who know no catalog the places of the definitions that they are about.
func (w *workspace) located(found diag.List) diag.List {
	for i := range found {
		if f := &found[i]; f.Range.File == "" && f.Path != "" {
			f.Range = w.place(strings.Split(f.Path, ".")...)
		}
	}
	return found
}

// find adds an error about a metric, or about none.
func (w *workspace) find(code diag.Code, at diag.Range, metric, message, hint string) {
	d := diag.Diagnostic{Code: code, Range: at, Message: message, Hint: hint}
	if metric != "" {
		d.Path = "metrics." + metric
	}
	w.findings = append(w.findings, d)
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
		return "", usage("the catalog's folder is given twice", "Give it as an argument or with -C.")
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
			return "", failed(render.Escape(dir)+" is not a folder", "Name the folder that holds catalog/.")
		case !isRoot(dir):
			return "", failed("there is no catalog in "+render.Escape(dir), "It has neither catalog/ nor sutura.lock; `sutura init` starts a catalog.")
		}
		return dir, nil
	}
	at, err := os.Getwd()
	if err != nil {
		return "", failed("the working directory cannot be read", "Change to one that exists.")
	}
	for {
		if isRoot(at) {
			return shown(at), nil
		}
		parent := filepath.Dir(at)
		if parent == at {
			return "", failed("there is no catalog here, nor in a parent folder", "`sutura init` starts one, `sutura demo` shows one, -C DIR names one.")
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
	return compileFiles(root, snap, func(file string) string { return shown(filepath.Join(root, filepath.FromSlash(file))) }), nil
}

// compileFiles compiles a catalog's files; show is how their paths are told to a person.
func compileFiles(root string, snap catalog.Files, show func(file string) string) *workspace {
	w := &workspace{root: root, read: snap.Paths(), files: render.Files{
		Show: show,
		Read: func(file string) []byte { data, _ := snap.Source(file); return data },
	}}
	cat, findings := catalog.Load(snap)
	w.catalog, w.findings = cat, findings
	if cat != nil {
		b, more := compiler.Compile(cat, findings)
		w.bundle, w.findings = b, append(w.findings, more...)
	}
	return w
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
		a.msg.Problem("the catalog has problems: "+found.Summary(), "Mend them first; `sutura check` shows them all.")
		return nil, errFound
	}
	return w, nil
}

func (a *app) openBundle() (*workspace, error) {
	w, err := readBundle(a.flags.bundle)
	if err != nil {
		return nil, err
	}
	if a.flags.dir != "" {
		w.root = a.flags.dir
	} else if root, err := a.root(""); err == nil {
		w.root = root
	}
	return w, nil
}

// readBundle reads a bundle's file.
func readBundle(path string) (*workspace, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	b, err := bundle.Read(data)
	if err != nil {
		return nil, unreadableBundle(path, err)
	}
	return &workspace{root: filepath.Dir(path), bundle: b, files: render.Files{Show: func(file string) string { return file }}}, nil
}

// unreadableBundle says why a file is no bundle.
func unreadableBundle(path string, err error) error {
	why := "is no bundle, or not a whole one, as sutura writes it"
	switch {
	case errors.Is(err, bundle.ErrDigest):
		why = "was changed after it was made: its digest is not that of its definitions"
	case errors.Is(err, bundle.ErrFormat):
		why = "is a bundle of another format than this sutura reads"
	case errors.Is(err, bundle.ErrTooLarge):
		why = "is larger than sutura reads"
	}
	return &failure{exitFailed, render.Escape(path) + " " + why, "Make it again: `sutura compile -o FILE`.", err}
}

// view is the bundle as its own people see it: every audience, and drafts, which say that they are drafts.
func (w *workspace) view() *bundle.View { return w.bundle.View(nil, true) }
