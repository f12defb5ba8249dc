package goldens

import (
	"os"
	"slices"
	"strings"
	"time"
)

// How many metrics' rows a cache keeps: as many as the catalog has now, and as many again of each of some earlier states,
// so that going from branch to branch computes nothing; and never so few that pruning a small catalog is worth a thought.
const (
	keptStates = 4
	keptLeast  = 256
)

// prune removes the oldest rows once there are more than the catalog's metrics explain, down to half of what is kept. Those
// that this run has read or written stay, however old. Only a run that writes prunes, so that one without changes reads no
// folder; whatever cannot be read or removed is left.
func (c rowCache) prune(used []*recorded) {
	if c.dir == "" {
		return
	}
	most := max(keptStates*len(used), keptLeast)
	entries, err := os.ReadDir(c.dir)
	if err != nil || len(entries) <= most {
		return
	}
	keep := map[string]bool{}
	for _, m := range used {
		keep["rows-"+m.key+".json"] = true
	}
	type old struct {
		name    string
		written time.Time
	}
	var others []old
	for _, e := range entries {
		if !e.Type().IsRegular() || !strings.HasPrefix(e.Name(), "rows-") || keep[e.Name()] {
			continue
		}
		if info, err := e.Info(); err == nil {
			others = append(others, old{e.Name(), info.ModTime()})
		}
	}
	slices.SortFunc(others, func(a, b old) int { return a.written.Compare(b.written) })
	root, err := os.OpenRoot(c.dir)
	if err != nil {
		return
	}
	defer root.Close()
	for _, o := range others[:min(max(len(entries)-most/2, 0), len(others))] {
		_ = root.Remove(o.name) // it may be gone
	}
}
