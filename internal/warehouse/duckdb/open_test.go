package duckdb

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	duckdb "github.com/duckdb/duckdb-go/v2"

	"sutura.dev/bundle/expr"
	"sutura.dev/internal/warehouse"
)

// connectForWriting opens a database file as its owner would.
func connectForWriting(ctx context.Context, path string) (*sql.DB, error) {
	connector, err := duckdb.NewConnector(path, nil)
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(connector)
	return db, db.PingContext(ctx)
}

// parquet writes a query's rows to a file.
func parquet(t *testing.T, path, query string) {
	t.Helper()
	db, err := connectForWriting(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), "COPY ("+query+") TO "+literal(path)+" (FORMAT parquet)"); err != nil {
		t.Fatal(err)
	}
}

func TestDatabaseFileIsClosed(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "it's a folder, [1]")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	path, other := filepath.Join(dir, "own data.duckdb"), filepath.Join(dir, "other.csv")
	build(t, path, "CREATE TABLE t AS SELECT 1 AS v")
	write(t, other, "a\n1\n")
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s := open(t, Options{Path: path})
	if got, err := one(t, s, `SELECT v FROM "main"."t"`, "integer"); got != int64(1) {
		t.Fatalf("the table gives %v, %v", got, err)
	}
	for _, text := range []string{
		"INSERT INTO t VALUES (2)", "UPDATE t SET v = 2", "DELETE FROM t", "DROP TABLE t", "CREATE TABLE u AS SELECT 1", "CREATE VIEW u AS SELECT 1",
		"COPY (SELECT 1) TO " + literal(path) + " (use_tmp_file false)", "COPY (SELECT 1) TO " + literal(path+".wal") + " (use_tmp_file false)",
		"COPY t TO " + literal(filepath.Join(dir, "out.csv")), "EXPORT DATABASE " + literal(filepath.Join(dir, "out")),
		"SELECT * FROM read_csv(" + literal(other) + ")", "SELECT * FROM " + literal(other), "SELECT * FROM read_text(" + literal(path) + ")",
		"SELECT * FROM glob('/*')", "ATTACH " + literal(path) + " AS again (READ_ONLY)", "ATTACH " + literal(filepath.Join(dir, "new.db")),
		"LOAD '/tmp/own.duckdb_extension'", "LOAD httpfs", "INSTALL httpfs", "SELECT * FROM 'https://localhost/x.parquet'",
		"SET threads = 1", "SET TimeZone = 'Asia/Tokyo'", "RESET TimeZone", "SET lock_configuration = false", "SET enable_external_access = true",
		"SET disabled_filesystems = ''", "SET allowed_paths = ['/']", "PRAGMA memory_limit = '1GB'", "SET default_null_order = 'nulls_first'",
	} {
		if _, err := s.db.ExecContext(t.Context(), text); err == nil {
			t.Errorf("%s is done", text)
		}
	}
	after, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("the file changed: %v", err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 2 {
		t.Errorf("the folder holds %v, %v", entries, err)
	}
}

