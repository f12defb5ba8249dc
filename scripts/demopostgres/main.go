// Command demopostgres puts the demonstration's data into a PostgreSQL database, and its catalog, for that database, into
// a folder:
//
//	FLIGHTS_DSN="host=... user=... dbname=..." go run ./scripts/demopostgres FOLDER
//
// The tables are made in the schema public, as the catalog declares them, and must not be there. The Parquet files are
// read by DuckDB. scripts/demo-postgres runs it, and then the catalog on what it made.
package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	_ "github.com/duckdb/duckdb-go/v2" // the reader of Parquet
	"github.com/jackc/pgx/v5"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/catalog"
	"sutura.dev/catalog/demo"
	"sutura.dev/compiler"
)

// variable is the environment variable with the connection string.
const variable = "FLIGHTS_DSN"

func main() {
	if len(os.Args) != 2 || os.Getenv(variable) == "" {
		fmt.Fprintf(os.Stderr, "usage: %s=... go run ./scripts/demopostgres FOLDER\n", variable)
		os.Exit(2)
	}
	if err := run(context.Background(), os.Args[1], os.Getenv(variable)); err != nil {
		fmt.Fprintln(os.Stderr, "demopostgres:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, dir, dsn string) error {
	if err := lay(dir); err != nil {
		return err
	}
	b, err := compiled(dir)
	if err != nil {
		return err
	}
	return load(ctx, b, dsn)
}

// lay writes the demonstration's catalog into dir, its source a PostgreSQL database. Its goldens stay behind: they record
// the statements of DuckDB.
func lay(dir string) error {
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return errors.New(dir + " is not empty")
	}
	files := demo.Files()
	return fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(path, "goldens/") || strings.HasPrefix(path, "data/") {
			return err
		}
		text, err := fs.ReadFile(files, path)
		if err != nil {
			return err
		}
		text = bytes.Replace(text, []byte(`"duckdb"`), []byte(`"postgres"`), 1)
		text = bytes.Replace(text, []byte("as Parquet files, one a table"), []byte("in PostgreSQL"), 1)
		if path == "sutura.yaml" {
			text = []byte("# Where the data is: in the database of this variable's connection string.\nsources:\n  flights_db: {dsn_env: " + variable + "}\n")
		}
		target := filepath.Join(dir, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		return os.WriteFile(target, text, 0o644)
	})
}

// compiled is the catalog of dir.
func compiled(dir string) (*bundle.Bundle, error) {
	files, err := catalog.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	b, found := compiler.Build(files)
	if found.HasErrors() {
		return nil, fmt.Errorf("the catalog has problems: %s", found[0].Message)
	}
	return b, nil
}

// load makes every model's table and copies its rows.
func load(ctx context.Context, b *bundle.Bundle, dsn string) error {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return errors.New("the database of " + variable + " cannot be reached")
	}
	defer conn.Close(ctx)
	scratch, err := os.MkdirTemp("", "sutura-demo")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	if err := os.CopyFS(scratch, demo.Files()); err != nil {
		return err
	}
	db, err := sql.Open("duckdb", "")
	if err != nil {
		return err
	}
	defer db.Close()
	for _, m := range b.Models() {
		if err := table(ctx, conn, db, scratch, &m); err != nil {
			return fmt.Errorf("%s: %w", m.Name, err)
		}
	}
	return nil
}

// table makes one: Parquet becomes CSV, which PostgreSQL copies.
func table(ctx context.Context, conn *pgx.Conn, db *sql.DB, scratch string, m *bundle.Model) error {
	name := m.Table[len(m.Table)-1]
	var columns, names []string
	for _, c := range m.Columns {
		quoted := pgx.Identifier{c.Name}.Sanitize()
		names = append(names, quoted)
		if columns = append(columns, quoted+" "+native(c.Type)); c.Required {
			columns[len(columns)-1] += " NOT NULL"
		}
	}
	for _, key := range append([][]string{m.Key}, m.Unique...) {
		if len(key) > 0 {
			columns = append(columns, "UNIQUE ("+strings.Join(quotedAll(key), ", ")+")")
		}
	}
	target := pgx.Identifier{"public", name}.Sanitize()
	if _, err := conn.Exec(ctx, "CREATE TABLE "+target+" ("+strings.Join(columns, ", ")+")"); err != nil {
		return err
	}
	file := filepath.Join(scratch, name+".csv")
	parquet := filepath.Join(scratch, "data", name+".parquet")
	list := strings.Join(names, ", ")
	if _, err := db.ExecContext(ctx, fmt.Sprintf(`COPY (SELECT %s FROM '%s') TO '%s' (HEADER false, NULLSTR '\N')`, list, parquet, file)); err != nil {
		return err
	}
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := conn.PgConn().CopyFrom(ctx, f, `COPY `+target+` (`+list+`) FROM STDIN (FORMAT csv, NULL '\N')`); err != nil {
		return err
	}
	_, err = conn.Exec(ctx, "ANALYZE "+target)
	return err
}

func quotedAll(names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = pgx.Identifier{n}.Sanitize()
	}
	return out
}

// native is PostgreSQL's type for a declared one.
func native(t expr.Type) string {
	switch t.Kind {
	case expr.String:
		return "text"
	case expr.Integer:
		return "bigint"
	case expr.Float:
		return "double precision"
	case expr.Decimal:
		return fmt.Sprintf("numeric(%d, %d)", t.Precision, t.Scale)
	case expr.Boolean, expr.Date, expr.Timestamp, expr.TimestampTZ, expr.Null:
	}
	return string(t.Kind)
}
