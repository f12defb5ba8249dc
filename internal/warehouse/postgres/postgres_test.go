package postgres

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"sutura.dev/bundle/expr"
	"sutura.dev/compiler/dialect"
	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/postgres/pgtest"
)

// typed reads a type such as integer, decimal:2.
func typed(spelling string) expr.Type {
	kind, scale, ok := strings.Cut(spelling, ":")
	t := expr.Type{Kind: expr.Kind(kind)}
	if ok {
		t.Precision = 38
		t.Scale, _ = strconv.Atoi(scale)
	}
	return t
}

// open is a source for a role of a database of the tests' cluster.
func open(t testing.TB, db pgtest.Database, role pgtest.Role, connections int) *Source {
	t.Helper()
	s, err := Open(t.Context(), Options{DSN: pgtest.DSN(t, db, role), MaxConnections: connections})
	if err != nil {
		t.Fatal(err, errors.Unwrap(errors.Unwrap(err)))
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// everywhere runs a test in both databases, as a plain role and as one of hostile defaults.
func everywhere(t *testing.T, test func(t *testing.T, s *Source)) {
	for _, db := range []pgtest.Database{pgtest.ByCodePoint, pgtest.English} {
		for _, role := range []pgtest.Role{pgtest.Reader, pgtest.Hostile} {
			t.Run(fmt.Sprint(db, " ", role), func(t *testing.T) { test(t, open(t, db, role, 2)) })
		}
	}
}

// ask runs a statement with one column of a type.
func ask1(ctx context.Context, s *Source, text, spelling string, binds ...dialect.Bind) (warehouse.Cell, error) {
	r, err := s.run(ctx, text, binds, []dialect.Column{{Name: "v", Type: typed(spelling)}})
	if err != nil {
		return nil, err
	}
	if len(r.Rows) != 1 {
		return nil, fmt.Errorf("%d rows", len(r.Rows))
	}
	return r.Rows[0][0], nil
}

func bind(spelling string, v any) dialect.Bind {
	_, list := v.([]string)
	return dialect.Bind{Type: typed(spelling), List: list, Value: v}
}

func TestCells(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Source) {
		for _, c := range []struct {
			sql, spelling string
			want          warehouse.Cell
		}{
			{"NULL::int", "integer", nil},
			{"7::smallint", "integer", int64(7)},
			{"-9223372036854775808", "integer", int64(-9223372036854775808)},
			{"18446744073709551615", "integer", "18446744073709551615"},
			{"sum(x) FROM (VALUES (9000000000000000000::bigint), (9000000000000000000)) AS t(x)", "integer", "18000000000000000000"},
			{"5.000::numeric", "integer", int64(5)},
			{"300::numeric(10,2)", "decimal:2", "300.00"},
			{"300::numeric", "decimal:2", "300.00"},
			{"coalesce(NULL, 0)", "decimal:2", "0.00"},
			{"-0.05::numeric", "decimal:2", "-0.05"},
			{"-0.050::numeric", "decimal:2", "-0.05"},
			{"-0.0::numeric", "decimal:2", "0.00"},
			{"1.50::numeric(4,2)", "decimal:1", "1.5"},
			{"3::bigint", "decimal:2", "3.00"},
			{"99999999999999999999999999999999999999::numeric", "decimal:2", "99999999999999999999999999999999999999.00"},
			{"1e-37::numeric", "decimal:38", "0.00000000000000000000000000000000000010"},
			{"0.1::double precision", "float", 0.1},
			{"1.7976931348623157e308::double precision", "float", 1.7976931348623157e308},
			{"5e-324::double precision", "float", 5e-324},
			{"0.5::real", "float", 0.5},
			{"-0.0::double precision", "float", 0.0},
			{"true", "boolean", true},
			{"'it''s'::text", "string", "it's"},
			{"'日本 😀'::varchar", "string", "日本 😀"},
			{"''::text", "string", ""},
			{`'a\b'::text`, "string", `a\b`},
			{"'2026-03-08'::date", "date", "2026-03-08"},
			{"'0001-01-01'::date", "date", "0001-01-01"},
			{"'9999-12-31'::date", "date", "9999-12-31"},
			{"'2026-03-08 05:06:07'::timestamp", "timestamp", "2026-03-08T05:06:07"},
			{"'2026-03-08 05:06:07.5'::timestamp", "timestamp", "2026-03-08T05:06:07.5"},
			{"'9999-12-31 23:59:59.999999'::timestamp", "timestamp", "9999-12-31T23:59:59.999999"},
			{"'0001-01-01 00:00:00'::timestamp", "timestamp", "0001-01-01T00:00:00"},
			{"'2026-03-08 05:06:07+05:45'::timestamptz", "timestamptz", "2026-03-07T23:21:07Z"},
			{"'2026-03-08 05:06:07'::timestamptz", "timestamptz", "2026-03-08T05:06:07Z"}, // the session's zone
			{"'6b4d5e0a-0000-4000-8000-000000000001'::uuid", "string", "6b4d5e0a-0000-4000-8000-000000000001"},
		} {
			if got, err := ask1(t.Context(), s, "SELECT "+c.sql, c.spelling); err != nil || got != c.want {
				t.Errorf("%s gives %v (%T), %v: %v", c.sql, got, got, err, errors.Unwrap(err))
			}
		}
	})
}

