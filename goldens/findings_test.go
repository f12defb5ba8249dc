package goldens_test

import (
	"slices"
	"strings"
	"testing"

	"sutura.dev/goldens"
	"sutura.dev/internal/diag"
)

// What a metric can be asked by is one cause for all that are asked other questions for it, whatever those are: which
// values, dimensions and years are asked differs from metric to metric.
func TestFindingsByCause(t *testing.T) {
	wide := shop + `
models: orders: dimensions: status: values: ["new", "paid", "sent", "back"]
models: orders: columns: status: type: "string"
metrics: {
	for name, of in {alpha: "amount", beta: "weight", gamma: "order_id", delta: "number", epsilon: "customer_id"} {
		(name): {title: "The \(name)", description: "The \(name).", model: "orders", measure: sum: of}
	}
}
`
	was := asFiles(recordShop(t, wide), nil)
	for _, c := range []struct{ name, old, new, cause string }{
		{"a value is gone", `["new", "paid", "sent", "back"]`, `["new", "paid", "back"]`, "(other fixtures)"},
		{"a value is new", `["new", "paid", "sent", "back"]`, `["new", "paid", "sent", "back", "lost"]`, "(other values of status)"},
		{"a value of a joined model", `"CZ", "DE", "SK", "AT", "PL"`, `"CZ", "DE", "SK", "AT"`, "(other fixtures)"},
		{"a dimension is gone", `large: expr: "amount > 50"`, ``, "(gone: the dimension large)"},
		{"a dimension is new", `large: expr: "amount > 50"`, "large: expr: \"amount > 50\"\n\t\tsmall: expr: \"amount < 5\"", "(new: the dimension small)"},
	} {
		now := recordShop(t, strings.Replace(wide, c.old, c.new, 1))
		found := goldens.Findings(goldens.Compare(inMemory(was), now))
		// Rows that are made of the values differ where the questions do not: that is another finding, and one.
		found = slices.DeleteFunc(found, func(d diag.Diagnostic) bool {
			return strings.HasSuffix(d.Message, "(other fixtures)") && c.cause != "(other fixtures)"
		})
		if len(found) != 1 || found[0].Code != diag.GoldenDrift || !strings.HasSuffix(found[0].Message, c.cause) {
			t.Errorf("%s: %d findings\n%s", c.name, len(found), found)
		}
	}
}
