package propose_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sutura.dev/bundle"
	"sutura.dev/catalog"
	"sutura.dev/compiler"
	"sutura.dev/internal/propose"
)

const shop = `package catalog

about: {name: "shop", version: "1.0.0", audience: ["everyone"]}
sources: {db: dialect: "duckdb", other: dialect: "duckdb"}
models: {
	orders: {
		source: "db", table: "orders", key: ["id"], time: "day"
		columns: {
			id: {type: "integer", nullable: false}, day: type: "date", region: type: "string", store: type: "string"
			amount: {type: "decimal", precision: 12, scale: 2}, paid: type: "boolean"
		}
		joins: shop: {to: "stores", on: store: "code"}
		dimensions: region: {}
	}
	stores: {
		source: "db", table: "stores", key: ["code"], time: "none"
		columns: {code: {type: "string", nullable: false}, country: type: "string", size: type: "integer"}
	}
	salaries: {
		source: "db", table: "salaries", time: "day"
		columns: {day: type: "date", pay: type: "integer"}
	}
	far: {
		source: "other", table: "far", time: "day"
		columns: {day: type: "date", n: type: "integer"}
	}
}
metrics: {
	revenue: {model: "orders", description: "What was paid.", measure: sum: "amount"}
	payroll: {model: "salaries", description: "What is paid.", audience: ["hr"], measure: sum: "pay"}
	distant: {model: "far", description: "Elsewhere.", measure: sum: "n"}
}
`

func compiled(t *testing.T, more map[string]string) *bundle.Bundle {
	t.Helper()
	files := map[string][]byte{"catalog/a.cue": []byte(shop)}
	for name, text := range more {
		files[name] = []byte(text)
	}
	b, found := compiler.Build(catalog.InMemory(files))
	if b == nil || found.HasErrors() {
		t.Fatal(found.Sorted().String(), more)
	}
	return b
}

// TestPrint places each proposal into the catalog, which compiles, and means what was proposed.
func TestPrint(t *testing.T) {
	v := compiled(t, nil).View([]string{}, false)
	for want, m := range map[string]propose.Metric{
		`measure: sum: "amount"`: {Name: "eu_revenue", Title: "EU", Description: "Paid in \"the EU\".\nSecond \\(line).", Unit: "EUR", Model: "orders",
			Measure: propose.Measure{Simple: propose.Simple{Sum: "amount"}}, Where: []string{"region = 'EU'", `shop.country LIKE 'A\\\\%'`}},
		`count_distinct: "store"`: {Name: "stores_seen", Description: "Stores.", Model: "orders", Measure: propose.Measure{Simple: propose.Simple{CountDistinct: "store"}}},
		`count: "*"`:              {Name: "orders", Description: "Orders.", Model: "orders", Measure: propose.Measure{Simple: propose.Simple{Count: "*"}}},
		`metric: "revenue"`: {Name: "package", Description: "Per order.", Model: "orders", Measure: propose.Measure{Ratio: &propose.Ratio{
			Numerator: propose.Term{Metric: "revenue"}, Denominator: propose.Term{Measure: &propose.Simple{CountIf: "paid"}}}}},
		`ratio: {`: {Name: "share", Description: "A share.", Measure: propose.Measure{Ratio: &propose.Ratio{
			Numerator: propose.Term{Model: "orders", Measure: &propose.Simple{Count: "*"}, Where: []string{"paid"}}, Denominator: propose.Term{Model: "orders", Measure: &propose.Simple{Count: "*"}}}}},
		`formula: "revenue * 2"`: {Name: "twice", Description: "Twice.", Measure: propose.Measure{Formula: &propose.Formula{Expr: "revenue * 2"}}},
		`terms:`: {Name: "left", Description: "Left.", Measure: propose.Measure{Formula: &propose.Formula{Expr: "revenue - unpaid", Terms: []propose.NamedTerm{
			{Name: "unpaid", Term: propose.Term{Model: "orders", Measure: &propose.Simple{Sum: "amount"}, Where: []string{"NOT paid"}}}}}}},
	} {
		if problems := propose.Check(v, &m); len(problems) > 0 {
			t.Errorf("%s: %v", m.Name, problems)
			continue
		}
		text, err := propose.Print(&m)
		if err != nil || !strings.HasPrefix(text, "package catalog\n") || !strings.Contains(text, want) {
			t.Errorf("%s: %v\n%s\nwant %s", m.Name, err, text, want)
			continue
		}
		b := compiled(t, map[string]string{"catalog/proposed.cue": text})
		got := b.View(nil, false).Metric(m.Name)
		if got == nil || got.Prose.Description != m.Description || got.Prose.Title != m.Title || got.Unit != m.Unit || len(got.Measure.Terms[0].Where) != len(m.Where) && len(m.Where) > 0 {
			t.Errorf("%s became %+v", m.Name, got)
		}
	}
}

