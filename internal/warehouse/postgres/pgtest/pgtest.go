// Package pgtest fills the PostgreSQL that scripts/postgres runs for tests: tables of typed rows in a schema of their own.
//
// A test that needs it and does not find it fails with the command that starts it; nothing is skipped. Only tests import
// this package.
package pgtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"

	"sutura.dev/bundle/expr"
	"sutura.dev/internal/warehouse"
)

// Variable is the environment variable that scripts/postgres sets: the connection string of a superuser.
const Variable = "SUTURA_TEST_POSTGRES"

// Database is one of the cluster's two.
type Database string

const (
	// ByCodePoint compares text by code point (C.UTF-8).
	ByCodePoint Database = "sutura"
	// English compares text by ICU's rules for en-US.
	English Database = "sutura_icu"
)

// Role is who connects. Reader and Hostile may only read what Fill makes.
type Role string

const (
	// Super may do anything.
	Super Role = "sutura"
	// Reader has the server's defaults.
	Reader Role = "reader"
	// Hostile has a session whose every default is one that no statement should meet (scripts/postgres.sql).
	Hostile Role = "hostile"
)

// Table is a table's columns and its rows.
type Table struct {
	Name    string
	Columns []Column
	// Rows hold cells as warehouse.Cell has them: nil, a bool, an int64, a float64, or the spelling of any other value.
	Rows [][]warehouse.Cell
}

// Column is a column of a table. Native is PostgreSQL's type; empty, it is what fits Type.
type Column struct {
	Name   string
	Type   expr.Type
	Native string
}

// DSN is the connection string of a role to a database. Without a cluster the test fails.
func DSN(t testing.TB, db Database, role Role) string {
	t.Helper()
	super := os.Getenv(Variable)
	if super == "" {
		t.Fatal(missing)
	}
	return as(t, super, db, role)
}

// as is a superuser's connection string for another database and role.
func as(t testing.TB, super string, db Database, role Role) string {
	t.Helper()
	config, err := pgx.ParseConfig(super)
	if err != nil {
		t.Fatalf("%s is no connection string", Variable)
	}
	return fmt.Sprintf("host=%s port=%d user=%s dbname=%s", config.Host, config.Port, role, db)
}

// Loader fills schemas of one database over one connection. It is not safe for concurrent use.
type Loader struct{ conn *pgx.Conn }

// Open connects to a database as its superuser, until the test ends.
func Open(t testing.TB, db Database) *Loader {
	t.Helper()
	return connect(t, DSN(t, db, Super))
}

func connect(t testing.TB, dsn string) *Loader {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.WithoutCancel(t.Context())) })
	return &Loader{conn}
}

// Fresh makes a database like db that no other test has, runs setup in it as the superuser, and returns its connection
// string for a role that may read all of it. Call drop when nobody uses it any more.
func Fresh(ctx context.Context, db Database, role Role, setup string) (dsn string, drop func() error, err error) {
	super := os.Getenv(Variable)
	if super == "" {
		return "", nil, errors.New(missing)
	}
	admin, err := pgx.Connect(ctx, super)
	if err != nil {
		return "", nil, err
	}
	name := fmt.Sprintf("fresh_%d_%d", os.Getpid(), schemas.Add(1))
	drop = func() error {
		_, err := admin.PgConn().Exec(context.WithoutCancel(ctx), "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)").ReadAll()
		return errors.Join(err, admin.Close(context.WithoutCancel(ctx)))
	}
	fill := func() error {
		// The empty one, which nobody opens: the other may hold tables of tests that run at the same time.
		if _, err := admin.PgConn().Exec(ctx, "CREATE DATABASE "+name+" TEMPLATE "+Quote(string(db)+"_empty")).ReadAll(); err != nil {
			return err
		}
		config := admin.Config().Copy()
		config.Database = name
		conn, err := pgx.ConnectConfig(ctx, config)
		if err != nil {
			return err
		}
		defer conn.Close(context.WithoutCancel(ctx))
		_, err = conn.PgConn().Exec(ctx, "ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO PUBLIC; ALTER DEFAULT PRIVILEGES GRANT USAGE ON SCHEMAS TO PUBLIC").ReadAll()
		if err == nil {
			_, err = conn.PgConn().Exec(ctx, setup).ReadAll()
		}
		return err
	}
	if err := fill(); err != nil {
		return "", nil, errors.Join(err, drop())
	}
	c := admin.Config()
	return fmt.Sprintf("host=%s port=%d user=%s dbname=%s", c.Host, c.Port, role, name), drop, nil
}

