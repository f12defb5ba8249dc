package expression

import (
	"testing"

	"sutura.dev/bundle/expr"
)

type nothing struct{}

func (nothing) Column(string, string) (expr.Type, bool) { return expr.Type{}, false }
func (nothing) Columns(string) []string                 { return nil }
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