func TestCellsRefused(t *testing.T) {
	s := open(t, pgtest.ByCodePoint, pgtest.Reader, 1)
	for _, c := range []struct {
		sql, spelling string
		kind          warehouse.Kind
	}{
		{"'NaN'::numeric", "decimal:2", warehouse.NotFinite},
		{"'NaN'::numeric", "integer", warehouse.NotFinite},
		{"'-Infinity'::numeric", "decimal:2", warehouse.NotFinite},
		{"'NaN'::double precision", "float", warehouse.NotFinite},
		{"'Infinity'::real", "float", warehouse.NotFinite},
		{"'infinity'::date", "date", warehouse.NotFinite},
		{"'-infinity'::timestamp", "timestamp", warehouse.NotFinite},
		{"'infinity'::timestamptz", "timestamptz", warehouse.NotFinite},
		{"'10000-01-01'::date", "date", warehouse.Failed},
		{"'0001-12-31 BC'::date", "date", warehouse.Failed},
		{"'294276-12-31'::timestamp", "timestamp", warehouse.Failed},
		{"'4713-01-01 BC'::timestamptz", "timestamptz", warehouse.Failed},
		{"1.005::numeric", "decimal:2", warehouse.Failed},
		{"1.5::numeric", "integer", warehouse.Failed},
		{"1.5::numeric", "float", warehouse.Failed},
		{"1::int", "float", warehouse.Failed},
		{"1::double precision", "decimal:2", warehouse.Failed},
		{"'a '::char(3)", "string", warehouse.Failed}, // padded: never as it stands
		{"'x'::bytea", "string", warehouse.Failed},
		{"'2026-03-08'::date", "timestamp", warehouse.Failed},
		{"'2026-03-08'::timestamp", "timestamptz", warehouse.Failed},
		{"1, 2", "integer", warehouse.Failed},
		{"1/0", "integer", warehouse.Failed},
		{"9223372036854775807 + 1", "integer", warehouse.OutOfRange},
		{"1e308::double precision * 10", "float", warehouse.OutOfRange},
		{"power(-8::double precision, 0.5)", "float", warehouse.OutOfRange},
		{"set_config('x', repeat('y', 1073741823) || 'zz', true)", "string", warehouse.Exhausted},
		{"1 FROM pg_authid", "integer", warehouse.Refused},
		{"nextval('nowhere')", "integer", warehouse.Failed},
	} {
		got, err := ask1(t.Context(), s, "SELECT "+c.sql, c.spelling)
		if err == nil || warehouse.KindOf(err) != c.kind {
			t.Errorf("%s gives %v, %v: %v", c.sql, got, err, errors.Unwrap(err))
		}
		if got := fmt.Sprint(err); c.kind == warehouse.NotFinite && !strings.Contains(got, "column v ") {
			t.Errorf("%s says %s", c.sql, got)
		}
	}
	if got, err := ask1(t.Context(), s, "SELECT 1", "integer"); got != int64(1) || err != nil {
		t.Errorf("the next statement gives %v, %v", got, err)
	}
}

