package catalog_test

import (
	"strings"
	"testing"

	"sutura.dev/catalog"
	"sutura.dev/internal/diag"
)

// Ten mistakes of ten kinds, in two files, are ten findings: none hides another, and none is told twice.
func TestEveryMistakeAtOnce(t *testing.T) {
	files := map[string][]byte{
		"catalog/base.cue": []byte(base),
		"catalog/a.cue": []byte(`package catalog

metrics: revenue: titel: "Revenue"
metrics: orders_count: status: "certifid"
metrics: a: {description: "d", model: orders, measure: count: "*"}
metrics: b: {description: "d", model: "order", measure: sum: "amount"}
metrics: c: {description: "d", model: "orders", measure: {sum: "amount", avg: "amount"}}
`),
		"catalog/b.cue": []byte(`package catalog

metrics: revenue: unit: "EUR"
metrics: revenue: unit: "USD"
metrics: d: {description: "d", model: "orders", measure: max: "amount", dimensions: ["chanel"]}
metrics: e: {description: "d", model: "orders"}
models: orders: joins: shop: {to: "customers", on: customer: 7}
models: orders: columns: tax: type: "decimal"
`),
	}
	c, found := catalog.Load(catalog.InMemory(files))
	expect(t, found,
		`catalog/a.cue:3:19: error[SUT010]: metrics.revenue has no field titel`,
		`catalog/a.cue:4:32: error[SUT013]: metrics.orders_count.status must be "certified", "draft" or "deprecated"`,
		`catalog/a.cue:5:39: error[SUT008]: orders is declared nowhere that this can see`,
		`catalog/a.cue:6:39: error[SUT043]: there is no model order`,
		`catalog/a.cue:7:49: error[SUT050]: metrics.c.measure has sum and avg; a measure has exactly one`,
		`catalog/b.cue:3:25: error[SUT016]: metrics.revenue.unit is given different values in different places`,
		`catalog/b.cue:5:86: error[SUT046]: orders has no dimension chanel`,
		`catalog/b.cue:6:10: error[SUT011]: metrics.e has no measure`,
		`catalog/b.cue:7:62: error[SUT012]: models.orders.joins.shop.on.customer must be text or a struct, { }`,
		`catalog/b.cue:8:26: error[SUT060]: a decimal says its precision and its scale`,
	)
	// What could be read is there for the compiler's checks.
	if m := c.Metrics["revenue"]; m == nil || m.Measure.Sum != "amount" {
		t.Error("revenue was lost")
	}
}

