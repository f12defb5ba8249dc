package duckdb

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
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
	remarked     map[string]string // by column, where nothing is declared
}

func (t *table) create(ctx context.Context, conn *sql.Conn) error {
	from := "read_parquet(" + literal(escapeGlob(t.path)) + ", hive_partitioning = false)"
	if isText(t.path) {
		var err error
		if from, err = t.readCSV(ctx, conn); err != nil {
			return openError(err, display(t.file)+" cannot be read as CSV; save it as UTF-8 with one kind of line end and no field beyond two million bytes")
		}
	}
	view := "CREATE VIEW " + identifier(t.schema) + "." + identifier(t.name) + " AS SELECT * FROM " + from
	if _, err := conn.ExecContext(ctx, view); err != nil {
		return openError(err, display(t.file)+" cannot be read as "+strings.TrimPrefix(strings.ToLower(filepath.Ext(t.path)), "."))
	}
	return nil
}

// isText reports whether a file is read as a table of text: TSV is CSV with tabs, which the first line shows.
func isText(path string) bool {
	return slices.Contains([]string{".csv", ".tsv"}, strings.ToLower(filepath.Ext(path)))
}

// isTable reports whether a file is read as a table.
func isTable(path string) bool {
	return isText(path) || strings.EqualFold(filepath.Ext(path), ".parquet")
}

