package oracle_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"sutura.dev/bundle/question"
	"sutura.dev/catalog"
	"sutura.dev/compiler"
	"sutura.dev/internal/oracle"
	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/duckdb"
)

// TestQuotients divides exactly, over sides of every size and sign, halves of the last digit among them, on both engines.
func TestQuotients(t *testing.T) {
	const rows = 3000
	r := rand.New(rand.NewPCG(7, 11))
	size := func(most int) *big.Int { // as many digits as not
		out := new(big.Int)
		for range r.IntN(most + 1) {
			out.Mul(out, big.NewInt(10))
			out.Add(out, big.NewInt(int64(r.IntN(10))))
		}
		if r.IntN(2) == 0 {
			out.Neg(out)
		}
		return out
	}
	for _, c := range []struct {
		name       string
		n, d       string // types
		ns, ds     int
		nMost      int // digits of the sides, without a point
		dMost      int
		halfPlaces int // zeros of a divisor that leaves halves: twice 10^10, brought to one scale
	}{
		{"integers", "BIGINT", "BIGINT", 0, 0, 18, 18, 10},
		{"decimals", "DECIMAL(26, 2)", "DECIMAL(18, 4)", 2, 4, 25, 17, 12},
		{"large", "DECIMAL(38, 10)", "DECIMAL(38, 10)", 10, 10, 36, 32, 10},
		{"integer_by_decimal", "BIGINT", "DECIMAL(20, 10)", 0, 10, 18, 19, 14},
	} {
		t.Run(c.name, func(t *testing.T) {
			declared := func(native string, scale int) string {
				if native == "BIGINT" {
					return `{type: "integer"}`
				}
				return fmt.Sprintf(`{type: "decimal", precision: %s, scale: %d}`, strings.TrimPrefix(strings.Split(native, ",")[0], "DECIMAL("), scale)
			}
			b, found := compiler.Build(catalog.InMemory(map[string][]byte{"catalog/a.cue": []byte(`package catalog
about: {name: "quotients", version: "1.0.0", audience: ["everyone"], calendar: timezone: "UTC"}
sources: db: {dialect: "duckdb", schema: "quotients"}
models: t: {source: "db", table: "t", time: "none", columns: {id: type: "integer", n: ` + declared(c.n, c.ns) + `, d: ` + declared(c.d, c.ds) + `}, dimensions: id: {}}
metrics: q: {model: "t", exact: true, measure: ratio: {numerator: {measure: sum: "n"}, denominator: {measure: sum: "d"}}}
`)}))
			if b == nil {
				t.Fatal(found.Sorted().String())
			}
			var law []oracle.Row
			var values []string
			for i := range rows {
				n, d := size(c.nMost), size(c.dMost)
				for d.Sign() != 0 && len(n.String())-len(d.String()) > 25 { // a quotient has room for 28 digits before the point
					d.Mul(d, big.NewInt(1000))
				}
				if i%3 == 0 { // n / d is an odd number of halves of the tenth decimal
					m := big.NewInt(1 + r.Int64N(7))
					d = new(big.Int).Mul(m, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(c.halfPlaces)), nil))
					d.Mul(d, big.NewInt(2))
					n = new(big.Int).Mul(m, big.NewInt(2*r.Int64N(1e9)-1e9+1))
				}
				spell := func(v *big.Int, scale int) string {
					return new(big.Rat).SetFrac(v, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(scale)), nil)).FloatString(scale)
				}
				rat := func(text string) *big.Rat { out, _ := new(big.Rat).SetString(text); return out }
				ns, ds := spell(n, c.ns), spell(d, c.ds)
				law = append(law, oracle.Row{"id": big.NewRat(int64(i), 1), "n": rat(ns), "d": rat(ds)})
				values = append(values, fmt.Sprintf("(%d, '%s', '%s')", i, ns, ds))
			}
			setup := "CREATE TABLE quotients.t (id INTEGER, n " + c.n + ", d " + c.d + "); INSERT INTO quotients.t VALUES " + strings.Join(values, ", ")
			duck, err := duckdb.OpenMemory(t.Context(), "CREATE SCHEMA quotients; "+setup)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = duck.Close() })
			server := servers(t)[0]
			if err := server.loader.Exec(t.Context(), "DROP SCHEMA IF EXISTS quotients CASCADE; CREATE SCHEMA quotients; "+setup+
				"; GRANT USAGE ON SCHEMA quotients TO PUBLIC; GRANT SELECT ON ALL TABLES IN SCHEMA quotients TO PUBLIC"); err != nil {
				t.Fatal(err)
			}
			w := &world{bundle: b, now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
			q := question.Question{Metrics: []string{"q"}, Dimensions: []string{"id"}}
			want := (&oracle.Oracle{View: w.view(), Tables: oracle.Tables{"quotients.t": law}, Now: w.now}).Answer(q)
			for _, source := range []warehouse.Source{duck, server.source} {
				got, err := w.engine(source).Ask(t.Context(), q)
				if problem := differ(q, want, got, err); problem != "" {
					t.Errorf("%s: %.3000s", source.Dialect(), problem)
				}
			}
			halves := 0
			for _, row := range want.Rows {
				if row[1] != nil && !strings.HasPrefix(row[1].(string), "0.0000000000") {
					halves++
				}
			}
			if len(want.Rows) != rows || halves < rows/2 {
				t.Errorf("%d rows, %d of them with a quotient to speak of", len(want.Rows), halves)
			}
		})
	}
}
