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

// lockShown is how many moved metrics are findings of their own; the rest are counted in one more.
const lockShown = 20

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
func (w *workspace) checkLock() error {
	data, err := readLock(w.root)
	if err != nil || data == nil {
		return err
	}
	lock, err := bundle.ReadLock(data)
	if err != nil {
		w.findings = append(w.findings, lockUnreadable(data, err))
		return nil
	}
	var rest []string
	shown := 0
	for _, d := range lock.Drift(w.bundle) {
		at := w.place("metrics", d.Metric)
		switch {
		case d.Metric == "" || d.Kind == bundle.DriftRemoved:
			at = diag.Range{File: lockFile}
			if d.Kind == bundle.DriftVersion {
				at = w.place("about", "version")
			}
		case shown >= lockShown:
			rest = append(rest, d.Metric)
			continue
		default:
			shown++
		}
		w.find(diag.LockDiffers, at, d.Metric, d.Text(), pinHint)
	}
	if len(rest) > 0 {
		w.find(diag.LockDiffers, diag.Range{File: lockFile}, "", "not as locked either: "+some(rest), pinHint)
	}
	return nil
}

// some names the first of many.
func some(names []string) string {
	if more := len(names) - lockShown; more > 0 {
		return strings.Join(names[:lockShown], ", ") + " and " + count(more, "more metric")
	}
	return strings.Join(names, ", ")
}

// lockUnreadable says why a lock is none.
func lockUnreadable(data []byte, err error) diag.Diagnostic {
	d := diag.Diagnostic{Code: diag.LockUnreadable, Range: diag.Range{File: lockFile}, Message: "the lock is not as sutura writes it",
		Hint: "Write it again: `sutura compile --pin`."}
	switch {
	case errors.Is(err, bundle.ErrLockMerge):
		d.Message, d.Hint = "the lock holds the marks of a merge", "Merge the catalog, then write the lock again: `sutura compile --pin`."
	case errors.Is(err, bundle.ErrLockFormat):
		d.Message = "the lock is not of the form that this sutura reads"
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
