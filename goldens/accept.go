package goldens

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
)

// Written is a file that Accept wrote or removed, by its path below the root.
type Written struct {
	Path    string
	Removed bool
}

// Accept makes the goldens below root what a recording says: it writes those that differ, each at once or not at all, and
// removes those of no metric. What differs comes from Compare, and only that is touched. Authors' questions are left as
// they are.
func Accept(root string, differences []Difference, now *Recording) ([]Written, error) {
	dir, err := os.OpenRoot(root)
	if err != nil {
		return nil, fmt.Errorf("opening the catalog's root: %w", err)
	}
	defer dir.Close()
	var out []Written
	for _, d := range differences {
		switch d.Kind {
		case Orphan:
			if _, golden := goldenMetric(d.Path); !golden {
				continue // a person's questions
			}
			if err := dir.Remove(d.Path); err != nil && !errors.Is(err, os.ErrNotExist) {
				return out, fmt.Errorf("removing %s: %w", d.Path, err)
			}
			out = append(out, Written{d.Path, true})
		case Missing, Drifted, Unreadable:
			g, ok := now.golden(d.Metric)
			if !ok {
				continue
			}
			if err := dir.MkdirAll(goldensFolder, 0o755); err != nil {
				return out, fmt.Errorf("making %s: %w", goldensFolder, err)
			}
			if err := replaceFile(dir, d.Path, g.Bytes()); err != nil {
				return out, fmt.Errorf("writing %s: %w", d.Path, err)
			}
			out = append(out, Written{d.Path, false})
		}
	}
	return out, nil
}

func (r *Recording) golden(metric string) (Sealed, bool) {
	i, ok := slices.BinarySearchFunc(r.Goldens, metric, func(g Sealed, name string) int { return strings.Compare(g.Metric, name) })
	if !ok {
		return Sealed{}, false
	}
	return r.Goldens[i], true
}

// replaceFile writes a file beside the one that it replaces, and puts it in its place when it is whole.
func replaceFile(root *os.Root, name string, data []byte) error {
	beside := fmt.Sprintf("%s.%d.part", name, os.Getpid())
	f, err := root.OpenFile(beside, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err == nil {
		err = root.Rename(beside, name)
	}
	if err != nil {
		return errors.Join(err, root.Remove(beside))
	}
	return nil
}
