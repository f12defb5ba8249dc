package duckdb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"

	"sutura.dev/internal/warehouse"
)

// Create makes a database file that is not there yet, by setup statements of our own.
func Create(ctx context.Context, path string, setup ...string) error {
	if _, err := os.Lstat(path); err == nil {
		return &warehouse.OpenError{Problem: display(path) + " is there already"}
	}
	db, err := sql.Open("duckdb", path)
	if err != nil {
		return &warehouse.OpenError{Problem: display(path) + " cannot be made", Err: err}
	}
	for _, text := range append(setup, "CHECKPOINT") {
		if _, err := db.ExecContext(ctx, text); err != nil {
			return errors.Join(fmt.Errorf("running a setup statement: %w", err), db.Close(), os.Remove(path))
		}
	}
	return db.Close()
}
