package sqlvet

import (
	"strings"
	"testing"
)

// typical has the shape of what the dialects render: two legs that meet, keys, a filter, an order and a cap.
const typical = `WITH "flights" AS (
  SELECT
    CAST(date_trunc('month', flights."scheduled_at") AS date) AS "period",
    CAST(origin."region" AS text) COLLATE "C" AS "region",
    flights."dep_delay" AS "dep_delay",
    CAST(flights."seats" AS numeric) * CAST($1 AS numeric) AS "seats"
  FROM "main"."flights" AS flights
  LEFT JOIN "main"."airports" AS origin ON origin."faa" = flights."origin"
  WHERE flights."scheduled_at" >= CAST($2 AS timestamp)
    AND flights."scheduled_at" < CAST($3 AS timestamp)
    AND flights."carrier" = ANY(CAST($4 AS varchar[]))
),
"flights_by_month" AS (
  SELECT
    f."period",
    f."region",
    sum(f."seats") AS "seats",
    avg(f."dep_delay") FILTER (WHERE f."dep_delay" > 0) AS "delay"
  FROM "flights" AS f
  GROUP BY
    f."period",
    f."region"
),
"weather_by_month" AS (
  SELECT
    CAST(date_trunc('month', w."hour") AS date) AS "period",
    count(*) AS "storms"
  FROM "main"."weather" AS w
  WHERE w."wind" LIKE CAST($5 AS varchar) ESCAPE '!'
  GROUP BY CAST(date_trunc('month', w."hour") AS date)
),
"met" AS (
  SELECT l."period", l."region", l."seats", l."delay", CAST(NULL AS bigint) AS "storms"
  FROM "flights_by_month" AS l
  UNION ALL
  SELECT l."period", CAST(NULL AS varchar), CAST(NULL AS numeric), CAST(NULL AS double precision), l."storms"
  FROM "weather_by_month" AS l
)
SELECT
  m."period",
  m."region",
  CAST(max(m."seats") AS double precision) / NULLIF(CAST(max(m."delay") AS double precision), 0) AS "seats",
  coalesce(max(m."storms"), 0) AS "storms"
FROM "met" AS m
GROUP BY
  m."period",
  m."region"
ORDER BY
  m."period" ASC NULLS LAST,
  m."region" COLLATE "C" ASC NULLS LAST
LIMIT CAST($6 AS bigint)
`

var flights = Allowed{
	Relations: [][]string{{"main", "flights"}, {"main", "airports"}, {"main", "weather"}},
	Params:    6,
	Columns: func(relation int, column string) bool {
		columns := []string{"scheduled_at dep_delay seats origin carrier", "faa region", "hour wind"}
		return strings.Contains(" "+columns[relation]+" ", " "+column+" ")
	},
}

// one allows a single table of one column and no parameters.
var one = Allowed{Relations: [][]string{{"main", "t"}}}

