package cli

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/goldens"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/clock"
	"sutura.dev/internal/diag"
	"sutura.dev/internal/render"
)

// cacheFolder is where sutura keeps, below a catalog's root, what it can compute again.
const cacheFolder = ".sutura/cache"

// recorded is what a catalog's fixtures and goldens are, and what they would be now.
type recorded struct {
	files       goldens.Files
	fixtures    *goldens.Fixtures // nil with errors among the findings
	now         *goldens.Recording
	differences []goldens.Difference
	found       diag.List
}

// fixtures reads a catalog's fixtures. Places in them are shown from then on.
func (w *workspace) fixtures() (*recorded, error) {
	files, err := goldens.ReadDir(w.root)
	if err != nil {
		return nil, unreadable(filepath.Join(w.root, "fixtures"), err)
	}
	r := &recorded{files: files}
	r.fixtures, r.found = goldens.Load(w.bundle, files)
	read := w.files.Read
	w.files.Read = func(file string) []byte {
		if data, ok := files.Source(file); ok {
			return data
		}
		return read(file)
	}
	return r, nil
}

// record computes the goldens of a catalog and how they differ from what is recorded.
func (w *workspace) record(ctx context.Context, r *recorded) error {
	if r.fixtures == nil {
		return nil
	}
	now, found, err := goldens.Record(ctx, w.bundle, r.files, r.fixtures, goldens.Options{Cache: cacheOf(w.root)})
	if err != nil {
		return cannotRecord(ctx, err)
	}
	r.now, r.found = now, append(r.found, found...)
	r.differences = goldens.Compare(r.files, now)
	return nil
}

func cannotRecord(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return err
	}
	return failed("the rows of the goldens cannot be computed: the embedded database does not start", "`sutura doctor` says what works here.")
}

// cacheOf is the cache's folder, which keeps itself out of version control.
func cacheOf(root string) string {
	dir := filepath.Join(root, filepath.FromSlash(cacheFolder))
	ignore := filepath.Join(filepath.Dir(dir), ".gitignore")
	if os.MkdirAll(dir, 0o755) == nil {
		if _, err := os.Lstat(ignore); errors.Is(err, fs.ErrNotExist) {
			_ = createFile(ignore, []byte("*\n")) // without it, the cache shows in git, and nothing else is wrong
		}
	}
	return dir
}

// checkRecorded compares goldens and fixtures with the catalog, where it has any, and asks for the values that are
// anchored on fixtures.
func (w *workspace) checkRecorded(ctx context.Context, change *render.Change) (*recorded, error) {
	anchored := slices.ContainsFunc(w.bundle.Metrics(), func(m bundle.Metric) bool {
		return slices.ContainsFunc(m.Anchors, func(a bundle.Anchor) bool { return a.On == "fixtures" })
	})
	if !anchored && !exists(filepath.Join(w.root, "fixtures")) && !exists(filepath.Join(w.root, "goldens")) {
		return &recorded{}, nil
	}
	r, err := w.fixtures()
	if err != nil {
		return nil, err
	}
	if r.files.Recorded() {
		if err := w.record(ctx, r); err != nil {
			return nil, err
		}
	}
	w.findings = append(w.findings, w.located(append(r.found, w.drift(r.differences, change)...))...)
	if anchored && r.fixtures != nil {
		err = w.checkAnchors(ctx, r.fixtures)
	}
	return r, err
}

// drift tells how goldens differ, where what changed the metric is written, or else the metric.
func (w *workspace) drift(differences []goldens.Difference, change *render.Change) diag.List {
	at := map[string]diag.Range{}
	stamped := map[diag.Range]int{}
	for _, d := range differences {
		place := w.place("metrics", d.Metric)
		if change != nil && change.Places[d.Metric].File != "" {
			place = change.Places[d.Metric]
		}
		at[d.Metric] = place
		stamped[place]++
	}
	found := goldens.FindingsAt(differences, func(metric string) diag.Range {
		if stamped[at[metric]] > 1 {
			return at[metric]
		}
		return diag.Range{}
	})
	for i := range found {
		if f := &found[i]; f.Range.File == "" {
			f.Range = at[strings.TrimPrefix(f.Path, "metrics.")]
		}
	}
	return found
}

// checkAnchors asks the fixtures for the values that are anchored on them.
func (w *workspace) checkAnchors(ctx context.Context, x *goldens.Fixtures) error {
	sources, err := x.Open(ctx)
	if err != nil {
		return cannotRecord(ctx, err)
	}
	defer func() { _ = sources.Close() }()
	engine := &answer.Engine{View: w.view(), Sources: sources, Clock: clock.Fixed(goldens.Clock()), Version: buildFacts().Version}
	results, err := engine.FixtureAnchors(ctx)
	if err != nil {
		return broken(err, false)
	}
	for _, r := range results {
		if r.OK {
			continue
		}
		message := "the fixtures give " + r.Actual + ", and the anchor says " + r.Expected
		if r.Problem != "" {
			message = "the fixtures give no value for the anchor: " + r.Problem
		}
		w.find(diag.AnchorDiffers, w.place("metrics", r.Metric, "anchors", strconv.Itoa(r.Index)), r.Metric, message,
			"Correct the metric, the rows in fixtures/, or the anchor.")
	}
	return nil
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
