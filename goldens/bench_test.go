package goldens_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"sutura.dev/bundle"
	"sutura.dev/goldens"
)

// many is a catalog of n metrics over n/20 facts that each join two models.
func many(t testing.TB, n int) *bundle.Bundle {
	t.Helper()
	var s strings.Builder
	s.WriteString(`
about: {name: "many", version: "1.0.0", audience: ["everyone"]}
sources: db: dialect: "duckdb"
models: {
	customers: {source: "db", table: "customers", key: ["id"], time: "none", columns: {id: type: "integer", country: type: "string"}
		dimensions: country: values: ["CZ", "DE", "SK"]}
	products: {source: "db", table: "products", key: ["id"], time: "none", columns: {id: type: "integer", name: type: "string", price: {type: "decimal", precision: 10, scale: 2}}
		dimensions: {name: {}, price: {}}}
}
`)
	for f := range n / 20 {
		fmt.Fprintf(&s, `models: fact%[1]d: {source: "db", table: "fact%[1]d", key: ["id"], time: "day"
	columns: {id: type: "integer", day: type: "date", customer: type: "integer", product: type: "integer", channel: type: "string", qty: type: "integer", amount: {type: "decimal", precision: 12, scale: 2}}
	where: ["channel <> 'test'"]
	joins: {customer: {to: "customers", on: customer: "id"}, product: {to: "products", on: product: "id"}}
	dimensions: {channel: values: ["web", "store"], large: expr: "amount > 100"}
}
`, f)
	}
	for i := range n {
		measure := []string{`sum: "amount"`, `avg: "qty"`, `count: "*"`, `count_distinct: "customer"`, `sum: "amount * qty"`}[i%5]
		fmt.Fprintf(&s, "metrics: m%d: {title: \"M %d\", description: \"M.\", model: \"fact%d\", measure: %s}\n", i, i, i/20, measure)
	}
	return built(t, s.String())
}

// A thousand metrics rendered and compared, their rows in the cache; fixtures made each time.
func BenchmarkStatements(b *testing.B) {
	bundle := many(b, 1000)
	dir := b.TempDir()
	x := loaded(b, bundle, nil)
	files := inMemory(asFiles(recorded(b, bundle, x, nil, goldens.Options{Cache: dir}), nil))
	b.ReportAllocs()
	for b.Loop() {
		x, _ := goldens.Load(bundle, files)
		r, found, err := goldens.Record(context.Background(), bundle, files, x, goldens.Options{Cache: dir})
		if err != nil || len(found) > 0 || r.Cached != 1000 || len(goldens.Compare(files, r)) > 0 {
			b.Fatal(err, found)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/1000, "us/metric")
}

// Rows of two hundred metrics, none in a cache.
func BenchmarkRows(b *testing.B) {
	bundle := many(b, 200)
	x := loaded(b, bundle, nil)
	for b.Loop() {
		if r, found, err := goldens.Record(context.Background(), bundle, goldens.Files{}, x, goldens.Options{}); err != nil || len(found) > 0 || r.Computed != 200 {
			b.Fatal(err, found)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/200, "us/metric")
}

func BenchmarkLoad(b *testing.B) {
	bundle := many(b, 1000)
	for b.Loop() {
		if x, found := goldens.Load(bundle, goldens.Files{}); x == nil {
			b.Fatal(found)
		}
	}
}
