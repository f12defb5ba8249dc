package mysql

import (
	"context"
	"errors"
	"testing"
	"time"

	"sutura.dev/bundle/expr"
	"sutura.dev/compiler/dialect"
	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/mysql/mysqltest"
)

func open(t *testing.T) *Source {
	t.Helper()
	s, err := Open(t.Context(), Options{DSN: mysqltest.DSN(t, mysqltest.Reader, "")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// asked runs a text of our own as a statement of columns.
func asked(t *testing.T, s *Source, ctx context.Context, text string, columns ...expr.Kind) ([][]warehouse.Cell, error) {
	t.Helper()
	session, err := s.begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer session.end(ctx)
	var out []dialect.Column
	for _, k := range columns {
		out = append(out, dialect.Column{Name: "x", Type: expr.Type{Kind: k, Scale: 2}})
	}
	rows, err := session.read(text, nil, out)
	if err == nil {
		err = session.warned()
	}
	if err != nil {
		return nil, failure(ctx, session.limit, err)
	}
	return rows, nil
}

// TestCells reads one value of each type. The server's own defaults are other ones: see scripts/mariadb.
func TestCells(t *testing.T) {
	s := open(t)
	for _, c := range []struct {
		text string
		kind expr.Kind
		want warehouse.Cell
	}{
		{"'a ' = 'a'", expr.Boolean, false},
		{"'A' = 'a'", expr.Boolean, false},
		{"CONVERT('日本' USING utf8mb4)", expr.String, "日本"},
		{"CAST(9223372036854775807 AS DECIMAL(38, 0)) * 10", expr.Integer, "92233720368547758070"},
		{"CAST(3 AS DECIMAL(12, 4))", expr.Decimal, "3.00"},
		{"-0e0", expr.Float, 0.0},
		{"CAST('2026-03-08' AS DATE)", expr.Date, "2026-03-08"},
		{"CAST('2026-03-08 01:02:03.5' AS DATETIME(6))", expr.Timestamp, "2026-03-08T01:02:03.5"},
		{"FROM_UNIXTIME(0)", expr.TimestampTZ, "1970-01-01T00:00:00Z"}, // the session's zone is UTC
		{"NULL", expr.Integer, nil},
	} {
		rows, err := asked(t, s, t.Context(), "SELECT "+c.text, c.kind)
		if err != nil || len(rows) != 1 || rows[0][0] != c.want {
			t.Errorf("%s: %v, %v", c.text, rows, errors.Join(err, errors.Unwrap(err)))
		}
	}
}

// TestNothingIsCut: what MariaDB goes on after with a warning is a failure.
func TestNothingIsCut(t *testing.T) {
	s := open(t)
	for text, kind := range map[string]warehouse.Kind{ // each is a float
		"SELECT CAST(12345 AS DECIMAL(4, 2)) + 0e0":       warehouse.OutOfRange,
		"SELECT CAST('a' AS SIGNED) + 0e0":                warehouse.OutOfRange,
		"SELECT 1 / 0e0":                                  warehouse.OutOfRange,
		"SELECT 9223372036854775807 + 1":                  warehouse.OutOfRange,
		"SELECT CAST('2026-02-30' AS DATE)":               warehouse.OutOfRange,
		"SELECT EXP(1000)":                                warehouse.OutOfRange,
		"SELECT 1 FROM information_schema.TABLES WHERE (": warehouse.Failed,
	} {
		rows, err := asked(t, s, t.Context(), text, expr.Float)
		if warehouse.KindOf(err) != kind || err == nil {
			t.Errorf("%s: %v, %v (%v)", text, rows, err, errors.Unwrap(err))
		}
	}
}

// TestReadOnly: also a user that may write does not.
func TestReadOnly(t *testing.T) {
	l := mysqltest.Open(t)
	name := l.Load(t, mysqltest.Table{Name: "t", Columns: []mysqltest.Column{{Name: "a", Type: expr.Type{Kind: expr.Integer}}}})
	s, err := Open(t.Context(), Options{DSN: mysqltest.DSN(t, mysqltest.Super, name)})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := asked(t, s, t.Context(), "INSERT INTO t VALUES (1)"); numberOf(err) != 1792 {
		t.Errorf("a read-only transaction writes: %v", err)
	}
}

// TestStops: a deadline and a caller that goes away stop the statement at the server, and the source is of use afterwards.
func TestStops(t *testing.T) {
	s := open(t)
	const forever = "SELECT COUNT(*) FROM information_schema.COLUMNS AS a, information_schema.COLUMNS AS b, information_schema.COLUMNS AS c, information_schema.COLUMNS AS d"
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := asked(t, s, ctx, forever, expr.Integer); warehouse.KindOf(err) != warehouse.Deadline {
		t.Errorf("a deadline: %v (%v)", err, errors.Unwrap(err))
	}
	away, leave := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, leave)
	if _, err := asked(t, s, away, forever, expr.Integer); warehouse.KindOf(err) != warehouse.Cancelled {
		t.Errorf("a caller that leaves: %v (%v)", err, errors.Unwrap(err))
	}
	for range 500 { // the server looks now and then whether a statement is to end
		running, err := s.texts(t.Context(), "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE INFO LIKE 'SELECT COUNT(*) FROM information_schema.COLUMNS AS a%'")
		if err != nil {
			t.Fatal(err)
		}
		if running[0][0] == "0" {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("statements run on for five seconds")
}

// TestTables lists columns with their types.
func TestTables(t *testing.T) {
	l := mysqltest.Open(t)
	name := l.Load(t)
	if err := l.Exec(t.Context(), "CREATE TABLE "+mysqltest.Quote(name, "T t")+` (b boolean NOT NULL, i bigint unsigned, f float, d decimal(12,3), c char(3), s longtext,
		day date, at datetime(6), seen timestamp(6) NULL, x blob)`); err != nil {
		t.Fatal(err)
	}
	tables, err := open(t).Tables(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []expr.Type{{Kind: expr.Boolean}, {Kind: expr.Integer}, {Kind: expr.Float}, {Kind: expr.Decimal, Precision: 12, Scale: 3}, {Kind: expr.String},
		{Kind: expr.String}, {Kind: expr.Date}, {Kind: expr.Timestamp}, {Kind: expr.TimestampTZ}, {}}
	for _, table := range tables {
		if table.Schema != name {
			continue
		}
		for i, c := range table.Columns {
			if c.Type != want[i] || c.Nullable != (i > 0) {
				t.Errorf("%+v must be %s", c, want[i])
			}
		}
		if table.Name == "T t" && len(table.Columns) == len(want) {
			return
		}
	}
	t.Errorf("the table is not there: %+v", tables)
}

// TestOffsets: what MariaDB does not convert has the distance 0.
func TestOffsets(t *testing.T) {
	s := open(t)
	got, err := s.Offsets(t.Context(), "America/New_York", []time.Time{
		time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC), time.Date(2040, 7, 1, 0, 0, 0, 0, time.UTC)})
	if err != nil || len(got) != 3 || got[0] != -5*time.Hour || got[1] != -4*time.Hour || got[2] != 0 {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := s.Offsets(t.Context(), "Nowhere/Nowhere", []time.Time{time.Unix(0, 0)}); err == nil {
		t.Error("an unknown zone has distances")
	}
}

// TestUnopened: connection strings that lead nowhere, said in our own words.
func TestUnopened(t *testing.T) {
	for dsn, problem := range map[string]string{
		"nonsense":                                             "its connection string cannot be read",
		"reader@unix(/nowhere/socket)/":                        "its server cannot be reached",
		mysqltest.DSN(t, "stranger", "") + "":                  "its server denied the login",
		mysqltest.DSN(t, mysqltest.Reader, "no_such_database"): "its server has no such database for this user",
	} {
		_, err := Open(t.Context(), Options{DSN: dsn})
		if e, ok := errors.AsType[*warehouse.OpenError](err); !ok || e.Problem != problem {
			t.Errorf("%s: %v", problem, err)
		}
	}
}
