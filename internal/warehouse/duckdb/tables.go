package duckdb

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"sutura.dev/bundle/expr"
	"sutura.dev/internal/warehouse"
)

// Tables lists the tables and views, those of attached databases (fixtures) too, and a folder's files that cannot be read.
// Rows is DuckDB's estimate for a table, -1 for a view.
func (s *Source) Tables(ctx context.Context) ([]warehouse.Table, error) {
	const ask = `SELECT c.schema_name, c.table_name, c.column_name, c.data_type, c.is_nullable, coalesce(t.estimated_size, -1),
       coalesce(t.sql ILIKE '% COLLATE %', false)
FROM duckdb_columns() AS c
LEFT JOIN duckdb_tables() AS t ON t.table_oid = c.table_oid AND t.database_oid = c.database_oid
WHERE c.database_name NOT IN ('system', 'temp') AND NOT c.internal
ORDER BY c.schema_name, c.table_name, c.column_index`
	rows, err := s.db.QueryContext(ctx, ask)
	if err != nil {
		return nil, failure(ctx, err)
	}
	defer rows.Close()
	var out []warehouse.Table
	for rows.Next() {
		t, c := warehouse.Table{}, warehouse.Column{}
		collated := false
		if err := rows.Scan(&t.Schema, &t.Name, &c.Name, &c.Native, &c.Nullable, &t.Rows, &collated); err != nil {
			return nil, failure(ctx, err)
		}
		if collated && c.Native == "VARCHAR" {
			c.Native = "VARCHAR COLLATE"
		}
		c.Type = typeOf(c.Native)
		if last := len(out) - 1; last < 0 || out[last].Schema != t.Schema || out[last].Name != t.Name {
			out = append(out, t)
		}
		last := &out[len(out)-1]
		c.Remark = s.remarks[[3]string{t.Schema, t.Name, c.Name}]
		last.Columns = append(last.Columns, c)
	}
	if err := rows.Err(); err != nil {
		return nil, failure(ctx, err)
	}
	out = append(out, s.unreadable...)
	slices.SortFunc(out, func(a, b warehouse.Table) int {
		return cmp.Or(cmp.Compare(a.Schema, b.Schema), cmp.Compare(a.Name, b.Name))
	})
	return out, nil
}

// typeOf maps DuckDB's spelling of a type; the zero Type where sutura has none. An ENUM is none, since it is ordered by
// its declaration, and so is text of a collation, which folds: neither is ordered and compared by code point. DuckDB
// does not say which columns of a table have a collation, so all text of such a table is taken to.
func typeOf(native string) expr.Type {
	switch native {
	case "BOOLEAN":
		return expr.Type{Kind: expr.Boolean}
	case "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT":
		return expr.Type{Kind: expr.Integer}
	case "FLOAT", "DOUBLE":
		return expr.Type{Kind: expr.Float}
	case "VARCHAR", "UUID":
		return expr.Type{Kind: expr.String}
	case "DATE":
		return expr.Type{Kind: expr.Date}
	case "TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS":
		return expr.Type{Kind: expr.Timestamp}
	case "TIMESTAMP WITH TIME ZONE":
		return expr.Type{Kind: expr.TimestampTZ}
	}
	t := expr.Type{Kind: expr.Decimal}
	var rest string
	if n, _ := fmt.Sscanf(native, "DECIMAL(%d,%d)%s", &t.Precision, &t.Scale, &rest); n == 2 {
		return t
	}
	return expr.Type{}
}
