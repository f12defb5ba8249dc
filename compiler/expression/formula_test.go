package expression

import (
	"maps"
	"slices"
	"testing"

	"sutura.dev/bundle/expr"
	"sutura.dev/internal/diag"
)

type metrics map[string]expr.Type

func (m metrics) Term(name string) (expr.Type, bool) { t, ok := m[name]; return t, ok }
func (m metrics) Names() []string                    { return slices.Sorted(maps.Keys(m)) }

var shop = metrics{
	"revenue": {Kind: expr.Decimal, Precision: 38, Scale: 2}, "cost": {Kind: expr.Decimal, Precision: 38, Scale: 2},
	"orders": {Kind: expr.Integer}, "last_order": {Kind: expr.Date},
}

func TestFormula(t *testing.T) {
	n, problems := CompileFormula("(revenue - cost) * 0.5", shop)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if got, want := sexpr(n), "[* [- revenue cost] 0.5:decimal(1,1)]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for text, code := range map[string]diag.Code{
		"revenu / orders":            diag.ExprUnknownColumn,
		"COALESCE(revenue, 0)":       diag.ExprConstruct,
		"revenue > 1":                diag.ExprConstruct,
		"revenue + NULL":             diag.ExprConstruct,
		"a.revenue":                  diag.ExprConstruct,
		"revenue + last_order":       diag.ExprTypes,
		"revenue; DROP TABLE orders": diag.ExprSyntax,
	} {
		if n, problems := CompileFormula(text, shop); n != nil || len(problems) == 0 || problems[0].Code != code {
			t.Errorf("%s: got %v, want %s", text, problems, code)
		}
	}
}

func TestCondition(t *testing.T) {
	if n, problems := CompileCondition("amount > 0", orders{}); n == nil {
		t.Error(problems)
	}
	n, problems := CompileCondition("amount", orders{})
	if n != nil || len(problems) != 1 || problems[0].Code != diag.ExprCondition {
		t.Errorf("got %v, want %s", problems, diag.ExprCondition)
	}
}