// TestCheck names every problem by its field, and gives nothing away that the caller does not see.
func TestCheck(t *testing.T) {
	v := compiled(t, nil).View([]string{}, false)
	sum := func(text string) propose.Measure { return propose.Measure{Simple: propose.Simple{Sum: text}} }
	for want, m := range map[string]propose.Metric{
		"name: a name is lower-case":                                      {Name: "../../etc/passwd", Description: "x", Model: "orders", Measure: sum("amount")},
		"name: there is a metric of this name":                            {Name: "revenue", Description: "x", Model: "orders", Measure: sum("amount")},
		"title: this holds characters that control":                       {Name: "x", Title: "a\u202eb", Description: "x", Model: "orders", Measure: sum("amount")},
		"description: a metric says what it measures":                     {Name: "x", Model: "orders", Measure: sum("amount")},
		"measure: a measure is exactly one thing, and here are 0":         {Name: "x", Description: "x", Model: "orders"},
		"measure: a measure is exactly one thing, and here are 2":         {Name: "x", Description: "x", Model: "orders", Measure: propose.Measure{Simple: propose.Simple{Sum: "amount", Min: "amount"}}},
		"model: nothing says whose rows are measured (Set model to far, ": {Name: "x", Description: "x", Measure: sum("amount")},
		"model: there is no such model (Did you mean orders?)":            {Name: "x", Description: "x", Model: "order", Measure: sum("amount")},
		"model: there is no such model (There are far, orders or stores":  {Name: "x", Description: "x", Model: "salaries", Measure: sum("pay")},
		"measure.sum: ":                           {Name: "x", Description: "x", Model: "orders", Measure: sum("amounts")},
		"measure.sum: sum does not apply to":      {Name: "x", Description: "x", Model: "orders", Measure: sum("region")},
		"where[1]: ":                              {Name: "x", Description: "x", Model: "orders", Measure: sum("amount"), Where: []string{"paid", "(SELECT 1)"}},
		"where: conditions belong to the terms":   {Name: "x", Description: "x", Where: []string{"paid"}, Measure: propose.Measure{Formula: &propose.Formula{Expr: "revenue"}}},
		"measure.formula.expr: ":                  {Name: "x", Description: "x", Measure: propose.Measure{Formula: &propose.Formula{Expr: "payroll * 2"}}},
		"measure.formula.expr: the formula names": {Name: "x", Description: "x", Measure: propose.Measure{Formula: &propose.Formula{Expr: "1 + 1"}}},
		"measure.formula.expr: the parts of one":  {Name: "x", Description: "x", Measure: propose.Measure{Formula: &propose.Formula{Expr: "revenue + distant"}}},
		"measure.formula.terms[0]: the formula does not use": {Name: "x", Description: "x", Measure: propose.Measure{Formula: &propose.Formula{Expr: "revenue", Terms: []propose.NamedTerm{
			{Name: "n", Term: propose.Term{Metric: "revenue"}}}}}},
		"measure.ratio.numerator.metric: there is no such metric": {Name: "x", Description: "x", Measure: propose.Measure{Ratio: &propose.Ratio{
			Numerator: propose.Term{Metric: "payroll"}, Denominator: propose.Term{Metric: "revenue"}}}},
		"measure.ratio.denominator: a term is a metric, or": {Name: "x", Description: "x", Measure: propose.Measure{Ratio: &propose.Ratio{Numerator: propose.Term{Metric: "revenue"}}}},
		"measure.ratio.numerator: a ratio divides numbers": {Name: "x", Description: "x", Model: "orders", Measure: propose.Measure{Ratio: &propose.Ratio{
			Numerator: propose.Term{Measure: &propose.Simple{Min: "region"}}, Denominator: propose.Term{Metric: "revenue"}}}},
	} {
		var said []string
		for _, p := range propose.Check(v, &m) {
			said = append(said, p.Field+": "+p.Problem+" ("+p.Hint+")")
		}
		if len(said) == 0 || !strings.HasPrefix(said[0], want) {
			t.Errorf("want %s, got %v", want, said)
		}
		if all := strings.Join(said, " "); strings.Contains(all, "salaries") || strings.Contains(all, "payroll") && !strings.Contains(want, "expr") {
			t.Errorf("it tells of what is hidden: %s", all)
		}
	}
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	outside := filepath.Join(t.TempDir(), "outside")
	if err := os.Symlink(outside, filepath.Join(dir, "x_2.cue")); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"x.cue", "x_3.cue", "x_4.cue"} {
		file, err := propose.Write(dir, "x", want)
		if err != nil || file != want {
			t.Errorf("%s, %v, want %s", file, err, want)
		}
		if text, err := os.ReadFile(filepath.Join(dir, want)); err != nil || string(text) != want {
			t.Errorf("%s holds %q, %v", want, text, err)
		}
	}
	if _, err := os.Lstat(outside); err == nil {
		t.Error("it wrote through a link")
	}
	for range 95 {
		if _, err := propose.Write(dir, "x", ""); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := propose.Write(dir, "x", ""); err != propose.ErrMany {
		t.Errorf("the hundredth gives %v", err)
	}
}
