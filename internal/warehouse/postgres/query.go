package postgres

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"

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

// run is Query on a statement's parts. Every value travels as text beside the type of its cast, so that neither the
// driver nor the server infers another.
func (s *Source) run(ctx context.Context, text string, binds []dialect.Bind, columns []dialect.Column) (*warehouse.Result, error) {
	if err := warehouse.CheckBinds(binds); err != nil {
		return nil, &warehouse.Error{Err: err}
	}
	values, types := make([][]byte, len(binds)), make([]uint32, len(binds))
	for i, b := range binds {
		values[i], types[i] = spell(b), typeOfBind(b)
	}
	start := clock.System()
	session, err := s.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer session.end(ctx)
	rows, err := session.read(ctx, text, values, types, columns)
	if err != nil {
		return nil, session.failure(ctx, err)
	}
	session.sound = session.conn.Conn().PgConn().TxStatus() == outside
	return &warehouse.Result{Rows: rows, Took: clock.System().Sub(start)}, nil
}

// read sends one statement and turns its rows into cells of the columns' types.
func (s *session) read(ctx context.Context, text string, values [][]byte, types []uint32, columns []dialect.Column) ([][]warehouse.Cell, error) {
	formats := make([]int16, len(columns))
	for i, c := range columns {
		formats[i] = formatOf(c.Type.Kind)
	}
	var both pgconn.Batch // the end of the transaction travels with the statement
	both.ExecParams(text, values, types, nil, formats)
	both.ExecParams("ROLLBACK", nil, nil, nil, nil)
	results := s.conn.Conn().PgConn().ExecBatch(ctx, &both)
	var rows [][]warehouse.Cell
	var err error
	if results.NextResult() {
		rows, err = scan(results.ResultReader(), columns)
	}
	if closed := results.Close(); closed != nil {
		return nil, closed // what the server says comes before what was made of its rows
	}
	return rows, err
}

// spell writes a bind's value as PostgreSQL reads it; nil for null.
func spell(b dialect.Bind) []byte {
	switch v := b.Value.(type) {
	case string:
		return []byte(v)
	case []string:
		return list(v)
	case bool:
		return strconv.AppendBool(nil, v)
	case int64:
		return strconv.AppendInt(nil, v, 10)
	case float64:
		return strconv.AppendFloat(nil, v, 'g', -1, 64)
	}
	return nil
}

// inList are the characters that end or escape a quoted element of an array.
var inList = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// list writes an array of texts, each quoted.
func list(texts []string) []byte {
	out := []byte{'{'}
	for i, t := range texts {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, '"')
		out = append(out, inList.Replace(t)...)
		out = append(out, '"')
	}
	return append(out, '}')
}

// typeOfBind is the type that a bind's value is read as, before the statement's own cast: exact, and never narrower.
func typeOfBind(b dialect.Bind) uint32 {
	if b.List {
		return pgtype.VarcharArrayOID
	}
	switch b.Type.Kind {
	case expr.Boolean:
		return pgtype.BoolOID
	case expr.Integer:
		if _, beyond := b.Value.(string); beyond {
			return pgtype.NumericOID
		}
		return pgtype.Int8OID
	case expr.Float:
		return pgtype.Float8OID
	case expr.Decimal:
		return pgtype.NumericOID
	case expr.Date:
		return pgtype.DateOID
	case expr.Timestamp:
		return pgtype.TimestampOID
	case expr.TimestampTZ:
		return pgtype.TimestamptzOID
	case expr.String, expr.Null:
	}
	return pgtype.TextOID
}
