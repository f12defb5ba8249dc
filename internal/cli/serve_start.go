package cli

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/internal/diag"
	"sutura.dev/internal/render"
	"sutura.dev/internal/serve"
	"sutura.dev/internal/serve/identity"
	"sutura.dev/internal/settings"
	"sutura.dev/internal/sources"
)

// deployment is one run of serve: what was configured, and what is open.
type deployment struct {
	app   *app
	flags *serveFlags
	said  func(flag string) bool
	log   *slog.Logger

	serving    settings.Serving
	additions  string
	resumes    [][]byte // secrets that sign what resolve_bind asks
	who        identity.Verifier
	caller     serve.Caller // the one that is configured
	audit      io.Writer
	closers    []func()
	idle       []string // audiences that no metric has
	rawPosture string   // under which credential run_sql runs; empty where it does not
	hangup     chan os.Signal

	listener   net.Listener // nil over standard input and output
	operations net.Listener // nil for none
}

func (d *deployment) close() {
	for _, c := range d.closers {
		c()
	}
}

// start reads the settings and verifies what would be served. Every reason not to is printed at once.
func (d *deployment) start(ctx context.Context) (*serve.Pin, error) {
	w, s, files, found, err := d.read()
	if err != nil {
		return nil, err
	}
	d.serving = d.flags.over(s.Serving, d.said)
	d.defaults()
	found = append(found, d.configure(ctx)...)
	pin, more := d.pin(ctx, w, s)
	found = append(found, more...)
	if found.HasErrors() || pin == nil {
		if pin != nil {
			pin.Close()
		}
		d.close()
		return nil, d.refuse(found, files)
	}
	if !d.app.flags.quiet {
		d.app.msg.Diagnostics(render.Select(found, defaultMaxDiagnostics), files)
	}
	d.idle = idle(w.bundle.View(nil, true), d.audiences())
	return pin, nil
}

// idle are the audiences that no metric has: a name that is mistyped shows nothing, and nobody is told.
func idle(all *bundle.View, audiences []string) []string {
	return slices.DeleteFunc(slices.Clone(audiences), func(audience string) bool {
		return slices.ContainsFunc(all.Names(), func(name string) bool { return slices.Contains(all.Metric(name).Audience, audience) })
	})
}

// defaults are those that depend on how callers come.
func (d *deployment) defaults() {
	v := &d.serving
	if v.HTTP.Addr == "" {
		v.OpsAddr = strings.TrimPrefix(v.OpsAddr, "off")
		return
	}
	if v.OpsAddr == "" {
		v.OpsAddr = settings.DefaultOpsAddr
	}
	v.OpsAddr = strings.TrimPrefix(v.OpsAddr, "off")
	if v.HTTP.Auth == "token" && v.Scopes == nil {
		v.Scopes = []string{string(serve.CatalogRead), string(serve.MetricsAsk)}
	}
	if v.HTTP.Auth == "token" && v.Audiences == nil {
		v.Audiences = []string{}
	}
}

// read compiles the catalog or reads the bundle, and reads the settings. The bundle is nil where the catalog has errors.
func (d *deployment) read() (*workspace, *settings.Settings, render.Files, diag.List, error) {
	w, err := d.workspace()
	if err != nil {
		return nil, nil, render.Files{}, nil, err
	}
	s, files, found := d.app.settings(w)
	own := w.files
	all := render.Files{Show: func(name string) string {
		if name == s.Name {
			return files.Show(name)
		}
		return own.Show(name)
	}, Read: func(name string) []byte {
		if name == s.Name || own.Read == nil {
			return nil // a line of the settings may hold a secret in the wrong place
		}
		return own.Read(name)
	}}
	if w.bundle != nil {
		if err := w.checkLock(); err != nil {
			return nil, nil, render.Files{}, nil, err
		}
	}
	for i := range w.findings { // a bundle that is not as locked is not what was reviewed
		if w.findings[i].Code == diag.LockDiffers {
			w.findings[i].Severity = diag.Error
		}
	}
	return w, s, all, append(found, w.findings...), nil
}

