package compiler_test

import (
	"fmt"
	"strings"
	"testing"

	"sutura.dev/catalog"
	"sutura.dev/compiler"
)

// written is a catalog of n metrics over n/20 models, a file each, as people write a large one.
func written(n int) catalog.Files {
	files := map[string][]byte{"catalog/about.cue": []byte(`package catalog

about: {name: "written", version: "1.0.0", audience: ["everyone"]}
sources: db: dialect: "duckdb"
models: stores: {
	source: "db", table: "stores", key: ["id"], time: "none"
	columns: {id: type: "integer", region: type: "string"}
	dimensions: region: values: ["north", "south"]
}
`)}
	measures := []string{
		`sum: "amount * quantity"`, `count: "*"`, `avg: "amount"`, `count_distinct: "store_id"`,
		`count_if: "amount > 10 AND channel IS NOT NULL"`, `max: "CASE WHEN channel = 'web' THEN quantity ELSE 0 END"`,
	}
	for m := range n / 20 {
		var b strings.Builder
		fmt.Fprintf(&b, `package catalog

models: m%d: {
	source: "db"
	table:  "t%d"
	time:   "at"
	columns: {
		at: type:       "timestamp"
		store_id: type: "integer"
		amount: {type: "decimal", precision: 12, scale: 2}
		quantity: type: "integer"
		channel: type:  "string"
	}
	joins: store: {to: "stores", on: store_id: "id"}
	dimensions: channel: values: ["web", "store", "phone"]
}
`, m, m)
		for i := range 20 {
			fmt.Fprintf(&b, `
metrics: metric_%d_%d: {
	title:       "Metric %d"
	description: "The metric number %d of model %d."
	model:       "m%d"
	measure: %s
	where: ["quantity > %d"]
}
`, m, i, i, i, m, m, measures[i%len(measures)], i)
		}
		files[fmt.Sprintf("catalog/m%d.cue", m)] = []byte(b.String())
	}
	return catalog.InMemory(files)
}

// BenchmarkBuild loads, checks, compiles, renders and vets a catalog.
func BenchmarkBuild(b *testing.B) {
	for _, n := range []int{100, 1000} {
		files := written(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if out, found := compiler.Build(files); out == nil {
					b.Fatal(found.String())
				}
			}
		})
	}
}

// BenchmarkCompile is Build without loading.
func BenchmarkCompile(b *testing.B) {
	for _, n := range []int{100, 1000} {
		cat, found := catalog.Load(written(n))
		if found.HasErrors() {
			b.Fatal(found.String())
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if out, found := compiler.Compile(cat, found); out == nil {
					b.Fatal(found.String())
				}
			}
		})
	}
}
