package bundle_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// TestFormIsNoMeaning: how a catalog is laid out, ordered and divided into files is not in its bundle.
func TestFormIsNoMeaning(t *testing.T) {
	before := compile(t, shop(t))
	blocks := strings.Split(strings.TrimPrefix(shop(t), "package catalog\n\n"), "\n\n")
	backwards := slices.Clone(blocks)
	slices.Reverse(backwards)
	var apart []string
	for _, b := range blocks {
		apart = append(apart, "package catalog\n\n"+b+"\n")
	}
	for _, c := range []struct {
		name  string
		files []string
	}{
		{"reversed", []string{"package catalog\n\n" + strings.Join(backwards, "\n\n")}},
		{"a file for each definition", apart},
		{"files in another order", func() []string { s := slices.Clone(apart); slices.Reverse(s); return s }()},
		{"comments and blank lines", []string{"// A shop.\n" + strings.ReplaceAll(shop(t), "\n", "\n\n") + "// The end.\n"}},
		{"tabs as spaces", []string{strings.ReplaceAll(shop(t), "\t", "    ")}},
		{"the order of fields", []string{with(t, "\ttable:  \"returns\"\n\ttime:   \"returned_on\"", "\ttime:   \"returned_on\"\n\ttable:  \"returns\"")}},
		{"the order of lists without order", []string{with(t, `dimensions: ["channel", "product.name", "product.maker"]`, `dimensions: ["product.maker", "channel", "product.name"]`)}},
		{"a template", []string{with(t, `metrics: stock: {description:`, "_m: model: \"products\"\nmetrics: stock: _m & {description:")}},
		{"spaces in an expression", []string{with(t, `"quantity > 0"`, `"quantity>0"`)}},
		{"brackets in an expression", []string{with(t, `"quantity > 0"`, `"(quantity) > (0)"`)}},
		{"the same said twice", []string{shop(t), "package catalog\nmetrics: stock: measure: sum: \"price\"\n"}},
	} {
		after := compile(t, c.files...)
		if !bytes.Equal(before.Bytes(), after.Bytes()) || before.Digest() != after.Digest() {
			t.Errorf("%s: the bundle differs; meanings of: %s; prose of: %s", c.name, moved(before, after, meaning), moved(before, after, prose))
		}
	}
}

// TestMeaning: each change moves the meanings of the metrics whose numbers depend on it, and no other's, and no prose.
func TestMeaning(t *testing.T) {
	before := compile(t, shop(t))
	const ofOrders = "average_order orders revenue shipped"
	for _, c := range []struct{ name, old, replacement, moves string }{
		{"a condition of a metric", `where: ["paid"]`, `where: ["NOT paid"]`, "average_order revenue"},
		{"a further condition", `where: ["paid"]`, `where: ["paid", "amount > 0"]`, "average_order revenue"},
		{"a measure's expression", `measure: sum: "amount"`, `measure: sum: "amount * 2"`, "average_order revenue"},
		{"a measure's function", `measure: sum: "amount"`, `measure: avg: "amount"`, "average_order revenue"},
		{"a condition of a model", `where: ["quantity > 0"]`, `where: ["quantity >= 0"]`, ofOrders},
		{"a table", `table:  "orders"`, `table:  "orders_2"`, ofOrders},
		{"a table reached by dimensions", `table:  "products"`, `table:  "products_2"`, "average_order returned revenue stock"},
		{"a model's time", `time:   "ordered_at"`, `time:   "shipped_on"`, "average_order orders revenue"},
		{"a metric's time", `time: "shipped_on", grains: ["day", "week"]`, `time: "ordered_at", grains: ["day", "week"]`, "shipped"},
		{"a side of a ratio", `denominator: metric: "orders"`, `denominator: metric: "shipped"`, "average_order"},
		{"exact", `average_order: {description: "Revenue an order.",`, `average_order: {exact: true, description: "Revenue an order.",`, "average_order"},
		{"the empty value", `, empty: "zero"}`, `}`, "returned"},
		{"the zone", `timezone: "Europe/Prague"`, `timezone: "Europe/London"`, "average_order orders returned revenue shipped"},
		{"the start of weeks", `week_start: "monday"`, `week_start: "sunday"`, "average_order orders returned revenue shipped"},
		{"the start of fiscal years", `fiscal_year_start: 4`, `fiscal_year_start: 7`, "average_order orders returned revenue shipped"},
		{"a join's key", `models: returns: {`, "models: returns: {\n\tcolumns: other_id: type: \"integer\"\n\tjoins: product: on: other_id: \"id\"\n", "returned"},
		{"a dimension's expression", `expr: "date_trunc('week', shipped_on)"`, `expr: "date_trunc('month', shipped_on)"`, "average_order orders"},
		{"a dimension's values", `values: ["web", "store"]`, `values: ["web", "store", "phone"]`, "average_order orders revenue"},
		{"a dimension more", `dimensions: ["channel", "week"]`, `dimensions: ["channel", "week", "product.name"]`, "orders"},
		{"a grain less", `grains: ["month", "year"]`, `grains: ["month"]`, "orders"},
		{"the unit", `unit: "EUR"` + "\n\tdimensions", `unit: "CZK"` + "\n\tdimensions", "revenue"},
		{"a column's type", `price: {type: "decimal", precision: 10, scale: 2`, `price: {type: "decimal", precision: 10, scale: 4`, "stock"},
		{"how fine a time is", `shipped_on: type: "date"`, `shipped_on: {type: "date", grain: "day"}`, ""},
		{"what a column may be", `paid: type: "boolean"`, `paid: {type: "boolean", nullable: false}`, ""},
		{"a column's unit", `scale: 2, unit: "EUR"}`, `scale: 2, unit: "CZK"}`, ""},
		{"the catalog's version", `version: "1.0.0"`, `version: "1.0.1"`, ""},
		{"an unused column", `columns: {product_id: type: "integer", returned_on`, `columns: {note: type: "string", product_id: type: "integer", returned_on`, ""},
	} {
		after := compile(t, with(t, c.old, c.replacement))
		if got := moved(before, after, meaning); got != c.moves {
			t.Errorf("%s moves the meaning of %q, and must move that of %q", c.name, got, c.moves)
		}
		if got := moved(before, after, prose); got != "" && c.name != "a dimension more" && c.name != "a dimension's values" {
			t.Errorf("%s moves the prose of %s", c.name, got)
		}
		if c.moves != "" && before.Digest() == after.Digest() {
			t.Errorf("%s does not move the bundle's digest", c.name)
		}
	}
}

