package compiler_test

import (
	"fmt"
	"strings"
	"testing"

	"sutura.dev/compiler/compilertest"
)

const ways = `package catalog
about: {name: "shop", version: "1.0.0", audience: ["everyone"]}
sources: db: dialect: "duckdb"
models: regions: {
	source: "db", table: "regions", key: ["region"], time: "none"
	columns: {region: type: "string", land: type: "string"}
	dimensions: {land: {}, region: {}}
	hierarchies: map: ["land", "region"]
}
models: stores: {
	source: "db", table: "stores", key: ["store"], time: "none", self: "store"
	columns: {store: type: "string", region: type: "string", size: type: "string"}
	joins: region: {to: "regions", on: region: "region"}
	dimensions: {size: conformed: "extent", name: column: "store"}
	hierarchies: {place: ["region.land", "region.region", "name"], room: ["extent", "store.name"]}
}
models: sales: {
	source: "db", table: "sales", time: "day"
	columns: {day: type: "date", store: type: "string"}
	joins: store: {to: "stores", on: store: "store"}
	roles: area: "store.region"
}
metrics: stores: {model: "stores", measure: count: "*", description: "How many."}
metrics: sales: {model: "sales", measure: count: "*", description: "How many."}
metrics: shelves: {model: "sales", measure: count: "store", description: "How many.", dimensions: ["area.land", "store.name", "store.size"]}
metrics: bare: {model: "stores", measure: count: "size", description: "How many.", dimensions: ["name", "extent", "region.region"]}
`

// A way down is asked by whatever names a metric's model has for its levels; what it is not asked by is left out.
func TestHierarchies(t *testing.T) {
	b := compilertest.CUE(t, ways)
	want := map[string]string{
		"stores":  "region.map: region.land > region.region; store.place: region.land > region.region > store.name; store.room: store.size > store.name",
		"sales":   "area.map: area.land > area.region; store.place: area.land > area.region > store.name; store.room: store.size > store.name",
		"shelves": "store.place: area.land > store.name; store.room: store.size > store.name",
		"bare":    "place: region.region > name",
	}
	for _, m := range b.Metrics() {
		var got []string
		for _, h := range b.Hierarchies(&m) {
			got = append(got, fmt.Sprintf("%s: %s", h.Name, strings.Join(h.Levels, " > ")))
		}
		if text := strings.Join(got, "; "); text != want[m.Name] {
			t.Errorf("%s: %s, want %s", m.Name, text, want[m.Name])
		}
	}
}
