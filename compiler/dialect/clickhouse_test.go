package dialect_test

import (
	"flag"
	"math/rand/v2"
	"testing"

	"sutura.dev/bundle/expr"
	"sutura.dev/catalog"
	"sutura.dev/compiler"
	"sutura.dev/internal/oracle"
	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/clickhousetest"
	"sutura.dev/internal/warehouse/duckdb"
)

var clickhouseTrees = flag.Int("agree.clickhouse", 1000, "how many random expressions TestExpressionsAgreeOnClickHouse computes")

// TestClickHouseWrapsNothing computes with numbers that, multiplied by a power of ten in 128 or 256 bits, are small ones: each value is the
// law's, or there is none.
func TestClickHouseWrapsNothing(t *testing.T) {
	const wraps = "3402823669209384634633746074317683" // times 10^5 it is 88544 above 2^128
	columns := []column{{"u", decimal(38, 0), "", nil}, {"x", decimal(38, 5), "", nil}, {"b", integer, "", nil}, {"f", float, "", nil}, {"g", float, "", nil}}
	values := []string{wraps, "0.88544", "1844674407370956", "5e-324", "77"}
	table := clickhousetest.Table{Name: "rows", Columns: []clickhousetest.Column{{Name: "id", Type: integer}}}
	cells, row := []warehouse.Cell{int64(0)}, oracle.Row{}
	for i, c := range columns {
		table.Columns = append(table.Columns, clickhousetest.Column{Name: c.name, Type: c.t})
		cells, row[c.name] = append(cells, values[i]), spelledValue(c.t, values[i])
	}
	rows := make([]oracle.Row, rowsATree)
	for i := range rows {
		rows[i] = row
		table.Rows = append(table.Rows, append([]warehouse.Cell{int64(i)}, cells[1:]...))
	}
	b, found := compiler.Build(catalog.InMemory(map[string][]byte{"catalog/a.cue": []byte(emptyCatalog)}))
	if b == nil {
		t.Fatal(found.String())
	}
	engine := clickhousetest.Open(t)
	if err := engine.Fill("wraps", table); err != nil {
		t.Fatal(err)
	}
	l := &land{bundle: b, rows: rows, sources: map[string]warehouse.Source{clickhousetest.Dialect: engine.Source()},
		tables: map[string][]string{clickhousetest.Dialect: {"wraps", "rows"}}, gives: map[string]int{}}
	col := func(i int) *expr.Node { return expr.Col("", columns[i].name, columns[i].t) }
	u, x, n, f, g := col(0), col(1), col(2), col(3), col(4)
	number := func(text string) *expr.Node {
		v, m := expr.Number(text, false)
		if m != nil {
			t.Fatal(m)
		}
		return v
	}
	is := func(v *expr.Node, m *expr.Misuse) *expr.Node {
		if m != nil {
			t.Fatal(m)
		}
		return v
	}
	product := is(expr.Apply(expr.OpMul, is(expr.Apply(expr.OpMul, n, n)), n))
	for _, tree := range []*expr.Node{
		is(expr.Cast(u, decimal(38, 5))), is(expr.Cast(u, decimal(7, 5))), is(expr.Cast(product, decimal(38, 30))),
		is(expr.Apply(expr.OpEq, u, x)), is(expr.Apply(expr.OpLt, x, u)), is(expr.Apply(expr.OpNullIf, u, x)), is(expr.Apply(expr.OpGreatest, u, x)),
		is(expr.Apply(expr.OpIn, u, number("0.88544"), number("2"))), is(expr.Apply(expr.OpNotIn, u, number("0.88544"))),
		is(expr.Apply(expr.OpBetween, u, number("0"), number("1.00000"))), is(expr.Apply(expr.OpAdd, u, x)), is(expr.Apply(expr.OpMod, u, x)),
		is(expr.Apply(expr.OpCoalesce, u, x)), is(expr.Apply(expr.OpGt, product, number("0.00000000000000000000000000000000001"))),
		is(expr.Apply(expr.OpAdd, product, number("0.00000000000000000000000000000000001"))),
		is(expr.Apply(expr.OpPower, f, is(expr.Cast(number("0.5"), float)))), is(expr.Apply(expr.OpPower, is(expr.Apply(expr.OpNeg, f)), is(expr.Cast(number("3"), float)))),
		is(expr.Apply(expr.OpPower, g, is(expr.Cast(number("2"), float)))), is(expr.Apply(expr.OpPower, is(expr.Apply(expr.OpNeg, g)), is(expr.Cast(number("3"), float)))),
	} {
		if !l.lacked(t, tree) {
			l.compare(t, []*expr.Node{tree}, 0)
		}
	}
	t.Logf("fail where there is a number: %v", l.gives)
}

// TestExpressionsAgreeOnClickHouse computes random expressions on ClickHouse, on DuckDB, and by the law.
func TestExpressionsAgreeOnClickHouse(t *testing.T) {
	r := rand.New(rand.NewPCG(*agreeSeed, 2))
	l := newLand(t, r)
	natives := map[string]string{"BIGINT": "Int64", "INTEGER": "Int32", "SMALLINT": "Int16", "REAL": "Float32"}
	table := clickhousetest.Table{Name: "rows", Columns: []clickhousetest.Column{{Name: "id", Type: integer}}, Rows: l.cells}
	for _, c := range grownColumns {
		column := clickhousetest.Column{Name: c.name, Type: c.t, Native: natives[c.native]}
		if c.t.Kind == expr.TimestampTZ {
			column.Native = "DateTime64(6, 'Asia/Tokyo')"
		}
		table.Columns = append(table.Columns, column)
	}
	engine := clickhousetest.Open(t)
	if err := engine.Fill("expressions", table); err != nil {
		t.Fatal(err)
	}
	l.sources = map[string]warehouse.Source{duckdb.Dialect: l.sources[duckdb.Dialect], clickhousetest.Dialect: engine.Source()}
	l.tables[clickhousetest.Dialect] = []string{"expressions", "rows"}
	l.gives = map[string]int{}
	l.agree(t, r, *clickhouseTrees)
	given := 0
	for _, n := range l.gives {
		given += n
	}
	t.Logf("%d fail where there is a number: %v", given, l.gives)
	if given*20 > *clickhouseTrees {
		t.Errorf("%d of %d expressions fail where there is a number", given, *clickhouseTrees)
	}
}
