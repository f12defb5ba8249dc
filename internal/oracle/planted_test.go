package oracle_test

import (
	"context"
	"database/sql"
	"errors"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
	"sutura.dev/compiler/dialect"
	"sutura.dev/compiler/plan"
	"sutura.dev/internal/warehouse"
)

// planted is a DuckDB with the world's rows, whose statements have a mistake.
func (w *world) planted(t *testing.T, m mistake) *planted {
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	for _, text := range []string{"SET TimeZone = 'UTC'", "SET threads = 1", "CREATE SCHEMA " + w.schema, w.sql()} {
		if _, err := db.Exec(text); err != nil {
			t.Fatal(err)
		}
	}
	return &planted{Source: w.duckdb(t), db: db, mistake: m, world: w}
}

// planted is a source whose answers come from statements with a mistake.
type planted struct {
	warehouse.Source
	db      *sql.DB
	mistake mistake
	world   *world
	asks    question.Question
}

// Close closes both databases.
func (p *planted) Close() error { return errors.Join(p.db.Close(), p.Source.Close()) }

// Query runs what was planted; every value comes as text.
func (p *planted) Query(ctx context.Context, s dialect.Statement) (*warehouse.Result, error) {
	text, binds := p.mistaken(s)
	var args []any
	for _, b := range binds {
		args = append(args, b.Value)
	}
	rows, err := p.db.QueryContext(ctx, "SELECT CAST(COLUMNS(*) AS VARCHAR) FROM (\n"+text+"\n)", args...)
	if err != nil {
		return nil, &warehouse.Error{Kind: warehouse.Failed, Err: err}
	}
	defer rows.Close()
	out := &warehouse.Result{}
	for rows.Next() {
		cells := make([]sql.NullString, len(s.Columns()))
		into := make([]any, len(cells))
		for i := range cells {
			into[i] = &cells[i]
		}
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		row := make([]warehouse.Cell, len(cells))
		for i, c := range cells {
			if c.Valid {
				row[i] = cellOf(c.String, s.Columns()[i].Type)
			}
		}
		out.Rows = append(out.Rows, row)
	}
	if err := rows.Err(); err != nil {
		return nil, &warehouse.Error{Kind: warehouse.Failed, Err: err}
	}
	return out, nil
}

// mistaken is a statement with the mistake. Of a plan it is made where the statement is that of the question.
func (p *planted) mistaken(s dialect.Statement) (string, []dialect.Bind) {
	switch {
	case p.mistake.statement != nil:
		return p.mistake.statement(s.Text(), slices.Clone(s.Binds()))
	case p.mistake.plan != nil:
		of, _, _ := plan.Resolve(p.world.view(), p.asks, p.world.now)
		if right, err := dialect.Render(of, s.Dialect()); err != nil || right.Text() != s.Text() {
			break
		}
		p.mistake.plan(of)
		if wrong, err := dialect.Render(of, s.Dialect()); err == nil {
			return wrong.Text(), wrong.Binds()
		}
	}
	return s.Text(), s.Binds()
}

// cellOf reads DuckDB's text of a value.
func cellOf(text string, t expr.Type) warehouse.Cell {
	switch t.Kind {
	case expr.Integer:
		n, _ := new(big.Int).SetString(text, 10)
		return warehouse.IntegerCell(n)
	case expr.Decimal:
		return rat(text).FloatString(t.Scale)
	case expr.Float:
		f, _ := strconv.ParseFloat(text, 64)
		return f + 0
	case expr.Boolean:
		return text == "true"
	case expr.Timestamp:
		return strings.Replace(text, " ", "T", 1)
	case expr.TimestampTZ:
		return strings.Replace(strings.TrimSuffix(text, "+00"), " ", "T", 1) + "Z"
	case expr.String, expr.Date, expr.Null:
	}
	return text
}
