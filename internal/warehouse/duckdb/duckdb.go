// Package duckdb runs statements on DuckDB: a database file opened read-only, a folder of Parquet and CSV files, one such
// file, or memory (fixtures).
//
// Every source is closed before its first statement: no other file can be read, no extension loaded, no setting changed,
// and a database file cannot be written. A folder's files stay writable to a hostile statement, so only statements that
// sutura rendered may run there (docs: raw SQL exists only over a database file). A statement's context interrupts it for
// real. No text of DuckDB's leaves through Error().
package duckdb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	duckdb "github.com/duckdb/duckdb-go/v2"

	"sutura.dev/bundle/expr"
	"sutura.dev/internal/warehouse"
)

// Dialect is the name of the dialect that a Source of this package speaks.
const Dialect = "duckdb"

// defaultConnections serves as many statements at once as a server admits by default.
const defaultConnections = 8

// Options say what to open and within which bounds.
type Options struct {
	// Path is a .duckdb or .db file, a folder, or one .csv or .parquet file.
	Path string
	// Schema must exist in a database file; the tables of a folder or file are made in it. Empty: main.
	Schema string
	// Declared are the types of a CSV file's columns by table and column name, as the catalog declares them. A CSV file
	// has no types of its own: in a table that is not here each column takes the narrowest that every value fits.
	Declared map[string]map[string]expr.Type
	// MaxConnections bounds the statements that run at once; 0 means 8.
	MaxConnections int
	// MemoryLimit bounds DuckDB's memory in bytes; 0 means four fifths of the machine's. Nothing spills to disk.
	MemoryLimit int64
}

// Source is an open DuckDB. It is safe for concurrent use.
type Source struct {
	db    *sql.DB
	parse func() (*sql.Stmt, error) // prepared on first use
	// unreadable are files of a folder that are no tables, for their Problem.
	unreadable []warehouse.Table
	// remarks say what columns of text look like, by schema, table and column.
	remarks map[[3]string]string
}

var _ warehouse.Source = (*Source)(nil)

// Open opens what o.Path names. Its errors are *warehouse.OpenError, of kind Unavailable.
func Open(ctx context.Context, o Options) (*Source, error) {
	info, err := os.Stat(o.Path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, &warehouse.OpenError{Problem: "there is no " + display(o.Path), Remedy: "Name a file or a folder that is on this machine.", Err: err}
	case err != nil:
		return nil, &warehouse.OpenError{Problem: display(o.Path) + " cannot be read", Err: err}
	case info.IsDir():
		return openFolder(ctx, o)
	case !info.Mode().IsRegular():
		return nil, &warehouse.OpenError{Problem: display(o.Path) + " is neither a file nor a folder"}
	}
	switch ext := strings.ToLower(filepath.Ext(o.Path)); {
	case ext == ".duckdb" || ext == ".db":
		return openDatabase(ctx, o)
	case isTable(o.Path):
		return openTables(ctx, o, []string{o.Path})
	}
	return nil, &warehouse.OpenError{
		Problem: display(o.Path) + " is of no kind that sutura reads",
		Remedy:  "Name a .duckdb, .db, .parquet, .csv or .tsv file, or a folder of Parquet, CSV and TSV files. A text table of another name, such as .txt, becomes one by the name .csv; unpack what is packed, and save sheets and JSON as CSV or Parquet.",
	}
}

// OpenMemory makes a database in memory, runs the setup statements in it, and closes it like any other. For fixtures and
// tests: the setup is our own text.
func OpenMemory(ctx context.Context, setup ...string) (*Source, error) {
	s, err := connect(ctx, "", Options{}, func(ctx context.Context, conn *sql.Conn) ([]string, error) {
		for _, text := range setup {
			if _, err := conn.ExecContext(ctx, text); err != nil {
				return nil, fmt.Errorf("running a setup statement: %w", err)
			}
		}
		return nil, nil
	})
	if err != nil {
		return nil, openError(err, "the database in memory cannot be set up")
	}
	return s, nil
}

