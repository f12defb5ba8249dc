package duckdb

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sutura.dev/bundle/expr"
	"sutura.dev/compiler/dialect"
	"sutura.dev/internal/clock"
	"sutura.dev/internal/warehouse"
)

// column is an output column of the kind, or of decimal(38, scale) as "decimal:2".
func column(name, spelling string) dialect.Column {
	t := expr.Type{Kind: expr.Kind(spelling)}
	if scale, ok := strings.CutPrefix(spelling, "decimal:"); ok {
		t = expr.Type{Kind: expr.Decimal, Precision: 38}
		for _, r := range scale {
			t.Scale = 10*t.Scale + int(r-'0')
		}
	}
	return dialect.Column{Name: name, Type: t}
}

// one runs text, which returns one value of the type, with the given binds.
func one(t *testing.T, s *Source, text, spelling string, values ...any) (warehouse.Cell, error) {
	t.Helper()
	var binds []dialect.Bind
	for _, v := range values {
		_, list := v.([]string)
		binds = append(binds, dialect.Bind{Value: v, List: list})
	}
	r, err := s.run(t.Context(), text, binds, []dialect.Column{column("v", spelling)})
	if err != nil {
		return nil, err
	}
	if len(r.Rows) != 1 {
		t.Fatalf("%s gives %d rows", text, len(r.Rows))
	}
	return r.Rows[0][0], nil
}

