package duckdb

import (
	"path/filepath"
	"testing"

	"sutura.dev/bundle/expr"
	"sutura.dev/compiler/dialect"
)

func BenchmarkParse(b *testing.B) {
	p := NewParser()
	defer p.Close()
	const text = `SELECT t0."a", sum(t0."b") AS "m1" FROM "main"."nowhere" AS t0 WHERE t0."c" >= CAST($1 AS date) GROUP BY t0."a" LIMIT $2`
	for b.Loop() {
		if err := p.Parse(b.Context(), text); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkOpenFolder opens the demonstration's folder of Parquet files, as every run of a command does.
func BenchmarkOpenFolder(b *testing.B) {
	for b.Loop() {
		s, err := Open(b.Context(), Options{Path: filepath.Join("..", "..", "..", "catalog", "demo", "data")})
		if err != nil {
			b.Fatal(err)
		}
		s.Close()
	}
}

func BenchmarkQuery(b *testing.B) {
	s, err := OpenMemory(b.Context(), "CREATE TABLE t AS SELECT range AS v, range % 10 AS g FROM range(100000)")
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	columns := []dialect.Column{column("g", "integer"), column("v", "integer")}
	for b.Loop() {
		if _, err := s.run(b.Context(), "SELECT g, sum(v) FROM t WHERE v > CAST($1 AS bigint) GROUP BY g", []dialect.Bind{{Value: int64(5)}}, columns); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRows reads a thousand rows of a date, an integer and a decimal.
func BenchmarkRows(b *testing.B) {
	s, err := OpenMemory(b.Context(), `CREATE TABLE t AS SELECT DATE '2026-01-01' + CAST(range / 20 AS integer) AS day, range AS n,
		CAST(range AS decimal(38, 2)) / 4 AS amount FROM range(1000)`, "ALTER TABLE t ALTER amount TYPE decimal(38, 2)")
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	columns := []dialect.Column{column("day", "date"), column("n", "integer"), {Name: "amount", Type: expr.Type{Kind: expr.Decimal, Precision: 38, Scale: 2}}}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.run(b.Context(), "SELECT day, n, amount FROM t", nil, columns); err != nil {
			b.Fatal(err)
		}
	}
}
