package goldens

import (
	"slices"
	"strings"
	"testing"

	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
	"sutura.dev/catalog"
	"sutura.dev/compiler"
	"sutura.dev/compiler/dialect"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/duckdb"
	"sutura.dev/internal/warehouse/mysql"
	"sutura.dev/internal/warehouse/mysql/mysqltest"
)

// TestCasesOnMariaDB asks every case of MariaDB: each has the answer that it must have, or is refused by the name of what
// MariaDB lacks.
func TestCasesOnMariaDB(t *testing.T) {
	loader := mysqltest.Open(t)
	source, err := mysql.Open(t.Context(), mysql.Options{DSN: mysqltest.DSN(t, mysqltest.Reader, "")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = source.Close() })
	casesOn(t, "MariaDB", source, func(t *testing.T, from warehouse.Source) { copyTables(t, from, loader) })
}

// casesOn asks every case of an engine of a dialect that is no proven one: each has the answer that it must have, or is refused
// by the name of what the dialect lacks. The tables of DuckDB's schemas are copied first.
func casesOn(t *testing.T, name string, source warehouse.Source, copied func(t *testing.T, from warehouse.Source)) {
	asked, lacking := 0, 0
	for _, folder := range []string{"cases", "law", "kept"} {
		for _, c := range readCases(t, folder) {
			if len(c.asks) == 0 {
				continue
			}
			t.Run(folder+"/"+c.name, func(t *testing.T) {
				b, _ := compiler.Build(catalog.InMemory(c.catalog))
				if b == nil {
					t.Fatal("the catalog gives no bundle to ask")
				}
				copied(t, c.duckdb(t))
				engine := c.engine(b, source)
				for _, a := range c.asks {
					q, malformed := question.Decode(a.question)
					o, err := outcomeOf(t, engine, q, malformed)
					asked++
					if r, ok := o.(*answer.Refused); ok && r.Code == question.CombinationNotSupported && strings.HasPrefix(r.Detail, name+" cannot") {
						lacking++
						continue
					}
					if problem := differs(a.want, outcomeLines(o, err)); problem != "" && !otherRules(t, engine, o) {
						t.Errorf("%s: %s (%v)", a.name, problem, err)
					}
				}
			})
		}
	}
	t.Logf("%d questions, %d of them refused for what %s lacks", asked, lacking, name)
}

// copyTables fills MariaDB's databases with the tables of DuckDB's schemas.
func copyTables(t *testing.T, from warehouse.Source, to *mysqltest.Loader) {
	t.Helper()
	tables, err := from.Tables(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	databases := map[string][]mysqltest.Table{}
	for _, table := range tables {
		copied := mysqltest.Table{Name: table.Name}
		var columns []dialect.Column
		for _, c := range table.Columns {
			copied.Columns = append(copied.Columns, mysqltest.Column{Name: c.Name, Type: c.Type, Native: mariaNative(c)})
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
		if err := to.Fill(t.Context(), name, tables...); err != nil {
			t.Fatal(err)
		}
	}
}

// mariaNative keeps what DuckDB says of integers and of floats.
func mariaNative(c warehouse.Column) string {
	switch c.Native {
	case "TINYINT": // of one digit it would be a boolean
		return "tinyint(4)"
	case "SMALLINT", "BIGINT":
		return c.Native
	case "INTEGER":
		return "int"
	case "FLOAT":
		return "float"
	}
	if c.Type.Kind == expr.Integer && !slices.Contains([]string{"UINTEGER", "USMALLINT", "UTINYINT"}, c.Native) {
		return "bigint"
	}
	return ""
}
