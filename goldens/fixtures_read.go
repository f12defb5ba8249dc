package goldens

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"sutura.dev/bundle/expr"
	"sutura.dev/internal/diag"
	"sutura.dev/internal/nearest"
)

// maxFixtureRows bounds a file of fixtures: it is read by people.
const maxFixtureRows = 10_000

// read takes a table's rows from a file.
func (r *relation) read(path string, data []byte) diag.List {
	f := fixtureFile{relation: r, path: path}
	records, problem := scanCSV(data)
	if problem != nil {
		f.report(diag.FixtureSyntax, problem.at, problem.at, problem.message, problem.hint)
		return f.found
	}
	if len(records) == 0 {
		f.reportFile(diag.FixtureColumns, "the file has no line that names the columns", "Begin with: "+strings.Join(r.columnNames(), ",")+".")
		return f.found
	}
	if len(records) > maxFixtureRows {
		f.reportFile(diag.BeyondBounds, fmt.Sprintf("the file has more than %d lines", maxFixtureRows), "Keep the few rows that show each rule.")
		return f.found
	}
	if f.header(records[0]) {
		f.records(records[1:])
	}
	return f.found
}

// fixtureFile is one file while it is read.
type fixtureFile struct {
	*relation
	path    string
	columns []int // of the relation, by the file's order
	found   diag.List
}

func (f *fixtureFile) report(code diag.Code, start, end diag.Position, message, hint string) {
	if end == start {
		end.Column++
	}
	f.found = append(f.found, diag.Diagnostic{Code: code, Message: message, Hint: hint, Range: diag.Range{File: f.path, Start: start, End: end}})
}

func (f *fixtureFile) reportCell(code diag.Code, c csvCell, message, hint string) {
	f.report(code, c.start, c.end, message, hint)
}

func (f *fixtureFile) reportFile(code diag.Code, message, hint string) {
	f.found = append(f.found, diag.Diagnostic{Code: code, Message: message, Hint: hint, Range: diag.Range{File: f.path}})
}

func (r *relation) columnNames() []string {
	names := make([]string, len(r.columns))
	for i, c := range r.columns {
		names[i] = c.Name
	}
	return names
}

