package sqlvet

import (
	"slices"
	"strings"
	"testing"
)

func TestReadOutline(t *testing.T) {
	o, p := ReadOutline("WITH x AS (SELECT * FROM shop.orders -- a comment\n) SELECT o.region, SUM(o.amount * 2)::text, count(DISTINCT o.customer), count(*), max(rank() OVER ()), pg_catalog.Abs(1) FROM x o JOIN \"Odd\" USING (id) WHERE lower(o.region) = $q$EU$q$ LIMIT 5;")
	if p != nil {
		t.Fatal(p)
	}
	if !o.Reads || o.Statements != 1 || o.Shape == "" {
		t.Errorf("%+v", o)
	}
	for what, both := range map[string][2]string{
		"relations":  {strings.Join(o.Relations, ", "), "Odd, shop.orders"},
		"functions":  {strings.Join(o.Functions, ", "), "count, lower, max, pg_catalog.abs, rank, sum"},
		"aggregates": {strings.Join(o.Aggregates, ", "), "count(*), count(distinct customer), max(rank()), sum(amount * ?)"},
	} {
		if both[0] != both[1] {
			t.Errorf("%s are %s, want %s", what, both[0], both[1])
		}
	}
	again, _ := ReadOutline("with x as (select * from shop.orders) select o.region, sum(o.amount * 7)::text, count(distinct o.customer), count(*), max(rank() over ()), pg_catalog.abs(3) from x o join \"Odd\" using (id) where lower(o.region) = 'US' limit 9")
	if again.Shape != o.Shape {
		t.Error("another shape for other constants")
	}
}

func TestOutlineReads(t *testing.T) {
	for _, text := range []string{
		"SELECT 1; SELECT 2", "INSERT INTO t VALUES (1)", "WITH x AS (DELETE FROM t RETURNING *) SELECT * FROM x", "SELECT * INTO n FROM t", "SELECT * FROM t FOR UPDATE",
		"SELECT 1 UNION (SELECT 2 FOR SHARE)", "EXPLAIN SELECT 1", "EXPLAIN ANALYZE SELECT 1", "COPY t TO STDOUT", "DO 'x'", "SET a = 1", "", "-- nothing", ";", "TABLE t FOR UPDATE",
		"SELECT (SELECT x FROM (SELECT 1 AS x FOR NO KEY UPDATE) q)", "PREPARE p AS SELECT 1", "DECLARE c CURSOR FOR SELECT 1", "CREATE TABLE n AS SELECT 1", "CALL p()", "LOCK t", "VACUUM",
	} {
		if o, p := ReadOutline(text); p == nil && o.Reads {
			t.Errorf("%s is taken for a read", text)
		}
	}
	for _, text := range []string{"SELECT 1;", "TABLE t", "VALUES (1)", "(SELECT 1) UNION ALL SELECT 2 ORDER BY 1", "SELECT U&\"d\\0061t\" FROM t"} {
		if o, p := ReadOutline(text); p != nil || !o.Reads {
			t.Errorf("%s: %+v, %v", text, o, p)
		}
	}
}

// TestOutlineDeep gives the parser what is as deep as the bounds let it be: it answers, whatever it answers.
func TestOutlineDeep(t *testing.T) {
	for _, text := range []string{
		"SELECT " + strings.Repeat("(", maxOutlineBrackets) + "1" + strings.Repeat(")", maxOutlineBrackets),
		"SELECT " + strings.Repeat("- ", MaxOutline/2-8) + "1",
		"SELECT 1" + strings.Repeat("+1", MaxOutline/2-8),
		"SELECT " + strings.Repeat("NOT ", MaxOutline/4-8) + "true",
		"SELECT 1" + strings.Repeat("::a", MaxOutline/3-8),
		"SELECT 1" + strings.Repeat(" union select 1", MaxOutline/15-8),
		"SELECT " + strings.Repeat("CASE WHEN ", MaxOutline/40) + "1" + strings.Repeat(" THEN 1 END", MaxOutline/40),
		"SELECT a" + strings.Repeat("[1]", maxOutlineBrackets),
		strings.Repeat("SELECT 1;", MaxOutline/10),
	} {
		if o, p := ReadOutline(text); o == nil && p == nil {
			t.Errorf("nothing for %.30s", text)
		}
	}
	if _, p := ReadOutline("SELECT " + strings.Repeat("(", maxOutlineBrackets+1)); p == nil || !strings.Contains(p.Message, "brackets") {
		t.Error("too many brackets pass")
	}
	if _, p := ReadOutline(strings.Repeat(" ", MaxOutline+1)); p == nil {
		t.Error("a text that is too long passes")
	}
	if slices.Contains(aggregates, "pg_sleep") || !slices.IsSorted(aggregates) {
		t.Error("the list of aggregates is not what it should be")
	}
}
