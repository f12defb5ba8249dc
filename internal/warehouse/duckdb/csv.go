package duckdb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	duckdb "github.com/duckdb/duckdb-go/v2"

	"sutura.dev/bundle/expr"
	"sutura.dev/internal/warehouse"
)

// table is one file that becomes a view.
type table struct {
	file         string // as a person named it
	path         string // absolute
	schema, name string
	declared     map[string]expr.Type
}

func (t table) create(ctx context.Context, conn *sql.Conn) error {
	from := "read_parquet(" + literal(escapeGlob(t.path)) + ", hive_partitioning = false)"
	if strings.EqualFold(filepath.Ext(t.path), ".csv") {
		var err error
		if from, err = t.readCSV(ctx, conn); err != nil {
			return openError(err, display(t.file)+" cannot be read as CSV")
		}
	}
	view := "CREATE VIEW " + identifier(t.schema) + "." + identifier(t.name) + " AS SELECT * FROM " + from
	if _, err := conn.ExecContext(ctx, view); err != nil {
		return openError(err, display(t.file)+" cannot be read as "+strings.TrimPrefix(strings.ToLower(filepath.Ext(t.path)), "."))
	}
	return nil
}

// readCSV returns the call that reads the file with every choice written out: nothing is guessed, and no line is passed
// over. The first line names the columns, a field may stand in double quotes, which are doubled inside, and every record
// has as many fields as the first.
//
// A file has no types, so one pass over all of it decides them: declared ones, else the first of integer, decimal, float,
// boolean, date, timestamp, timestamptz that every value of the column fits, else string. An empty field is null. Dates
// are ISO only, since 03/04 is two days, and digits after a zero or a plus are text, since postcodes and telephones are
// no numbers.
func (t table) readCSV(ctx context.Context, conn *sql.Conn) (string, error) {
	names, delimiter, err := t.header()
	if err != nil {
		return "", err
	}
	read := func(types []string) string {
		columns := make([]string, len(names))
		for i, n := range names {
			columns[i] = literal(n) + ": " + literal(types[i])
		}
		return fmt.Sprintf(`read_csv(%s, auto_detect = false, header = true, delim = %s, quote = '"', escape = '"', comment = '', hive_partitioning = false, columns = {%s})`,
			literal(escapeGlob(t.path)), literal(string(delimiter)), strings.Join(columns, ", "))
	}
	asText := read(slices.Repeat([]string{"VARCHAR"}, len(names)))
	types, err := t.types(ctx, conn, names, asText)
	if err != nil {
		return "", t.malformed(err)
	}
	return read(types), nil
}

var csvLine = regexp.MustCompile(`CSV Error on Line: ([0-9]+)`)

// malformed says in our words at which line DuckDB stopped reading.
func (t table) malformed(err error) error {
	engine, ok := errors.AsType[*duckdb.Error](err)
	if !ok {
		return err
	}
	if strings.Contains(engine.Msg, "unicode") || strings.Contains(engine.Msg, "utf-8") {
		return t.notUTF8(err)
	}
	at := csvLine.FindStringSubmatch(engine.Msg)
	if at == nil {
		return err
	}
	return &warehouse.OpenError{
		Problem: fmt.Sprintf("%s: line %s cannot be read: it has more or fewer fields than the first line, or a quote that does not close", display(t.file), at[1]),
		Remedy:  "correct the line; a field that holds the delimiter, a quote or a line's end stands in double quotes",
		Err:     err,
	}
}

// types decides the type of every column from one pass over the file.
func (t table) types(ctx context.Context, conn *sql.Conn, names []string, asText string) ([]string, error) {
	var aggregates []string
	var targets []any
	profiles := make([]profile, len(names))
	for i, n := range names {
		aggregates = append(aggregates, tests(n, t.declared[n])...)
		targets = append(targets, profiles[i].fields()...)
	}
	if err := conn.QueryRowContext(ctx, "SELECT "+strings.Join(aggregates, ", ")+" FROM "+asText).Scan(targets...); err != nil {
		return nil, err
	}
	types := make([]string, len(names))
	for i, n := range names {
		want, declared := t.declared[n]
		switch {
		case !declared:
			types[i] = profiles[i].narrowest()
		case profiles[i].misfits > 0:
			return nil, t.misfit(ctx, conn, n, want, asText)
		default:
			types[i] = profiles[i].native(want)
		}
	}
	return types, nil
}

// misfit says which record holds the first value that is none of the declared type, never the value itself.
func (t table) misfit(ctx context.Context, conn *sql.Conn, name string, want expr.Type, asText string) error {
	x := identifier(name)
	find := "SELECT min(r.n) FROM (SELECT row_number() OVER () AS n, " + x + " FROM " + asText + ") AS r WHERE " +
		x + " IS NOT NULL AND (" + fits(x, want) + ") IS NOT TRUE"
	var record int64
	if err := conn.QueryRowContext(ctx, find).Scan(&record); err != nil {
		return err
	}
	return &warehouse.OpenError{
		Problem: fmt.Sprintf("%s: column %q is declared %s, and record %d holds something else", display(t.file), name, want, record),
		Remedy:  "correct the file, or declare the column with another type",
	}
}
