// Package mysqltest fills the MariaDB that scripts/mariadb runs for tests: tables of typed rows in a database of their own.
//
// Where no script has started one, the first test that asks for it does. Only tests import this package.
package mysqltest

import (
	"bufio"
	"context"
	"database/sql"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"sutura.dev/bundle/expr"
	"sutura.dev/internal/checkout"
	"sutura.dev/internal/warehouse"
)

// Variable is the environment variable that scripts/mariadb sets: the socket of the server.
const Variable = "SUTURA_TEST_MARIADB"

// Role is who connects. Reader may only read.
type Role string

// The roles of the server.
const (
	Super  Role = "root"
	Reader Role = "reader"
)

// Table is a table's columns and its rows.
type Table struct {
	Name    string
	Columns []Column
	// Rows hold cells as warehouse.Cell has them: nil, a bool, an int64, a float64, or the spelling of any other value.
	Rows [][]warehouse.Cell
}

// Column is a column of a table. Native is MariaDB's type; empty, it is what fits Type.
type Column struct {
	Name   string
	Type   expr.Type
	Native string
}

// DSN is the connection string of a role to a database, which may be empty.
func DSN(t testing.TB, role Role, database string) string {
	t.Helper()
	on, err := started()
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%s@unix(%s)/%s", role, on.socket, database)
}

// server is a MariaDB that runs. It ends when nobody holds its input any more.
type server struct {
	socket string
	input  io.WriteCloser
}

// started is the server of the script around the test, or one that ends with this process.
var started = sync.OnceValues(func() (*server, error) {
	if socket := os.Getenv(Variable); socket != "" {
		return &server{socket: socket}, nil
	}
	script, err := checkout.Path("scripts/mariadb")
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(script, "serve")
	cmd.Stderr = os.Stderr
	input, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("this test needs MariaDB: ./scripts/mariadb run go test ./... starts one, and sets %s: %w", Variable, err)
	}
	socket, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("./scripts/mariadb serve does not start: %w", err)
	}
	return &server{strings.TrimSpace(socket), input}, nil
})

// Loader fills databases over one connection. It is not safe for concurrent use.
type Loader struct{ pool *sql.DB }

// Open connects as the superuser, until the test ends.
func Open(t testing.TB) *Loader {
	t.Helper()
	pool, err := sql.Open("mysql", DSN(t, Super, "")+"?multiStatements=true&charset=utf8mb4&sql_mode=%27STRICT_ALL_TABLES%27&time_zone=%27%2B00:00%27")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pool.Close() })
	pool.SetMaxOpenConns(1)
	return &Loader{pool}
}

var databases atomic.Int64

// Load makes a database that no other test has, fills it with the tables, and drops it when the test ends.
func (l *Loader) Load(t testing.TB, tables ...Table) (database string) {
	t.Helper()
	database = fmt.Sprintf("test_%d_%d", os.Getpid(), databases.Add(1))
	if err := l.Fill(t.Context(), database, tables...); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Exec(context.WithoutCancel(t.Context()), "DROP DATABASE "+Quote(database)); err != nil {
			t.Error(err)
		}
	})
	return database
}

// Fill makes a database anew: what it held is dropped, and then it holds the tables.
func (l *Loader) Fill(ctx context.Context, database string, tables ...Table) error {
	var setup strings.Builder
	fmt.Fprintf(&setup, "DROP DATABASE IF EXISTS %[1]s; CREATE DATABASE %[1]s;\n", Quote(database))
	for _, t := range tables {
		columns := make([]string, len(t.Columns))
		for i, c := range t.Columns {
			columns[i] = Quote(c.Name) + " " + c.native()
		}
		fmt.Fprintf(&setup, "CREATE TABLE %s (%s);\n", Quote(database, t.Name), strings.Join(columns, ", "))
		for n, row := range t.Rows {
			setup.WriteString([2]string{"INSERT INTO " + Quote(database, t.Name) + " VALUES\n(", ",\n("}[min(n, 1)])
			for i, cell := range row {
				setup.WriteString([2]string{"", ", "}[min(i, 1)] + literal(cell, t.Columns[i].Type))
			}
			setup.WriteString(")")
		}
		if len(t.Rows) > 0 {
			setup.WriteString(";\n")
		}
	}
	return l.Exec(ctx, setup.String())
}

// Exec runs statements, separated by semicolons, as the superuser.
func (l *Loader) Exec(ctx context.Context, statements string) error {
	_, err := l.pool.ExecContext(ctx, statements)
	return err
}

// Quote is a dotted name of SQL.
func Quote(parts ...string) string {
	for i, p := range parts {
		parts[i] = "`" + strings.ReplaceAll(p, "`", "``") + "`"
	}
	return strings.Join(parts, ".")
}

func (c Column) native() string {
	switch {
	case c.Native != "":
		return c.Native
	case c.Type.Kind == expr.String:
		return "longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci"
	case c.Type.Kind == expr.Integer:
		return "bigint"
	case c.Type.Kind == expr.Float:
		return "double"
	case c.Type.Kind == expr.Decimal:
		return fmt.Sprintf("decimal(%d,%d)", c.Type.Precision, c.Type.Scale)
	case c.Type.Kind == expr.Boolean:
		return "boolean"
	case c.Type.Kind == expr.Timestamp:
		return "datetime(6)"
	case c.Type.Kind == expr.TimestampTZ:
		return "timestamp(6) NULL"
	}
	return string(c.Type.Kind)
}

// literal spells a cell; the server's mode has backslashes escape.
func literal(cell warehouse.Cell, t expr.Type) string {
	switch v := cell.(type) {
	case nil:
		return "NULL"
	case bool:
		return map[bool]string{true: "1", false: "0"}[v]
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'e', -1, 64)
	}
	text := fmt.Sprint(cell)
	switch t.Kind {
	case expr.Boolean:
		return text // TRUE and FALSE are numbers
	case expr.Timestamp, expr.TimestampTZ:
		text = strings.TrimSuffix(strings.Replace(text, "T", " ", 1), "Z")
	case expr.String, expr.Integer, expr.Float, expr.Decimal, expr.Date, expr.Null:
	}
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(text) + "'"
}
