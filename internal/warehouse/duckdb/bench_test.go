package duckdb

import (
	"path/filepath"
	"testing"

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
