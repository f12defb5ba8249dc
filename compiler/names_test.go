package compiler_test

import (
	"strings"
	"testing"

	"sutura.dev/catalog"
	"sutura.dev/compiler"
	"sutura.dev/internal/diag"
)

const named = `package catalog
about: {name: "shop", version: "1.0.0", audience: ["everyone"]}
sources: db: dialect: "duckdb"
models: orders: {
	source: "db", table: "orders", key: ["id"], time: "day"
	columns: {id: type: "integer", day: type: "date", buyer: type: "integer", status: type: "string"}
	dimensions: {status: values: ["paid", "returned"]}
	joins: customer: {to: "customers", on: buyer: "id"}
}
models: customers: {
	source: "db", table: "customers", key: ["id"], time: "none"
	columns: {id: type: "integer", city: type: "string"}
	dimensions: city: values: ["Brno", "Zlín"]
}
models: stock: {
	source: "db", table: "stock", key: ["id"], time: "day"
	columns: {id: type: "integer", day: type: "date", on_hand: type: "integer"}
}
metrics: {
	orders: {description: "Orders.", model: "orders", measure: count: "*"}
	stock: {description: "Stock.", model: "stock", measure: sum: "on_hand"}
}
`

func built(t *testing.T, x string) diag.List {
	t.Helper()
	_, found := compiler.Build(catalog.InMemory(map[string][]byte{"catalog/base.cue": []byte(named), "catalog/x.cue": []byte("package catalog\n" + x)}))
	return found
}

// TestNamesOfElsewhere holds what is said of names that are those of other things.
func TestNamesOfElsewhere(t *testing.T) {
	for _, c := range []struct{ measure, code, hint string }{
		{`count: "city"`, "SUT113", "Did you mean customer.city?"},
		{`sum: "on_hand"`, "SUT113", "It is a column of stock, which orders does not join: join it, or measure it in a metric of stock."},
		{`sum: "stock.on_hand"`, "SUT114", "stock is a model that orders does not join: declare the join, or measure it in a metric of stock."},
		{`count: "customers.city"`, "SUT114", "orders joins customers by the name of customer: write customer.city."},
		{`formula: "metrics.orders * 2"`, "SUT107", "A metric is written by its name alone: orders."},
		{`formula: "sum(orders) * 2"`, "SUT107", "orders is added up already: write its name alone."},
		{`formula: "orders - customer.fee"`, "SUT107", "A column is measured by a metric, or by a term of the formula: terms: paid: {model: \"orders\", measure: sum: \"amount\"}."},
		{`formula: "coalesce(orders, 0)"`, "SUT107", "Put conditions and functions into the metrics' measures. What is divided by 0 is null by itself."},
	} {
		found := built(t, `metrics: a: {description: "d", model: "orders", measure: `+c.measure+`}`)
		if len(found) != 1 || string(found[0].Code) != c.code || found[0].Hint != c.hint {
			t.Errorf("%s: %v", c.measure, found)
		}
	}
}

// TestValuesNearlyListed holds that a condition on a value that is nearly one of a dimension's is met with a warning.
func TestValuesNearlyListed(t *testing.T) {
	for _, c := range []struct{ where, at string }{
		{"status = 'piad'", "2:67"},
		{"customer.city IN ('Brno', 'Zlin')", "2:84"},
		{"status <> 'test'", ""},
		{"status = 'paid' AND customer.city = 'Brno'", ""},
	} {
		found := built(t, `metrics: a: {description: "d", model: "orders", where: ["`+c.where+`"], measure: count: "*"}`)
		switch {
		case c.at == "" && len(found) == 0:
		case c.at == "" || len(found) != 1 || found[0].Code != diag.ExprUnlisted || found[0].Severity != diag.Warning || !strings.Contains(found[0].String(), ":"+c.at+":"):
			t.Errorf("%s: %v", c.where, found)
		}
	}
}

// TestNothingTwice holds that what Load reports is not reported again in other words.
func TestNothingTwice(t *testing.T) {
	for _, x := range []string{
		`metrics: a: {description: "d", model: "orders", measure: percentile: {expr: "id", p: 90}}`,
		`metrics: a: {description: "d", model: "orders", where: [true], measure: count: "*"}`,
		`knowledge: queries: q: {title: "t", description: "d", question: {metrics: ["orders"], range: "2024"}}`,
		`knowledge: queries: q: {title: "t", description: "d", question: {metrics: ["orders"], by: ["status"]}}`,
	} {
		if found := built(t, x); len(found) != 1 {
			t.Errorf("%s:\n%s", x, found)
		}
	}
}

// TestRoleOfAJoin holds that a role that only repeats a join is that join.
func TestRoleOfAJoin(t *testing.T) {
	if found := built(t, `models: orders: roles: customer: "customer"`); len(found) > 0 {
		t.Errorf("found:\n%s", found)
	}
}