func TestFolder(t *testing.T) {
	dir := t.TempDir()
	stems := []string{"it's", `say "x"`, "g[1]", "s*r", "q?x", "{a,b}", "year=2020", "größe 日本", "semi;colon", `back\slash`, "-- c", "per%20cent#", "a.b", "select", "new\nline"}
	for i, stem := range stems {
		write(t, filepath.Join(dir, stem+".csv"), fmt.Sprintf("v,s\n%d,x\n", i))
	}
	// Files that a pattern would have matched.
	write(t, filepath.Join(dir, "g1.csv"), "w\n100\n")
	write(t, filepath.Join(dir, "sr.csv"), "w\n100\n")
	write(t, filepath.Join(dir, "qqx.csv"), "w\n100\n")
	parquet(t, filepath.Join(dir, "p[ab].parquet"), "SELECT 7 AS v, DATE '2026-01-02' AS d")
	parquet(t, filepath.Join(dir, "pa.parquet"), "SELECT 8 AS w")
	write(t, filepath.Join(dir, "notes.txt"), "v\n1\n")
	write(t, filepath.Join(dir, ".hidden.csv"), "v\n1\n")
	if err := os.Mkdir(filepath.Join(dir, "folder.csv"), 0o755); err != nil {
		t.Fatal(err)
	}
	s := open(t, Options{Path: dir, Schema: "raw"})
	for i, stem := range stems {
		got, err := one(t, s, `SELECT v FROM "raw".`+identifier(stem), "integer")
		if err != nil || got != int64(i) {
			t.Errorf("%q gives %v, %v: %v", stem, got, err, errors.Unwrap(err))
		}
	}
	if got, err := one(t, s, `SELECT v FROM "raw"."p[ab]"`, "integer"); err != nil || got != int64(7) {
		t.Errorf("the Parquet file gives %v, %v", got, err)
	}
	tables, err := s.Tables(t.Context())
	if err != nil || len(tables) != len(stems)+5 {
		t.Errorf("%d tables, %v", len(tables), err)
	}
	for _, table := range tables {
		if want := "v s"; slices.Contains(stems, table.Name) && names(table) != want {
			t.Errorf("%q has the columns %s", table.Name, names(table))
		}
	}
	for _, text := range []string{
		"SELECT * FROM read_csv(" + literal(filepath.Join(dir, "notes.txt")) + ")", "SELECT * FROM read_text('/etc/hostname')",
		"COPY (SELECT 1) TO " + literal(filepath.Join(dir, "out.csv")), "ATTACH " + literal(filepath.Join(dir, "new.db")),
		"SET enable_external_access = true", "SET allowed_paths = ['/']", "LOAD httpfs", `INSERT INTO "raw"."a.b" VALUES (1, 'x')`,
	} {
		if _, err := s.db.ExecContext(t.Context(), text); err == nil {
			t.Errorf("%s is done", text)
		}
	}
}

func names(t warehouse.Table) string {
	var out []string
	for _, c := range t.Columns {
		out = append(out, c.Name)
	}
	return strings.Join(out, " ")
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	in := func(parts ...string) string { return filepath.Join(append([]string{dir}, parts...)...) }
	for _, folder := range []string{"empty", "clash", "link"} {
		if err := os.Mkdir(in(folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write(t, in("clash", "a.csv"), "v\n1\n")
	parquet(t, in("clash", "A.parquet"), "SELECT 1 AS v")
	write(t, in("target.csv"), "v\n1\n")
	if err := os.Symlink(in("target.csv"), in("link", "t.csv")); err != nil {
		t.Fatal(err)
	}
	write(t, in("text.txt"), "v\n1\n")
	write(t, in("bad.duckdb"), "not a database")
	write(t, in("bad.parquet"), "not Parquet")
	write(t, in("nothing.csv"), "")
	build(t, in("good.duckdb"), "CREATE TABLE t AS SELECT 1 AS v")
	if err := os.Link(in("good.duckdb"), in("100%.duckdb")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		o    Options
		says []string
	}{
		{Options{Path: in("none.duckdb")}, []string{"there is no " + in("none.duckdb")}},
		{Options{Path: in("empty")}, []string{in("empty"), "holds no .parquet, .csv or .tsv file"}},
		{Options{Path: in("clash")}, []string{in("clash", "A.parquet"), in("clash", "a.csv"), "the same table"}},
		{Options{Path: in("link")}, []string{in("link", "t.csv"), "link"}},
		{Options{Path: in("text.txt")}, []string{in("text.txt"), ".duckdb"}},
		{Options{Path: in("bad.duckdb")}, []string{in("bad.duckdb"), "cannot be opened"}},
		{Options{Path: in("bad.parquet")}, []string{in("bad.parquet"), "cannot be read"}},
		{Options{Path: in("nothing.csv")}, []string{in("nothing.csv"), "does not begin with a line of column names"}},
		{Options{Path: in("100%.duckdb")}, []string{in("100%.duckdb"), "Rename"}},
		{Options{Path: in("good.duckdb"), Schema: "absent"}, []string{in("good.duckdb"), `"absent"`}},
	} {
		s, err := Open(t.Context(), c.o)
		if err == nil {
			s.Close()
			t.Errorf("%s opens", c.o.Path)
			continue
		}
		var e *warehouse.OpenError
		if !errors.As(err, &e) || warehouse.KindOf(err) != warehouse.Unavailable {
			t.Errorf("%s gives %T of kind %d", c.o.Path, err, warehouse.KindOf(err))
		}
		for _, part := range c.says {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s says %q, without %q", c.o.Path, err, part)
			}
		}
		if strings.Contains(err.Error(), "Error:") {
			t.Errorf("%s leaks %q", c.o.Path, err)
		}
	}
}

// A file that cannot be read is in nobody's way but of those who ask for it.
func TestUnreadableFile(t *testing.T) {
	dir := t.TempDir()
	parquet(t, filepath.Join(dir, "good.parquet"), "SELECT 1 AS v")
	write(t, filepath.Join(dir, "damaged.parquet"), "not Parquet")
	write(t, filepath.Join(dir, "uneven.csv"), "a,b\n1,2,3\n")
	s := open(t, Options{Path: dir})
	if got, err := one(t, s, "SELECT v FROM good", "integer"); got != int64(1) {
		t.Errorf("gives %v, %v", got, err)
	}
	tables, err := s.Tables(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct{ name, problem string }{
		{"damaged", filepath.Join(dir, "damaged.parquet") + " cannot be read as parquet"}, {"good", ""}, {"uneven", filepath.Join(dir, "uneven.csv") + ": line 2 cannot be read"},
	} {
		got := tables[i]
		if got.Name != want.name || !strings.HasPrefix(got.Problem, want.problem) || (got.Problem == "") != (len(got.Columns) > 0) {
			t.Errorf("got %+v, want %s: %s", got, want.name, want.problem)
		}
	}
}

func TestOneDatabaseTwice(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.duckdb")
	build(t, path, "CREATE TABLE t AS SELECT 1 AS v")
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			s, err := Open(t.Context(), Options{Path: path})
			if err != nil {
				t.Errorf("%v: %v", err, errors.Unwrap(errors.Unwrap(err)))
				return
			}
			defer s.Close()
			if got, err := one(t, s, "SELECT v FROM t", "integer"); got != int64(1) {
				t.Errorf("gives %v, %v", got, err)
			}
		})
	}
	group.Wait()
}

func TestVanishedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.csv")
	write(t, path, "v\n1\n")
	s := open(t, Options{Path: path})
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, err := one(t, s, "SELECT v FROM t", "integer"); warehouse.KindOf(err) != warehouse.Unavailable {
		t.Errorf("gives %v: %v", err, errors.Unwrap(err))
	}
}

func TestCSVTypes(t *testing.T) {
	for _, c := range []struct {
		name, text, want string
		declared         map[string]expr.Type
	}{
		{"kinds", "i,d,f,b,day,at,z,s\n1,12.50,1e3,true,2026-01-02,2026-01-02 03:04:05,2026-01-02T03:04:05Z,x\n-2,3.1,0.25,FALSE,2026-12-31,2026-01-02,2026-01-02 03:04:05+02:00,\n",
			"i:BIGINT d:DECIMAL(18,2) f:DOUBLE b:BOOLEAN day:DATE at:TIMESTAMP z:TIMESTAMP WITH TIME ZONE s:VARCHAR", nil},
		{"codes keep their zeros", "zip,phone,n\n01234,+420777123456,0\n99999,+1,10\n", "zip:VARCHAR phone:VARCHAR n:BIGINT", nil},
		{"a late value decides", "v\n" + strings.Repeat("1\n", 30000) + "x\n", "v:VARCHAR", nil},
		{"late values decide", "a,b,c,d\n" + strings.Repeat("1,,1.5,2026-01-01\n", 12000) + "2.25,7,1.555,2026-01-01 10:00\n", "a:DECIMAL(18,2) b:BIGINT c:DECIMAL(18,3) d:TIMESTAMP", nil},
		{"late codes", "a,b\n" + strings.Repeat("1,1.5\n", 12000) + "007,+1\n", "a:VARCHAR b:VARCHAR", nil},
		{"wide", "i,j,d\n170141183460469231731687303715884105,1000000000000000000,123456789012345678901234567.25\n", "i:HUGEINT j:HUGEINT d:DECIMAL(38,2)", nil},
		{"too wide", "i\n1701411834604692317316873037158841057270\n", "i:VARCHAR", nil},
		{"measurements are floats", "v\n0.30000000000000004\n", "v:DOUBLE", nil},
		{"no infinities", "v\n1\ninf\n", "v:VARCHAR", nil},
		{"no ambiguous dates", "v\n03/04/2026\n", "v:VARCHAR", nil},
		{"no impossible dates", "v\n2026-02-30\n", "v:VARCHAR", nil},
		{"only a header", "a,b\n", "a:VARCHAR b:VARCHAR", nil},
		{"all text", "a,b\nx,y\n", "a:VARCHAR b:VARCHAR", nil},
		{"empty columns", "a,b\n1,\n2,\n", "a:BIGINT b:VARCHAR", nil},
		{"odd headers", "id,ID,,select,größe,\"a \"\"b\"\"\",it's\n1,2,3,4,5,6,7\n", `id:BIGINT ID_2:BIGINT column3:BIGINT select:BIGINT größe:BIGINT a "b":BIGINT it's:BIGINT`, nil},
		{"names taken already", "a,a,a_2,A,\" a\"\n1,2,3,4,5\n", "a:BIGINT a_3:BIGINT a_2:BIGINT A_4:BIGINT a_5:BIGINT", nil},
		{"a name over two lines", "\"a\nb\", c\n1, 2\n", "a\nb:BIGINT c:BIGINT", nil},
		{"tabs, and commas inside", "a\tb,c\td\n1\t2,3\t4\n", "a:BIGINT b,c:VARCHAR d:BIGINT", nil},
		{"no last line's end", "a|b\n1|2", "a:BIGINT b:BIGINT", nil},
		{"quotes inside a bare field", "a,b\n1,say \"hi\" now\n", "a:BIGINT b:VARCHAR", nil},
		{"semicolons and spaces", "a;b\n 1 ;\" x;y \"\n2;z\n", "a:BIGINT b:VARCHAR", nil},
		{"byte order mark and CRLF", "\ufeffa,b\r\n1,2\r\n", "a:BIGINT b:BIGINT", nil},
		{"declared", "i,d,f,s,b,at\n007,12,1,5,1,2026-01-02\n", "i:BIGINT d:DECIMAL(12,2) f:DOUBLE s:VARCHAR b:BOOLEAN at:TIMESTAMP", map[string]expr.Type{
			"i": {Kind: expr.Integer}, "d": {Kind: expr.Decimal, Precision: 12, Scale: 2}, "f": {Kind: expr.Float}, "s": {Kind: expr.String},
			"b": {Kind: expr.Boolean}, "at": {Kind: expr.Timestamp}}},
		{"declared scale, written with more zeros", "d\n1.5000\n", "d:DECIMAL(12,2)", map[string]expr.Type{"d": {Kind: expr.Decimal, Precision: 12, Scale: 2}}},
	} {
		path := filepath.Join(t.TempDir(), "t.csv")
		write(t, path, c.text)
		s := open(t, Options{Path: path, Declared: map[string]map[string]expr.Type{"t": c.declared}})
		tables, err := s.Tables(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, column := range tables[0].Columns {
			got = append(got, column.Name+":"+column.Native)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s gives %s", c.name, strings.Join(got, " "))
		}
		if _, err := one(t, s, "SELECT count(*) FROM (SELECT DISTINCT * FROM t)", "integer"); err != nil {
			t.Errorf("%s cannot be read: %v", c.name, errors.Unwrap(err))
		}
	}
}

func TestMalformedCSV(t *testing.T) {
	for _, c := range []struct{ name, text, says string }{
		{"a field too few", "a,b\n1,2\n3\n", "line 3 "},
		{"a field too many", "a,b\n1,2\n3,4,5\n", "line 3 "},
		{"a title before the names", "Report\n\na,b\n1,2\n", "line 3 "},
		{"more fields, though they are empty", "a,b\n1,2\n3,4,,\n", "line 3 "},
		{"a quote that does not close", "a,b\n1,\"secret\n2,y\n", "line 2 "},
		{"a quote among the names", "a,\"b\n1,2\n", "the line of column names"},
		{"Latin-1", "a,b\nM\xfcller,1\n", "Save it as UTF-8"},
		{"Latin-1 names", "M\xfcller,b\n1,1\n", "Save it as UTF-8"},
		{"UTF-16", "\xff\xfea\x00\n\x00", "Save it as UTF-8"},
		{"no names", "\n1\n", "column names"},
		{"a field beyond what a line holds", "a,b\n1,2\n3," + strings.Repeat("x", 2_100_000) + "\n", "longer than two million bytes"},
		{"late and far away", "a,b\n" + strings.Repeat("1,2\n", 50000) + "3\n", "line 50002 "},
	} {
		path := filepath.Join(t.TempDir(), "t.csv")
		write(t, path, c.text)
		_, err := Open(t.Context(), Options{Path: path})
		if err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s gives %v: %v", c.name, err, errors.Unwrap(errors.Unwrap(err)))
		}
	}
}

