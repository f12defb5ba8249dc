package goldens_test

import (
	"context"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"

	"sutura.dev/bundle"
	"sutura.dev/catalog"
	"sutura.dev/compiler"
	"sutura.dev/goldens"
)

// demonstration is the bundle of the demonstration's catalog.
func demonstration(t testing.TB) *bundle.Bundle {
	t.Helper()
	files, err := catalog.ReadDir("../catalog/demo")
	if err != nil {
		t.Fatal(err)
	}
	b, found := compiler.Build(files)
	if b == nil {
		t.Fatalf("the demonstration has problems:\n%s", found)
	}
	return b
}

// table is a model's rows, by column; "" stands for null here, since no fixture of these tests tells it from empty text.
func table(t *testing.T, x *goldens.Fixtures, model string) map[string][]string {
	t.Helper()
	records, err := csv.NewReader(strings.NewReader(string(x.CSV(model)))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]string{}
	for i, name := range records[0] {
		for _, r := range records[1:] {
			out[name] = append(out[name], r[i])
		}
	}
	return out
}

// Synthesised rows are few, are what a person's file could hold, and are the same each time.
func TestSynthesised(t *testing.T) {
	for name, b := range map[string]*bundle.Bundle{"demonstration": demonstration(t), "shop": built(t, shop), "odd": built(t, odd)} {
		x := loaded(t, b, nil)
		if again := loaded(t, b, nil); again.Digest() != x.Digest() {
			t.Errorf("%s: the rows differ from one time to the next", name)
		}
		files := map[string]string{}
		for _, m := range b.Models() {
			rows := len(table(t, x, m.Name)[m.Columns[0].Name])
			if least := map[string]int{"flags": 2, "pairs": 4, "narrow": 10}[m.Name]; rows > 24 || rows < 12 && rows != least {
				t.Errorf("%s: %s has %d rows", name, m.Name, rows)
			}
			files["fixtures/"+m.Name+".csv"] = string(x.CSV(m.Name))
		}
		written := loaded(t, b, files) // keys, types and nulls hold
		for _, m := range b.Models() {
			if written.Synthesised(m.Name) || string(written.CSV(m.Name)) != string(x.CSV(m.Name)) {
				t.Errorf("%s: %s as a file is not what it was", name, m.Name)
			}
		}
		if written.Digest() != x.Digest() {
			t.Errorf("%s: the same rows have two digests", name)
		}
		sources, err := x.Open(context.Background())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := sources.Close(); err != nil {
			t.Error(err)
		}
	}
}