// TestNamesAreNoMeaning: what authors call a model changes no number.
func TestNamesAreNoMeaning(t *testing.T) {
	before := compile(t, shop(t))
	after := compile(t, strings.NewReplacer(`models: returns:`, `models: goods_back:`, `model: "returns"`, `model: "goods_back"`).Replace(shop(t)))
	if before.Digest() == after.Digest() {
		t.Error("the bundle's digest does not move")
	}
	if got := moved(before, after, meaning) + moved(before, after, prose); got != "" {
		t.Errorf("a model's new name moves digests of %s", got)
	}
}

// TestProse: words, and who may read them, move the prose of the metrics that show them, the bundle's digest, and no
// meaning.
func TestProse(t *testing.T) {
	before := compile(t, shop(t))
	for _, c := range []struct{ name, old, replacement, moves string }{
		{"a title", `title:       "Revenue"`, `title:       "Turnover"`, "revenue"},
		{"a description", `description: "Paid amounts."`, `description: "Amounts that were paid."`, "revenue"},
		{"an owner", `metrics: stock: {`, `metrics: stock: {owner: "finance", `, "stock"},
		{"tags", `metrics: stock: {`, `metrics: stock: {tags: ["stock"], `, "stock"},
		{"synonyms", `metrics: stock: {`, `metrics: stock: {synonyms: ["inventory"], `, "stock"},
		{"another language", `metrics: stock: {`, `metrics: stock: {i18n: cs: title: "Zásoby", `, "stock"},
		{"a format", `metrics: stock: {`, `metrics: stock: {format: "0.0", `, "stock"},
		{"a caveat", `metrics: stock: {`, `metrics: stock: {caveats: ["Old."], `, "stock"},
		{"an audience", `metrics: stock: {`, `metrics: stock: {audience: ["finance"], `, "stock"},
		{"a status", `metrics: stock: {`, `metrics: stock: {status: "draft", `, "stock"},
		{"a dimension's title", `title: "Product"`, `title: "Article"`, "average_order returned revenue stock"},
		{"a label", `labels: acme: "Acme Inc."`, `labels: acme: "Acme Ltd."`, "average_order returned revenue stock"},
		{"a word for a value", `labels: acme: "Acme Inc."`, `labels: acme: "Acme Inc.", value_synonyms: acme: ["the coyote's"]`, "average_order returned revenue stock"},
		{"the order of values", `values: ["acme", "globex"]`, `values: ["globex", "acme"]`, ""},
		{"the source's title", `title: "The shop's database"`, `title: "The database"`, ""},
		{"the catalog's title", `title: "A shop"`, `title: "The shop"`, ""},
	} {
		after := compile(t, with(t, c.old, c.replacement))
		if got := moved(before, after, prose); got != c.moves {
			t.Errorf("%s moves the prose of %q, and must move that of %q", c.name, got, c.moves)
		}
		if got := moved(before, after, meaning); got != "" {
			t.Errorf("%s moves the meaning of %s", c.name, got)
		}
		if before.Digest() == after.Digest() {
			t.Errorf("%s does not move the bundle's digest", c.name)
		}
	}
}