func TestCSVMisfits(t *testing.T) {
	for _, c := range []struct {
		declared expr.Type
		value    string
	}{
		{expr.Type{Kind: expr.Integer}, "12.5"},
		{expr.Type{Kind: expr.Integer}, "1e3"},
		{expr.Type{Kind: expr.Integer}, "x"},
		{expr.Type{Kind: expr.Decimal, Precision: 12, Scale: 2}, "1.005"},
		{expr.Type{Kind: expr.Decimal, Precision: 4, Scale: 2}, "100"},
		{expr.Type{Kind: expr.Float}, "inf"},
		{expr.Type{Kind: expr.Boolean}, "maybe"},
		{expr.Type{Kind: expr.Date}, "03/04/2026"},
		{expr.Type{Kind: expr.Date}, "2026-01-02 03:04:05"},
		{expr.Type{Kind: expr.Date}, "infinity"},
		{expr.Type{Kind: expr.Timestamp}, "2026-01-02T03:04:05Z"},
		{expr.Type{Kind: expr.TimestampTZ}, "2026-01-02T03:04:05"},
	} {
		path := filepath.Join(t.TempDir(), "t.csv")
		write(t, path, "v,w\n,1\n"+c.value+",2\n")
		_, err := Open(t.Context(), Options{Path: path, Declared: map[string]map[string]expr.Type{"t": {"v": c.declared}}})
		if err == nil || !strings.Contains(err.Error(), `column "v"`) || !strings.Contains(err.Error(), "record 2 ") || strings.Contains(err.Error(), c.value) {
			t.Errorf("%s for %s gives %v", c.value, c.declared, err)
		}
	}
}

