package dialect_test

import (
	"flag"
	"math/rand/v2"
	"testing"

	"sutura.dev/bundle/expr"
	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/duckdb"
	"sutura.dev/internal/warehouse/mysql"
	"sutura.dev/internal/warehouse/mysql/mysqltest"
)

var mariadbTrees = flag.Int("agree.mariadb", 1000, "how many random expressions TestExpressionsAgreeOnMariaDB computes")

// TestExpressionsAgreeOnMariaDB computes random expressions on MariaDB, on DuckDB, and by the law.
func TestExpressionsAgreeOnMariaDB(t *testing.T) {
	r := rand.New(rand.NewPCG(*agreeSeed, 1))
	l := newLand(t, r)
	table := mysqltest.Table{Name: "rows", Columns: []mysqltest.Column{{Name: "id", Type: integer}}, Rows: l.cells}
	for _, c := range grownColumns {
		column := mysqltest.Column{Name: c.name, Type: c.t, Native: c.native}
		switch {
		case c.native == "REAL": // of eight bytes there
			column.Native = "FLOAT"
		case c.t.Kind == expr.TimestampTZ: // a TIMESTAMP holds no time before 1970
			column.Native = "DATETIME(6)"
		}
		table.Columns = append(table.Columns, column)
	}
	database := mysqltest.Open(t).Load(t, table)
	source, err := mysql.Open(t.Context(), mysql.Options{DSN: mysqltest.DSN(t, mysqltest.Reader, "")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = source.Close() })
	l.sources = map[string]warehouse.Source{duckdb.Dialect: l.sources[duckdb.Dialect], mysql.Dialect: source}
	l.tables[mysql.Dialect] = []string{database, "rows"}
	l.gives = map[string]int{}
	l.agree(t, r, *mariadbTrees)
	given := 0
	for _, n := range l.gives {
		given += n
	}
	t.Logf("%d fail where there is a number: %v", given, l.gives)
	if given*20 > *mariadbTrees {
		t.Errorf("%d of %d expressions fail where there is a number", given, *mariadbTrees)
	}
}
