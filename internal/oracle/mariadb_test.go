package oracle_test

import (
	"context"
	"flag"
	"fmt"
	"testing"

	"sutura.dev/bundle/expr"
	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/mysql"
	"sutura.dev/internal/warehouse/mysql/mysqltest"
)

var mariadbQuestions = flag.Int("agree.mariadb", 400, "how many random questions TestMariaDBAgrees asks")

// TestMariaDBAgrees asks random questions of MariaDB: each answer is the law's, or the question is refused by the name of
// what MariaDB lacks. Text stands in columns that fold, pad and compare in all ways.
func TestMariaDBAgrees(t *testing.T) {
	previewAgrees(t, "MariaDB", *mariadbQuestions, func(t *testing.T, lane int) preview {
		loader := mysqltest.Open(t)
		return preview{"MariaDB", steady{openMaria(t)}, fmt.Sprintf("agree_%d", lane), func(w *world) error {
			var tables []mysqltest.Table
			for _, m := range w.models {
				t := mysqltest.Table{Name: m.table(), Rows: w.cells(m)}
				for _, c := range m.columns {
					t.Columns = append(t.Columns, mysqltest.Column{Name: c.name, Type: c.t, Native: mariaNative(c)})
				}
				tables = append(tables, t)
			}
			return loader.Fill(context.Background(), w.schema, tables...)
		}}
	})
}

func openMaria(t *testing.T) warehouse.Source {
	source, err := mysql.Open(t.Context(), mysql.Options{DSN: mysqltest.DSN(t, mysqltest.Reader, "")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = source.Close() })
	return source
}

var mariaNatives = map[string]string{
	"text":             "longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci",
	"varchar(20)":      "varchar(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin",
	"varchar(40)":      "varchar(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_nopad_ci",
	"citext":           "varchar(90) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci",
	"character(12)":    "char(12) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci",
	"real":             "float",
	"double precision": "double",
	"integer":          "int",
}

func mariaNative(c column) string {
	if native, ok := mariaNatives[c.native]; ok {
		return native
	}
	if c.t.Kind == expr.Integer || c.t.Kind == expr.Decimal {
		return c.native
	}
	return ""
}