func TestCSVValues(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.csv")
	write(t, path, "d,s\n12.50,\" a,b \"\n,\"\"\n-0.05,\"line\nbreak \"\"q\"\"\"\n")
	s := open(t, Options{Path: path})
	if got, err := one(t, s, "SELECT sum(d) FROM t", "decimal:2"); got != "12.45" {
		t.Errorf("the sum is %v, %v", got, err)
	}
	if got, err := one(t, s, "SELECT count(s) FROM t", "integer"); got != int64(2) {
		t.Errorf("%v texts, %v", got, err)
	}
	if got, err := one(t, s, "SELECT s FROM t WHERE d < 0", "string"); got != "line\nbreak \"q\"" {
		t.Errorf("the text is %q, %v", got, err)
	}
}

func TestCSVColumnNamedTwice(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.csv")
	write(t, path, "Amount,amount\n1,2\n")
	declare := func(names ...string) map[string]map[string]expr.Type {
		types := map[string]expr.Type{}
		for _, n := range names {
			types[n] = expr.Type{Kind: expr.Integer}
		}
		return map[string]map[string]expr.Type{"t": types}
	}
	_, err := Open(t.Context(), Options{Path: path, Declared: declare("amount")})
	if e, ok := errors.AsType[*warehouse.OpenError](err); !ok || !strings.Contains(e.Problem, "two columns are named amount") {
		t.Errorf("gives %v", err)
	}
	open(t, Options{Path: path, Declared: declare("Amount", "Amount_2")})
}
