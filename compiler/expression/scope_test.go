package expression

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"sutura.dev/bundle/expr"
)

// orders is the model of these tests, with a role.
type orders struct{}

var ordersColumns = map[string]map[string]expr.Type{
	"": {
		"id": {Kind: expr.Integer}, "quantity": {Kind: expr.Integer},
		"amount": {Kind: expr.Decimal, Precision: 12, Scale: 2}, "rate": {Kind: expr.Decimal, Precision: 6, Scale: 4},
		"wide": {Kind: expr.Decimal, Precision: 38, Scale: 30}, "weight": {Kind: expr.Float}, "status": {Kind: expr.String},
		"paid": {Kind: expr.Boolean}, "ordered_on": {Kind: expr.Date}, "shipped_on": {Kind: expr.Date},
		"created": {Kind: expr.Timestamp}, "stamped": {Kind: expr.TimestampTZ}, "seen": {Kind: expr.TimestampTZ},
		"Order No": {Kind: expr.String}, "値段": {Kind: expr.Integer},
	},
	"customer": {"country": {Kind: expr.String}, "born": {Kind: expr.Date}},
}

func (orders) Column(role, name string) (expr.Type, bool) {
	t, ok := ordersColumns[role][name]
	return t, ok
}

func (orders) Columns(role string) []string {
	var names []string
	for n := range ordersColumns[role] {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

func (orders) Roles() []string { return []string{"customer"} }

func (orders) Metric(name string) bool { return name == "revenue" }

func ordersColumn(c expr.Column) (expr.Type, bool) { return orders{}.Column(c.Role, c.Name) }

// sexpr prints a tree with the types that matter.
func sexpr(n *expr.Node) string {
	switch n.Op {
	case expr.OpColumn:
		return strings.TrimPrefix(n.Column.Role+"."+n.Column.Name, ".")
	case expr.OpLiteral:
		if n.Value == nil {
			return "NULL:" + n.Type.String()
		}
		return *n.Value + ":" + n.Type.String()
	}
	var args []string
	for _, a := range n.Args {
		args = append(args, sexpr(a))
	}
	op := string(n.Op)
	if n.Op == expr.OpCast {
		op = "to " + n.Type.String()
	}
	return "[" + op + " " + strings.Join(args, " ") + "]"
}

// roundTrip holds what every accepted tree promises: it passes Check, before and after JSON.
func roundTrip(t *testing.T, text string, n *expr.Node) {
	t.Helper()
	b, err := json.Marshal(n)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	var back expr.Node
	if err := json.Unmarshal(b, &back); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	for _, tree := range []*expr.Node{n, &back} {
		if err := expr.Check(tree, ordersColumn); err != nil {
			t.Errorf("%s: %s: %v", text, sexpr(tree), err)
		}
	}
	if again, _ := json.Marshal(&back); string(again) != string(b) {
		t.Errorf("%s: JSON is not stable:\n%s\n%s", text, b, again)
	}
}
