package goldens

import (
	"testing"

	"sutura.dev/compiler/dialect"
	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/clickhousetest"
	"sutura.dev/internal/warehouse/duckdb"
)

// TestCasesOnClickHouse asks every case of ClickHouse: each has the answer that it must have, or is refused by the name of what
// ClickHouse lacks.
func TestCasesOnClickHouse(t *testing.T) {
	loader := clickhousetest.Open(t)
	casesOn(t, "ClickHouse", loader.Source(), func(t *testing.T, from warehouse.Source) { copyToClickHouse(t, from, loader) })
}

// copyToClickHouse fills ClickHouse's databases with the tables of DuckDB's schemas.
func copyToClickHouse(t *testing.T, from warehouse.Source, to *clickhousetest.Engine) {
	t.Helper()
	tables, err := from.Tables(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	databases := map[string][]clickhousetest.Table{}
	for _, table := range tables {
		copied := clickhousetest.Table{Name: table.Name}
		var columns []dialect.Column
		for _, c := range table.Columns {
			copied.Columns = append(copied.Columns, clickhousetest.Column{Name: c.Name, Type: c.Type, Native: clickhouseNatives[c.Native]})
			columns = append(columns, dialect.Column{Name: c.Name, Type: c.Type})
		}
		s, err := dialect.Sample(duckdb.Dialect, []string{table.Schema, table.Name}, columns, nil, 100_000)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := from.Query(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		copied.Rows = rows.Rows
		databases[table.Schema] = append(databases[table.Schema], copied)
	}
	for name, tables := range databases {
		if err := to.Fill(name, tables...); err != nil {
			t.Fatal(err)
		}
	}
}

// clickhouseNatives keeps what DuckDB says of integers and of floats.
var clickhouseNatives = map[string]string{
	"TINYINT": "Int8", "SMALLINT": "Int16", "INTEGER": "Int32", "HUGEINT": "Int128",
	"UTINYINT": "UInt8", "USMALLINT": "UInt16", "UINTEGER": "UInt32", "UBIGINT": "UInt64", "FLOAT": "Float32",
}
