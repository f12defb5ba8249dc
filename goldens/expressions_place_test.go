package goldens

import (
	"fmt"
	"testing"

	"sutura.dev/catalog"
	"sutura.dev/compiler"
	"sutura.dev/internal/diag"
)

// A finding in an expression points at the characters inside the author's string, however CUE spells it.
func TestExpressionsArePointedAt(t *testing.T) {
	for _, c := range []struct{ name, sum, want string }{
		{"plain", `"abs(amout)"`, "7:11-7:16 Did you mean amount?"},
		{"escaped quotes", `"\"amout\" + 1"`, `7:7-7:16 Did you mean amount?`},
		{"escaped letter", `"length('\u00e9') + amout"`, "7:26-7:31 Did you mean amount?"},
		{"escaped end of line", `"amount +\namout"`, "7:17-7:22 Did you mean amount?"},
		{"letters of two bytes", `"length('é日') + amout"`, "7:25-7:30 Did you mean amount?"},
		{"lines", "\"\"\"\n\t\tamount +\n\t\t  amout\n\t\t\"\"\"", "9:5-9:10 Did you mean amount?"},
		{"raw", `#"amount + "amout""#`, "7:17-7:24 Did you mean amount?"},
		{"raw lines", "#\"\"\"\n\tamount * \"amount\" +\n\tamout\n\t\"\"\"#", "9:2-9:7 Did you mean amount?"},
		{"concatenated", `"amount + " + "amout"`, "7:21-7:26 Did you mean amount?"},
		{"interpolated", `"amount + \("amout")"`, "7:6-7:27 Did you mean amount?"},
		{"in brackets", `("amout")`, "7:8-7:13 Did you mean amount?"},
		{"function", `"lenght(name)"`, "7:7-7:19 Did you mean length?"},
		{"role", `"custmer.age"`, "7:7-7:18 Did you mean customer?"},
		{"column of a role", `"customer.agee"`, "7:7-7:20 Did you mean age?"},
	} {
		b, found := compiler.Build(catalog.InMemory(map[string][]byte{"catalog/a.cue": []byte(`package catalog
about: {name: "t", version: "1.0.0", audience: ["everyone"]}
sources: db: dialect: "duckdb"
models: t: {source: "db", table: "t", time: "none", columns: {amount: type: "integer", name: type: "string", c: type: "integer"}, joins: customer: {to: "u", on: c: "id"}}
models: u: {source: "db", table: "u", time: "none", key: ["id"], columns: {id: type: "integer", age: type: "integer"}}
metrics: m: {model: "t", description: "d", measure: sum:
    ` + " " + c.sum + "\n}\n")}))
		got := ""
		for _, d := range found {
			if r := d.Range; d.Severity == diag.Error {
				got += fmt.Sprintf("%d:%d-%d:%d %s", r.Start.Line, r.Start.Column, r.End.Line, r.End.Column, d.Hint)
			}
		}
		if b != nil || got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}
