package goldens

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
	"sutura.dev/catalog"
	"sutura.dev/compiler"
	"sutura.dev/compiler/dialect"
	"sutura.dev/compiler/plan"
	"sutura.dev/compiler/sqlvet"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/clock"
	"sutura.dev/internal/diag"
	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/duckdb"
	"sutura.dev/internal/warehouse/postgres"
	"sutura.dev/internal/warehouse/zonetest"
)

// TestCases runs the public cases: numbers that other systems got wrong. Each is answered by DuckDB, by PostgreSQL and by
// the law itself.
func TestCases(t *testing.T) { runCases(t, "cases") }

// TestLaw runs our own cases of the number law: each kind of measure, filter, range and refusal by hand.
func TestLaw(t *testing.T) { runCases(t, "law") }

// TestKept runs what random questions found (internal/oracle): cases that were answered wrongly once.
func TestKept(t *testing.T) { runCases(t, "kept") }

func runCases(t *testing.T, folder string) {
	parser := duckdb.NewParser()
	t.Cleanup(func() {
		if err := parser.Close(); err != nil {
			t.Error(err)
		}
	})
	server := openServer(t)
	for _, c := range readCases(t, folder) {
		t.Run(c.name, func(t *testing.T) { c.run(t, parser, server) })
	}
}

func (c caseFile) run(t *testing.T, parser *duckdb.Parser, server *server) {
	b, found := compiler.Build(catalog.InMemory(c.catalog))
	if problem := findingsDiffer(c.check, found); problem != "" {
		t.Fatal(problem)
	}
	if len(c.asks) == 0 {
		return
	}
	if b == nil {
		t.Fatal("the catalog gives no bundle to ask")
	}
	engines := map[string]*answer.Engine{
		duckdb.Dialect: c.engine(b, c.duckdb(t)), postgres.Dialect: c.engine(b, server.holding(t, c.setup)),
	}
	law := c.law(t, b)
	for _, a := range c.asks {
		t.Run(a.name, func(t *testing.T) {
			q, malformed := question.Decode(a.question)
			for _, name := range slices.Sorted(maps.Keys(engines)) {
				o, err := outcomeOf(t, engines[name], q, malformed)
				if problem := differs(a.want, outcomeLines(o, err)); problem != "" && !otherRules(t, engines[name], o) {
					t.Errorf("%s: %s", name, problem)
				}
				if _, answered := o.(*answer.Answer); answered && name == duckdb.Dialect {
					statements(t, b, q, c, parser)
				}
			}
			if malformed == nil {
				if problem := lawDiffers(a.want, law.Answer(q)); problem != "" {
					t.Errorf("the law: %s", problem)
				}
			}
		})
	}
}

// otherRules reports whether a question is refused since the server's machine has another edition of zones' rules, truly.
func otherRules(t *testing.T, e *answer.Engine, o answer.Outcome) bool {
	r, refused := o.(*answer.Refused)
	if !refused {
		return false
	}
	for _, source := range e.Sources {
		differ, err := zonetest.Differ(t.Context(), source, r.Code, r.Detail)
		if err != nil {
			t.Error(err)
		}
		return differ
	}
	return false
}

func outcomeOf(t *testing.T, e *answer.Engine, q question.Question, malformed error) (answer.Outcome, error) {
	if malformed != nil {
		return nil, malformed
	}
	return e.Ask(t.Context(), q)
}

// duckdb holds the case's rows.
func (c caseFile) duckdb(t *testing.T) warehouse.Source {
	source, err := duckdb.OpenMemory(t.Context(), c.setup)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := source.Close(); err != nil {
			t.Error(err)
		}
	})
	return source
}

// engine answers over one source's rows, whichever of the catalog's sources they are of.
func (c caseFile) engine(b *bundle.Bundle, source warehouse.Source) *answer.Engine {
	sources := map[string]warehouse.Source{}
	for _, s := range b.Sources() {
		sources[s.Name] = source
	}
	return &answer.Engine{View: b.View(nil, true), Sources: sources, Clock: clock.Fixed(c.clock), Version: "test"}
}

// statements renders the question in every dialect: the text is vetted, is the same twice, and, where it is DuckDB's,
// is read by its parser.
func statements(t *testing.T, b *bundle.Bundle, q question.Question, c caseFile, parser *duckdb.Parser) {
	t.Helper()
	p, refusal, malformed := plan.Resolve(b.View(nil, true), q, c.clock)
	if refusal != nil || malformed != nil {
		t.Fatalf("answered, and then refused: %v %v", refusal, malformed)
	}
	for _, name := range dialect.Names() {
		s, err := dialect.Render(p, name)
		if _, lacks := errors.AsType[*dialect.Unsupported](err); lacks && dialect.StateOf(name) != dialect.Proven {
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		again, err := dialect.Render(p, name)
		if err != nil || again.Text() != s.Text() {
			t.Errorf("%s: a second rendering differs (%v)", name, err)
		}
		if err := sqlvet.Vet(s); err != nil {
			t.Errorf("%s: %v\n%s", name, err, s.Text())
		}
		if name == duckdb.Dialect {
			if err := parser.Parse(context.Background(), s.Text()); err != nil {
				t.Errorf("%s: %v\n%s", name, err, s.Text())
			}
		}
	}
}

// findingsDiffer compares what check found with what is right. Each line of the expectation is a severity, a code, a
// place and, after says, parts of the path, the message or the hint in quotes:
//
//	error SUT117 catalog/a.cue:12 says "IS NULL"
//
// Every error must be expected, and all that is expected must be found; other warnings do not matter.
func findingsDiffer(want string, found diag.List) string {
	var expected []string
	if want != "" {
		expected = strings.Split(want, "\n")
	}
	matched := make([]bool, len(expected))
	for _, d := range found {
		at := slices.IndexFunc(expected, func(line string) bool { return finds(line, d) })
		if at >= 0 {
			matched[at] = true
		} else if d.Severity == diag.Error {
			return fmt.Sprintf("not expected: %s (hint: %s)", d.String(), d.Hint)
		}
	}
	if at := slices.Index(matched, false); at >= 0 {
		text := "not found: " + expected[at]
		for _, d := range found {
			text += "\nfound: " + d.String()
		}
		return text
	}
	return ""
}

func finds(line string, d diag.Diagnostic) bool {
	head, says, _ := strings.Cut(line, " says ")
	place := fmt.Sprintf("%s %s %s:%d", d.Severity, d.Code, d.Range.File, d.Range.Start.Line)
	if head != place {
		return false
	}
	said := d.Path + " " + d.Message + " " + d.Hint
	for _, r := range d.Related {
		said += fmt.Sprintf(" %s:%d", r.Range.File, r.Range.Start.Line)
	}
	for i, part := range strings.Split(says, `"`) {
		if i%2 == 1 && !strings.Contains(said, part) {
			return false
		}
	}
	return true
}
