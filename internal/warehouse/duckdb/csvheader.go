package duckdb

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"sutura.dev/internal/warehouse"
)

// header reads a CSV file's first record: the names of its columns, and the delimiter of , ; | and tab that stands in it
// most often, the first of these in a tie. Spaces around a name do not count; a name that is missing is column and its
// number; one that is there already, whatever its case, gets the next free number.
func (t table) header() (names []string, delimiter rune, err error) {
	f, err := os.Open(t.path)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	text := bufio.NewReader(io.LimitReader(f, 1<<20))
	if mark, err := text.Peek(3); err == nil && string(mark) == "\ufeff" {
		if _, err := text.Discard(3); err != nil {
			return nil, 0, err
		}
	}
	line, err := text.ReadString('\n')
	if strings.ContainsRune(strings.TrimRight(line, "\r\n"), '\r') {
		return nil, 0, &warehouse.OpenError{Problem: display(t.file) + ": its lines end in a carriage return alone", Remedy: "Save it with the line ends of Unix or Windows."}
	}
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return nil, 0, err
	case strings.TrimSpace(line) == "":
		return nil, 0, &warehouse.OpenError{Problem: display(t.file) + " does not begin with a line of column names", Remedy: "Write the names of its columns into the first line."}
	case !utf8.ValidString(line) || strings.ContainsRune(line, 0):
		return nil, 0, t.notUTF8(nil)
	}
	delimiter = ','
	for _, d := range ";|\t" {
		if strings.Count(line, string(d)) > strings.Count(line, string(delimiter)) {
			delimiter = d
		}
	}
	r := csv.NewReader(io.MultiReader(strings.NewReader(line), text))
	r.Comma = delimiter
	record, err := r.Read()
	if err != nil {
		return nil, 0, &warehouse.OpenError{Problem: display(t.file) + ": the line of column names has a quote that does not close", Remedy: "Put a name in quotes, and double the quotes inside.", Err: err}
	}
	if twice, ok := t.declaredTwice(record); ok {
		return nil, 0, &warehouse.OpenError{
			Problem: fmt.Sprintf("%s: two columns are named %s, whatever the case", display(t.file), twice),
			Remedy:  "Rename one of them in the file's first line.",
		}
	}
	return distinct(record), delimiter, nil
}

// declaredTwice finds a declared column that the header has more than once: which one is meant nobody said, unless the
// second is declared as well, under the number that it is given.
func (t table) declaredTwice(record []string) (string, bool) {
	for _, name := range slices.Sorted(maps.Keys(t.declared)) {
		n, second := 0, false
		for _, have := range record {
			if have = strings.TrimSpace(have); strings.EqualFold(have, name) {
				n++
				second = second || n > 1 && t.declares(have+"_2") // P95 and p95 are P95 and p95_2
			}
		}
		if n > 1 && !second {
			return name, true
		}
	}
	return "", false
}

// declares reports whether a column is declared, whatever its case.
func (t table) declares(name string) bool {
	for have := range t.declared {
		if strings.EqualFold(have, name) {
			return true
		}
	}
	return false
}

func (t table) notUTF8(err error) error {
	return &warehouse.OpenError{Problem: display(t.file) + " is not UTF-8 text", Remedy: "Save it as UTF-8.", Err: err}
}

// distinct names columns; DuckDB's names ignore case.
func distinct(record []string) []string {
	taken := map[string]bool{}
	for _, name := range record {
		taken[strings.ToLower(strings.TrimSpace(name))] = true
	}
	used := map[string]bool{}
	names := make([]string, len(record))
	for i, name := range record {
		name = strings.TrimSpace(name)
		if name == "" {
			name = fmt.Sprintf("column%d", i+1)
		}
		names[i] = name
		for n := 2; used[strings.ToLower(names[i])] || n > 2 && taken[strings.ToLower(names[i])]; n++ {
			names[i] = fmt.Sprintf("%s_%d", name, n)
		}
		used[strings.ToLower(names[i])] = true
	}
	return names
}