func (d *deployment) workspace() (*workspace, error) {
	if d.app.flags.bundle != "" {
		return d.app.openBundle()
	}
	root, err := d.app.root("")
	if err != nil {
		return nil, err
	}
	return compileCatalog(root)
}

// configure opens what the settings of serving name, apart from sources.
func (d *deployment) configure(ctx context.Context) diag.List {
	var found diag.List
	add := func(code diag.Code, message, hint string) {
		found = append(found, diag.Diagnostic{Code: code, Message: message, Hint: hint})
	}
	v := d.serving
	if v.Instructions != "" {
		switch text, err := readText(v.Instructions, maxInstructions); {
		case errors.Is(err, errTooLong):
			add(diag.ServeFile, "the instructions are longer than 16 KiB", "Agents read them on every connection; shorten them.")
		case err != nil:
			add(diag.ServeFile, "the file that instructions names cannot be read", "Correct the path or its permissions.")
		default:
			d.additions = text
		}
	}
	resumes, wrong := d.secrets()
	d.resumes, found = resumes, append(found, wrong...)
	audit, done, err := auditFile(v.AuditPath, d.app.Err)
	if err != nil {
		add(diag.ServeFile, "the file that audit.path names cannot be appended to", "Correct the path, make its folder, or correct the permissions.")
	} else {
		d.audit = audit
		d.closers = append(d.closers, done)
	}
	if v.ProposalsDir != "" {
		if info, err := os.Stat(v.ProposalsDir); err != nil || !info.IsDir() {
			add(diag.ServeFile, "proposals_dir is no folder", "Make it, or leave it out: then nothing is written.")
		}
	}
	return append(found, d.identify(ctx)...)
}

const maxInstructions = 16 << 10

var errTooLong = errors.New("longer than is read")

func readText(path string, most int64) (string, error) {
	f, err := os.Open(filepath.Clean(path))
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(text)) > most {
		err = errTooLong
	}
	return string(text), err
}

// pin opens the sources and verifies the bundle over them; nothing for a catalog that did not compile.
func (d *deployment) pin(ctx context.Context, w *workspace, s *settings.Settings) (*serve.Pin, diag.List) {
	if w.bundle == nil || compileErrors(w.findings) {
		return nil, nil
	}
	now, err := d.app.clock()
	if err != nil {
		return nil, nil
	}
	if found := d.nobody(s); found != nil {
		return nil, found
	}
	set, found := sources.Open(ctx, s, w.bundle)
	refused := w.located(d.rawRefused(w.bundle, s))
	if found = append(found, refused...); set == nil {
		return nil, found
	}
	stop := d.app.working("verifying " + w.bundle.About().Name)
	defer stop()
	expected := d.flags.over(s.Serving, d.said).Digest
	candidate := serve.Candidate{Bundle: w.bundle, Sources: set, Close: func() { _ = set.Close() }, Digest: expected, Clock: now, Version: buildFacts().Version}
	if d.rawWanted() && !refused.HasErrors() {
		raw, problems := d.openRaw(ctx, w.bundle, s)
		candidate.Raw, found = raw, append(found, w.located(problems)...)
	}
	pin, more := serve.Verify(ctx, candidate)
	if found = append(found, w.located(more)...); found.HasErrors() && pin != nil {
		pin.Close()
		return nil, found
	}
	if pin == nil {
		_ = set.Close()
	}
	return pin, found
}

// compileErrors reports whether a catalog has errors of its own, and not only a lock that differs.
func compileErrors(found diag.List) bool {
	for _, f := range found {
		if f.Severity == diag.Error && f.Code != diag.LockDiffers && f.Code != diag.LockUnreadable {
			return true
		}
	}
	return false
}

// refuse prints every reason.
func (d *deployment) refuse(found diag.List, files render.Files) error {
	shown := render.Select(found, defaultMaxDiagnostics)
	d.app.msg.Diagnostics(shown, files)
	d.app.msg.Problem("nothing is served: "+shown.Summary(), "Mend them all; `sutura serve --check` looks again without serving.")
	return errFound
}
