package goldens

import (
	"os"
	"path/filepath"
	"regexp"
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

// elsewhere are the cases that no question of a case file can ask, by the test that asks them. Its comment names the case.
var elsewhere = map[string]struct{ file, test string }{
	"H106": {"internal/serve/mcp/http_test.go", "TestOtherSites"},
	"I108": {"internal/serve/cards/describe_test.go", "pages"},
	"I109": {"internal/words/many_test.go", "TestManyMetrics"},
	"I114": {"internal/serve/mcp/tools_test.go", "TestTools"},
	"I118": {"internal/serve/mcp/cases_test.go", "TestWayWithoutInstructions"},
}

// TestEveryCaseOfThePage holds the files to the page: each of its cases is here, or in a test that is there and says so, and
// nothing else is.
func TestEveryCaseOfThePage(t *testing.T) {
	places := map[string]int{}
	for _, c := range readCases(t, "cases") {
		if !slices.Contains(pageIDs, c.id) {
			t.Errorf("%s: the page has no case %s", c.name, c.id)
		}
		places[c.id] = 1
	}
	for id, at := range elsewhere {
		text, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(at.file)))
		if err != nil {
			t.Fatal(err)
		}
		named := regexp.MustCompile(`(?m)^// ` + id + `: .*\n(?:// .*\n)*func ` + at.test + `\(`)
		switch {
		case !slices.Contains(pageIDs, id):
			t.Errorf("the page has no case %s", id)
		case places[id] != 0:
			t.Errorf("%s has a file of its own", id)
		case !named.Match(text):
			t.Errorf("%s has no %s whose comment begins with %s", at.file, at.test, id)
		}
		places[id]++
	}
	for _, id := range pageIDs {
		if places[id] == 0 {
			t.Errorf("%s is nowhere", id)
		}
	}
}
