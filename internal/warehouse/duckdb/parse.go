package duckdb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"

	"sutura.dev/internal/warehouse"
)

// Parser asks DuckDB's own parser about statements, without any source: tables need not exist. It opens a small database
// in memory on first use. It is safe for concurrent use; the zero Parser is ready.
type Parser struct {
	once   sync.Once
	source *Source
	err    error
}

// NewParser makes a Parser.
func NewParser() *Parser { return &Parser{} }

// Parse returns nil if text is exactly one SELECT that DuckDB's parser reads.
func (p *Parser) Parse(ctx context.Context, text string) error {
	p.once.Do(func() { p.source, p.err = OpenMemory(context.WithoutCancel(ctx)) })
	if p.err != nil {
		return p.err
	}
	return p.source.Parse(ctx, text)
}

// Close releases the database, if there is one.
func (p *Parser) Close() error {
	p.once.Do(func() { p.err = errors.New("the parser is closed") })
	if p.source == nil {
		return nil
	}
	return p.source.Close()
}

// prepareParse prepares the statement that asks the parser: most of the time goes into reading it.
func prepareParse(db *sql.DB) func() (*sql.Stmt, error) {
	return sync.OnceValues(func() (*sql.Stmt, error) {
		return db.Prepare(`SELECT tree->>'error', tree->>'error_message', json_array_length(tree->'statements')
FROM (SELECT json_serialize_sql(CAST($1 AS varchar), skip_null := true, skip_empty := true, skip_default := true) AS tree)`)
	})
}

// Parse returns nil if text is exactly one SELECT that DuckDB's parser reads.
func (s *Source) Parse(ctx context.Context, text string) error {
	if strings.ContainsRune(text, 0) {
		return &warehouse.Error{Err: errors.New("a NUL character")}
	}
	ask, err := s.parse()
	if err != nil {
		return failure(ctx, err)
	}
	var failed bool
	var message sql.NullString
	var statements sql.NullInt64
	if err := ask.QueryRowContext(ctx, text).Scan(&failed, &message, &statements); err != nil {
		return failure(ctx, err)
	}
	switch {
	case failed:
		return &warehouse.Error{Err: errors.New(message.String)}
	case statements.Int64 != 1:
		return &warehouse.Error{Err: fmt.Errorf("%d statements", statements.Int64)}
	}
	return nil
}