const missing = "this test needs PostgreSQL: ./scripts/postgres run go test ./... starts one (or ./scripts/test), and sets " + Variable

var schemas atomic.Int64

// Load makes a schema that no other test has, fills it with the tables, and drops it when the test ends.
func (l *Loader) Load(t testing.TB, tables ...Table) (schema string) {
	t.Helper()
	schema = fmt.Sprintf("test_%d_%d", os.Getpid(), schemas.Add(1))
	if err := l.Fill(t.Context(), schema, tables...); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Exec(context.WithoutCancel(t.Context()), "DROP SCHEMA "+Quote(schema)+" CASCADE"); err != nil {
			t.Error(err)
		}
	})
	return schema
}

// Fill makes a schema anew: what it held is dropped, and then it holds the tables, which every role may read.
func (l *Loader) Fill(ctx context.Context, schema string, tables ...Table) error {
	var setup strings.Builder
	fmt.Fprintf(&setup, "SET client_min_messages = warning; DROP SCHEMA IF EXISTS %[1]s CASCADE; CREATE SCHEMA %[1]s; GRANT USAGE ON SCHEMA %[1]s TO PUBLIC;\n", Quote(schema))
	for _, t := range tables {
		columns := make([]string, len(t.Columns))
		for i, c := range t.Columns {
			columns[i] = Quote(c.Name) + " " + c.native()
		}
		fmt.Fprintf(&setup, "CREATE TABLE %s (%s);\n", Quote(schema, t.Name), strings.Join(columns, ", "))
	}
	fmt.Fprintf(&setup, "GRANT SELECT ON ALL TABLES IN SCHEMA %s TO PUBLIC;", Quote(schema))
	if err := l.Exec(ctx, setup.String()); err != nil {
		return err
	}
	for _, t := range tables {
		if _, err := l.conn.PgConn().CopyFrom(ctx, strings.NewReader(lines(t.Rows)), "COPY "+Quote(schema, t.Name)+" FROM STDIN"); err != nil {
			return fmt.Errorf("filling %s: %w", t.Name, err)
		}
	}
	return nil
}

// Exec runs statements, separated by semicolons, as the superuser.
func (l *Loader) Exec(ctx context.Context, statements string) error {
	_, err := l.conn.PgConn().Exec(ctx, statements).ReadAll()
	return err
}

// Text asks a statement that returns one value, as text.
func (l *Loader) Text(ctx context.Context, statement string) (string, error) {
	result := l.conn.PgConn().ExecParams(ctx, statement, nil, nil, nil, nil).Read()
	if result.Err != nil || len(result.Rows) != 1 || len(result.Rows[0]) != 1 {
		return "", fmt.Errorf("%d rows: %w", len(result.Rows), result.Err)
	}
	return string(result.Rows[0][0]), nil
}

// Quote is a dotted name of SQL.
func Quote(parts ...string) string { return pgx.Identifier(parts).Sanitize() }

func (c Column) native() string {
	switch {
	case c.Native != "":
		return c.Native
	case c.Type.Kind == expr.String:
		return "text"
	case c.Type.Kind == expr.Integer:
		return "bigint"
	case c.Type.Kind == expr.Float:
		return "double precision"
	case c.Type.Kind == expr.Decimal:
		return fmt.Sprintf("numeric(%d,%d)", c.Type.Precision, c.Type.Scale)
	}
	return string(c.Type.Kind)
}

// escaped are the characters that COPY's text form gives a meaning.
var escaped = strings.NewReplacer(`\`, `\\`, "\t", `\t`, "\n", `\n`, "\r", `\r`)

// lines spells rows in COPY's text form.
func lines(rows [][]warehouse.Cell) string {
	var b strings.Builder
	for _, row := range rows {
		for i, cell := range row {
			if i > 0 {
				b.WriteByte('\t')
			}
			switch v := cell.(type) {
			case nil:
				b.WriteString(`\N`)
			case float64:
				b.WriteString(strconv.FormatFloat(v, 'g', -1, 64))
			default:
				b.WriteString(escaped.Replace(fmt.Sprint(v)))
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}
