package goldens

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sutura.dev/bundle/expr"
	"sutura.dev/catalog"
	"sutura.dev/compiler"
)

// Conditions by which rows are chosen, over columns i, d, f, s, b, day, at.
var conditionTexts = []string{
	"i = 5", "i <> 5", "i < 0.5", "d >= 0.01", "f > -2.5", "s = 'alpha'", "s < 'beta'", "s LIKE 'a%'", "s LIKE '_lpha'", "s LIKE '%a%p%a'",
	"s LIKE '100\\\\%'", "s NOT LIKE '%ph%'", "s IN ('alpha', '東京')", "s NOT IN ('alpha', '')", "starts_with(s, 'Al')", "b", "NOT b", "b IS TRUE", "b IS NOT FALSE",
	"b IS FALSE", "b IS NOT TRUE", "i BETWEEN 0 AND 5", "i NOT BETWEEN 0 AND 5", "d IS NULL", "d IS NOT NULL", "i IS DISTINCT FROM 5", "i IS NOT DISTINCT FROM 5",
	"b AND i > 0", "b OR i > 0", "NOT (b AND i > 0)", "NOT (b OR i > 0)", "b AND s = 'alpha' AND f > 0", "COALESCE(i, 7) = 7", "COALESCE(s, 'none') <> 'none'",
	"day = DATE '2024-02-29'", "day < TIMESTAMP '2024-03-31 12:00:00'", "at >= DATE '2024-04-01'", "at BETWEEN TIMESTAMP '2024-01-01 00:00:00' AND TIMESTAMP '2024-06-30 23:59:59.999999'",
	"(i > 0 OR b) AND (f < 100 OR s IS NULL)", "i = d", "f < i",
}

// What is true, false and null for us is so for the database.
func TestConditionsAreTheDatabases(t *testing.T) {
	var source strings.Builder
	source.WriteString(`package catalog
about: {name: "t", version: "1.0.0", audience: ["everyone"]}
sources: db: dialect: "duckdb"
models: rows: {source: "db", table: "rows", time: "none"
	columns: {i: type: "integer", d: {type: "decimal", precision: 6, scale: 2}, f: type: "float", s: type: "string", b: type: "boolean", day: type: "date", at: type: "timestamp"}
	dimensions: {
`)
	for i, text := range conditionTexts {
		fmt.Fprintf(&source, "\t\tc%d: expr: \"%s\"\n", i, text)
	}
	source.WriteString("\t}\n}\nmetrics: rows: {title: \"Rows\", description: \"Rows.\", model: \"rows\", measure: count: \"*\"}\n")
	b, found := compiler.Build(catalog.InMemory(map[string][]byte{"catalog/t.cue": []byte(source.String())}))
	if b == nil {
		t.Fatal(found)
	}
	x, found := Load(b, Files{})
	if x == nil {
		t.Fatal(found)
	}
	r := x.of["rows"]
	files := map[string][]byte{}
	for i := range conditionTexts {
		files[fmt.Sprintf("goldens/questions/rows/c%d.json", i)] = fmt.Appendf(nil, `{"metrics":["rows"],"dimensions":["c%d"]}`, i)
	}
	recording, found, err := Record(context.Background(), b, InMemory(files), x, Options{})
	if err != nil || len(found) > 0 {
		t.Fatal(err, found)
	}
	for i, text := range conditionTexts {
		d := b.Resolve("rows", fmt.Sprintf("c%d", i))
		counts := map[string]int{}
		for _, row := range r.rows {
			v, ok := condition{column: func(c expr.Column) (*string, bool) { return row[r.index(c.Name)], true }}.of(d.Expr)
			if !ok {
				t.Fatalf("%s is not understood", text)
			}
			if v == nil {
				v = &[]string{"null"}[0]
			}
			counts[*v]++
		}
		var want string
		for _, v := range []string{"false", "true", "null"} {
			if counts[v] > 0 {
				want += fmt.Sprintf("[%s,%d]\n", v, counts[v])
			}
		}
		if got := recording.Goldens[0].Golden().find(fmt.Sprintf("questions/c%d", i)).Rows; *got != want {
			t.Errorf("%s: the database has\n%s we have\n%s", text, *got, want)
		}
	}
}

// A pattern matches what it was made from, in time even where it is all wildcards.
func TestLike(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pieces := rapid.SliceOfN(rapid.SampledFrom([]string{"%", "_", "a", "b", "é", `\%`, `\_`, `\\`}), 0, 12).Draw(t, "pattern")
		pattern := strings.Join(pieces, "")
		if s := unpattern(pattern); !like(s, pattern) {
			t.Fatalf("%q does not match %q, which was made from it", s, pattern)
		}
	})
	if like(strings.Repeat("a", 200), strings.Repeat("%a", 100)+"b") {
		t.Error("an a is no b")
	}
}
