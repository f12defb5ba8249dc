package expression

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"sutura.dev/bundle/expr"
)

type nothing struct{}

func (nothing) Column(string, string) (expr.Type, bool) { return expr.Type{}, false }
func (nothing) Columns(string) []string                 { return nil }
func (nothing) Metric(string) bool                      { return false }
func (nothing) Roles() []string                         { return nil }

// Every row of the table has an example that compiles, holds the operation, and whose value is one of its type.
func TestTableExamples(t *testing.T) {
	for _, o := range expr.Operations() {
		n, problems := Compile(o.Example, nothing{})
		if len(problems) > 0 {
			t.Errorf("%s: %s: %v", o.Op, o.Example, problems)
			continue
		}
		found := false
		n.Walk(func(m *expr.Node) { found = found || m.Op == o.Op })
		if !found {
			t.Errorf("%s: its example does not hold it: %s", o.Op, sexpr(n))
		}
		if o.ExampleValue == "null" {
			continue
		}
		if err := expr.Check(expr.Lit(n.Type, o.ExampleValue), nil); err != nil {
			t.Errorf("%s: %s is a %s, and its value is written %q", o.Op, o.Example, n.Type, o.ExampleValue)
		}
	}
}

// testdata/values.tsv holds expressions without columns and their values: kind, canonical text or null, expression, with
// tabs written \t. DuckDB and PostgreSQL give these values in the dialects' forms. Here their types are held.
func TestValuesHaveTheirTypes(t *testing.T) {
	f, err := os.Open("testdata/values.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	count := 0
	for lines.Scan() {
		count++
		kind, rest, _ := strings.Cut(lines.Text(), "\t")
		value, text, ok := strings.Cut(rest, "\t")
		if !ok {
			t.Fatalf("line %d has no three fields", count)
		}
		value, text = strings.ReplaceAll(value, `\t`, "\t"), strings.ReplaceAll(text, `\t`, "\t")
		n, problems := Compile(text, nothing{})
		if len(problems) > 0 {
			t.Errorf("%s: %v", text, problems)
			continue
		}
		if string(n.Type.Kind) != kind {
			t.Errorf("%s is %s, not %s", text, n.Type, kind)
		}
		if value == "null" {
			continue
		}
		if err := expr.Check(expr.Lit(n.Type, value), nil); err != nil {
			t.Errorf("%s: its value %q is not a canonical %s", text, value, n.Type)
		}
	}
	if err := lines.Err(); err != nil || count < 100 {
		t.Fatalf("%d lines: %v", count, err)
	}
}
