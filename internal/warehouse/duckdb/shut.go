package duckdb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// shut pins the session's settings for every connection, then takes everything away that reaches outside. Measured with
// DuckDB 1.5: settings made global before the lock hold for later connections. Closing external access by itself adds a
// database's own file to the allowed paths, and COPY then overwrites it even when it is open read-only; disabling the
// file system as well prevents that, while reading the open database goes on. Views over files need the file system, so
// there the allowed paths are the bound.
func shut(ctx context.Context, conn *sql.Conn, path string, o Options, files []string) error {
	statements := []string{
		"SET GLOBAL TimeZone = 'UTC'",
		"SET GLOBAL default_null_order = 'nulls_last'",
		"SET GLOBAL temp_directory = ''", // else a large sort writes beside the data
	}
	if o.MemoryLimit > 0 {
		statements = append(statements, fmt.Sprintf("SET GLOBAL memory_limit = '%dB'", o.MemoryLimit))
	}
	if len(files) > 0 {
		statements = append(statements, "SET GLOBAL allowed_paths = "+literals(files), "SET GLOBAL enable_external_access = false")
	} else {
		statements = append(statements, "SET GLOBAL enable_external_access = false", "SET GLOBAL disabled_filesystems = 'LocalFileSystem'")
	}
	statements = append(statements, "SET GLOBAL lock_configuration = true")
	var failed error
	for _, text := range statements {
		if _, err := conn.ExecContext(ctx, text); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", text, err))
		}
	}
	// The driver shares one instance between two sources on the same database file, so the settings may have been made
	// and locked already. What counts is that they hold.
	if err := isShut(ctx, conn, path); err != nil {
		return errors.Join(err, failed)
	}
	return nil
}

// isShut tells whether the settings hold. Whether a file system is disabled cannot be asked but tried: with it, the
// database's own file could be reached.
func isShut(ctx context.Context, conn *sql.Conn, path string) error {
	const ask = `SELECT current_setting('TimeZone') = 'UTC'
  AND upper(current_setting('default_null_order')) = 'NULLS_LAST'
  AND NOT current_setting('enable_external_access')
  AND current_setting('lock_configuration')`
	var shut bool
	if err := conn.QueryRowContext(ctx, ask).Scan(&shut); err != nil {
		return err
	}
	if !shut {
		return errors.New("the settings do not hold")
	}
	if path == "" {
		return nil
	}
	for _, own := range []string{path, escapeGlob(path)} {
		if _, err := conn.ExecContext(ctx, "SELECT size FROM read_blob("+literal(own)+")"); err == nil {
			return errors.New("the file system is open")
		}
	}
	return nil
}
