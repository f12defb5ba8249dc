package mysql

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"sutura.dev/bundle/expr"
	"sutura.dev/compiler/dialect"
	"sutura.dev/internal/clock"
	"sutura.dev/internal/warehouse"
)

// Query runs s and returns every row. Its errors are *warehouse.Error.
func (s *Source) Query(ctx context.Context, st dialect.Statement) (*warehouse.Result, error) {
	if st.Dialect() != Dialect {
		return nil, &warehouse.Error{Err: fmt.Errorf("a statement of dialect %q", st.Dialect())}
	}
	if err := warehouse.CheckBinds(st.Binds()); err != nil {
		return nil, &warehouse.Error{Err: err}
	}
	values := make([]any, len(st.Binds()))
	for i, b := range st.Binds() {
		values[i] = spell(b)
	}
	start := clock.System()
	session, err := s.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer session.end(ctx)
	rows, err := session.read(st.Text(), values, st.Columns())
	if err == nil {
		err = session.warned()
	}
	if err != nil {
		return nil, failure(ctx, session.limit, err)
	}
	return &warehouse.Result{Rows: rows, Took: clock.System().Sub(start)}, nil
}

// read prepares and runs one statement and turns its rows into cells of the columns' types.
func (s *session) read(text string, values []any, columns []dialect.Column) ([][]warehouse.Cell, error) {
	prepared, err := s.conn.PrepareContext(s.ctx, text)
	if err != nil {
		return nil, err
	}
	defer prepared.Close()
	rows, err := prepared.QueryContext(s.ctx, values...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	types, err := rows.ColumnTypes()
	if err != nil {
		return nil, err
	}
	if len(types) != len(columns) {
		return nil, fmt.Errorf("%d columns came back where the plan has %d", len(types), len(columns))
	}
	raw, into := make([]any, len(columns)), make([]any, len(columns))
	for i := range raw {
		into[i] = &raw[i]
	}
	var out [][]warehouse.Cell
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		row := make([]warehouse.Cell, len(columns))
		for i, c := range columns {
			row[i], err = cell(raw[i], types[i].DatabaseTypeName(), c.Type)
			switch {
			case err == warehouse.ErrNotFinite:
				return nil, &warehouse.Error{Kind: warehouse.NotFinite, Column: c.Name, Err: err}
			case err != nil:
				return nil, fmt.Errorf("column %q: %w", c.Name, err)
			}
		}
		out = append(out, row)
	}
	return out, rows.Err()
}

// warned returns the first warning that the statement left.
func (s *session) warned() error {
	rows, err := s.conn.QueryContext(s.ctx, "SHOW WARNINGS")
	if err != nil {
		return err
	}
	defer rows.Close()
	var first error
	for rows.Next() {
		var w warning
		if err := rows.Scan(&w.level, &w.code, &w.text); err != nil {
			return err
		}
		if first == nil {
			first = w
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	return first
}

// warning is what MariaDB goes on after.
type warning struct {
	level string
	code  uint16
	text  string
}

// Error is for the log.
func (w warning) Error() string { return fmt.Sprintf("%s %d: %s", w.level, w.code, w.text) }

// spell makes a bind's value one that the driver takes: instants are times of UTC, lists are JSON.
func spell(b dialect.Bind) any {
	switch v := b.Value.(type) {
	case string:
		return moment(b.Type, v)
	case []string:
		spelled := make([]string, len(v))
		for i, t := range v {
			spelled[i] = moment(b.Type, t)
		}
		list, _ := json.Marshal(spelled) // of texts cannot fail
		return string(list)
	}
	return b.Value
}

// moment spells times as MariaDB does, and booleans as what they are there.
func moment(t expr.Type, text string) string {
	switch t.Kind {
	case expr.Timestamp, expr.TimestampTZ:
		return strings.TrimSuffix(strings.Replace(text, "T", " ", 1), "Z")
	case expr.Boolean:
		return map[string]string{"true": "1", "false": "0"}[text]
	case expr.String, expr.Integer, expr.Float, expr.Decimal, expr.Date, expr.Null:
	}
	return text
}