// header finds the columns that the first line names, and reports whether they are all of them.
func (f *fixtureFile) header(cells []csvCell) bool {
	names := f.columnNames()
	for _, c := range cells {
		at := slices.Index(names, c.text)
		switch {
		case c.text == "":
			f.reportCell(diag.FixtureColumns, c, "a column has no name here", "The first line names the columns.")
		case at < 0:
			hint := "Leave it out, or declare it in the model."
			if near, ok := nearest.Name(c.text, names); ok {
				hint = "Did you mean " + near + "?"
			}
			f.reportCell(diag.FixtureColumns, c, "the model declares no column of this name", hint)
		case slices.Contains(f.columns, at):
			f.reportCell(diag.FixtureColumns, c, "the column "+c.text+" is named twice", "Leave one of them out.")
		}
		f.columns = append(f.columns, at)
	}
	var missing []string
	for i, name := range names {
		if !slices.Contains(f.columns, i) {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		f.report(diag.FixtureColumns, cells[0].start, cells[len(cells)-1].end, "the first line lacks the declared "+columnsText(missing),
			"Every declared column is there; leave its values out where they are null.")
	}
	return len(f.found) == 0
}

func columnsText(names []string) string {
	if len(names) == 1 {
		return "column " + names[0]
	}
	return "columns " + strings.Join(names, ", ")
}

// records reads the lines below the first.
func (f *fixtureFile) records(records [][]csvCell) {
	seen := make([]map[string]int, len(f.keys)) // of each key, the lines of its values
	for i := range seen {
		seen[i] = map[string]int{}
	}
	for _, cells := range records {
		if len(cells) != len(f.columns) {
			f.report(diag.FixtureColumns, cells[0].start, cells[len(cells)-1].end,
				fmt.Sprintf("the line has %s where the first line names %s", count(len(cells), "value"), count(len(f.columns), "column")),
				"Write a comma between any two values; nothing between two commas is null.")
			continue
		}
		row, ok := f.row(cells)
		if ok {
			f.rows = append(f.rows, row)
			f.repeated(row, cells, seen)
		}
	}
}

func count(n int, of string) string {
	if n == 1 {
		return "1 " + of
	}
	return fmt.Sprintf("%d %ss", n, of)
}

// row types a line's values.
func (f *fixtureFile) row(cells []csvCell) ([]*string, bool) {
	row := make([]*string, len(f.columns))
	ok := true
	for i, c := range cells {
		at := f.columns[i]
		column := f.relation.columns[at]
		if c.null() {
			if !f.nullable(at) {
				ok = false
				why := "is declared never null"
				if f.unique(column.Name) {
					why = "is part of a key"
				}
				f.reportCell(diag.FixtureNull, c, fmt.Sprintf("%s %s, and has no value here", column.Name, why), nullHint(column.Type))
			}
			continue
		}
		value, fits := fixtureValue(column.Type, c.text)
		if !fits {
			ok = false
			f.reportCell(diag.FixtureValue, c, fmt.Sprintf("%s takes %s", column.Name, spelling(column.Type)), "")
			continue
		}
		row[at] = &value
	}
	return row, ok
}

func nullHint(t expr.Type) string {
	if t.Kind == expr.String {
		return `Write a value, or "" for the empty text.`
	}
	return "Write a value."
}

// repeated reports the keys that a line before had.
func (f *fixtureFile) repeated(row []*string, cells []csvCell, seen []map[string]int) {
	for i, key := range f.keys {
		var values strings.Builder
		for _, name := range key {
			fmt.Fprintf(&values, "%q,", *row[f.index(name)])
		}
		first, again := seen[i][values.String()]
		if !again {
			seen[i][values.String()] = cells[0].start.Line
			continue
		}
		at := cells[slices.Index(f.columns, f.index(key[0]))]
		f.reportCell(diag.FixtureKey, at, fmt.Sprintf("line %d has the same %s", first, strings.Join(key, ", ")), "Give each line its own: a join by it would count rows twice.")
	}
}

// fixtureValue reads a value as the bundle's types have it, and an instant with its zone.
func fixtureValue(t expr.Type, text string) (string, bool) {
	if t.Kind != expr.TimestampTZ {
		return expr.Value(t, text)
	}
	at, err := time.Parse("2006-01-02T15:04:05.999999Z07:00", text)
	if err != nil || strings.Contains(text, ",") || at.Nanosecond()%1000 != 0 {
		return "", false
	}
	at = at.UTC()
	return at.Format(instantLayout), at.Year() >= 1 && at.Year() <= 9999
}

const instantLayout = "2006-01-02T15:04:05.999999Z"

// spelling says how values of a type are written.
func spelling(t expr.Type) string {
	switch t.Kind {
	case expr.Integer:
		return "whole numbers, such as 42"
	case expr.Decimal:
		return fmt.Sprintf("numbers of at most %s before and %d after the point, such as 12.5", count(t.Precision-t.Scale, "digit"), t.Scale)
	case expr.Float:
		return "numbers, such as 1.5 or 1e-3"
	case expr.Boolean:
		return "true and false"
	case expr.Date:
		return "dates that exist, such as 2026-01-31"
	case expr.Timestamp:
		return "local date-times without a zone, such as 2026-01-31T15:04:05"
	case expr.TimestampTZ:
		return "instants with their zone, such as 2026-01-31T15:04:05Z or 2026-01-31T15:04:05+01:00"
	case expr.String, expr.Null:
	}
	return "text"
}

// parseInstant reads an instant as fixtureValue spells it.
func parseInstant(canonical string) time.Time {
	at, err := time.Parse(instantLayout, canonical)
	if err != nil {
		panic("goldens: an instant that no one spelled: " + err.Error())
	}
	return at
}
