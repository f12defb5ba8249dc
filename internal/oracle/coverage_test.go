package oracle_test

import (
	_ "embed"
	"maps"
	"slices"
	"strings"
	"testing"
)

// enough questions to have every feature of the list.
const enough = 20_000

//go:embed testdata/features.txt
var features string

// covered says how many questions with rows for an answer have each feature, and fails where one of the list has none.
func covered(t *testing.T, counted map[string]int) {
	listed := map[string]bool{}
	for name := range strings.SplitSeq(features, "\n") {
		if name == "" || strings.HasPrefix(name, "#") {
			continue
		}
		if listed[name] = true; counted[name] == 0 {
			t.Errorf("no question with this has rows for an answer: %s", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(counted)) {
		t.Logf("%6d %s", counted[name], name)
		if !listed[name] {
			t.Errorf("testdata/features.txt does not list %s", name)
		}
	}
}
