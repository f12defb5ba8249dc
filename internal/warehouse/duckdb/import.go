package duckdb

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"sutura.dev/internal/warehouse"
)

// Import makes a database file that is not there yet, with the tables that the Parquet and CSV files of a folder are, read as
// Open reads them: o.Path is the folder.
func Import(ctx context.Context, path string, o Options) error {
	if _, err := os.Lstat(path); err == nil {
		return &warehouse.OpenError{Problem: display(path) + " is there already"}
	}
	var files []string
	for _, pattern := range []string{"*.parquet", "*.csv", "*.tsv"} {
		found, err := filepath.Glob(filepath.Join(escapeGlob(o.Path), pattern))
		if err != nil {
			return &warehouse.OpenError{Problem: display(o.Path) + " cannot be read", Err: err}
		}
		files = append(files, found...)
	}
	db, err := sql.Open("duckdb", path)
	if err != nil {
		return &warehouse.OpenError{Problem: display(path) + " cannot be made", Err: err}
	}
	db.SetMaxOpenConns(1)
	if err := importAll(ctx, db, files, o); err != nil {
		return errors.Join(openError(err, display(path)+" cannot be made"), db.Close(), os.Remove(path))
	}
	return db.Close()
}

func importAll(ctx context.Context, db *sql.DB, files []string, o Options) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	for _, file := range files {
		full, err := filepath.Abs(file)
		if err != nil {
			return err
		}
		t := table{file: file, path: full, schema: "main", name: stem(file), declared: o.Declared[stem(file)]}
		if err := t.create(ctx, conn); err != nil {
			return err
		}
		view, name := identifier(t.name), identifier("import of "+t.name)
		const copied = "CREATE TABLE NEW AS FROM OLD; DROP VIEW OLD; ALTER TABLE NEW RENAME TO OLD"
		if _, err := conn.ExecContext(ctx, strings.NewReplacer("NEW", name, "OLD", view).Replace(copied)); err != nil {
			return err
		}
	}
	_, err = conn.ExecContext(ctx, "CHECKPOINT")
	return err
}
