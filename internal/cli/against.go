package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/internal/diag"
	"sutura.dev/internal/render"
)

// deltasShown is how many metrics are shown with their statement and rows, before and after.
const deltasShown = 20

// compare finds what changed from one side to another. Both have bundles.
func (a *app) compare(ctx context.Context, before, after *side) (*render.Change, error) {
	c := &render.Change{
		Changes: bundle.Diff(before.bundle, after.bundle), From: before.name, To: after.name,
		Places: map[string]diag.Range{}, Files: after.files,
		Effects: map[string]render.Effect{}, Deltas: map[string][]render.Delta{}, Definitions: map[string][][2]string{},
	}
	for _, m := range c.Metrics {
		c.Places[m.Metric] = after.placeOf(m)
	}
	return c, a.askBoth(ctx, before, after, c)
}

// placeOf is where the change of a metric is written: the definition that changed, or the nearest that holds it. What
// is gone has no place.
func (w *workspace) placeOf(m bundle.MetricChange) diag.Range {
	if m.Removed || w.catalog == nil {
		return diag.Range{}
	}
	if r := m.Reasons[0]; r.Origin != "" {
		return w.place(strings.Split(r.Origin, ".")...)
	}
	return w.place(append([]string{"metrics", m.Metric}, fieldOf(m.Reasons[0].Code)...)...)
}

// fieldOf is the part of a metric in which a reason of its own is written; none where it may be in any.
func fieldOf(c bundle.Code) []string {
	switch c {
	case bundle.FilterAdded, bundle.FilterChanged, bundle.FilterRemoved:
		return []string{"where"}
	case bundle.MeasureChanged, bundle.ExpressionChanged, bundle.ExactChanged:
		return []string{"measure"}
	case bundle.DimensionAdded, bundle.DimensionRemoved:
		return []string{"dimensions"}
	case bundle.GrainAdded, bundle.GrainRemoved:
		return []string{"grains"}
	case bundle.UnitChanged:
		return []string{"unit"}
	case bundle.EmptyChanged:
		return []string{"empty"}
	case bundle.AudienceWidened, bundle.AudienceNarrowed:
		return []string{"audience"}
	case bundle.FormatChanged:
		return []string{"format"}
	case bundle.CaveatsChanged:
		return []string{"caveats"}
	case bundle.AnchorsChanged:
		return []string{"anchors"}
	}
	return nil
}

// checkAgainst compares the catalog with what was named, and holds its version to the size of the change. What cannot
// be compared with is a warning: a catalog that mends a broken one must pass.
func (a *app) checkAgainst(ctx context.Context, w *workspace, name string) (*render.Change, error) {
	before, err := a.side(ctx, w.root, name)
	why := ""
	switch {
	case errors.Is(err, bundle.ErrFormat):
		why = "it is a bundle of another format than this sutura reads"
	case err != nil:
		return nil, err
	case before.bundle == nil && len(before.read) == 0:
		why = "there is no catalog there"
	case before.bundle == nil:
		why = "the catalog there has problems: " + render.Select(before.findings, 0).Summary()
	}
	if why != "" {
		w.findings = append(w.findings, diag.Diagnostic{Code: diag.NotCompared, Severity: diag.Warning, Range: w.place("about"),
			Message: "nothing was compared with " + name + ": " + why, Hint: "Compare with a revision whose catalog this sutura compiles."})
		return nil, nil
	}
	c, err := a.compare(ctx, before, &side{workspace: w, name: render.Here, dir: w.root})
	if err != nil {
		return nil, err
	}
	if !c.VersionOK {
		w.findings = append(w.findings, versionTooSmall(w, c))
	}
	return c, nil
}

// relatedShown is of how many changes a finding about the version shows the place.
const relatedShown = 5

func versionTooSmall(w *workspace, c *render.Change) diag.Diagnostic {
	d := diag.Diagnostic{
		Code: diag.VersionTooSmall, Range: w.place("about", "version"), Path: "about.version",
		Message: c.VersionLine(), Hint: fmt.Sprintf("Say version: %q, or a later one.", c.Least),
	}
	demanding := c.Demanding()
	var names []string
	for i, m := range demanding {
		if !slices.Contains(names, m.Name) { // one definition may have several reasons
			names = append(names, m.Name)
		}
		if i < relatedShown && m.At.File != "" {
			d.Related = append(d.Related, diag.Related{Range: m.At, Message: m.Name + ": " + m.Text})
		}
	}
	if len(names) > 0 {
		d.Message += " (because of " + render.Some(names) + ")"
	}
	return d
}
