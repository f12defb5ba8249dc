package goldens

import (
	"context"
	"fmt"
	"math/big"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"pgregory.net/rapid"

	"sutura.dev/bundle"
	"sutura.dev/catalog"
	"sutura.dev/compiler"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/clock"
	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/duckdb"
)

// A world is random rows for the tables of testdata/world.cue. A cell is nil, string, *big.Rat (integers and
// decimals), float64, bool, day, local or time.Time.
type world map[string][]row

type row map[string]any

type (
	day   string // 2026-01-31
	local string // 2026-01-31T15:04:05
)

// column of a table: its type in SQL, and its random values.
type column struct {
	name, sql string
	values    *rapid.Generator[any]
}

// What goes wrong lives at edges: ties, nulls, orphans, ends of months and years, hours that a zone skips or repeats,
// integers beyond 53 bits, text that only differs in case, accent or a trailing space.
var (
	texts = []any{nil, "", "a", "A", "a ", "ä", "ä", "é", "日本", "😀", "O'Neil", `"q"`, "%", "_", `\`, "z"}
	days  = []any{nil, day("2024-02-29"), day("2025-02-28"), day("2025-03-01"), day("2025-03-30"), day("2025-03-31"), day("2025-04-01"),
		day("2025-10-26"), day("2025-12-31"), day("2026-01-01"), day("2026-01-04"), day("2026-01-05"), day("2026-01-08"), day("2026-03-31"), day("2026-04-01")}
	locals = []any{nil, local("2025-03-30T02:30:00"), local("2025-03-31T23:59:59.999999"), local("2025-04-01T00:00:00"),
		local("2025-10-26T02:30:00"), local("2025-12-31T23:59:59.999999"), local("2026-01-01T00:00:00"), local("2026-01-08T00:00:00")}
	instants = []any{nil, instant("2025-03-29T22:59:59Z"), instant("2025-03-29T23:00:00Z"), instant("2025-03-30T01:00:00Z"), instant("2025-03-30T21:59:59Z"),
		instant("2025-03-30T22:00:00Z"), instant("2025-10-25T22:00:00Z"), instant("2025-10-26T00:30:00Z"), instant("2025-10-26T01:30:00Z"),
		instant("2025-12-31T22:59:59Z"), instant("2025-12-31T23:00:00Z"), instant("2026-01-07T23:00:00Z")}
	channels = []any{nil, "web", "store", "ü'x"}
	integers = []any{nil, rat("0"), rat("1"), rat("2"), rat("3"), rat("-4"), rat("5"), rat("9007199254740993"), rat("4611686018427387904"), rat("-9223372036854775807")}
	money    = []any{nil, rat("0"), rat("0.1"), rat("0.2"), rat("10"), rat("10.01"), rat("-3.33"), rat("9999999999.99")}
	prices   = []any{nil, rat("0.01"), rat("1.5"), rat("99.99"), rat("12345678.9")}
	scores   = []any{nil, 0.0, 0.25, 0.5, 0.75, 1.5, -2.0}
	flags    = []any{nil, true, false}
)

func instant(text string) time.Time {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return t
}

func rat(text string) *big.Rat {
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		panic(text)
	}
	return r
}

func ids(from, to int64) *rapid.Generator[any] {
	return rapid.Custom(func(t *rapid.T) any {
		n := rapid.Int64Range(from-1, to).Draw(t, "id")
		if n < from {
			return nil
		}
		return new(big.Rat).SetInt64(n)
	})
}

// mostProducts is how many products there may be; their ids begin at 1, and rows may name more.
const mostProducts = 4

var tables = map[string][]column{
	"products": {{"name", "VARCHAR", rapid.SampledFrom(texts)}, {"category", "VARCHAR", rapid.SampledFrom(texts)}, {"price", "DECIMAL(10,2)", rapid.SampledFrom(prices)}},
	"orders": {
		{"product_id", "INTEGER", ids(1, mostProducts+1)}, {"channel", "VARCHAR", rapid.SampledFrom(channels)}, {"day", "DATE", rapid.SampledFrom(days)},
		{"local", "TIMESTAMP", rapid.SampledFrom(locals)}, {"instant", "TIMESTAMPTZ", rapid.SampledFrom(instants)}, {"code", "INTEGER", ids(1, 3)},
		{"qty", "BIGINT", rapid.SampledFrom(integers)}, {"amount", "DECIMAL(12,2)", rapid.SampledFrom(money)}, {"score", "DOUBLE PRECISION", rapid.SampledFrom(scores)},
		{"ok", "BOOLEAN", rapid.SampledFrom(flags)},
	},
	"returns": {
		{"product_id", "INTEGER", ids(1, mostProducts+1)}, {"channel", "VARCHAR", rapid.SampledFrom(channels)}, {"day", "DATE", rapid.SampledFrom(days)},
		{"qty", "BIGINT", rapid.SampledFrom(integers)}, {"amount", "DECIMAL(12,2)", rapid.SampledFrom(money)},
	},
}

var tableNames = []string{"orders", "products", "returns"}

// drawWorld makes up to 12 rows of each fact.
func drawWorld(t *rapid.T) world {
	w := world{}
	for _, name := range tableNames {
		most := 12
		if name == "products" {
			most = mostProducts
		}
		for i := range rapid.IntRange(0, most).Draw(t, name) {
			r := row{}
			if name == "products" {
				r["id"] = new(big.Rat).SetInt64(int64(i + 1))
			}
			for _, c := range tables[name] {
				r[c.name] = c.values.Draw(t, c.name)
			}
			w[name] = append(w[name], r)
		}
	}
	return w
}

// sql creates the world's tables.
func (w world) sql() string {
	var b strings.Builder
	for _, name := range tableNames {
		columns := tables[name]
		if name == "products" {
			columns = append([]column{{name: "id", sql: "INTEGER"}}, columns...)
		}
		fmt.Fprintf(&b, "CREATE TABLE %s (", name)
		for i, c := range columns {
			fmt.Fprintf(&b, "%s%q %s", [2]string{"", ", "}[min(i, 1)], c.name, c.sql)
		}
		b.WriteString(");\n")
		for n, r := range w[name] {
			b.WriteString([2]string{"INSERT INTO " + name + " VALUES\n  (", ",\n  ("}[min(n, 1)])
			for i, c := range columns {
				b.WriteString([2]string{"", ", "}[min(i, 1)] + "CAST(" + literal(r[c.name]) + " AS " + c.sql + ")")
			}
			b.WriteByte(')')
		}
		if len(w[name]) > 0 {
			b.WriteString(";\n")
		}
	}
	return b.String()
}

func literal(v any) string {
	text := "NULL"
	switch v := v.(type) {
	case nil:
		return text
	case *big.Rat:
		text = v.FloatString(2)
		if v.IsInt() {
			text = v.Num().String()
		}
	case float64:
		text = strconv.FormatFloat(v, 'g', -1, 64)
	case bool:
		text = strconv.FormatBool(v)
	case string:
		text = v
	case day:
		text = string(v)
	case local:
		text = string(v)
	case time.Time:
		text = v.Format(time.RFC3339)
	}
	return "'" + strings.ReplaceAll(text, "'", "''") + "'"
}

// worldBundle compiles testdata/world.cue once.
var worldBundle = sync.OnceValues(func() (*bundle.Bundle, error) {
	source, err := os.ReadFile("testdata/world.cue")
	if err != nil {
		return nil, err
	}
	b, found := compiler.Build(catalog.InMemory(map[string][]byte{"catalog/world.cue": source}))
	if b == nil {
		return nil, fmt.Errorf("%s", found)
	}
	return b, nil
})

// engine answers over the world, until the test ends.
func (w world) engine(t *rapid.T) *answer.Engine {
	b, err := worldBundle()
	if err != nil {
		t.Fatal(err)
	}
	source, err := duckdb.OpenMemory(context.Background(), w.sql())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := source.Close(); err != nil {
			t.Error(err)
		}
	})
	return &answer.Engine{View: b.View(nil, false), Sources: map[string]warehouse.Source{"db": source}, Clock: clock.Fixed(instant("2030-01-01T00:00:00Z"))}
}
