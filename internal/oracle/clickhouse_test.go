package oracle_test

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"testing"
	"time"

	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
	"sutura.dev/catalog"
	"sutura.dev/compiler"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/clock"
	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/clickhousetest"
)

var clickhouseQuestions = flag.Int("agree.clickhouse", 400, "how many random questions TestClickHouseAgrees asks")

// TestClickHouseAgrees asks random questions of ClickHouse: each answer is the law's, or the question is refused by the name of
// what ClickHouse lacks.
func TestClickHouseAgrees(t *testing.T) {
	previewAgrees(t, "ClickHouse", *clickhouseQuestions, func(t *testing.T, _ int) preview {
		engine := clickhousetest.Open(t)
		return preview{"ClickHouse", steady{engine.Source()}, "agree", func(w *world) error {
			var tables []clickhousetest.Table
			for _, m := range w.models {
				t := clickhousetest.Table{Name: m.table(), Rows: w.cells(m)}
				for _, c := range m.columns {
					t.Columns = append(t.Columns, clickhousetest.Column{Name: c.name, Type: c.t, Native: clickhouseNative(c)})
				}
				tables = append(tables, t)
			}
			return engine.Fill(w.schema, tables...)
		}}
	})
}

// clickhouseNatives are types in which text is padded or kept apart, numbers have no sign or four bytes, and instants are shown by
// the clocks of a zone.
var clickhouseNatives = map[string]string{
	"varchar(20)":   "LowCardinality(String)",
	"varchar(40)":   "LowCardinality(String)",
	"character(12)": "FixedString(12)",
	"real":          "Float32",
	"smallint":      "Int16",
	"integer":       "UInt32",
}

func clickhouseNative(c column) string {
	switch {
	case c.t.Kind == expr.TimestampTZ:
		return "DateTime64(6, 'Asia/Tokyo')"
	case c.t.Kind == expr.Date && c.name == "day":
		return "Date"
	}
	return clickhouseNatives[c.native]
}

// TestClickHouseColumns asks over columns that no other database of the tests has: zeros of two signs, and integers that are declared decimals.
func TestClickHouseColumns(t *testing.T) {
	const about = `package catalog
about: {name: "t", version: "1.0.0", audience: ["everyone"]}
sources: db: {dialect: "duckdb", schema: "columns"}
models: facts: {
	source: "db", table: "facts", time: "none"
	columns: {mark: type: "float", price: {type: "decimal", precision: 12, scale: 2}}
	dimensions: {mark: {}, price: {}}
}
metrics: {rows: {model: "facts", measure: count: "*"}, marks: {model: "facts", measure: count_distinct: "mark"}}
`
	b, found := compiler.Build(catalog.InMemory(map[string][]byte{"catalog/a.cue": []byte(about)}))
	if b == nil {
		t.Fatal(found.String())
	}
	on := clickhousetest.Open(t)
	table := clickhousetest.Table{Name: "facts", Columns: []clickhousetest.Column{{Name: "mark", Type: float}, {Name: "price", Type: money, Native: "Int64"}},
		Rows: [][]warehouse.Cell{{0.0, "3"}, {math.Copysign(0, -1), "3"}, {1.5, "4"}}}
	if err := on.Fill("columns", table); err != nil {
		t.Fatal(err)
	}
	engine := &answer.Engine{View: b.View(nil, true), Sources: map[string]warehouse.Source{"db": on.Source()}, Clock: clock.Fixed(time.Unix(0, 0)), Version: "test"}
	for q, want := range map[string]string{
		`{"metrics":["rows"],"dimensions":["mark"]}`: "[[0 2] [1.5 1]]",
		`{"metrics":["marks"]}`:                      "[[2]]",
		`{"metrics":["rows"],"filters":[{"dimension":"mark","op":"in","values":["0"]}]}`:                           "[[2]]",
		`{"metrics":["rows"],"filters":[{"dimension":"mark","op":"in","values":["-0"]}]}`:                          "[[2]]",
		`{"metrics":["rows"],"filters":[{"dimension":"price","op":"in","values":["3.00","3.50"]}]}`:                "[[2]]",
		`{"metrics":["rows"],"filters":[{"dimension":"price","op":"not_in","values":["3.00","3.50"]}]}`:            "[[1]]",
		`{"metrics":["rows"],"dimensions":["price"],"filters":[{"dimension":"price","op":"gt","values":["3.5"]}]}`: "[[4.00 1]]",
	} {
		asked, err := question.Decode([]byte(q))
		if err != nil {
			t.Fatalf("%s: %v", q, err)
		}
		got, err := engine.Ask(t.Context(), asked)
		a, ok := got.(*answer.Answer)
		if !ok {
			t.Errorf("%s: %v, %v %v", q, got, err, errors.Unwrap(err))
			continue
		}
		if is := fmt.Sprint(a.Rows); is != want {
			t.Errorf("%s: %s, and must be %s", q, is, want)
		}
	}
}