// readCSV returns the call that reads the file with every choice written out: nothing is guessed, and no line is passed
// over. The first line names the columns, a field may stand in double quotes, which are doubled inside, and every record
// has as many fields as the first.
//
// A file has no types: they are the declared ones, else the first of integer, decimal, float, boolean, date, timestamp,
// timestamptz that every value of the column fits, else string. Every value is held against its type before any is used. An empty field is null. Dates
// are ISO only, since 03/04 is two days, and digits after a zero or a plus are text, since postcodes and telephones are
// no numbers.
func (t *table) readCSV(ctx context.Context, conn *sql.Conn) (string, error) {
	names, delimiter, err := t.header()
	if err != nil {
		return "", err
	}
	if err := t.regular(delimiter, len(names)); err != nil {
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
	if t.declared == nil {
		if t.remarked, err = t.remarks(ctx, conn, names, types, asText); err != nil {
			return "", t.malformed(err)
		}
	}
	return read(types), nil
}

// regular holds every record to the number of columns. DuckDB passes over empty fields at a record's end, by which a
// field that holds an unquoted delimiter would move the next ones into other columns.
func (t table) regular(delimiter rune, columns int) error {
	f, err := os.Open(t.path)
	if err != nil {
		return err
	}
	defer f.Close()
	r := csv.NewReader(bufio.NewReaderSize(f, 1<<16))
	r.Comma, r.FieldsPerRecord, r.ReuseRecord, r.LazyQuotes = delimiter, columns, true, true
	for {
		_, err := r.Read()
		if err == nil {
			continue
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		parse, ok := errors.AsType[*csv.ParseError](err)
		if !ok {
			return err
		}
		return t.irregular(parse.StartLine, err)
	}
}

// irregular says in our words which line is no record.
func (t table) irregular(line any, err error) error {
	return &warehouse.OpenError{
		Problem: fmt.Sprintf("%s: line %v cannot be read: it has more or fewer fields than the first line, or a quote that does not close", display(t.file), line),
		Remedy:  "Correct the line; a field that holds the delimiter, a quote or a line's end stands in double quotes. The first line is the one that names the columns.",
		Err:     err,
	}
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
	if strings.Contains(engine.Msg, "Maximum line size") {
		return &warehouse.OpenError{
			Problem: fmt.Sprintf("%s: line %s cannot be read: it is longer than two million bytes", display(t.file), at[1]),
			Remedy:  "Write the file as Parquet, or leave the long text out.",
			Err:     err,
		}
	}
	return t.irregular(at[1], err)
}

// types decides the type of every column. Where the catalog declares columns of the file, the declaration does, and a
// column without one stays text, since no statement can name it.
func (t table) types(ctx context.Context, conn *sql.Conn, names []string, asText string) ([]string, error) {
	wanted := make([]expr.Type, len(names))
	if t.declared != nil {
		for i, n := range names {
			wanted[i] = expr.Type{Kind: expr.String}
			if d, ok := t.declared[n]; ok {
				wanted[i] = d
			}
		}
		held, err := t.hold(ctx, conn, names, wanted, asText, false)
		if err != nil {
			return nil, err
		}
		for i, n := range names {
			if held[i].misfits > 0 {
				return nil, t.misfit(ctx, conn, n, wanted[i], asText)
			}
		}
		return natives(wanted, held), nil
	}
	if err := t.infer(ctx, conn, names, asText+fmt.Sprintf(" LIMIT %d", sampled), wanted, nil); err != nil {
		return nil, err
	}
	held, err := t.hold(ctx, conn, names, wanted, asText, true)
	if err != nil || !slices.ContainsFunc(held, func(h holding) bool { return h.misfits > 0 }) {
		return natives(wanted, held), err
	}
	if err := t.infer(ctx, conn, names, asText, wanted, held); err != nil {
		return nil, err
	}
	held, err = t.hold(ctx, conn, names, wanted, asText, true)
	return natives(wanted, held), err // what is no type's is text
}

// sampled is how many rows the first guess at a column's type is made from.
const sampled = 10_000

// How many columns one statement profiles, and holds against their types: what DuckDB needs grows faster than a
// statement's aggregates, and profiling 300 columns at once took all the memory that there was.
const profiledAtOnce, heldAtOnce = 25, 100

// infer finds the narrowest type of each column, or only of those with misfits, over the rows of from.
func (t table) infer(ctx context.Context, conn *sql.Conn, names []string, from string, wanted []expr.Type, held []holding) error {
	var open []int
	for i := range names {
		if held == nil || held[i].misfits > 0 {
			open = append(open, i)
		}
	}
	for some := range slices.Chunk(open, profiledAtOnce) {
		var aggregates []string
		var targets []any
		profiles := make([]profile, len(some))
		for n, i := range some {
			aggregates = append(aggregates, profiles[n].aggregates(names[i])...)
			targets = append(targets, profiles[n].fields()...)
		}
		ask := "SELECT " + strings.Join(aggregates, ", ") + " FROM (SELECT * FROM " + from + ")"
		if err := conn.QueryRowContext(ctx, ask).Scan(targets...); err != nil {
			return err
		}
		for n, i := range some {
			wanted[i] = profiles[n].narrowest()
		}
	}
	return nil
}

// holding is how a column holds a type: the values that are none of it, and the length of the longest.
type holding struct{ misfits, longest int64 }

// hold compares every value of the file with its column's type; reading all of them also finds malformed lines.
func (t table) hold(ctx context.Context, conn *sql.Conn, names []string, wanted []expr.Type, asText string, strict bool) ([]holding, error) {
	held := make([]holding, len(names))
	for from := 0; from < len(names); from += heldAtOnce {
		var aggregates []string
		var targets []any
		for i := from; i < min(from+heldAtOnce, len(names)); i++ {
			x := identifier(names[i])
			misfits := "0"
			if p := fits(x, wanted[i], strict); wanted[i].Kind == "" {
				misfits = "count(" + x + ")"
			} else if p != "" {
				misfits = "count(*) FILTER (WHERE " + x + " IS NOT NULL AND (" + p + ") IS NOT TRUE)"
			}
			aggregates = append(aggregates, misfits, "coalesce(max(length("+x+")), 0)")
			targets = append(targets, &held[i].misfits, &held[i].longest)
		}
		if err := conn.QueryRowContext(ctx, "SELECT "+strings.Join(aggregates, ", ")+" FROM "+asText).Scan(targets...); err != nil {
			return nil, err
		}
	}
	return held, nil
}

func natives(wanted []expr.Type, held []holding) []string {
	out := make([]string, len(wanted))
	for i, t := range wanted {
		if held[i].misfits > 0 {
			t.Kind = expr.String
		}
		out[i] = native(t, held[i].longest > bigintDigits)
	}
	return out
}

// misfit says which record holds the first value that is none of the declared type, never the value itself.
func (t table) misfit(ctx context.Context, conn *sql.Conn, name string, want expr.Type, asText string) error {
	x := identifier(name)
	find := "SELECT min(r.n) FROM (SELECT row_number() OVER () AS n, " + x + " FROM " + asText + ") AS r WHERE " +
		x + " IS NOT NULL AND (" + fits(x, want, false) + ") IS NOT TRUE"
	var record int64
	if err := conn.QueryRowContext(ctx, find).Scan(&record); err != nil {
		return err
	}
	return &warehouse.OpenError{
		Problem: fmt.Sprintf("%s: column %q is declared %s, and record %d holds something else", display(t.file), name, want, record),
		Remedy:  "Correct the file, or declare the column with another type.",
	}
}