func TestHintsAndRelatedPlaces(t *testing.T) {
	for _, c := range []struct {
		name, x, hint string
		related       []string
	}{
		{"near field", `metrics: revenue: titel: "x"`, "Did you mean title?", nil},
		{"near word", `metrics: revenue: status: "certifid"`, "Did you mean certified?", nil},
		{"number for text", `metrics: revenue: title: 5`, "Write it in double quotes.", nil},
		{"text for a list", `metrics: revenue: tags: "a"`, `Write it in brackets: ["a"].`, nil},
		{"name without quotes", `metrics: orders: {description: "d", model: orders, measure: count: "*"}`, `Without quotes it refers to a CUE field; if it is text, write "orders".`, nil},
		{"proper name", `metrics: "Net-Revenue": {description: "d", model: "orders", measure: count: "*"}`,
			`A name is small letters, digits and underscores, starts with a letter, and has at most 63 characters. "net_revenue" would do.`, nil},
		{"what a missing field is", `metrics: a: {description: "d", model: "orders"}`, "Add `measure`. What is measured: exactly one key.", nil},
		{"near import", "import \"string\"", `Did you mean "strings"?`, nil},
		{"near model", `metrics: a: {description: "d", model: "order", measure: count: "*"}`, "Did you mean orders?", nil},
		{"models there are", `metrics: a: {description: "d", model: "zzz", measure: count: "*"}`, "There are customers and orders.", nil},
		{"no other word for to many", `models: customers: joins: o: {to: "orders", on: id: "id", cardinality: "one_to_many"}`, "A join leads to at most one row. Declare the join in the other model, from the many rows to this one, and measure there.", nil},
		{"another tool's word", `metrics: revenue: label: "x"`, "It is called title here.", nil},
		{"a type that is no field", `models: orders: dimensions: channel: type: "string"`, "Leave it out: a dimension has the type of its column or expression.", nil},
		{"another system's type", `models: orders: columns: n: type: "varchar"`, "Write \"string\".", nil},
		{"a term as text", `metrics: a: {description: "d", measure: ratio: {numerator: "revenue", denominator: metric: "revenue"}}`, "Write {metric: \"revenue\"}, or the measure itself: {measure: sum: \"amount\"}.", nil},
		{"a measure in a term's place", `metrics: a: {description: "d", model: "orders", measure: ratio: {numerator: {sum: "amount"}, denominator: metric: "revenue"}}`, "It belongs into the measure: measure: sum: ...", nil},
		{"a measure in a metric's place", `metrics: revenue: count: "*"`, "It belongs into the measure: measure: count: ...", nil},
		{"an expression of another tool", `metrics: revenue: sql: "amount"`, `The measure says what is computed: measure: sum: "amount"; conditions belong into where.`, nil},
		{"a query for a table", `models: orders: sql: "select 1"`, "A model is a table, or a view of the source, by its name: what a query makes is a view there.", nil},
		{"a password", `sources: more: {dialect: "duckdb", password: "x"}`, "Where a source is, and how to get in, is said in sutura.yaml: sources: shop: {path: data}, or {dsn_env: SHOP_DSN}.", nil},
		{"a field of what stands beside", `about: timezone: "UTC"`, "It belongs into calendar: calendar: {timezone: ...}.", nil},
		{"a short word", `metrics: revenue: desc: "x"`, "It is called description here.", nil},
		{"a column as text", `models: orders: columns: n: "integer"`, `Write {type: "integer"}.`, nil},
		{"a dimension as text", `models: orders: dimensions: n: "channel"`, `Write {column: "channel"}.`, nil},
		{"columns as a list", `models: more: {source: "w", table: "t", time: "none", columns: ["id"]}`, `Write each column with its type: columns: {order_id: {type: "integer"}}.`, nil},
		{"a ratio as text", `metrics: a: {description: "d", measure: ratio: "a / b"}`, `Write what is divided by what: ratio: {numerator: metric: "returned", denominator: metric: "sold"}.`, nil},
		{"a boolean in quotes", `models: orders: columns: n: {type: "integer", nullable: "no"}`, "Write true or false, without quotes.", nil},
		{"a count of all", `metrics: a: {description: "d", model: "orders", measure: count: true}`, `Write count: "*" for rows, or an expression in double quotes, whose values are counted.`, nil},
		{"a percentile of 100", `metrics: a: {description: "d", model: "orders", measure: percentile: {expr: "amount", p: 90}}`, "Write a part of 1: 0.9 for the 90th of 100.", nil},
		{"an interpolation", `metrics: a: {description: "d", model: "orders", measure: sum: "\(amount)"}`, `\( ) puts a value of the catalog into the text; a column is written by its name alone: amount.`, nil},
		{"a column without quotes, like a part of the catalog", `metrics: a: {description: "d", model: "orders", measure: sum: amount}`, `If you mean text, write it in quotes: "amount"; if you mean another definition, write its whole path, such as metrics.amount.`, nil},
		{"a part of the catalog, misspelt", `metrics: a: {description: metric.revenue.description, model: "orders", measure: count: "*"}`, "Did you mean metrics?", nil},
		{"a comma that is missing", `metrics: a: {description: "d" model: "orders", measure: count: "*"}`, "Text stands in double quotes, and between two fields of one line stands a comma.", nil},
		{"a brace that is missing", `metrics: a: {description: "d"`, "Look for a brace, a bracket or a quote that is missing here or before.", nil},
		{"a list of YAML", "metrics:\n  - name: a", "This reads like YAML: in CUE fields stand in braces, name: {...}, and lists in brackets.", nil},
		{"text over lines", "metrics: revenue: title: \"a\nb\"", `A text in double quotes ends on the line where it begins; one of several lines stands between """ and """, each on a line of its own.`, nil},
		{"a role of itself", `models: orders: roles: zzz: "buyer.zzz"`, "There is only sponsor.", nil},
		{"near zone", `about: calendar: timezone: "Europe/Praque"`, "Did you mean Europe/Prague?", nil},
		{"conflict", "metrics: revenue: title: \"a\"\nmetrics: revenue: title: \"b\"", "Keep one of them: in CUE a value is stated once, and stating it again must agree.",
			[]string{"catalog/x.cue:3:26 here it is given another value"}},
		{"fold", `models: orders: columns: Amount: type: "integer"`, "Rename one column, in a view of the table.", []string{"catalog/x.cue:2:26 Amount is here"}},
		{"audience", `metrics: cost: {description: "d", model: "orders", measure: min: "amount", audience: ["finance"]}` + "\n" + `metrics: a: {description: "d", measure: formula: "revenue - cost"}`,
			`Narrow ` + "`audience`" + `, or say that it is meant: discloses: ["cost"].`, []string{"catalog/x.cue:2:86 cost is shown to finance"}},
		{"deep role", `metrics: a: {description: "d", model: "orders", measure: count_distinct: "id", dimensions: ["buyer.sponsor.country"]}`,
			`Name the path: models: orders: roles: some_name: "buyer.sponsor", and write some_name.country.`, nil},
		{"join", `models: orders: joins: p: {to: "customers", on: channel: "country"}`, `Join all of the key; or declare unique: [["country"]], if each is in one row only. To many rows, join from customers, and measure there.`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, found := load(t, c.x)
			found = errorsOf(found)
			if len(found) == 0 || found[0].Hint != c.hint {
				t.Fatalf("found:\n%+v\nwant the hint %s", found, c.hint)
			}
			var related []string
			for _, r := range found[0].Related {
				place, _, _ := strings.Cut(show(r.Range), "-")
				related = append(related, "catalog/"+place+" "+r.Message)
			}
			if strings.Join(related, "\n") != strings.Join(c.related, "\n") {
				t.Errorf("related %q, want %q", related, c.related)
			}
		})
	}
}

