package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"sutura.dev/bundle/calendar"
	"sutura.dev/internal/diag"
	"sutura.dev/internal/render"
	"sutura.dev/internal/sources"
)

// examined is one thing that doctor looked at.
type examined struct {
	Check string `json:"check"`
	OK    bool   `json:"ok"`
	Found string `json:"found"`
}

// doctorJSON is what doctor found.
type doctorJSON struct {
	Build    build           `json:"build"`
	Checks   []examined      `json:"checks"`
	Found    render.Findings `json:"found"`
	Settings []settingJSON   `json:"settings"`
}

type settingJSON struct {
	Key    string `json:"key"`
	Value  string `json:"value"` // settings hold no secret, only where secrets are
	Origin string `json:"origin"`
}

// doctor gathers what works here.
type doctor struct {
	doctorJSON
	findings diag.List
	files    render.Files
}

func (d *doctor) add(check string, ok bool, found string) {
	d.Checks = append(d.Checks, examined{check, ok, found})
}

func (a *app) doctorCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:     "doctor",
		GroupID: groupOther,
		Short:   "Say what works here",
		Long: `Look at everything that an answer needs: this build, the time zones, the catalog, the settings in force, and whether
each source can be reached and holds what the catalog declares. Settings hold no secret, only where secrets are.`,
		Example: "  sutura doctor\n  sutura doctor --format json",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			d := a.examine(cmd.Context())
			if format == "json" {
				d.Found = render.Select(d.findings, 0).Wire(d.files)
				if err := a.out.JSON(d.doctorJSON); err != nil {
					return err
				}
			} else {
				a.diagnosis(d)
			}
			for _, c := range d.Checks {
				if !c.OK {
					return errFound
				}
			}
			return nil
		},
	}
	formatFlag(cmd, &format, "text", "json")
	return cmd
}

func (a *app) examine(ctx context.Context) *doctor {
	d := &doctor{doctorJSON: doctorJSON{Build: buildFacts(), Checks: []examined{}, Settings: []settingJSON{}}}
	d.add("sutura", true, strings.Join([]string{d.Build.Version, d.Build.Go, d.Build.System, "duckdb driver " + d.Build.DuckDB}, ", "))
	d.add("time zones", true, "rules of edition "+calendar.Edition)
	w := a.examineCatalog(d)
	if w == nil {
		return d
	}
	s, files, found := a.settings(w)
	d.files = files
	d.findings = append(d.findings, found...)
	d.add("settings", !found.HasErrors(), s.Name)
	for _, e := range s.Effective() {
		d.Settings = append(d.Settings, settingJSON{e.Key, e.Value, e.Origin})
	}
	if found.HasErrors() {
		return d
	}
	for _, source := range w.bundle.Sources() {
		d.examineSource(ctx, a, w, source.Name, source.Dialect)
	}
	return d
}

func (a *app) examineCatalog(d *doctor) *workspace {
	if a.flags.bundle != "" {
		w, err := a.openBundle()
		if err != nil {
			d.add("bundle", false, err.Error())
			return nil
		}
		d.add("bundle", true, render.Short(w.bundle.Digest()))
		return w
	}
	root, err := a.root("")
	if err != nil {
		d.add("catalog", false, err.Error())
		return nil
	}
	w, err := compileCatalog(root)
	switch {
	case err != nil:
		d.add("catalog", false, err.Error())
		return nil
	case w.bundle == nil || w.findings.HasErrors():
		d.add("catalog", false, "it has problems: `sutura check` shows them")
		return nil
	}
	d.add("catalog", true, shown(root)+", "+render.Short(w.bundle.Digest()))
	return w
}

// examineSource opens one source and compares what it holds with what the catalog declares.
func (d *doctor) examineSource(ctx context.Context, a *app, w *workspace, name, dialect string) {
	check := "source " + name + " (" + dialect + ")"
	s, _, _ := a.settings(w)
	set, found := sources.Open(ctx, s, w.bundle, name)
	d.findings = append(d.findings, found...)
	if set == nil {
		d.add(check, false, "cannot be opened")
		return
	}
	defer set.Close()
	tables, err := set[name].Tables(ctx)
	if err != nil {
		d.add(check, false, "its tables cannot be listed")
		return
	}
	declared, err := sources.Check(ctx, w.bundle, set)
	d.findings = append(d.findings, declared...)
	if err != nil || declared.HasErrors() {
		d.add(check, false, "does not hold what the catalog declares")
		return
	}
	d.add(check, true, count(len(tables), "table")+", as declared")
}

func (a *app) diagnosis(d *doctor) {
	checks := make([]render.Check, len(d.Checks))
	for i, c := range d.Checks {
		checks[i] = render.Check{OK: c.OK, What: c.Check, Found: c.Found}
	}
	a.out.Checks(checks...)
	if len(d.findings) > 0 {
		a.out.Line("")
		a.out.Diagnostics(render.Select(d.findings, defaultMaxDiagnostics), d.files)
	}
	if len(d.Settings) == 0 {
		return
	}
	t := render.Table{Columns: []render.Column{{Name: "setting"}, {Name: "value"}, {Name: "from"}}}
	for _, s := range d.Settings {
		t.Rows = append(t.Rows, []any{s.Key, s.Value, s.Origin})
	}
	a.out.Line("")
	a.out.Table(t)
}
