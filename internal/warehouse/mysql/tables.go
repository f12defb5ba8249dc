package mysql

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"sutura.dev/bundle/expr"
	"sutura.dev/internal/warehouse"
)

// ask lists the columns that the user may read, in the order of databases, tables and columns.
const ask = `SELECT c.TABLE_SCHEMA, c.TABLE_NAME, c.COLUMN_NAME, c.COLUMN_TYPE, c.DATA_TYPE, c.NUMERIC_PRECISION, c.NUMERIC_SCALE, c.IS_NULLABLE,
  COALESCE(t.TABLE_ROWS, -1), FIND_IN_SET('select', c.PRIVILEGES) > 0
FROM information_schema.COLUMNS AS c
JOIN information_schema.TABLES AS t ON t.TABLE_SCHEMA = c.TABLE_SCHEMA AND t.TABLE_NAME = c.TABLE_NAME
WHERE c.TABLE_SCHEMA NOT IN ('information_schema', 'mysql', 'performance_schema', 'sys')
ORDER BY CONVERT(c.TABLE_SCHEMA USING utf8mb4) COLLATE utf8mb4_nopad_bin, CONVERT(c.TABLE_NAME USING utf8mb4) COLLATE utf8mb4_nopad_bin, c.ORDINAL_POSITION`

// Tables lists tables and views, with the columns that the user may read; without any it is Denied. A schema is a database.
func (s *Source) Tables(ctx context.Context) ([]warehouse.Table, error) {
	rows, err := s.texts(ctx, ask)
	if err != nil {
		return nil, err
	}
	var out []warehouse.Table
	for _, r := range rows {
		if n := len(out) - 1; n < 0 || out[n].Schema != r[0] || out[n].Name != r[1] {
			estimated, err := strconv.ParseInt(r[8], 10, 64)
			if err != nil {
				return nil, &warehouse.Error{Err: err}
			}
			out = append(out, warehouse.Table{Schema: r[0], Name: r[1], Rows: estimated, Denied: true, Problem: fmt.Sprintf("the user may not read the table %s.%s", r[0], r[1])})
		}
		last := &out[len(out)-1]
		if r[9] != "1" {
			continue
		}
		last.Denied, last.Problem = false, ""
		last.Columns = append(last.Columns, warehouse.Column{Name: r[2], Native: r[3], Type: typeOf(r[4], r[3], r[5], r[6]), Nullable: r[7] == "YES"})
	}
	return out, nil
}

// typeOf maps MariaDB's types; the zero Type where sutura has none. A tinyint of one digit is a boolean. Text of any
// collation is a string: statements compare it by code point. TIMESTAMP is an instant, DATETIME is none.
func typeOf(name, native, precision, scale string) expr.Type {
	switch name {
	case "tinyint":
		if native == "tinyint(1)" {
			return expr.Type{Kind: expr.Boolean}
		}
		return expr.Type{Kind: expr.Integer}
	case "smallint", "mediumint", "int", "bigint", "year":
		return expr.Type{Kind: expr.Integer}
	case "float", "double":
		return expr.Type{Kind: expr.Float}
	case "decimal":
		t := expr.Type{Kind: expr.Decimal}
		t.Precision, _ = strconv.Atoi(precision)
		t.Scale, _ = strconv.Atoi(scale)
		return t
	case "char", "varchar", "tinytext", "text", "mediumtext", "longtext", "enum", "uuid":
		return expr.Type{Kind: expr.String}
	case "date":
		return expr.Type{Kind: expr.Date}
	case "datetime":
		return expr.Type{Kind: expr.Timestamp}
	case "timestamp":
		return expr.Type{Kind: expr.TimestampTZ}
	}
	return expr.Type{}
}

// texts runs our own statement, and returns its rows as text; a null is empty.
func (s *Source) texts(ctx context.Context, text string, args ...any) ([][]string, error) {
	session, err := s.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer session.end(ctx)
	rows, err := session.conn.QueryContext(session.ctx, text, args...)
	if err != nil {
		return nil, failure(ctx, session.limit, err)
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		return nil, failure(ctx, session.limit, err)
	}
	var out [][]string
	for rows.Next() {
		cells, into := make([]*string, len(names)), make([]any, len(names))
		for i := range cells {
			into[i] = &cells[i]
		}
		if err := rows.Scan(into...); err != nil {
			return nil, failure(ctx, session.limit, err)
		}
		row := make([]string, len(names))
		for i, c := range cells {
			if c != nil {
				row[i] = strings.Clone(*c)
			}
		}
		out = append(out, row)
	}
	if err := rows.Err(); err != nil {
		return nil, failure(ctx, session.limit, err)
	}
	return out, nil
}
