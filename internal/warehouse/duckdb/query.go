package duckdb

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"time"

	duckdb "github.com/duckdb/duckdb-go/v2"

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
	return s.run(ctx, st.Text(), st.Binds(), st.Columns())
}

// run is Query on a statement's parts.
func (s *Source) run(ctx context.Context, text string, binds []dialect.Bind, columns []dialect.Column) (*warehouse.Result, error) {
	args, err := arguments(binds)
	if err != nil {
		return nil, &warehouse.Error{Err: err}
	}
	start := clock.System()
	conn, err := s.db.Conn(ctx)
	if err != nil {
		return nil, failure(ctx, err)
	}
	defer conn.Close()
	var out [][]warehouse.Cell
	// The driver's own rows: database/sql would copy each cell of each row into a target of its own.
	err = conn.Raw(func(of any) error {
		rows, err := of.(driver.QueryerContext).QueryContext(ctx, text, args)
		if err != nil {
			return err
		}
		defer rows.Close()
		out, err = scan(rows, columns)
		return err
	})
	if err != nil {
		return nil, failure(ctx, err)
	}
	return &warehouse.Result{Rows: out, Took: clock.System().Sub(start)}, nil
}

// scan reads every row into cells of the columns' types.
func scan(rows driver.Rows, columns []dialect.Column) ([][]warehouse.Cell, error) {
	if n := len(rows.Columns()); n != len(columns) {
		return nil, fmt.Errorf("%d columns came back where the plan has %d", n, len(columns))
	}
	natives := rows.(driver.RowsColumnTypeDatabaseTypeName)
	raw := make([]driver.Value, len(columns))
	readers := make([]reader, len(columns))
	for i := range raw {
		readers[i] = reader{native: natives.ColumnTypeDatabaseTypeName(i), want: columns[i].Type}
	}
	var out [][]warehouse.Cell
	var space []warehouse.Cell // of rows to come
	for {
		switch err := rows.Next(raw); {
		case err == io.EOF:
			return out, nil
		case err != nil:
			return nil, err
		}
		if len(space) < len(columns) {
			space = make([]warehouse.Cell, len(columns)*min(len(out)+1, 256))
		}
		row := space[:len(columns):len(columns)]
		space = space[len(columns):]
		for i, c := range columns {
			var err error
			if row[i], err = readers[i].cell(raw[i]); err == nil {
				continue
			}
			if errors.Is(err, warehouse.ErrNotFinite) {
				return nil, &warehouse.Error{Kind: warehouse.NotFinite, Column: c.Name, Err: err}
			}
			return nil, fmt.Errorf("column %q: %w", c.Name, err)
		}
		out = append(out, row)
	}
}

// reader makes a column's cells. Rows are ordered by their keys, so that a time is mostly the one before.
type reader struct {
	native string
	want   expr.Type
	last   time.Time
	spelt  warehouse.Cell // nil before the first time
}

func (r *reader) cell(v any) (warehouse.Cell, error) {
	t, ok := v.(time.Time)
	if !ok {
		return cell(v, r.native, r.want)
	}
	if r.spelt != nil && t == r.last {
		return r.spelt, nil
	}
	c, err := cell(v, r.native, r.want)
	if err == nil {
		r.last, r.spelt = t, c
	}
	return c, err
}

// arguments checks the binds' Go values and passes them on.
func arguments(binds []dialect.Bind) ([]driver.NamedValue, error) {
	if err := warehouse.CheckBinds(binds); err != nil {
		return nil, err
	}
	args := make([]driver.NamedValue, len(binds))
	for i, b := range binds {
		args[i] = driver.NamedValue{Ordinal: i + 1, Value: b.Value}
	}
	return args, nil
}

// failure classifies what DuckDB or the driver said. By the time it is called the statement has stopped.
func failure(ctx context.Context, err error) error {
	if e, ok := errors.AsType[*warehouse.Error](err); ok {
		return e
	}
	kind := contextKind(err)
	if engine, ok := errors.AsType[*duckdb.Error](err); ok && kind == warehouse.Failed {
		switch engine.Type {
		case duckdb.ErrorTypeOutOfMemory:
			kind = warehouse.Exhausted
		case duckdb.ErrorTypeOutOfRange, duckdb.ErrorTypeConversion: // a number that its type has no room for
			kind = warehouse.OutOfRange
		case duckdb.ErrorTypeIO, duckdb.ErrorTypePermission: // a file that is gone is looked for beside the allowed paths
			kind = warehouse.Unavailable
		case duckdb.ErrorTypeInterrupt:
			kind = contextKind(ctx.Err())
		}
	}
	return &warehouse.Error{Kind: kind, Err: err}
}

// contextKind is Deadline or Cancelled where a context ended the work, else Failed.
func contextKind(err error) warehouse.Kind {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return warehouse.Deadline
	case errors.Is(err, context.Canceled):
		return warehouse.Cancelled
	}
	return warehouse.Failed
}