// odd are keys of every type and shape: few values, several columns, joins in a circle, through each other, and to oneself.
const odd = `
about: {name: "odd", version: "1.0.0", audience: ["everyone"], calendar: {timezone: "America/Santiago", week_start: "sunday", fiscal_year_start: 7}}
sources: db: dialect: "postgres"
models: {
	flags:  {source: "db", table: "flags", key: ["ok"], time: "none", columns: {ok: type: "boolean", name: type: "string"}}
	pairs:  {source: "db", table: "pairs", key: ["a", "b"], time: "none", columns: {a: type: "boolean", b: type: "boolean"}}
	narrow: {source: "db", table: "narrow", key: ["d"], time: "none", columns: {d: {type: "decimal", precision: 1, scale: 1}}}
	weeks:  {source: "db", table: "weeks", key: ["week"], time: "week", columns: {week: {type: "date", grain: "week"}}}
	months: {source: "db", table: "months", key: ["month", "flag"], time: "month", columns: {month: {type: "timestamptz", grain: "month"}, flag: type: "boolean"}
		joins: flag: {to: "flags", on: flag: "ok"}}
	people: {source: "db", table: "people", key: ["id"], unique: [["email"]], time: "none", columns: {id: type: "integer", boss: type: "integer", email: type: "string"}
		joins: boss: {to: "people", on: boss: "id"}}
	users:    {source: "db", table: "users", key: ["id"], time: "none", columns: id: type: "integer", joins: profile: {to: "profiles", on: id: "user_id", cardinality: "one_to_one"}}
	profiles: {source: "db", table: "profiles", key: ["user_id"], time: "none", columns: user_id: type: "integer", joins: user: {to: "users", on: user_id: "id", cardinality: "one_to_one"}}
	orders:   {source: "db", table: "orders", key: ["id"], time: "at", columns: {id: type: "integer", at: type: "timestamp", user_id: type: "integer"}
		joins: user: {to: "users", on: user_id: "id"}}
	lines: {source: "db", table: "lines", key: ["order_id", "line"], time: "order.at", columns: {order_id: type: "integer", line: type: "integer", qty: type: "integer"}
		joins: order: {to: "orders", on: order_id: "id"}}
	returns: {source: "db", table: "returns", time: "at", columns: {order_id: type: "integer", line: type: "integer", at: type: "date"}
		joins: line: {to: "lines", on: {order_id: "order_id", line: "line"}}}
}
metrics: {
	flags:    {title: "Flags", description: "Flags.", model: "flags", measure: count: "*"}
	pairs:    {title: "Pairs", description: "Pairs.", model: "pairs", measure: count: "*"}
	narrow:   {title: "Narrow", description: "Narrow.", model: "narrow", measure: sum: "d"}
	months:   {title: "Months", description: "Months.", model: "months", measure: count: "*"}
	people:   {title: "People", description: "People.", model: "people", measure: count: "boss.id"}
	profiles: {title: "Profiles", description: "Profiles.", model: "users", measure: count: "profile.user_id"}
	lines:    {title: "Lines", description: "Lines.", model: "lines", measure: sum: "qty"}
	returns:  {title: "Returns", description: "Returns.", model: "returns", measure: count: "line.qty"}
}`

// What rows must show: both signs and zero, text of other scripts, the first and the last moment of units, nulls.
func TestSynthesisedShow(t *testing.T) {
	x := loaded(t, built(t, shop), nil)
	orders := table(t, x, "orders")
	for column, wants := range map[string][]string{
		"amount":     {"", "50.00", "50.01", "49.99", "0.50", "0.51", "99.99"},
		"weight":     {"", "0", "-2.5"},
		"paid":       {"true", "false", ""},
		"channel":    {"web", "store", "test"},
		"day":        {"2024-01-01", "2024-12-31", "2024-02-29", "2024-03-31", "2024-04-01", "2024-06-16", "2024-06-17", "2023-12-31", "2025-01-01", ""},
		"ordered_at": {"2024-01-01T00:00:00", "2024-12-31T23:59:59.999999", "2023-12-31T23:59:59.999999", "2025-01-01T00:00:00", ""},
		"seen_at":    {"2023-12-31T23:00:00Z", "2024-12-31T22:59:59.999999Z", "2024-10-27T00:00:00Z", "2024-10-27T01:00:00Z"},
		"note":       {"alpha", "Alpha", "Žluťoučký kůň", "beta ", "東京"},
	} {
		for _, want := range wants {
			if !slices.Contains(orders[column], want) {
				t.Errorf("no row has %s = %q: %q", column, want, orders[column])
			}
		}
	}
	if !strings.Contains(string(x.CSV("orders")), `,""`) {
		t.Error("no note is the empty text")
	}
}

// Joined rows: several that find one row, one that finds none, one without a key, in every join of the demonstration.
func TestSynthesisedJoins(t *testing.T) {
	b := demonstration(t)
	x := loaded(t, b, nil)
	for _, m := range b.Models() {
		left := table(t, x, m.Name)
		for _, j := range m.Joins {
			right := table(t, x, j.To)
			keys := map[string]int{}
			for i := range right[j.On[0].Right] {
				keys[tuple(right, j.On, i, func(p bundle.Pair) string { return p.Right })] = 0
			}
			null, orphans, shared := 0, 0, 0
			for i := range left[j.On[0].Left] {
				key := tuple(left, j.On, i, func(p bundle.Pair) string { return p.Left })
				if n, found := keys[key]; found {
					shared, keys[key] = max(shared, n+1), n+1
				} else if strings.Contains(key, "|<>") {
					null++
				} else {
					orphans++
				}
			}
			nullable := slices.ContainsFunc(j.On, func(p bundle.Pair) bool { return !m.Column(p.Left).Required })
			// A New York airport is always among the airports: its declared values leave none to be missing.
			if closed := m.Name+"."+j.Name == "flights.origin_airport" || m.Name == "weather"; shared < 2 || orphans == 0 && !closed || (null > 0) != nullable {
				t.Errorf("%s.%s: %d rows share one, %d find none, %d have no key", m.Name, j.Name, shared, orphans, null)
			}
		}
	}
}

