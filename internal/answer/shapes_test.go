package answer_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/answer"
)

const shapes = `
models: products: {
	source: "db", table: "products", key: ["id"], time: "none", self: "product"
	columns: {id: type: "integer", name: type: "string"}
	dimensions: name: {filter: "open"}
}
models: orders: {
	source: "db", table: "orders", time: "day"
	columns: {product_id: type: "integer", day: type: "date", who: type: "integer", amount: {type: "decimal", precision: 10, scale: 2}}
	joins: product: {to: "products", on: product_id: "id"}
	dimensions: buyer: {column: "who", filter: "open"}
}
models: returns: {
	source: "db", table: "returns", time: "day"
	columns: {product_id: type: "integer", day: type: "date", amount: {type: "decimal", precision: 10, scale: 2}}
	joins: product: {to: "products", on: product_id: "id"}
}
metrics: revenue: {model: "orders", measure: sum: "amount"}
metrics: orders: {model: "orders", measure: count: "*"}
metrics: big_orders: {model: "orders", measure: count: "*", where: ["amount > 60"]}
metrics: buyers: {model: "orders", measure: count_distinct: "who"}
metrics: products_sold: {model: "orders", measure: count_distinct: "product.name"}
metrics: usual: {model: "orders", measure: percentile: {expr: "amount", p: 0.5, discrete: true}}
metrics: middle: {model: "orders", measure: median: "amount"}
metrics: returned: {model: "returns", measure: sum: "amount", empty: "zero"}
metrics: net: measure: formula: "revenue - returned"
metrics: net_per_order: measure: ratio: {numerator: metric: "net", denominator: metric: "orders"}
`

// Products 1 to 6 are named a to e and not at all; orders and returns of 7 have no product.
const shapesRows = `
CREATE TABLE products AS SELECT CAST(i AS INTEGER) AS id, CASE WHEN i < 6 THEN chr(CAST(96 + i AS INTEGER)) END AS name FROM generate_series(1, 6) AS s(i);
CREATE TABLE orders AS SELECT CAST(i * 5 % 8 AS INTEGER) AS product_id, CAST(DATE '2026-01-01' + CAST(i * 37 % 200 AS INTEGER) AS DATE) AS day,
  CAST(i * 11 % 13 AS INTEGER) AS who, CAST(i * 7 % 101 AS DECIMAL(10, 2)) AS amount FROM generate_series(1, 300) AS s(i);
CREATE TABLE returns AS SELECT CAST(i * 3 % 8 AS INTEGER) AS product_id, CAST(DATE '2026-01-01' + CAST(i * 53 % 250 AS INTEGER) AS DATE) AS day,
  CAST(i * 5 % 31 AS DECIMAL(10, 2)) AS amount FROM generate_series(1, 60) AS s(i);
`

// asked are questions about every metric, with and without buckets.
func asked() []question.Question {
	var out []question.Question
	for _, metrics := range [][]string{
		{"revenue"}, {"buyers"}, {"products_sold"}, {"usual", "middle"}, {"net", "orders"}, {"net_per_order", "returned", "big_orders"}, {"big_orders"},
	} {
		for _, grain := range []string{"", "month"} {
			out = append(out, question.Question{
				Metrics: metrics, Grain: grain, Dimensions: []string{"product.name"}, Range: &question.Range{Start: "2026-01-10", End: "2026-09-01"},
			})
		}
	}
	return out
}

func text(t *testing.T, rows [][]any) []string {
	t.Helper()
	out := make([]string, len(rows))
	for i, r := range rows {
		b, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		out[i] = string(b)
	}
	return out
}

func equal(t *testing.T, what string, q question.Question, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: %s\ngives %s\nnot   %s", question.Encode(q), what, strings.Join(got, " "), strings.Join(want, " "))
	}
}

// without takes the cells of dimensions out of rows.
func without(a *answer.Answer, rows [][]any) [][]any {
	var out [][]any
	for _, r := range rows {
		var kept []any
		for i, c := range a.Columns {
			if c.Role != answer.RoleDimension {
				kept = append(kept, r[i])
			}
		}
		out = append(out, kept)
	}
	return out
}

// TestTotals: totals are what the question without dimensions answers, by bucket and for the whole range.
func TestTotals(t *testing.T) {
	e := engine(t, shapes, shapesRows)
	for _, q := range asked() {
		for _, fill := range []bool{false, q.Grain != ""} {
			q.Totals, q.Fill = true, fill
			a := answered(t, e, q)
			plain := q
			plain.Totals, plain.Dimensions = false, nil
			var want []string
			if q.Grain != "" {
				want = text(t, answered(t, e, plain).Rows)
			}
			plain.Grain, plain.Fill = "", false
			for _, row := range answered(t, e, plain).Rows {
				if q.Grain != "" {
					row = append([]any{nil}, row...)
				}
				want = append(want, text(t, [][]any{row})...)
			}
			equal(t, "totals", q, text(t, without(a, a.Totals)), want)
			rows := q
			rows.Totals = false
			equal(t, "rows beside totals", q, text(t, a.Rows), text(t, answered(t, e, rows).Rows))
		}
	}
}

