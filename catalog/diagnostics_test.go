package catalog_test

import (
	"slices"
	"strings"
	"testing"

	"sutura.dev/catalog"
	"sutura.dev/internal/diag"
)

// base is a catalog without a finding. Tests add files to it.
const base = `package catalog

about: {name: "shop", version: "1.0.0", audience: ["everyone"]}
sources: w: {dialect: "duckdb", schema: "main"}
models: customers: {
	source: "w", table: "customers", key: ["id"], unique: [["code"]], time: "none"
	columns: {id: type: "integer", code: type: "string", country: type: "string"}
	dimensions: country: values: ["CZ", "SK"]
	joins: sponsor: {to: "customers", on: id: "id"}
}
models: orders: {
	source: "w", table: "orders", key: ["id"], time: "day"
	columns: {
		id: type: "integer"
		day: type: "date"
		customer: type: "integer"
		channel: type: "string"
		amount: {type: "decimal", precision: 12, scale: 2}
		paid: type: "boolean"
	}
	joins: buyer: {to: "customers", on: customer: "id"}
	roles: patron: "buyer.sponsor"
	dimensions: {
		channel: values: ["web", "store"]
		paid: {}
	}
}
metrics: revenue: {description: "Sum of amounts.", model: "orders", measure: sum: "amount"}
metrics: orders_count: {description: "Orders.", model: "orders", measure: count: "*"}
`

// load loads the base and a file x.cue beside it.
func load(t *testing.T, x string) (*catalog.Catalog, diag.List) {
	t.Helper()
	files := map[string][]byte{"catalog/base.cue": []byte(base)}
	if x != "" {
		files["catalog/x.cue"] = []byte("package catalog\n" + x)
	}
	c, found := catalog.Load(catalog.InMemory(files))
	if c == nil {
		t.Fatalf("abandoned:\n%s", found)
	}
	return c, found
}

func TestBaseIsClean(t *testing.T) {
	if _, found := load(t, ""); len(found) > 0 {
		t.Fatalf("found:\n%s", found)
	}
}

// Each case is a file x.cue, which starts with a package clause on its first line, and exactly what is found.
func TestDiagnostics(t *testing.T) {
	for _, c := range slices.Concat(diagnostics, rules) {
		t.Run(c.name, func(t *testing.T) {
			_, found := load(t, c.x)
			got := strings.TrimRight(found.String(), "\n")
			if want := strings.Join(c.want, "\n"); got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
			for _, d := range found {
				if d.Hint == "" && d.Code != diag.OutOfForm && d.Code != diag.WrongType && d.Code != diag.NotOneOf {
					t.Errorf("%s has no hint", d)
				}
			}
		})
	}
}