func tuple(rows map[string][]string, on []bundle.Pair, i int, column func(bundle.Pair) string) string {
	out := ""
	for _, p := range on {
		out += "|<" + rows[column(p)][i] + ">"
	}
	return out
}

// Most rows pass what the model declares, and each condition holds one back alone, and one for which it is null where it can be.
func TestSynthesisedConditions(t *testing.T) {
	orders := table(t, loaded(t, built(t, shop), nil), "orders")
	fails := map[string]int{}
	for i := range orders["order_id"] {
		var failed []string
		if orders["channel"][i] == "test" {
			failed = append(failed, "channel")
		}
		if paid := orders["paid"][i]; paid != "true" {
			failed = append(failed, "paid"+paid)
		}
		if a := orders["amount"][i]; a != "" && (strings.HasPrefix(a, "-") || a < "0.50") {
			failed = append(failed, "amount")
		}
		fails[strings.Join(failed, " ")]++
	}
	if fails[""] < 10 || fails["channel"] != 1 || fails["paidfalse"] != 1 || fails["paid"] != 1 || fails["amount"] != 1 || len(fails) != 5 {
		t.Errorf("rows by what they fail: %v", fails)
	}
}

// One more metric, other prose, and another place of a table change no row.
func TestMetricsChangeNoRow(t *testing.T) {
	rows := func(source string) string {
		x := loaded(t, built(t, source), nil)
		return string(x.CSV("orders")) + string(x.CSV("customers"))
	}
	was := rows(shop)
	for name, source := range map[string]string{
		"a metric more": shop + `metrics: heavy: {title: "Heavy", description: "Heavy.", model: "orders", measure: count_if: "weight > 7.5"}`,
		"prose":         strings.ReplaceAll(shop, `"Orders"`, `"Purchases"`),
		"a title":       shop + `models: orders: title: "Orders"`,
		"a table moved": strings.ReplaceAll(shop, `table: "orders"`, `table: "sales.orders"`),
	} {
		if rows(source) != was {
			t.Errorf("%s changes rows", name)
		}
	}
	if rows(shop+`models: orders: dimensions: heavy: expr: "weight > 7.5"`) == was {
		t.Error("a dimension of the model shows in no row")
	}
}

// Rows made beside a person's find the person's keys.
func TestSynthesisedBesideWritten(t *testing.T) {
	b := built(t, shop)
	x := loaded(t, b, map[string]string{"fixtures/customers.csv": "id,country\n71,CZ\n72,\n"})
	found := 0
	for _, id := range table(t, x, "orders")["customer_id"] {
		if id == "71" || id == "72" {
			found++
		}
	}
	if found < 4 {
		t.Errorf("%d orders are of a written customer", found)
	}
	var orders strings.Builder
	orders.WriteString(shopHeader)
	for i := range 5 {
		fmt.Fprintf(&orders, "%d,%d,%d,web,true,1,,,,,\n", i, i, 901+i)
	}
	ids := table(t, loaded(t, b, map[string]string{"fixtures/orders.csv": orders.String()}), "customers")["id"]
	if !slices.Contains(ids, "901") || !slices.Contains(ids, "904") || slices.Contains(ids, "905") {
		t.Errorf("customers are %v: all but one of the written orders should find theirs", ids)
	}
}
