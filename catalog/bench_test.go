package catalog_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"sutura.dev/catalog"
)

var long = flag.Bool("long", false, "also benchmark 10,000 metrics")

// generated is a catalog of n metrics over n/20 models, one file a model, as a large one is written.
func generated(n int) catalog.Files {
	models := max(1, n/20)
	files := map[string][]byte{"catalog/about.cue": []byte(`package catalog

about: {name: "large", version: "1.0.0", audience: ["everyone"]}
sources: w: dialect: "duckdb"
`)}
	for m := range models {
		var b strings.Builder
		fmt.Fprintf(&b, `package catalog

models: m%d: {
	source: "w"
	table:  "t%d"
	key: ["id"]
	time:        "at"
	description: "Model %d."
	columns: {
		id: {type: "integer", nullable: false}
		at: {type: "timestamp", zone: "UTC"}
		amount: {type: "decimal", precision: 12, scale: 2}
		quantity: {type: "integer"}
		channel: {type: "string"}
		region: {type: "string"}
		parent: {type: "integer"}
	}
	joins: up: {to: "m%d", on: parent: "id"}
	dimensions: {
		channel: {values: ["web", "store", "phone"], labels: web: "Web"}
		region: {values: ["north", "south"], synonyms: ["area"]}
	}
}
`, m, m, m, (m+1)%models)
		for i := m * n / models; i < (m+1)*n/models; i++ {
			fmt.Fprintf(&b, `
metrics: metric_%d: {
	title:       "Metric %d"
	description: "The metric number %d, as an example of one."
	owner:       "ops"
	unit:        "EUR"
	model:       "m%d"
	measure: sum: "amount * %d"
	where: ["quantity > %d"]
	dimensions: ["channel", "up.region"]
	synonyms: ["number %d"]
}
`, i, i, i, m, i, i, i)
		}
		files[fmt.Sprintf("catalog/m%04d.cue", m)] = []byte(b.String())
	}
	return catalog.InMemory(files)
}

// BenchmarkLoad loads and checks a clean catalog: everything but expressions and statements.
func BenchmarkLoad(b *testing.B) {
	sizes := []int{100, 1_000}
	if *long {
		sizes = append(sizes, 10_000)
	}
	for _, n := range sizes {
		files := generated(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, found := catalog.Load(files); len(found) > 0 {
					b.Fatalf("found:\n%s", found)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(n), "µs/metric")
		})
	}
}

// BenchmarkMistakes loads a catalog in which every metric is wrong twice, as after a bad search and replace.
func BenchmarkMistakes(b *testing.B) {
	sizes := []int{1_000}
	if *long {
		sizes = append(sizes, 10_000)
	}
	for _, n := range sizes {
		clean := generated(n)
		all := map[string][]byte{"catalog/wrong.cue": []byte("package catalog\n")}
		for _, name := range clean.Paths() {
			all[name], _ = clean.Source(name)
		}
		for i := range n {
			all["catalog/wrong.cue"] = fmt.Appendf(all["catalog/wrong.cue"], "metrics: metric_%d: {titel: \"x\", status: \"drft\", discloses: [\"metric_x%d\"]}\n", i, i)
		}
		wrong := catalog.InMemory(all)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, found := catalog.Load(wrong); len(found) != 3*n {
					b.Fatalf("found %d", len(found))
				}
			}
		})
	}
}