func TestVetAccepts(t *testing.T) {
	if err := VetStatement(typical, flights); err != nil {
		t.Errorf("the typical statement: %v", err)
	}
	for _, text := range []string{
		`SELECT count(*) AS "n" FROM "main"."t" AS f`,
		`SELECT f.a // 7, f.a % NULLIF(f.b, 0), CAST(f.a AS hugeint) FROM main.t AS f`,
		`SELECT f.a FROM main.t AS f WHERE (f.a = 0) IS NOT TRUE AND f.b IS DISTINCT FROM f.a AND NOT f.c`,
		`SELECT trim(BOTH ' ' FROM f.a), substring(f.a FROM greatest(f.b, 1) FOR f.c), extract(epoch FROM f.d) FROM main.t AS f`,
		`SELECT round(f.a, -2), round(f.a, 38), f.a * CAST(1000 AS double precision), 0.5 + 0.0000000001 FROM main.t AS f`,
		`SELECT CASE WHEN f.a ~ '^ *[+-]?[0-9]+ *$' THEN CAST(f.a AS numeric) END FROM main.t AS f`,
		`SELECT row_number() OVER (PARTITION BY f.a ORDER BY f.b DESC NULLS LAST) AS n FROM main.t AS f`,
		`SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY CAST(f.a AS double precision)) FILTER (WHERE f.b > 0) FROM main.t AS f`,
		`SELECT f.a, grouping(f.a), sum(f.b) FROM main.t AS f GROUP BY GROUPING SETS ((f.a, f.c), (f.a), ())`,
		`SELECT b."i" * INTERVAL '1 month' FROM generate_series(0, 12) AS b("i")`,
		`WITH a AS (SELECT f.x FROM main.t AS f), b AS (SELECT a.x FROM a) SELECT b.x FROM b`,
		`SELECT (f.xs)[1] FROM main.t AS f`,
	} {
		if err := VetStatement(text, one); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

var refusedStatements = []struct{ text, says string }{
	{``, "no SELECT"},
	{`INSERT INTO main.t VALUES (1)`, "no SELECT"},
	{`EXPLAIN SELECT 1`, "no SELECT"},
	{`WITH x AS (SELECT 1 AS a) DELETE FROM main.t`, "no SELECT"},
	{`WITH x AS (DELETE FROM main.t RETURNING a) SELECT x.a FROM x`, "DeleteStmt"},
	{`SELECT 1; SELECT 1`, "semicolon"},
	{`SELECT 1;`, "semicolon"},
	{`SELECT 1 -- all`, "comments"},
	{`SELECT 1 /* all */`, "comments"},
	{"SELECT 1\x00", "NUL"},
	{`SELECT 1 INTO x`, "intoClause"},
	{`SELECT f.a FROM main.t AS f FOR UPDATE`, "lockingClause"},
	{`SELECT DISTINCT f.a FROM main.t AS f`, "distinctClause"},
	{`SELECT f.a FROM main.t AS f GROUP BY f.a HAVING min(g.a) > 0`, "no relation is named g"},
	{`SELECT f.a FROM main.t AS f GROUP BY f.a HAVING count(*) > 41`, "not on the list"},
	{`SELECT f.a FROM main.t AS f LIMIT 1 OFFSET 2`, "limitOffset"},
	{`SELECT f.a FROM main.t AS f ORDER BY f.a FETCH FIRST 1 ROW WITH TIES`, "ties"},
	{`VALUES (1)`, "no SELECT"},
	{`SELECT 1 UNION SELECT 2`, "UNION ALL"},
	{`SELECT 1 EXCEPT ALL SELECT 2`, "UNION ALL"},
	{`SELECT 1, 2 UNION ALL SELECT 1`, "numbers of columns"},
	{`WITH RECURSIVE x AS (SELECT 1 AS a) SELECT x.a FROM x`, "recursive"},
	{`WITH x AS (SELECT 1 AS a), "X" AS (SELECT 2 AS a) SELECT x.a FROM x`, "two relations"},
	{`SELECT f.a FROM main.t AS f CROSS JOIN main.t AS "F"`, "two relations"},
	{`SELECT f.a FROM main.secret AS f`, "main.secret"},
	{`SELECT f.a FROM t AS f`, "relation t"},
	{`SELECT f.a FROM other.t AS f`, "other.t"},
	{`SELECT f.a FROM db.main.t AS f`, "db.main.t"},
	{`SELECT f.a FROM pg_catalog.pg_authid AS f`, "pg_authid"},
	{`SELECT f.a FROM ONLY main.t AS f`, "ONLY"},
	{`SELECT f.a FROM main.t AS f(a)`, "alias with columns"},
	{`SELECT f.a FROM (SELECT 1 AS a) AS f`, "RangeSubselect"},
	{`SELECT f.a FROM main.t AS f FULL JOIN main.t AS g ON f.a = g.a`, "JOIN_FULL"},
	{`SELECT f.a FROM main.t AS f NATURAL JOIN main.t AS g`, "isNatural"},
	{`SELECT f.a FROM main.t AS f JOIN main.t AS g USING (a)`, "usingClause"},
	{`SELECT f.a FROM main.t AS f LEFT JOIN main.t AS g ON g.a = h.a LEFT JOIN main.t AS h ON h.a = f.a`, "named h"},
	{`SELECT g.a FROM main.t AS f, LATERAL unnest(f.xs) AS g(a)`, "lateral"},
	{`SELECT g.a FROM main.t AS f, unnest(f.xs) AS g(a)`, "named f"},
	{`SELECT g.a FROM pg_ls_dir('.') AS g(a)`, "not on the list"},
	{`SELECT g.a FROM read_csv('/etc/passwd') AS g(a)`, "not on the list"},
	{`SELECT a FROM main.t AS f`, "not qualified"},
	{`SELECT f.* FROM main.t AS f`, "has no column"},
	{`SELECT * FROM main.t AS f`, "not qualified"},
	{`SELECT main.t.a FROM main.t AS f`, "not qualified"},
	{`SELECT g.a FROM main.t AS f`, "named g"},
	{`WITH x AS (SELECT 1 AS a) SELECT x.b FROM x`, "no column b"},
	{`WITH x AS (SELECT f.a FROM main.t AS f) SELECT f.a FROM x`, "named f"},
	{`SELECT (SELECT 1) FROM main.t AS f`, "SubLink"},
	{`SELECT f.a FROM main.t AS f WHERE EXISTS (SELECT 1)`, "SubLink"},
	{`SELECT f.a FROM main.t AS f WHERE f.a IN (SELECT 1)`, "SubLink"},
	{`SELECT pg_read_file('/etc/passwd') FROM main.t AS f`, "pg_read_file"},
	{`SELECT pg_catalog.abs(f.a) FROM main.t AS f`, "pg_catalog.abs"},
	{`SELECT set_config('a', 'b', false) FROM main.t AS f`, "set_config"},
	{`SELECT now() FROM main.t AS f`, "now"},
	{`SELECT current_date FROM main.t AS f`, "SQLValueFunction"},
	{`SELECT abs(DISTINCT f.a) FROM main.t AS f`, "agg_distinct"},
	{`SELECT abs(VARIADIC f.a) FROM main.t AS f`, "func_variadic"},
	{`SELECT sum(f.a) OVER (ROWS 1 PRECEDING) FROM main.t AS f`, "startOffset"},
	{`SELECT position('.' IN f.a) FROM main.t AS f`, "position"},
	{`SELECT extract(timezone FROM f.a) FROM main.t AS f`, "extract"},
	{`SELECT f.a OPERATOR(pg_catalog.+) f.b FROM main.t AS f`, "operator"},
	{`SELECT f.a ^ f.b FROM main.t AS f`, "operator"},
	{`SELECT f.a SIMILAR TO f.b FROM main.t AS f`, "AEXPR_SIMILAR"},
	{`SELECT CAST(f.a AS regclass) FROM main.t AS f`, "regclass"},
	{`SELECT CAST(f.a AS jsonb) FROM main.t AS f`, "jsonb"},
	{`SELECT CAST(f.a AS varchar(3)) FROM main.t AS f`, "varchar"},
	{`SELECT CAST(f.a AS date[][]) FROM main.t AS f`, "date"},
	{`SELECT f.a COLLATE "en_US" FROM main.t AS f`, "collation"},
	{`SELECT ARRAY[f.a] FROM main.t AS f`, "A_ArrayExpr"},
	{`SELECT ROW(f.a) FROM main.t AS f`, "RowExpr"},
	{`SELECT (f.r).secret FROM main.t AS f`, "String"},
	{`SELECT NULL FROM main.t AS f`, "constant"},
	{`SELECT true FROM main.t AS f`, "constant"},
	{`SELECT 'AA' FROM main.t AS f`, "constant"},
	{`SELECT f.a FROM main.t AS f WHERE f.a = 'O''Reilly'`, "constant"},
	{`SELECT f.a FROM main.t AS f WHERE f.a > 15`, "constant"},
	{`SELECT f.a FROM main.t AS f WHERE f.a > -1`, "constant"},
	{`SELECT f.a FROM main.t AS f WHERE f.a > 1.5`, "constant"},
	{`SELECT f.a FROM main.t AS f WHERE f.a > DATE '2026-01-01'`, "constant"},
	{`SELECT f.a + INTERVAL '3 days' FROM main.t AS f`, "constant"},
	{`SELECT round(f.a, 123) FROM main.t AS f`, "round"},
	{`SELECT f.a FROM main.t AS f ORDER BY 1`, "ORDER BY"},
	{`SELECT f.a FROM main.t AS f GROUP BY 1`, "GROUP BY"},
	{`SELECT CAST($1 AS int) FROM main.t AS f`, "no value"},
	{`SELECT E'a' FROM main.t AS f`, "string"},
	{`SELECT $$a$$ FROM main.t AS f`, "dollar"},
	{`SELECT`, "no columns"},
	{`SELECT f. FROM main.t AS f`, "grammar"},
	{"SELECT " + strings.Repeat("(", 100) + "1" + strings.Repeat(")", 100), "64 levels"},
	{"SELECT " + strings.Repeat("1+", 32_000) + "1", "nested too deeply"},
	{"SELECT " + strings.Repeat("NOT ", 16_000) + "true", "nested too deeply"},
	{"SELECT 1,1" + strings.Repeat(" UNION SELECT 1,1", 3_000), "nested too deeply"},
	{"SELECT " + strings.Repeat("1, ", 30_000) + "1", "64 KiB"},
}

func TestVetRefuses(t *testing.T) {
	for _, c := range refusedStatements {
		err := VetStatement(c.text, one)
		if err == nil {
			t.Errorf("%.100s: accepted", c.text)
		} else if !strings.Contains(err.Error(), c.says) {
			t.Errorf("%.100s: %q does not say %q", c.text, err, c.says)
		}
	}
}

func TestVetParameters(t *testing.T) {
	two := one
	two.Params = 2
	for text, says := range map[string]string{
		`SELECT CAST($2 AS int), CAST($1 AS int), CAST($1 AS int)`:   "",
		`SELECT CAST($1 AS int)`:                                     "$2 is not used",
		`SELECT CAST($1 AS int), CAST($2 AS int), CAST($3 AS int)`:   "no value",
		`SELECT CAST($0 AS int), CAST($1 AS int), CAST($2 AS int)`:   "no value",
		`SELECT CAST($1 AS int), $2`:                                 "outside a cast",
		`SELECT CAST($1 AS int) + $2`:                                "outside a cast",
		`SELECT CAST($1 + $2 AS int)`:                                "outside a cast",
		`SELECT CAST($1 AS int), CAST($99999999999999999999 AS int)`: "",
	} {
		err := VetStatement(text, two)
		if text == `SELECT CAST($1 AS int), CAST($99999999999999999999 AS int)` {
			if err == nil {
				t.Error("a parameter beyond all bounds: accepted")
			}
			continue
		}
		if (err == nil) != (says == "") || (err != nil && !strings.Contains(err.Error(), says)) {
			t.Errorf("%s: got %v, want %q", text, err, says)
		}
	}
}

// Whatever single token is taken out of a good statement or put in its place, the vetter never panics, and a
// constant of a caller never passes.
func TestVetMutations(t *testing.T) {
	toks, p := scan(typical, maxStatement)
	if p != nil {
		t.Fatal(p)
	}
	for _, k := range toks.list {
		for _, put := range []string{"", "'AA'", "secret", "(SELECT 1)", "pg_sleep(10)", "$1", "*", "NULL", ")"} {
			mutated := typical[:k.start] + put + typical[k.end:]
			err := VetStatement(mutated, flights)
			switch put {
			case "'AA'", "(SELECT 1)", "pg_sleep(10)", ")":
				if err == nil && mutated != typical {
					t.Errorf("%q put in place of %q: accepted", put, typical[k.start:k.end])
				}
			}
		}
	}
}

func TestFingerprint(t *testing.T) {
	a := Fingerprint(`SELECT f.a FROM main.t AS f WHERE f.a > CAST($1 AS int) LIMIT 10`)
	if a == "" || a != Fingerprint(`SELECT f.a FROM main.t AS f WHERE f.a > CAST($1 AS int) LIMIT 20`) {
		t.Errorf("one shape has two fingerprints")
	}
	if a == Fingerprint(`SELECT f.b FROM main.t AS f`) {
		t.Errorf("two shapes have one fingerprint")
	}
	if got := Fingerprint("SELECT FROM WHERE"); got != "" {
		t.Errorf("what is no SQL has the fingerprint %s", got)
	}
}

func BenchmarkVetStatement(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if err := VetStatement(typical, flights); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParseExpression(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, p := ParseExpression("dep_delay > 15 AND carrier IN ('AA', 'UA')"); p != nil {
			b.Fatal(p)
		}
	}
}

func BenchmarkFingerprint(b *testing.B) {
	for b.Loop() {
		Fingerprint(typical)
	}
}
