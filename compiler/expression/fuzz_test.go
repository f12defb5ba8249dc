package expression

import (
	"slices"
	"testing"

	"sutura.dev/bundle/expr"
	"sutura.dev/internal/diag"
)

// FuzzCompile holds, for any text: no panic; a problem has a code and lies in the text; a tree passes Check and
// survives JSON.
func FuzzCompile(f *testing.F) {
	for _, c := range accepted {
		f.Add(c.text)
	}
	for _, c := range refused {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, problems := Compile(text, orders{})
		if (n == nil) == (len(problems) == 0) {
			t.Fatalf("tree and %d problems", len(problems))
		}
		for _, p := range problems {
			if _, ok := diag.Lookup(p.Code); !ok || p.Message == "" {
				t.Fatalf("a problem without a code or message: %+v", p)
			}
			if p.Start < 0 || p.End < p.Start || p.End > len(text) {
				t.Fatalf("range %d-%d of %d bytes", p.Start, p.End, len(text))
			}
		}
		if n != nil {
			roundTrip(t, text, n)
		}
	})
}

// FuzzFormula holds, for any text: no panic; a problem lies in the text; a tree is arithmetic over terms that there are.
func FuzzFormula(f *testing.F) {
	for _, text := range []string{"(revenue - cost) * 0.5", "revenue / orders", "-revenue + 1e3", "revenue / 0 * 99999999999999999999", "a.revenue", "last_order + 1"} {
		f.Add(text)
	}
	allowed := []expr.Op{expr.OpColumn, expr.OpLiteral, expr.OpAdd, expr.OpSub, expr.OpMul, expr.OpDiv, expr.OpNeg, expr.OpCast}
	f.Fuzz(func(t *testing.T, text string) {
		n, problems := CompileFormula(text, shop)
		if (n == nil) == (len(problems) == 0) {
			t.Fatalf("tree and %d problems", len(problems))
		}
		for _, p := range problems {
			if p.Start < 0 || p.End < p.Start || p.End > len(text) {
				t.Fatalf("range %d-%d of %d bytes", p.Start, p.End, len(text))
			}
		}
		n.Walk(func(n *expr.Node) {
			if !slices.Contains(allowed, n.Op) || n.Column != nil && (n.Column.Role != "" || shop[n.Column.Name] != n.Type) {
				t.Fatalf("a formula holds %s", n)
			}
		})
		if err := expr.Check(n, func(c expr.Column) (expr.Type, bool) { return shop.Term(c.Name) }); n != nil && err != nil {
			t.Fatal(err)
		}
	})
}
