package goldens

import (
	"slices"
	"strings"
	"testing"
)

// pageIDs are the cases of the page, in its order.
var pageIDs = strings.Fields(`
	A1 A2 A3 A4 A7 A8 A10 A11 A13 A14 A17 A20
	B22 B23 B24 B26 B27 B29 B30 B32 B33
	C34 C35 C37 C38 C40 C43 C44 C45 C47
	D49 D51 D53 D54 D55 D57 D58
	E59 E60 E61 E62 E64 E65 E66
	F67 F68 F70 F72 F73 F77 F79 F81
	G71 G82 G83 G84 G85 G87 G88 G92 G93 G96 G97 G99
	H99 H100 H101 H102 H104 H106
	I108 I109 I112 I114 I115 I118`)

// pending are the cases that cannot be asked yet, by the feature that they wait for.
var pending = map[string][]string{
	"serving over HTTP":    {"H106"},
	"describing to agents": {"I108", "I109", "I114", "I118"},
}

// TestEveryCaseOfThePage holds the files to the page: each of its cases is here or pending, and nothing else is.
func TestEveryCaseOfThePage(t *testing.T) {
	places := map[string]int{}
	for _, c := range readCases(t, "cases") {
		if !slices.Contains(pageIDs, c.id) {
			t.Errorf("%s: the page has no case %s", c.name, c.id)
		}
		places[c.id] = 1
	}
	for feature, ids := range pending {
		for _, id := range ids {
			switch {
			case !slices.Contains(pageIDs, id):
				t.Errorf("pending %s: the page has no case %s", feature, id)
			case places[id] != 0:
				t.Errorf("pending %s: %s is answered, or is pending twice", feature, id)
			}
			places[id]++
		}
	}
	for _, id := range pageIDs {
		if places[id] == 0 {
			t.Errorf("%s is neither here nor pending", id)
		}
	}
}
