package catalog_test

import (
	"testing"

	"sutura.dev/catalog"
)

// A choice that nobody made is its default, whatever its type: a status that a template proposes is no other's.
func TestDefaultsOfAuthors(t *testing.T) {
	files := map[string][]byte{
		"catalog/base.cue": []byte(base),
		"catalog/a.cue": []byte(`package catalog

metrics: [string]: {description: *"As before." | string, owner: *"ops" | string, status: *"draft" | "certified"}
metrics: orders_count: status: "certified"
metrics: a: {model: "orders", measure: {avg: *"amount" | string}, exact: *true | bool, where: *["amount > 0"] | [...string], tags: [*"x" | "y"]}
metrics: a: anchors: [{value: *7 | int, within: *0.5 | number, on: *"fixtures" | "source", range: *{start: "2024-01-01", end: "2025-01-01"} | {start: string, end: string}}]
metrics: b: {model: "orders", measure: percentile: {expr: "amount", p: *0.25 | number}}
about: calendar: fiscal_year_start: *4 | int
models: orders: columns: tax: {type: "decimal", precision: *12 | int, scale: *2 | int, nullable: *false | bool}
`),
	}
	c, found := catalog.Load(catalog.InMemory(files))
	if found.HasErrors() {
		t.Fatal(found)
	}
	a := c.Metrics["a"]
	if a.Description != "As before." || a.Owner != "ops" || a.Status != "draft" || a.Measure.Avg != "amount" || !a.Exact || len(a.Where) != 1 || a.Tags[0] != "x" {
		t.Errorf("a is %+v", a)
	}
	if len(a.Anchors) != 1 || a.Anchors[0].Value != "7" || a.Anchors[0].On != "fixtures" || a.Anchors[0].Range == nil || a.Anchors[0].Range.Start != "2024-01-01" {
		t.Errorf("the anchors are %+v", a.Anchors)
	}
	if m := c.Metrics["orders_count"]; m.Status != "certified" || m.Description == "As before." {
		t.Errorf("orders_count is %+v", m)
	}
	if p := c.Metrics["b"].Measure.Percentile; p == nil || p.P != 0.25 {
		t.Errorf("the percentile is %+v", p)
	}
	if n := c.About.Calendar.FiscalYearStart; n != 4 {
		t.Errorf("fiscal years start in %d", n)
	}
	if col := c.Models["orders"].Columns["tax"]; col.Precision != 12 {
		t.Errorf("tax is %+v", col)
	}
}