// TestOthers: others are what the question answers for the remaining tuples, and top with others keeps the rows of top.
func TestOthers(t *testing.T) {
	e := engine(t, shapes, shapesRows)
	for _, q := range asked() {
		q.Top = &question.Top{N: 2, By: q.Metrics[0]}
		kept := answered(t, e, q)
		q.Others = true
		a := answered(t, e, q)
		equal(t, "top with others", q, text(t, a.Rows), text(t, kept.Rows))
		rest := question.Filter{Dimension: "product.name", Op: question.OpNotIn}
		at := slices.IndexFunc(a.Columns, func(c answer.Column) bool { return c.Role == answer.RoleDimension })
		for _, r := range a.Rows {
			if name, ok := r[at].(string); ok {
				if !slices.Contains(rest.Values, name) {
					rest.Values = append(rest.Values, name)
				}
			} else {
				rest.IncludeNull = true
			}
		}
		plain := q
		plain.Top, plain.Others, plain.Dimensions = nil, false, nil
		if len(rest.Values) > 0 {
			plain.Filters = []question.Filter{rest}
		} else {
			plain.Filters = []question.Filter{{Dimension: "product.name", Op: question.OpIsNotNull}}
		}
		equal(t, "others", q, text(t, without(a, a.Others)), text(t, answered(t, e, plain).Rows))
	}
}

// TestOthersAdd: of what adds, winners and others are the total of each bucket.
func TestOthersAdd(t *testing.T) {
	e := engine(t, shapes, shapesRows)
	a := answered(t, e, decode(t, `{"metrics": ["orders", "revenue", "returned"], "dimensions": ["product.name"], "grain": "month", "range": {"period": "2026"},
		"top": {"n": 3, "by": "returned", "direction": "asc"}, "others": true, "totals": true}`))
	sums := map[string]*big.Rat{}
	add := func(rows [][]any, sign int64) {
		for _, r := range rows {
			for i := 2; i < len(r); i++ {
				if r[i] == nil || r[0] == nil {
					continue
				}
				key := fmt.Sprint(r[0], " ", a.Columns[i].Name)
				if sums[key] == nil {
					sums[key] = new(big.Rat)
				}
				n, ok := new(big.Rat).SetString(fmt.Sprint(r[i]))
				if !ok {
					t.Fatal(r[i])
				}
				sums[key].Add(sums[key], n.Mul(n, big.NewRat(sign, 1)))
			}
		}
	}
	add(a.Rows, 1)
	add(a.Others, 1)
	add(a.Totals, -1)
	for key, n := range sums {
		if n.Sign() != 0 {
			t.Errorf("%s: off by %s", key, n)
		}
	}
	if len(sums) < 12 {
		t.Errorf("only %d sums", len(sums))
	}
}

// TestShapesKeepRows: having changes no value and no order; fill adds rows without values only; top keeps rows as they are.
func TestShapesKeepRows(t *testing.T) {
	e := engine(t, shapes, shapesRows)
	for _, q := range asked() {
		all := text(t, answered(t, e, q).Rows)
		within := func(what string, shaped question.Question, rows []string) {
			t.Helper()
			rest := all
			for _, r := range rows {
				i := slices.Index(rest, r)
				if i < 0 {
					t.Errorf("%s: %s shows %s", question.Encode(shaped), what, r)
					return
				}
				rest = rest[i+1:]
			}
		}
		for _, h := range []question.Having{
			{Metric: "orders", Op: question.OpGt, Value: "6"}, {Metric: "returned", Op: question.OpEq, Value: "0"}, {Metric: "buyers", Op: question.OpIsNull},
			{Metric: "net", Op: question.OpIsNotNull}, {Metric: "middle", Op: question.OpLt, Value: "45.5"},
		} {
			shaped := q
			shaped.Having = []question.Having{h}
			within("having", shaped, text(t, answered(t, e, shaped).Rows))
		}
		top := q
		top.Top, top.Order = &question.Top{N: 3, By: q.Metrics[0]}, []question.OrderBy{{By: "product.name"}}
		if q.Grain != "" {
			top.Order = append([]question.OrderBy{{By: "period"}}, top.Order...)
		}
		within("top", top, text(t, answered(t, e, top).Rows))
		if q.Grain == "" {
			continue
		}
		filled := q
		filled.Fill = true
		rows := text(t, answered(t, e, filled).Rows)
		if len(rows)%8 != 0 { // 8 months, of which the range cuts the first
			t.Errorf("%s: fill shows %d rows", question.Encode(filled), len(rows))
		}
		for _, r := range all {
			if !slices.Contains(rows, r) {
				t.Errorf("%s: fill lost %s", question.Encode(filled), r)
			}
		}
	}
}

// TestManyParts refuses what no statement has room for, and says what to leave out.
func TestManyParts(t *testing.T) {
	var b strings.Builder
	names := []string{}
	for i := range 24 {
		fmt.Fprintf(&b, "models: m%d: {source: \"db\", table: \"m%d\", time: \"none\", columns: {v: type: \"integer\", a_dimension_with_a_long_name: type: \"string\"}, dimensions: d: {column: \"a_dimension_with_a_long_name\", conformed: \"d\"}}\n", i, i)
		for _, of := range []string{"x", "y", "z"} {
			fmt.Fprintf(&b, "metrics: a_metric_of_a_long_name_%s%d: {model: \"m%d\", measure: sum: \"v + %d\"}\n", of, i, i, of[0])
		}
		names = append(names, fmt.Sprintf("%d", i))
	}
	sum := func(of string) string {
		return "a_metric_of_a_long_name_" + of + strings.Join(names, " + a_metric_of_a_long_name_"+of)
	}
	fmt.Fprintf(&b, "metrics: all_x: measure: formula: %q\nmetrics: all_y: measure: formula: %q\nmetrics: all_z: measure: formula: %q\n", sum("x"), sum("y"), sum("z"))
	e := engine(t, b.String(), "SELECT 1")
	o, err := e.Ask(t.Context(), decode(t, `{"metrics": ["all_x", "all_y", "all_z"], "dimensions": ["d"]}`))
	r, ok := o.(*answer.Refused)
	if !ok || r.Code != question.TooManyMetrics || len(r.Suggestions) != 3 {
		t.Errorf("%+v %v", o, err)
	}
}
