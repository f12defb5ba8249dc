package oracle_test

import (
	_ "embed"
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestFeatures draws questions as TestAgree does, and counts with the evaluator alone which features those have that have
// rows for an answer: each of the list must be among them.
func TestFeatures(t *testing.T) {
	const worlds, each = 60, 100
	counted := map[string]int{}
	answered := 0
	for seed := range worlds {
		w, asked := drawTrial(t, seed, "agree")
		law := w.oracle()
		for _, q := range asked[:each] {
			out := law.Answer(q)
			if kindOf(out) != "rows" {
				continue
			}
			answered++
			for name := range featuresOf(w, q, out) {
				counted[name]++
			}
		}
	}
	listed := map[string]bool{}
	for name := range strings.SplitSeq(features, "\n") {
		if name == "" || strings.HasPrefix(name, "#") {
			continue
		}
		if listed[name] = true; counted[name] == 0 {
			t.Errorf("no question with this has rows: %s", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(counted)) {
		t.Logf("%5d %s", counted[name], name)
		if !listed[name] {
			t.Errorf("testdata/features.txt does not list %s", name)
		}
	}
	t.Logf("%d of %d questions have rows for an answer, and they have %d features", answered, worlds*each, len(counted))
}

//go:embed testdata/features.txt
var features string
