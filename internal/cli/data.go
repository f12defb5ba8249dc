package cli

import (
	"context"

	"sutura.dev/internal/diag"
	"sutura.dev/internal/render"
	"sutura.dev/internal/settings"
	"sutura.dev/internal/sources"
)

// settings reads what is in force for a workspace. Findings are no error.
func (a *app) settings(w *workspace) (*settings.Settings, render.Files, diag.List) {
	file := settings.Find(w.root, a.flags.config, a.Environ)
	s, found := settings.Load(file, a.Environ)
	return s, settingsFiles(file), found
}

// settingsFiles shows places in the settings as the paths that a person would type. Their lines are never quoted: what
// was written in the wrong place may be a secret.
func settingsFiles(file settings.File) render.Files {
	return render.Files{Show: func(name string) string {
		if name == file.Name {
			return shown(file.Path)
		}
		return name
	}}
}

// sources opens the data of a workspace: all of it, or of the named sources. What is wrong with the settings or with
// the data is printed, and ends the work.
func (a *app) sources(ctx context.Context, w *workspace, only ...string) (sources.Set, error) {
	s, files, found := a.settings(w)
	if found.HasErrors() {
		return nil, a.unusable(found, files, "the settings have problems")
	}
	set, more := sources.Open(ctx, s, w.bundle, only...)
	if found = append(found, more...); found.HasErrors() {
		return nil, a.unusable(found, files, "the data cannot be opened")
	}
	if !a.flags.quiet {
		a.msg.Diagnostics(render.Select(found, defaultMaxDiagnostics), files)
	}
	return set, nil
}

func (a *app) unusable(found diag.List, files render.Files, problem string) error {
	a.msg.Diagnostics(render.Select(found, defaultMaxDiagnostics), files)
	return failed(problem, "`sutura doctor` shows which settings are in force.")
}