func TestBinds(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Source) {
		for _, c := range []struct {
			sql, spelling string
			bind          dialect.Bind
			want          warehouse.Cell
		}{
			{"CAST($1 AS bigint) + CAST($1 AS bigint)", "integer", bind("integer", int64(2)), int64(4)},
			{"count(*) FROM (VALUES (1), (2)) AS t(v) WHERE v < CAST($1 AS double precision)", "integer", bind("float", 1.5), int64(1)},
			{"CAST($1 AS numeric)", "integer", bind("integer", "18000000000000000000"), "18000000000000000000"},
			{"CAST($1 AS double precision)", "float", bind("float", 1e-300), 1e-300},
			{"CAST($1 AS boolean)", "boolean", bind("boolean", false), false},
			{"CAST($1 AS varchar)", "string", bind("string", `it's; \ DROP TABLE x -- ü`), `it's; \ DROP TABLE x -- ü`},
			{"CAST($1 AS varchar)", "string", bind("string", nil), nil},
			{"CAST($1 AS decimal(38,10))", "decimal:10", bind("decimal:10", "0.1"), "0.1000000000"},
			{"CAST($1 AS date)", "date", bind("date", "2026-03-08"), "2026-03-08"},
			{"CAST(CAST($1 AS date) AS timestamp)", "timestamp", bind("date", "2026-03-08"), "2026-03-08T00:00:00"},
			{"CAST($1 AS timestamp)", "timestamp", bind("timestamp", "2026-03-08T05:00:00"), "2026-03-08T05:00:00"},
			{"CAST($1 AS timestamptz)", "timestamptz", bind("timestamptz", "2026-03-08T05:00:00Z"), "2026-03-08T05:00:00Z"},
			{"CAST($1 AS int) * INTERVAL '1 month' + date '2026-01-31'", "timestamp", bind("integer", int64(1)), "2026-02-28T00:00:00"},
			{"'2026-07-01 00:00Z'::timestamptz AT TIME ZONE $1", "timestamp", bind("string", "Europe/Prague"), "2026-07-01T02:00:00"},
			{"'b' = ANY(CAST(CAST($1 AS varchar[]) AS varchar[]))", "boolean", bind("string", []string{"a", "b"}), true},
			{`CAST('NULL' AS text) = ANY(CAST($1 AS varchar[]))`, "boolean", bind("string", []string{"NULL"}), true},
			{`CAST($1 AS varchar[]) = ARRAY['', ' ', '{}', 'a,b', '"', '\', 'null', E'\n\t']::varchar[]`, "boolean", bind("string", []string{"", " ", "{}", "a,b", `"`, `\`, "null", "\n\t"}), true},
			{"date '2026-03-08' = ANY(CAST(CAST($1 AS varchar[]) AS date[]))", "boolean", bind("date", []string{"2026-03-08"}), true},
			{"1.50 = ANY(CAST(CAST($1 AS varchar[]) AS decimal(10,2)[]))", "boolean", bind("decimal:2", []string{"1.5"}), true},
			{"cardinality(CAST(CAST($1 AS varchar[]) AS bigint[]))", "integer", bind("integer", []string{}), int64(0)},
			{"v FROM generate_series(1, 3) AS g(v) ORDER BY v DESC LIMIT $1", "integer", bind("integer", int64(1)), int64(3)},
		} {
			got, err := ask1(t.Context(), s, "SELECT "+c.sql, c.spelling, c.bind)
			if err != nil || got != c.want {
				t.Errorf("%s with %v gives %v (%T), %v: %v", c.sql, c.bind.Value, got, got, err, errors.Unwrap(err))
			}
		}
	})
}

// No default of a role, no search path and no zone changes what a statement means; nothing can be written.
func TestSessionIsPinned(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Source) {
		for _, c := range []struct {
			sql, spelling string
			want          warehouse.Cell
		}{
			{"current_setting('TimeZone')", "string", "UTC"},
			{"current_setting('search_path')", "string", "pg_catalog"},
			{"current_setting('plan_cache_mode')", "string", "force_custom_plan"},
			{"current_setting('transaction_read_only') || current_setting('transaction_isolation')", "string", "onread committed"},
			{"current_setting('statement_timeout')", "string", "0"},
			{"current_setting('client_encoding')", "string", "UTF8"},
			{"'2026-07-01 00:00:00Z'::timestamptz::date", "date", "2026-07-01"},
			{"CAST('2026-07-01'::date AS text)", "string", "2026-07-01"},
			{"CAST(0.1::double precision AS text)", "string", "0.1"},
			{"CAST(CAST(CAST(1.005::double precision AS varchar) AS decimal(10,2)) AS text)", "string", "1.01"},
			{"date_trunc('month', '2026-07-05'::timestamp)", "timestamp", "2026-07-01T00:00:00"},
			{"abs(5::numeric)", "integer", int64(5)},
			{"1::bigint = 2::bigint", "boolean", false},
			{"NULL = NULL", "boolean", nil},
			{`'a\\b'`, "string", `a\\b`},
		} {
			if got, err := ask1(t.Context(), s, "SELECT "+c.sql, c.spelling); err != nil || got != c.want {
				t.Errorf("%s gives %v, %v: %v", c.sql, got, err, errors.Unwrap(err))
			}
		}
		for _, text := range []string{
			"CREATE TABLE hostile.t (v int)", "CREATE TEMP TABLE t (v int)", "SELECT set_config('transaction_read_only', 'off', true)", "COPY (SELECT 1) TO PROGRAM 'true'",
			"SELECT 1; SELECT 2", "INSERT INTO hostile.nowhere VALUES (1)", "SELECT pg_terminate_backend(1)",
		} {
			if got, err := ask1(t.Context(), s, text, "string"); err == nil {
				t.Errorf("%s gives %v", text, got)
			}
		}
	})
}

// What docs/postgres.md says of comparisons between types, and why such joins are refused.
func TestComparisons(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Source) {
		for sql, want := range map[string]int64{
			"(VALUES ('a'::char(4))) AS f(k) JOIN (VALUES ('a'::varchar), ('a ')) AS d(k) ON d.k = f.k":      2,
			"(VALUES ('a'::public.citext)) AS f(k) JOIN (VALUES ('a'::varchar), ('A')) AS d(k) ON d.k = f.k": 1,
			"(VALUES ('a'::public.citext)) AS f(k) JOIN (VALUES ('A'::public.citext)) AS d(k) ON d.k = f.k":  0,
			"(SELECT DISTINCT v FROM (VALUES ('a'::public.citext), ('A')) AS t(v)) AS f":                     1,
			"(VALUES ('a'::char(4))) AS f(k) JOIN (VALUES ('a'::char(9)), ('A')) AS d(k) ON d.k = f.k":       1,
			"(VALUES ('a'::name)) AS f(k) JOIN (VALUES ('a'::text), ('A'), ('a ')) AS d(k) ON d.k = f.k":     1,
		} {
			if got, err := ask1(t.Context(), s, "SELECT count(*) FROM "+sql, "integer"); err != nil || got != want {
				t.Errorf("%s gives %v, %v: %v", sql, got, err, errors.Unwrap(errors.Join(err)))
			}
		}
	})
}

func TestOffsets(t *testing.T) {
	s := open(t, pgtest.ByCodePoint, pgtest.Hostile, 1)
	at := func(text string) time.Time {
		v, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	got, err := s.Offsets(t.Context(), "Europe/Prague", []time.Time{at("2026-07-01T00:00:00Z"), at("2026-03-29T00:59:59Z"), at("2026-03-29T01:00:00Z")})
	if err != nil || fmt.Sprint(got) != "[2h0m0s 1h0m0s 2h0m0s]" {
		t.Errorf("gives %v, %v", got, err)
	}
	if got, err := s.Offsets(t.Context(), "Australia/Lord_Howe", []time.Time{at("2026-01-01T00:00:00Z")}); err != nil || got[0] != 11*time.Hour {
		t.Errorf("gives %v, %v", got, err)
	}
	// A name that is an abbreviation too is the abbreviation to PostgreSQL: without daylight saving, and as the server's
	// timezone_abbreviations have it. Such zones differ from ours, which is how they are found.
	for _, c := range []struct {
		role pgtest.Role
		zone string
		want time.Duration
	}{{pgtest.Reader, "CET", time.Hour}, {pgtest.Reader, "EST", -5 * time.Hour}, {pgtest.Hostile, "EST", 10 * time.Hour}} {
		got, err := open(t, pgtest.ByCodePoint, c.role, 1).Offsets(t.Context(), c.zone, []time.Time{at("2026-07-01T00:00:00Z")})
		if err != nil || got[0] != c.want {
			t.Errorf("%s for %s is %v, %v", c.zone, c.role, got, err)
		}
	}
	if got, err := s.Offsets(t.Context(), "Europe/Prague", nil); err != nil || len(got) != 0 {
		t.Errorf("no instants give %v, %v", got, err)
	}
	if _, err := s.Offsets(t.Context(), "Mars/Olympus", []time.Time{at("2026-01-01T00:00:00Z")}); err == nil {
		t.Error("an unknown zone passes")
	}
}

func TestParse(t *testing.T) {
	s := open(t, pgtest.ByCodePoint, pgtest.Hostile, 1)
	for text, ok := range map[string]bool{
		"SELECT CAST($1 AS date) + 1": true, "WITH a AS (SELECT 1 AS v) SELECT v FROM a": true,
		"SELECT": false, "SELEC 1": false, "SELECT 1; SELECT 2": false, "": false, "SELECT 1 FROM nowhere": false, "SET x = 1": false, "SELECT '\x00'": false,
	} {
		if err := s.Parse(t.Context(), text); (err == nil) != ok {
			t.Errorf("%q gives %v", text, errors.Unwrap(errors.Join(err)))
		}
	}
}