// openDatabase opens a database file read-only.
func openDatabase(ctx context.Context, o Options) (*Source, error) {
	path, err := filepath.Abs(o.Path)
	if err != nil {
		return nil, &warehouse.OpenError{Problem: display(o.Path) + " cannot be read", Err: err}
	}
	// The driver takes a path and its options as one URL, without a way to quote.
	if strings.ContainsAny(path, "?#%") {
		return nil, &warehouse.OpenError{
			Problem: display(o.Path) + " has one of the characters ? # % in its path, with which DuckDB's driver opens no database",
			Remedy:  "Rename the file or its folder.",
		}
	}
	s, err := connect(ctx, path, o, func(ctx context.Context, conn *sql.Conn) ([]string, error) {
		return nil, requireSchema(ctx, conn, o)
	})
	if err != nil {
		if e := locked(o.Path, err); e != nil {
			return nil, e
		}
		return nil, openError(err, display(o.Path)+" cannot be opened as a DuckDB database: it is damaged, of a newer version, or open for writing elsewhere")
	}
	return s, nil
}

func requireSchema(ctx context.Context, conn *sql.Conn, o Options) error {
	if o.Schema == "" {
		return nil
	}
	var n int
	const find = "SELECT count(*) FROM duckdb_schemas() WHERE database_name = current_database() AND schema_name = $1"
	if err := conn.QueryRowContext(ctx, find, o.Schema).Scan(&n); err != nil {
		return err
	}
	if n == 0 {
		return &warehouse.OpenError{Problem: fmt.Sprintf("%s has no schema %q", display(o.Path), o.Schema)}
	}
	return nil
}

// Dialect is duckdb.
func (s *Source) Dialect() string { return Dialect }

// Close releases the database; statements that run are waited for.
func (s *Source) Close() error { return s.db.Close() }

// connect opens path (empty: memory), lets prepare fill it and say which files it goes on reading, and closes it.
func connect(ctx context.Context, path string, o Options, prepare func(context.Context, *sql.Conn) ([]string, error)) (*Source, error) {
	options := []string{"autoload_known_extensions=false", "autoinstall_known_extensions=false", "allow_community_extensions=false"}
	if path != "" {
		options = append(options, "access_mode=read_only")
	}
	connector, err := duckdb.NewConnector(path+"?"+strings.Join(options, "&"), func(driver.ExecerContext) error { return nil })
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(connector)
	s := &Source{db: db, parse: prepareParse(db)}
	connections := o.MaxConnections
	if connections <= 0 {
		connections = defaultConnections
	}
	s.db.SetMaxOpenConns(connections)
	s.db.SetMaxIdleConns(connections)
	if err := s.prepare(ctx, path, o, prepare); err != nil {
		return nil, errors.Join(err, s.db.Close())
	}
	return s, nil
}

func (s *Source) prepare(ctx context.Context, path string, o Options, prepare func(context.Context, *sql.Conn) ([]string, error)) error {
	conn, err := s.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	files, err := prepare(ctx, conn)
	if err != nil {
		return err
	}
	return shut(ctx, conn, path, o, files)
}

// openError makes err an *OpenError, keeping one that already says what is wrong.
func openError(err error, problem string) error {
	if e, ok := errors.AsType[*warehouse.OpenError](err); ok {
		return e
	}
	if k := contextKind(err); k != warehouse.Failed {
		return &warehouse.Error{Kind: k, Err: err}
	}
	return &warehouse.OpenError{Problem: problem, Err: err}
}

// display is a path as a person typed it, safe to print on one line.
func display(path string) string {
	if strings.ContainsFunc(path, func(r rune) bool { return r < ' ' || r == 0x7f || r == '\ufffd' }) {
		return fmt.Sprintf("%q", path)
	}
	return path
}

// identifier quotes a name of SQL.
func identifier(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// literal quotes a text of SQL.
func literal(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// literals is a list of texts of SQL.
func literals(texts []string) string {
	quoted := slices.Clone(texts)
	for i, t := range quoted {
		quoted[i] = literal(t)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}
