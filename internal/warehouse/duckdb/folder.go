package duckdb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"sutura.dev/internal/warehouse"
)

// openFolder opens the Parquet, CSV and TSV files that lie directly in a folder; other files, hidden ones and folders are not
// looked at.
func openFolder(ctx context.Context, o Options) (*Source, error) {
	entries, err := os.ReadDir(o.Path)
	if err != nil {
		return nil, &warehouse.OpenError{Problem: display(o.Path) + " cannot be read", Err: err}
	}
	var files []string
	for _, entry := range entries {
		name := entry.Name()
		if strings.HasPrefix(name, ".") || !isTable(name) || entry.IsDir() {
			continue
		}
		path := filepath.Join(o.Path, name)
		if !entry.Type().IsRegular() {
			return nil, &warehouse.OpenError{
				Problem: display(path) + " is a link or no regular file, and a folder's tables are its own files only",
				Remedy:  "Copy the file into the folder, or name it differently.",
			}
		}
		files = append(files, path)
	}
	if len(files) == 0 {
		return nil, &warehouse.OpenError{Problem: display(o.Path) + " holds no .parquet, .csv or .tsv file", Remedy: "Name the folder in which they lie; the folders inside are not looked at."}
	}
	return openTables(ctx, o, files)
}

// openTables makes one view a file, named after the file's stem. A file that cannot be read is a table with a problem,
// which keeps nobody from the others; where none can be read, the source cannot be opened.
func openTables(ctx context.Context, o Options, files []string) (*Source, error) {
	if err := distinctStems(files); err != nil {
		return nil, err
	}
	var unreadable []warehouse.Table
	remarks := map[[3]string]string{}
	s, err := connect(ctx, "", o, func(ctx context.Context, conn *sql.Conn) ([]string, error) {
		schema := o.Schema
		if schema == "" {
			schema = "main"
		}
		if _, err := conn.ExecContext(ctx, "CREATE SCHEMA IF NOT EXISTS "+identifier(schema)); err != nil {
			return nil, err
		}
		var allowed []string
		for _, file := range files {
			path, err := filepath.Abs(file)
			if err != nil {
				return nil, err
			}
			t := table{file: file, path: path, schema: schema, name: stem(file), declared: o.Declared[stem(file)]}
			if err := t.create(ctx, conn); err != nil {
				problem, ok := errors.AsType[*warehouse.OpenError](err)
				if !ok {
					return nil, err
				}
				unreadable = append(unreadable, warehouse.Table{Schema: schema, Name: t.name, Rows: -1, Problem: problem.Error()})
				if len(unreadable) == len(files) {
					return nil, err
				}
				continue
			}
			for column, remark := range t.remarked {
				remarks[[3]string{schema, t.name, column}] = remark
			}
			allowed = append(allowed, path)
			if pattern := escapeGlob(path); pattern != path {
				allowed = append(allowed, pattern) // DuckDB checks the pattern, then the file
			}
		}
		return allowed, nil
	})
	if err != nil {
		return nil, openError(err, display(o.Path)+" cannot be opened")
	}
	s.unreadable, s.remarks = unreadable, remarks
	return s, nil
}

// distinctStems refuses two files that would be one table; DuckDB's names ignore case.
func distinctStems(files []string) error {
	seen := map[string]string{}
	for _, file := range files {
		folded := strings.ToLower(stem(file))
		if first, taken := seen[folded]; taken {
			return &warehouse.OpenError{
				Problem: fmt.Sprintf("%s and %s would be the same table", display(first), display(file)),
				Remedy:  "Rename one of them, or move it elsewhere.",
			}
		}
		seen[folded] = file
	}
	return nil
}

// stem is a file's name without folders and the last extension: the name of its table.
func stem(file string) string {
	base := filepath.Base(file)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// escapeGlob keeps DuckDB from reading a file's name as a pattern: g[1].csv would else read g1.csv.
func escapeGlob(path string) string {
	return strings.NewReplacer("[", "[[]", "*", "[*]", "?", "[?]").Replace(path)
}