func errorsOf(found diag.List) diag.List {
	var out diag.List
	for _, d := range found {
		if d.Severity == diag.Error {
			out = append(out, d)
		}
	}
	return out
}

// The example of the reference is clean, and is decoded as it is written.
func TestFlights(t *testing.T) {
	files, err := catalog.ReadDir("testdata/flights")
	if err != nil {
		t.Fatal(err)
	}
	c, found := catalog.Load(files)
	if len(found) > 0 {
		t.Fatalf("found:\n%s", found)
	}
	flights := c.Models["flights"]
	for _, x := range []struct{ what, got, want string }{
		{"zone", c.About.Calendar.Timezone, "America/New_York"},
		{"table", strings.Join(flights.Table, "|"), "flights"},
		{"join", flights.Joins["dest_airport"].On["dest"].Right, "faa"},
		{"cardinality", flights.Joins["plane"].Cardinality, "many_to_one"},
		{"column of its own name", flights.Dimensions["carrier"].Column, "carrier"},
		{"no column of an expression", flights.Dimensions["late"].Column, ""},
		{"label", flights.Dimensions["carrier"].Labels["AA"], "American Airlines"},
		{"synonym", flights.Dimensions["carrier"].Synonyms[0].Text, "airline"},
		{"hierarchy", strings.Join(flights.Hierarchies["place"], "|"), "origin_airport.region|origin_airport.faa"},
		{"measure", c.Metrics["departure_delay"].Measure.Avg, "dep_delay"},
		{"anchor", c.Metrics["departure_delay"].Anchors[0].Value, "12.64"},
		{"anchor's range", c.Metrics["departure_delay"].Anchors[0].Range.End, "2014-01-01"},
		{"anchor's target", c.Metrics["departure_delay"].Anchors[0].On, "source"},
		{"status", c.Metrics["flights"].Status, "certified"},
		{"audience", strings.Join(c.Metrics["flights"].Audience, "|"), "everyone"},
		{"inline term", c.Metrics["on_time_share"].Measure.Ratio.Numerator.Measure.CountIf, "dep_delay <= 15"},
		{"named term", c.Metrics["on_time_share"].Measure.Ratio.Denominator.Metric, "flights"},
		{"stamped", c.Metrics["flights_year_to_date"].Measure.Cumulative.SinceStartOf, "year"},
		{"stamped from it", c.Metrics["flights_growth"].Measure.Formula.Expr, "flights / flights_last_year - 1"},
		{"term", c.Knowledge.Glossary[1].Term.Match, "EXACT"},
	} {
		if x.got != x.want {
			t.Errorf("%s: %q, want %q", x.what, x.got, x.want)
		}
	}
	if n := flights.Columns["flight_id"].Nullable; n == nil || *n {
		t.Error("flight_id may be null")
	}
}

