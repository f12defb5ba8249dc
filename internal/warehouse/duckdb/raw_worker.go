package duckdb

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"io"
	"os"
	"time"

	duckdb "github.com/duckdb/duckdb-go/v2"

	"sutura.dev/internal/warehouse"
)

// WorkRaw is the whole life of a process for one raw statement: it bounds itself, reads a request, opens the file
// read-only, screens the statement, runs it, and writes what came of it. Its exit code is 0 where it could say so. It
// ends the process once it is out of time, or when nobody holds the other end of in any more.
func WorkRaw(in io.Reader, out io.Writer) int {
	text := bufio.NewReader(in)
	line, err := text.ReadBytes('\n')
	var request rawRequest
	if err != nil || json.Unmarshal(line, &request) != nil {
		return 2
	}
	go func() {
		_, _ = io.Copy(io.Discard, text)
		os.Exit(2)
	}()
	limit := time.Duration(request.Limit) * time.Millisecond
	time.AfterFunc(limit+2*rawMargin, func() { os.Exit(2) })
	if err := confine(request.Memory); err != nil {
		return 2
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	answer, err := work(ctx, request)
	if err != nil {
		e := rawFailure(ctx, err)
		answer = &rawAnswer{Code: e.Code}
		if e.Err != nil {
			answer.Log = e.Err.Error()
		}
	}
	if json.NewEncoder(out).Encode(answer) != nil {
		return 2
	}
	return 0
}

func work(ctx context.Context, r rawRequest) (*rawAnswer, error) {
	s, err := openDatabase(ctx, Options{Path: r.Path, MaxConnections: 1, MemoryLimit: r.Memory})
	if err != nil {
		return nil, &warehouse.RawError{Code: warehouse.RawUnavailable, Err: err}
	}
	conn, err := s.db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	if err := screen(ctx, conn, r.Statement); err != nil {
		return nil, err
	}
	rows, err := conn.QueryContext(ctx, r.Statement)
	if err != nil {
		return nil, err
	}
	return readRaw(rows)
}

// readRaw reads every row as text.
func readRaw(rows *sql.Rows) (*rawAnswer, error) {
	natives, err := rows.ColumnTypes()
	if err != nil {
		return nil, err
	}
	answer := &rawAnswer{Headings: []warehouse.RawHeading{}, Cells: [][]*string{}}
	for _, n := range natives {
		answer.Headings = append(answer.Headings, warehouse.RawHeading{Text: n.Name(), Native: n.DatabaseTypeName()})
	}
	var meter warehouse.RawMeter
	values, targets := make([]any, len(natives)), make([]any, len(natives))
	for i := range values {
		targets[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(targets...); err != nil {
			return nil, err
		}
		row := make([]*string, len(natives))
		for i, v := range values {
			row[i] = rawCell(v, answer.Headings[i].Native)
		}
		if err := meter.Row(row); err != nil {
			return nil, err
		}
		answer.Cells = append(answer.Cells, row)
	}
	return answer, rows.Err()
}

// rawFailure sorts what DuckDB or the driver said.
func rawFailure(ctx context.Context, err error) *warehouse.RawError {
	if e, ok := errors.AsType[*warehouse.RawError](err); ok {
		return e
	}
	code := warehouse.RawOf(ctx, err).Code
	if engine, ok := errors.AsType[*duckdb.Error](err); ok && code == warehouse.RawFailed {
		switch engine.Type {
		case duckdb.ErrorTypeParser, duckdb.ErrorTypeSyntax:
			code = warehouse.RawUnreadable
		case duckdb.ErrorTypeBinder, duckdb.ErrorTypeCatalog, duckdb.ErrorTypeMismatchType, duckdb.ErrorTypeNotImplemented, duckdb.ErrorTypeParameterNotResolved,
			duckdb.ErrorTypeParameterNotAllowed, duckdb.ErrorTypeExpression, duckdb.ErrorTypeUnknownType:
			code = warehouse.RawWrong
		case duckdb.ErrorTypeConversion, duckdb.ErrorTypeOutOfRange, duckdb.ErrorTypeInvalidInput, duckdb.ErrorTypeDivideByZero, duckdb.ErrorTypeInvalid, duckdb.ErrorTypeDecimal:
			code = warehouse.RawValue
		case duckdb.ErrorTypeOutOfMemory, duckdb.ErrorTypeObjectSize:
			code = warehouse.RawExhausted
		case duckdb.ErrorTypePermission, duckdb.ErrorTypeIO, duckdb.ErrorTypeSettings, duckdb.ErrorTypeMissingExtension, duckdb.ErrorTypeAutoLoad:
			code = warehouse.RawForbidden
		case duckdb.ErrorTypeInterrupt:
			code = warehouse.RawDeadline
		}
	}
	return &warehouse.RawError{Code: code, Err: err}
}