func memory(t *testing.T, setup ...string) *Source {
	t.Helper()
	s, err := OpenMemory(t.Context(), setup...)
	if err != nil {
		t.Fatal(errors.Unwrap(errors.Unwrap(err)))
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// build makes a database file by running statements in it.
func build(t *testing.T, path string, statements ...string) {
	t.Helper()
	s, err := connectForWriting(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, text := range statements {
		if _, err := s.ExecContext(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
}

func open(t *testing.T, o Options) *Source {
	t.Helper()
	s, err := Open(t.Context(), o)
	if err != nil {
		t.Fatalf("%v (%v)", err, errors.Unwrap(errors.Unwrap(err)))
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestCells(t *testing.T) {
	s := memory(t)
	for _, c := range []struct {
		sql, spelling string
		want          warehouse.Cell
	}{
		{"NULL::integer", "integer", nil},
		{"7::tinyint", "integer", int64(7)},
		{"7::usmallint", "integer", int64(7)},
		{"18446744073709551615::ubigint", "integer", "18446744073709551615"},
		{"sum(x) FROM (VALUES (9000000000000000000::bigint), (9000000000000000000)) AS t(x)", "integer", "18000000000000000000"},
		{"170141183460469231731687303715884105727::hugeint", "integer", "170141183460469231731687303715884105727"},
		{"(-9223372036854775808)::hugeint", "integer", int64(-9223372036854775808)},
		{"5::decimal(38,0)", "integer", int64(5)},
		{"300::decimal(10,2)", "decimal:2", "300.00"},
		{"-0.05::decimal(38,2)", "decimal:2", "-0.05"},
		{"1.5::decimal(4,1)", "decimal:10", "1.5000000000"},
		{"1.50::decimal(4,2)", "decimal:1", "1.5"},
		{"3::bigint", "decimal:2", "3.00"},
		{"99999999999999999999999999999999999999::decimal(38,0)", "decimal:2", "99999999999999999999999999999999999999.00"},
		{"0.1::double", "float", 0.1},
		{"0.5::float", "float", 0.5},
		{"-0.0::double", "float", 0.0},
		{"true", "boolean", true},
		{"'ä 日本 😀'", "string", "ä 日本 😀"},
		{"''", "string", ""},
		{"'b'::enum('a', 'b')", "string", "b"},
		{"'A0EEBC99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid", "string", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"},
		{"date '2026-03-08'", "date", "2026-03-08"},
		{"timestamp '2026-03-08 01:02:03.000004'", "timestamp", "2026-03-08T01:02:03.000004"},
		{"timestamp '2026-03-08 00:00:00'", "timestamp", "2026-03-08T00:00:00"},
		{"'2026-03-08 01:02:03'::timestamp_s", "timestamp", "2026-03-08T01:02:03"},
		{"'2026-03-08 01:02:03.4'::timestamp_ms", "timestamp", "2026-03-08T01:02:03.4"},
		{"'2026-03-08 23:59:59.999999999'::timestamp_ns", "timestamp", "2026-03-08T23:59:59.999999"},
		{"timestamptz '2026-03-08 01:02:03+02'", "timestamptz", "2026-03-07T23:02:03Z"},
	} {
		got, err := one(t, s, "SELECT "+c.sql, c.spelling)
		if err != nil || got != c.want {
			t.Errorf("%s as %s gives %v (%T), %v", c.sql, c.spelling, got, got, err)
		}
	}
}

func TestCellsThatAreNone(t *testing.T) {
	s := memory(t)
	for _, c := range []struct {
		sql, spelling string
		kind          warehouse.Kind
	}{
		{"1e308::double * 10", "float", warehouse.NotFinite},
		{"'NaN'::double", "float", warehouse.NotFinite},
		{"'-inf'::float", "float", warehouse.NotFinite},
		{"date 'infinity'", "date", warehouse.NotFinite},
		{"date '-infinity'", "date", warehouse.NotFinite},
		{"timestamp 'infinity'", "timestamp", warehouse.NotFinite},
		{"timestamp '-infinity'", "timestamp", warehouse.NotFinite},
		{"'infinity'::timestamp_s", "timestamp", warehouse.NotFinite},
		{"'-infinity'::timestamp_ms", "timestamp", warehouse.NotFinite},
		{"'infinity'::timestamp_ns", "timestamp", warehouse.NotFinite},
		{"'-infinity'::timestamp_ns", "timestamp", warehouse.NotFinite},
		{"timestamptz 'infinity'", "timestamptz", warehouse.NotFinite},
		{"date '12000-01-01'", "date", warehouse.Failed},
		{"date '0044-03-15 (BC)'", "date", warehouse.Failed},
		{"1.555::decimal(10,3)", "decimal:2", warehouse.Failed},
		{"1.5::decimal(10,1)", "integer", warehouse.Failed},
		{"1::double", "integer", warehouse.Failed},
		{"1::double", "decimal:2", warehouse.Failed},
		{"1", "float", warehouse.Failed},
		{"1.5::decimal(10,1)", "float", warehouse.Failed},
		{"1", "boolean", warehouse.Failed},
		{"1", "string", warehouse.Failed},
		{"'1'", "integer", warehouse.Failed},
		{"'x'::blob", "string", warehouse.Failed},
		{"'{}'::json", "string", warehouse.Failed},
		{"'2026-03-08'", "date", warehouse.Failed},
		{"date '2026-03-08'", "timestamp", warehouse.Failed},
		{"timestamp '2026-03-08'", "date", warehouse.Failed},
		{"timestamp '2026-03-08'", "timestamptz", warehouse.Failed},
		{"timestamptz '2026-03-08'", "timestamp", warehouse.Failed},
		{"time '01:02:03'", "timestamp", warehouse.Failed},
		{"[1]", "integer", warehouse.Failed},
		{"1, 2", "integer", warehouse.Failed},
		{"nothing", "integer", warehouse.Failed},
	} {
		got, err := one(t, s, "SELECT "+c.sql, c.spelling)
		var e *warehouse.Error
		if !errors.As(err, &e) || e.Kind != c.kind {
			t.Errorf("%s as %s gives %v, %v", c.sql, c.spelling, got, err)
			continue
		}
		if want := map[bool]string{true: "v"}[c.kind == warehouse.NotFinite]; e.Column != want {
			t.Errorf("%s as %s names column %q", c.sql, c.spelling, e.Column)
		}
	}
}

func TestBinds(t *testing.T) {
	s := memory(t)
	for _, c := range []struct {
		sql, spelling string
		value         any
		want          warehouse.Cell
	}{
		{"CAST($1 AS bigint)", "integer", int64(5e9), int64(5e9)},
		{"CAST($1 AS bigint) + CAST($1 AS bigint)", "integer", int64(2), int64(4)},
		{"CAST($1 AS hugeint)", "integer", "18000000000000000000", "18000000000000000000"},
		{"CAST($1 AS double)", "float", 1.5, 1.5},
		{"CAST($1 AS boolean)", "boolean", true, true},
		{"CAST($1 AS varchar)", "string", "it's; DROP TABLE x --", "it's; DROP TABLE x --"},
		{"CAST($1 AS varchar)", "string", nil, nil},
		{"CAST($1 AS decimal(38,10))", "decimal:10", "0.1", "0.1000000000"},
		{"CAST($1 AS date)", "date", "2026-03-08", "2026-03-08"},
		{"CAST($1 AS timestamptz)", "timestamptz", "2026-03-08T05:00:00Z", "2026-03-08T05:00:00Z"},
		{"CAST($1 AS timestamp)", "timestamp", "2026-03-08T05:00:00", "2026-03-08T05:00:00"},
		{"CAST(CAST($1 AS date) AS timestamp)", "timestamp", "2026-03-08", "2026-03-08T00:00:00"},
		{"'b' = ANY(CAST(CAST($1 AS varchar[]) AS varchar[]))", "boolean", []string{"a", "b"}, true},
		{"date '2026-03-08' = ANY(CAST(CAST($1 AS varchar[]) AS date[]))", "boolean", []string{"2026-03-08"}, true},
		{"1.50 = ANY(CAST(CAST($1 AS varchar[]) AS decimal(10,2)[]))", "boolean", []string{"1.5"}, true},
		{"len(CAST(CAST($1 AS varchar[]) AS bigint[]))", "integer", []string{}, int64(0)},
	} {
		got, err := one(t, s, "SELECT "+c.sql, c.spelling, c.value)
		if err != nil || got != c.want {
			t.Errorf("%s with %v gives %v (%T), %v: %v", c.sql, c.value, got, got, err, errors.Unwrap(err))
		}
	}
	for _, v := range []any{"a\x00b", []string{"a\x00b"}, int32(1), time.Minute, []byte("x")} {
		if _, err := one(t, s, "SELECT CAST($1 AS varchar)", "string", v); warehouse.KindOf(err) != warehouse.Failed || err == nil {
			t.Errorf("a bind of %T gives %v", v, err)
		}
	}
}

func TestSessionIsPinned(t *testing.T) {
	s := memory(t, "CREATE TABLE t AS SELECT unnest([2, NULL, 1]) AS v")
	got, err := one(t, s, "SELECT CAST(list(v) AS varchar) FROM (SELECT v FROM t ORDER BY v DESC)", "string")
	if err != nil || got != "[2, 1, NULL]" {
		t.Errorf("descending order is %v, %v", got, err)
	}
	got, err = one(t, s, "SELECT CAST(timestamptz '2026-07-01 00:00:00Z' AS date)", "date")
	if err != nil || got != "2026-07-01" {
		t.Errorf("the session's day is %v, %v", got, err)
	}
	// The pin holds for connections that the pool makes later.
	for range 3 {
		conn, err := s.db.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if err := isShut(t.Context(), conn, ""); err != nil {
			t.Error(err)
		}
	}
}

func TestCancellation(t *testing.T) {
	s := memory(t, "CREATE TABLE t AS SELECT range AS v FROM range(3000000)")
	const heavy = "SELECT count(DISTINCT a.v * b.v) FROM t AS a, t AS b"
	columns := []dialect.Column{column("v", "integer")}

	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	_, err := s.run(ctx, heavy, nil, columns)
	late := clock.System()
	if deadline, _ := ctx.Deadline(); warehouse.KindOf(err) != warehouse.Deadline || late.Sub(deadline) > time.Minute {
		t.Errorf("the deadline gives %v, %v after it", err, late.Sub(deadline))
	}

	ctx, cancel = context.WithCancel(t.Context())
	var asked time.Time
	stop := time.AfterFunc(200*time.Millisecond, func() { asked = clock.System(); cancel() })
	defer stop.Stop()
	_, err = s.run(ctx, heavy, nil, columns)
	if took := clock.System().Sub(asked); warehouse.KindOf(err) != warehouse.Cancelled || took > time.Minute {
		t.Errorf("cancelling gives %v, %v after it", err, took)
	}
	if got, err := one(t, s, "SELECT count(*) FROM t", "integer"); got != int64(3000000) {
		t.Errorf("afterwards the source gives %v, %v", got, err)
	}
}

func TestOutOfMemory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.duckdb")
	build(t, path, "CREATE TABLE t AS SELECT range AS v, hash(range)::varchar || repeat('x', 40) AS s FROM range(2000000)")
	s := open(t, Options{Path: path, MemoryLimit: 60 << 20})
	_, err := one(t, s, "SELECT count(*) FROM (SELECT s, count(*) FROM t GROUP BY s)", "integer")
	if warehouse.KindOf(err) != warehouse.Exhausted {
		t.Errorf("gives %v: %v", err, errors.Unwrap(err))
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1 {
		t.Errorf("files beside the data: %v, %v", entries, err)
	}
}

func TestParse(t *testing.T) {
	p := NewParser()
	defer p.Close()
	s := memory(t)
	for _, good := range []string{
		`SELECT t0."a", sum(t0."b") AS "m1" FROM "main"."nowhere" AS t0 WHERE t0."c" >= CAST($1 AS date) AND t0."d" = ANY(CAST(CAST($2 AS varchar[]) AS varchar[])) GROUP BY t0."a" LIMIT $3`,
		`WITH "a" AS (SELECT 1 AS "x"), "b" AS (SELECT "x" FROM "a" UNION ALL SELECT 2) SELECT * FROM "b";`,
		`SELECT count(*) FILTER (WHERE x IS NOT TRUE), percentile_cont($1) WITHIN GROUP (ORDER BY y) FROM generate_series(0, CAST($2 AS int) - 1) AS s("i") GROUP BY GROUPING SETS ((z), ())`,
	} {
		if err := errors.Join(p.Parse(t.Context(), good), s.Parse(t.Context(), good)); err != nil {
			t.Errorf("%s: %v", good, errors.Unwrap(err))
		}
	}
	for _, bad := range []string{
		"", ";", "SELEC 1", "SELECT (1", "SELECT 1; SELECT 2", "SELECT 1; DROP TABLE x", "DELETE FROM x", "INSERT INTO x SELECT 1",
		"COPY (SELECT 1) TO 'x'", "SET threads = 1", "ATTACH 'x'", "PRAGMA version", "CREATE TABLE x AS SELECT 1", "SELECT 1\x00; SELECT 2", "-- only a comment",
	} {
		if p.Parse(t.Context(), bad) == nil || s.Parse(t.Context(), bad) == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

func TestTables(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.duckdb")
	build(t, path, `CREATE TABLE "Z ""odd""" (a bigint NOT NULL, b decimal(12,3), c enum('(', 'x,y'), d uuid, e json, f timestamptz,
		g timestamp_ns, h date, i float, j boolean, k hugeint, l integer[], m decimal(5,2)[], n time, o blob)`,
		"INSERT INTO \"Z \"\"odd\"\"\" (a) SELECT range FROM range(42)",
		"CREATE SCHEMA other", "CREATE VIEW other.v AS SELECT 1::utinyint AS x", "CREATE TABLE b (x varchar)", "CREATE TABLE folded (x varchar COLLATE nocase)")
	tables, err := open(t, Options{Path: path, Schema: "other"}).Tables(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, table := range tables {
		for _, c := range table.Columns {
			got = append(got, strings.Join([]string{table.Schema, table.Name, c.Name, c.Type.String(), map[bool]string{true: "null", false: "not null"}[c.Nullable]}, "|"))
		}
	}
	want := []string{
		`main|Z "odd"|a|integer|not null`, `main|Z "odd"|b|decimal(12,3)|null`, `main|Z "odd"|c||null`, `main|Z "odd"|d|string|null`,
		`main|Z "odd"|e||null`, `main|Z "odd"|f|timestamptz|null`, `main|Z "odd"|g|timestamp|null`, `main|Z "odd"|h|date|null`,
		`main|Z "odd"|i|float|null`, `main|Z "odd"|j|boolean|null`, `main|Z "odd"|k|integer|null`, `main|Z "odd"|l||null`,
		`main|Z "odd"|m||null`, `main|Z "odd"|n||null`, `main|Z "odd"|o||null`, `main|b|x|string|null`, `main|folded|x||null`, `other|v|x|integer|null`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
	if tables[0].Rows != 42 || tables[3].Rows != -1 {
		t.Errorf("rows: %d, %d", tables[0].Rows, tables[3].Rows)
	}
}

func TestOffsets(t *testing.T) {
	s := memory(t)
	at := []time.Time{
		time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC),
		time.Date(2026, 3, 29, 0, 59, 59, 0, time.UTC), time.Date(2026, 3, 29, 1, 0, 0, 0, time.UTC),
	}
	got, err := s.Offsets(t.Context(), "Europe/Prague", at)
	if err != nil || !slices.Equal(got, []time.Duration{2 * time.Hour, time.Hour, time.Hour, 2 * time.Hour}) {
		t.Errorf("Prague: %v, %v", got, err)
	}
	got, err = s.Offsets(t.Context(), "Asia/Kathmandu", at[:1])
	if err != nil || !slices.Equal(got, []time.Duration{5*time.Hour + 45*time.Minute}) {
		t.Errorf("Kathmandu: %v, %v", got, err)
	}
	if got, err = s.Offsets(t.Context(), "Europe/Prague", nil); err != nil || len(got) != 0 {
		t.Errorf("no instants: %v, %v", got, err)
	}
	if _, err = s.Offsets(t.Context(), "Europe/Nowhere", at); err == nil {
		t.Error("an unknown zone has offsets")
	}
}

func TestForeignStatement(t *testing.T) {
	if _, err := memory(t).Query(t.Context(), dialect.Statement{}); err == nil {
		t.Error("a statement of no dialect runs")
	}
}

func TestErrorsKeepTheEnginesTextInside(t *testing.T) {
	s := memory(t, "CREATE TABLE t AS SELECT 'secret' AS v")
	_, err := one(t, s, "SELECT CAST(v AS integer) FROM t", "integer")
	if err == nil || strings.Contains(err.Error(), "secret") || !strings.Contains(errors.Unwrap(err).Error(), "secret") {
		t.Errorf("gives %v, inside %v", err, errors.Unwrap(err))
	}
}