// What may be written in more than one way is one thing when it is read.
func TestForms(t *testing.T) {
	c, found := load(t, `
about: title: "Shop"
sources: p: dialect: "postgresql"
models: t: {
	source: "p", table: "db.shop.t", key: ["id"], time: "none", description: "d"
	columns: {id: type: "integer", flag: type: "boolean", price: {type: "decimal", precision: 9, scale: 3}, day: type: "date"}
	dimensions: {id: values: [1, 20, -3], price: {values: [1.50, 2], labels: "1.50": "cheap"}, day: values: ["2026-01-31"]}
	joins: self: {to: "t", on: day: {right: "day", truncate: "month"}}
	unique: [["day"]]
}
metrics: a: {
	description: "d", model: "t", measure: sum: "price", deprecated: use: "revenue"
	anchors: [{value: 12.640, within: 1}]
}
metrics: f: {description: "d", measure: formula: {expr: "revenue - x", terms: x: {model: "orders", measure: min: "amount"}}}
knowledge: examples: [{phrase: "sales", question: {metrics: ["revenue"], filters: [{dimension: "channel", values: ["web"]}]}}]
`)
	if found.HasErrors() {
		t.Fatalf("found:\n%s", found)
	}
	m := c.Models["t"]
	for _, x := range []struct{ what, got, want string }{
		{"dialect by another name", c.Sources["p"].Dialect, "postgres"},
		{"table", strings.Join(m.Table, "|"), "db|shop|t"},
		{"whole numbers", strings.Join(m.Dimensions["id"].Values, "|"), "1|20|-3"},
		{"decimals keep their digits", strings.Join(m.Dimensions["price"].Values, "|"), "1.50|2"},
		{"truncating pair", m.Joins["self"].On["day"].Right + "|" + m.Joins["self"].On["day"].Truncate, "day|month"},
		{"anchor as a number", c.Metrics["a"].Anchors[0].Value + "|" + c.Metrics["a"].Anchors[0].Within, "12.640|1"},
		{"deprecated by its replacement", c.Metrics["a"].Status, "deprecated"},
		{"formula with terms", c.Metrics["f"].Measure.Formula.Expr + "|" + c.Metrics["f"].Measure.Formula.Terms["x"].Measure.Min, "revenue - x|amount"},
		{"question", string(c.Knowledge.Examples[0].Question), `{"metrics":["revenue"],"filters":[{"dimension":"channel","values":["web"]}]}`},
	} {
		if x.got != x.want {
			t.Errorf("%s: %q, want %q", x.what, x.got, x.want)
		}
	}
}

// The same files give the same findings in the same order.
func TestDeterminism(t *testing.T) {
	files := map[string][]byte{"catalog/base.cue": []byte(base)}
	for i, c := range rules[:40] {
		files["catalog/x"+string(rune('a'+i%26))+string(rune('a'+i/26))+".cue"] = []byte("package catalog\n" + c.x)
	}
	_, first := catalog.Load(catalog.InMemory(files))
	if len(first) < 20 {
		t.Fatalf("only %d findings", len(first))
	}
	for range 5 {
		if _, again := catalog.Load(catalog.InMemory(files)); again.String() != first.String() {
			t.Fatalf("first:\n%s\nthen:\n%s", first, again)
		}
	}
}

func TestOverBounds(t *testing.T) {
	_, found := load(t, `metrics: revenue: caveats: ["`+strings.Repeat("x", 10)+`"]
models: orders: description: "`+strings.Repeat("x", 4097)+`"
models: orders: dimensions: id: values: [for i in _thousand {i}]
_ten: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
_thousand: [for a in _ten for b in _ten for c in _ten {1000 + a * 100 + b * 10 + c}, 5]
`)
	expect(t, found,
		"catalog/x.cue:3:30: error[SUT069]: a description of 4097 bytes; at most 4 KiB",
		"catalog/x.cue:4:41: error[SUT069]: 1001 values; a closed list has at most 1,000",
	)
}
