package postgres

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"sutura.dev/bundle/expr"
	"sutura.dev/internal/warehouse"
)

// ask lists columns and whether the session's user may read them, in the order of tables and columns by code point. A domain is
// what it is made of; a partitioned table has the rows of its leaves.
const ask = `WITH RECURSIVE "bases" AS (
  SELECT t.oid AS "type", t.typbasetype AS "base", t.typtypmod AS "mod" FROM pg_type AS t WHERE t.typtype = 'd'
  UNION ALL
  SELECT b."type", t.typbasetype, CASE WHEN b."mod" = -1 THEN t.typtypmod ELSE b."mod" END FROM "bases" AS b JOIN pg_type AS t ON t.oid = b."base" WHERE t.typtype = 'd'
)
SELECT n.nspname, c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
  format_type(t.oid, coalesce(b."mod", a.atttypmod)), t.typtype = 'e' OR t.typname = 'citext',
  CASE WHEN NOT l.collisdeterministic THEN l.collname END, a.attnotnull, EXISTS (SELECT 1 FROM pg_inherits AS i WHERE i.inhrelid = c.oid),
  CASE WHEN c.relkind = 'p' THEN (SELECT CASE WHEN min(x.reltuples) >= 0 THEN sum(x.reltuples) END
    FROM pg_partition_tree(c.oid) AS p JOIN pg_class AS x ON x.oid = p.relid WHERE p.isleaf) ELSE nullif(c.reltuples, -1) END,
  has_schema_privilege(n.oid, 'USAGE') AND has_column_privilege(c.oid, a.attnum, 'SELECT')
FROM pg_class AS c
JOIN pg_namespace AS n ON n.oid = c.relnamespace
JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
LEFT JOIN "bases" AS b ON b."type" = a.atttypid AND NOT EXISTS (SELECT 1 FROM pg_type AS d WHERE d.oid = b."base" AND d.typtype = 'd')
JOIN pg_type AS t ON t.oid = coalesce(b."base", a.atttypid)
LEFT JOIN pg_collation AS l ON l.oid = a.attcollation
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\_%'
ORDER BY n.nspname COLLATE "C", c.relname COLLATE "C", a.attnum`

// Tables lists tables, partitioned and foreign ones too, views and materialised views, with the columns that the user
// may read; without any it is Denied. Rows is what the server remembers of the last ANALYZE; -1 for a view and where there was none.
func (s *Source) Tables(ctx context.Context) ([]warehouse.Table, error) {
	rows, err := s.texts(ctx, ask)
	if err != nil {
		return nil, err
	}
	var out []warehouse.Table
	for _, r := range rows {
		if last := len(out) - 1; last < 0 || out[last].Schema != r[0] || out[last].Name != r[1] {
			t := warehouse.Table{Schema: r[0], Name: r[1], Part: r[8] == "t", Rows: -1, Denied: true, Problem: "this user may not read the table " + r[0] + "." + r[1] + "; grant it SELECT"}
			if estimate, err := strconv.ParseFloat(r[9], 64); err == nil {
				t.Rows = int64(estimate)
			}
			out = append(out, t)
		}
		if r[10] != "t" {
			continue
		}
		last := &out[len(out)-1]
		last.Denied, last.Problem = false, ""
		last.Columns = append(last.Columns, column(r[2], r[3], r[4], r[5] == "t", r[6], r[7] == "t"))
	}
	return out, nil
}

// column describes one: native is PostgreSQL's word for its type, base for what a domain is made of, text tells of an
// enumeration and of citext, folds the name of a
// collation under which different texts are equal.
func column(name, native, base string, text bool, folds string, required bool) warehouse.Column {
	c := warehouse.Column{Name: name, Native: native, Type: typeOf(base), Nullable: !required}
	if text {
		c.Type = expr.Type{Kind: expr.String}
	}
	switch name, _, _ := strings.Cut(base, "("); {
	case text && !strings.HasSuffix(base, "citext"), name == "uuid":
		c.Family = base
	case name == "character": // trailing spaces do not count
		c.Family = "character"
	}
	if folds != "" {
		c.Native, c.Folds = c.Native+" COLLATE "+folds, true
	}
	return c
}

// typeOf maps PostgreSQL's spelling of a type; the zero Type where sutura has none. Text of every kind, padded, folded
// or enumerated, is a string: statements read it as plain text, compared by code point.
func typeOf(native string) expr.Type {
	name, modifier, _ := strings.Cut(native, "(")
	modifier, rest, _ := strings.Cut(modifier, ")")
	switch name + rest {
	case "boolean":
		return expr.Type{Kind: expr.Boolean}
	case "smallint", "integer", "bigint":
		return expr.Type{Kind: expr.Integer}
	case "real", "double precision":
		return expr.Type{Kind: expr.Float}
	case "text", "character varying", "character", "name", "uuid", `"char"`:
		return expr.Type{Kind: expr.String}
	case "date":
		return expr.Type{Kind: expr.Date}
	case "timestamp without time zone":
		return expr.Type{Kind: expr.Timestamp}
	case "timestamp with time zone":
		return expr.Type{Kind: expr.TimestampTZ}
	case "numeric":
		t := expr.Type{Kind: expr.Decimal}
		if n, _ := fmt.Sscanf(modifier, "%d,%d", &t.Precision, &t.Scale); n == 2 && t.Scale < 0 {
			t.Precision, t.Scale = t.Precision-t.Scale, 0 // numeric(2,-3) holds up to 99000
		}
		return t
	}
	return expr.Type{}
}
