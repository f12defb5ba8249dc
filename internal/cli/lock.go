package cli

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/internal/diag"
	"sutura.dev/internal/render"
)

// lockFile is the lock's name in a catalog's folder.
const lockFile = "sutura.lock"

const pinHint = "Read what changed, then write the lock again: `sutura compile --pin`."

// readLock returns the bytes of the lock in root, nil where there is none.
func readLock(root string) ([]byte, error) {
	path := filepath.Join(root, lockFile)
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, unreadable(path, err)
	case !info.Mode().IsRegular() || info.Size() > bundle.MaxLockBytes:
		return []byte{}, nil // no lock that sutura wrote
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	return append([]byte{}, data...), nil
}

// checkLock compares the workspace with its lock, where it has one.
func (w *workspace) checkLock() error { return w.checkLockKnowing(nil) }

// checkLockKnowing is checkLock where it may be known what changed. Metrics that moved alike, for one cause as far as change
// tells it, are one finding.
func (w *workspace) checkLockKnowing(change *render.Change) error {
	data, err := readLock(w.root)
	if err != nil || data == nil {
		return err
	}
	lock, err := bundle.ReadLock(data)
	if err != nil {
		w.findings = append(w.findings, lockUnreadable(err, change))
		return nil
	}
	drift := lock.Drift(w.bundle)
	causes := map[string]render.MetricCause{}
	if change != nil {
		causes = change.MetricCauses()
	}
	for len(drift) > 0 {
		first := drift[0]
		cause := causes[first.Metric]
		var alike, rest []bundle.Drift
		for _, d := range drift {
			if d == first || d.Metric != "" && d.Kind == first.Kind && causes[d.Metric].Key == cause.Key {
				alike = append(alike, d)
			} else {
				rest = append(rest, d)
			}
		}
		drift = rest
		w.find(diag.LockDiffers, w.driftPlace(first, change), first.Metric, driftText(alike, cause.Text), pinHint)
	}
	return nil
}

// driftPlace is where what moved is written.
func (w *workspace) driftPlace(d bundle.Drift, change *render.Change) diag.Range {
	switch {
	case d.Kind == bundle.DriftVersion:
		return w.place("about", "version")
	case d.Metric == "" || d.Kind == bundle.DriftRemoved:
		return diag.Range{File: lockFile}
	case change != nil && change.Places[d.Metric].File != "":
		return change.Places[d.Metric]
	}
	return w.place("metrics", d.Metric)
}

// driftText says of one metric, or of several, how they moved.
func driftText(alike []bundle.Drift, cause string) string {
	text := alike[0].Text()
	if len(alike) > 1 {
		var names []string
		for _, d := range alike {
			names = append(names, d.Metric)
		}
		text = strings.Replace(text, names[0], count(len(names), "metric"), 1)
		text = strings.NewReplacer(" is not ", " are not ", " is in ", " are in ").Replace(text) + ": " + render.Some(names)
	}
	if cause != "" {
		text += " (" + cause + ")"
	}
	return text
}

// lockUnreadable says why a lock is none, and of one of another form that this alone changes no meaning.
func lockUnreadable(err error, change *render.Change) diag.Diagnostic {
	d := diag.Diagnostic{Code: diag.LockUnreadable, Range: diag.Range{File: lockFile}, Message: "the lock is not as sutura writes it",
		Hint: "Write it again: `sutura compile --pin`."}
	switch {
	case errors.Is(err, bundle.ErrLockMerge):
		d.Message, d.Hint = "the lock holds the marks of a merge", "Merge the catalog, then write the lock again: `sutura compile --pin`."
	case errors.Is(err, bundle.ErrLockLineEnds):
		d.Message = "the line ends of the lock were changed, most often by git"
		d.Hint = "Write `sutura.lock -text` into .gitattributes, then the lock again: `sutura compile --pin`."
	case errors.Is(err, bundle.ErrLockOlder):
		d.Code, d.Message = diag.LockForm, "sutura's form of digests changed since the lock was written: none of its digests can be compared"
		d.Hint = "Write it again: `sutura compile --pin`. The form alone changes no meaning; `sutura check --against` a branch shows what else changed."
		if change != nil {
			d.Hint = "Write it again: `sutura compile --pin`. The form alone changes no meaning; what else changed since " + change.From + " is told here."
			if len(change.Changes.Metrics) == 0 {
				d.Hint = "Write it again: `sutura compile --pin`. No metric changed since " + change.From + "."
			}
		}
	case errors.Is(err, bundle.ErrLockNewer):
		d.Code, d.Message = diag.LockForm, "the lock was written by a newer sutura, whose digests have another form"
		d.Hint = "Use the sutura that wrote it, or write it again with this one: `sutura compile --pin`."
	case errors.Is(err, bundle.ErrLockTooLarge):
		d.Message = "the lock is larger than sutura reads"
	}
	return d
}

// pin writes the lock of the bundle and says what moved.
func (a *app) pin(w *workspace) error {
	old, err := readLock(w.root)
	if err != nil {
		return err
	}
	now := bundle.LockOf(w.bundle).Bytes()
	path := filepath.Join(w.root, lockFile)
	if bytes.Equal(old, now) {
		a.say("%s: nothing moved", render.Escape(shown(path)))
		return nil
	}
	if err := replaceFile(path, now); err != nil {
		return unwritable(path, err)
	}
	a.say("%s: %s of %s", render.Escape(shown(path)), count(len(w.bundle.Metrics()), "metric"), render.Short(w.bundle.Digest()))
	if lock, err := bundle.ReadLock(old); err == nil {
		for _, d := range lock.Drift(w.bundle) {
			a.say("  %s", moved(d))
		}
	}
	return nil
}

// moved says what differs from a lock that was just replaced.
func moved(d bundle.Drift) string {
	switch d.Kind {
	case bundle.DriftAdded:
		return d.Metric + " is new"
	case bundle.DriftRemoved:
		return d.Metric + " is gone"
	case bundle.DriftName:
		return "the catalog's name is " + d.Now + ", and was " + d.Locked
	case bundle.DriftVersion:
		return "the version is " + d.Now + ", and was " + d.Locked
	case bundle.DriftMeaning, bundle.DriftProse, bundle.DriftOther:
	}
	return d.Text()
}

// replaceFile writes a file whole or not at all.
func replaceFile(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Chmod(f.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}
