package pgtest

import (
	"strings"
	"testing"

	"sutura.dev/bundle/expr"
	"sutura.dev/internal/warehouse"
)

// Every kind of cell comes back as it was loaded, in both databases, to a role that may only read.
func TestLoad(t *testing.T) {
	table := Table{Name: `odd "name"`, Columns: []Column{
		{Name: "s", Type: expr.Type{Kind: expr.String}},
		{Name: "i", Type: expr.Type{Kind: expr.Integer}},
		{Name: "d", Type: expr.Type{Kind: expr.Decimal, Precision: 12, Scale: 2}},
		{Name: "f", Type: expr.Type{Kind: expr.Float}},
		{Name: "b", Type: expr.Type{Kind: expr.Boolean}},
		{Name: "at", Type: expr.Type{Kind: expr.TimestampTZ}},
		{Name: "c", Native: "char(3)"},
	}, Rows: [][]warehouse.Cell{
		{"a\tb\\N\nü", int64(-5), "1.10", 0.1, true, "2026-03-08T05:00:00Z", "x"},
		{nil, nil, nil, nil, nil, nil, nil},
		{"", int64(1) << 62, "-0.01", -1e300, false, "0001-01-01T00:00:00Z", ""},
	}}
	for _, db := range []Database{ByCodePoint, English} {
		l := Open(t, db)
		schema := l.Load(t, table)
		as := Open(t, db)
		if err := as.Exec(t.Context(), "SET ROLE reader; SET TimeZone = 'UTC'"); err != nil {
			t.Fatal(err)
		}
		rows, err := as.conn.PgConn().Exec(t.Context(), `SELECT count(*), count(s), min(i), max(i), sum(d), max(f), max(s COLLATE "C"), max(at) FROM `+Quote(schema, table.Name)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, cell := range rows[0].Rows[0] {
			got = append(got, string(cell))
		}
		if want := "3|2|-5|4611686018427387904|1.09|0.1|a\tb\\N\nü|2026-03-08 05:00:00+00"; strings.Join(got, "|") != want {
			t.Errorf("%s holds %q", db, got)
		}
	}
}
