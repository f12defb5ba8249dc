package goldens

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
)

// caseFile is one case: a catalog, rows, and questions with the outcomes that are right.
//
//	-- about --               one line: what goes wrong
//	-- clock --               a reading of the clock; 2030-01-01T00:00:00Z when not said
//	-- catalog/NAME.cue --    the catalog, in one or several files
//	-- setup.sql --           the rows, in SQL that DuckDB and PostgreSQL both read
//	-- NAME.question.json --  a question, decoded strictly
//	-- NAME.want --           its outcome (outcome_test.go)
//	-- check.want --          what check finds (check_test.go); without it, no error
type caseFile struct {
	id      string // of cases.md, or the name of a law
	name    string // of the file
	about   string
	clock   time.Time
	catalog map[string][]byte
	setup   string
	check   string
	asks    []ask
}

type ask struct {
	name     string
	question []byte
	want     string
}

// later than every range of the cases, so that no bucket is open.
const defaultClock = "2030-01-01T00:00:00Z"

// readCases reads every case of a folder, by name.
func readCases(t *testing.T, folder string) []caseFile {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("testdata", folder, "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases in %s: %v", folder, err)
	}
	var out []caseFile
	for _, path := range paths {
		c, err := readCase(path)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		out = append(out, c)
	}
	return out
}

func readCase(path string) (caseFile, error) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		return caseFile{}, err
	}
	name := strings.TrimSuffix(filepath.Base(path), ".txtar")
	id, _, _ := strings.Cut(name, "-")
	c := caseFile{id: id, name: name, catalog: map[string][]byte{}}
	clock := defaultClock
	asks := map[string]*ask{}
	find := func(name string) *ask {
		if asks[name] == nil {
			asks[name] = &ask{name: name}
		}
		return asks[name]
	}
	for _, f := range archive.Files {
		text := strings.TrimSpace(string(f.Data))
		switch {
		case f.Name == "about":
			c.about = text
		case f.Name == "clock":
			clock = text
		case f.Name == "setup.sql":
			c.setup = text
		case f.Name == "check.want":
			c.check = text
		case strings.HasPrefix(f.Name, "catalog/"), strings.HasPrefix(f.Name, "values/"):
			c.catalog[f.Name] = f.Data
		case strings.HasSuffix(f.Name, ".question.json"):
			find(strings.TrimSuffix(f.Name, ".question.json")).question = f.Data
		case strings.HasSuffix(f.Name, ".want"):
			find(strings.TrimSuffix(f.Name, ".want")).want = text
		default:
			return c, fmt.Errorf("a file %s means nothing", f.Name)
		}
	}
	if c.clock, err = time.Parse(time.RFC3339, clock); err != nil {
		return c, err
	}
	for _, a := range asks {
		if len(a.question) == 0 || a.want == "" {
			return c, fmt.Errorf("%s has no question or no outcome", a.name)
		}
		c.asks = append(c.asks, *a)
	}
	slices.SortFunc(c.asks, func(a, b ask) int { return strings.Compare(a.name, b.name) })
	switch {
	case c.about == "" || strings.Contains(c.about, "\n"):
		return c, fmt.Errorf("the case must say in one line what it is about")
	case len(c.asks) == 0 && c.check == "":
		return c, fmt.Errorf("the case asks nothing")
	}
	return c, nil
}
