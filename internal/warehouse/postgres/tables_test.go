package postgres

import (
	"fmt"
	"strings"
	"testing"

	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/postgres/pgtest"
)

// described is a table as one line.
func described(t warehouse.Table) string {
	var columns []string
	for _, c := range t.Columns {
		kind := "none"
		if c.Type.Kind != "" {
			kind = c.Type.String()
		}
		null := ""
		if !c.Nullable {
			null = " not null"
		}
		columns = append(columns, fmt.Sprintf("%s %s = %s%s", c.Name, c.Native, kind, null))
	}
	part := ""
	if t.Part {
		part = " part"
	}
	if t.Denied {
		part += " denied"
	}
	return fmt.Sprintf("%s %d%s: %s", t.Name, t.Rows, part, strings.Join(columns, "; "))
}

func TestTables(t *testing.T) {
	for _, db := range []pgtest.Database{pgtest.ByCodePoint, pgtest.English} {
		admin := pgtest.Open(t, db)
		schema := admin.Load(t)
		if err := admin.Exec(t.Context(), strings.ReplaceAll(`SET search_path = "SCHEMA", public;
CREATE COLLATION "folds" (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE DOMAIN positive AS numeric(8,2) CHECK (VALUE > 0);
CREATE DOMAIN price AS positive;
CREATE TYPE mood AS ENUM ('sad', 'ok');
CREATE TABLE types (
  a smallint NOT NULL, b int, c bigint, d numeric(12,2), e numeric, f numeric(2,-3), g real, h double precision, i boolean, j text, k varchar(5), l char(3),
  m citext, n text COLLATE "folds", o text COLLATE "de-x-icu", p mood, q uuid, r date, s timestamp, t timestamp(3), u timestamptz, v price, w json, x interval, y text[], z money);
CREATE TABLE "Odd ""name""" ("Some Column" int);
CREATE TABLE counted AS SELECT generate_series(1, 500) AS v;
ANALYZE counted;
CREATE VIEW a_view AS SELECT v FROM counted;
CREATE MATERIALIZED VIEW filled AS SELECT v FROM counted;
CREATE TABLE parted (v int, at date) PARTITION BY RANGE (at);
CREATE TABLE parted_1 PARTITION OF parted FOR VALUES FROM ('2026-01-01') TO ('2026-07-01');
CREATE TABLE parted_2 PARTITION OF parted FOR VALUES FROM ('2026-07-01') TO ('2027-01-01');
INSERT INTO parted SELECT 1, '2026-06-01'::date + i FROM generate_series(0, 59) AS i;
ANALYZE parted_1, parted_2;
CREATE TABLE elder (v int);
CREATE TABLE heir (more int) INHERITS (elder);
CREATE TABLE hidden (v int);
CREATE TABLE half (seen int, hidden int);
CREATE EXTENSION IF NOT EXISTS file_fdw;
CREATE SERVER IF NOT EXISTS files FOREIGN DATA WRAPPER file_fdw;
CREATE FOREIGN TABLE far (v int) SERVER files OPTIONS (filename '/nowhere');
GRANT SELECT ON types, "Odd ""name""", counted, a_view, filled, parted, parted_1, parted_2, far, elder, heir TO reader;
GRANT SELECT (seen) ON half TO reader;`, "SCHEMA", schema)); err != nil {
			t.Fatal(err)
		}
		s := open(t, db, pgtest.Reader, 1)
		tables, err := s.Tables(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, table := range tables {
			if table.Schema == schema {
				got = append(got, described(table))
			}
		}
		want := []string{
			`Odd "name" -1: Some Column integer = integer`,
			"a_view -1: v integer = integer",
			"counted 500: v integer = integer",
			"elder -1: v integer = integer",
			"far -1: v integer = integer",
			"filled -1: v integer = integer",
			"half -1: seen integer = integer",
			"heir -1 part: v integer = integer; more integer = integer",
			"hidden -1 denied: ",
			"parted 60: v integer = integer; at date = date",
			"parted_1 30 part: v integer = integer; at date = date",
			"parted_2 30 part: v integer = integer; at date = date",
			`types -1: a smallint = integer not null; b integer = integer; c bigint = integer; d numeric(12,2) = decimal(12,2); e numeric = decimal; ` +
				`f numeric(2,-3) = decimal(5,0); g real = float; h double precision = float; i boolean = boolean; j text = string; k character varying(5) = string; ` +
				`l character(3) = string; m public.citext = string; n text COLLATE folds = string; o text = string; p SCHEMA.mood = string; q uuid = string; ` +
				`r date = date; s timestamp without time zone = timestamp; t timestamp(3) without time zone = timestamp; ` +
				`u timestamp with time zone = timestamptz; v SCHEMA.price = decimal(8,2); w json = none; x interval = none; y text[] = none; z money = none`,
		}
		for i := range want {
			want[i] = strings.ReplaceAll(want[i], "SCHEMA", schema)
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s has\n%s", db, strings.Join(got, "\n"))
		}
	}
}
