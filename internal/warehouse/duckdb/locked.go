package duckdb

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"sutura.dev/internal/warehouse"
)

// heldIn is where DuckDB's message names the process that has a database file open for writing.
var heldIn = regexp.MustCompile(`lock is held in (.+?)(?: \(deleted\))? \(PID ([0-9]+)\)`)

// locked tells of a database file that another process has open for writing; nil where err is about something else.
func locked(path string, err error) error {
	if !strings.Contains(err.Error(), "Could not set lock on file") {
		return nil
	}
	holder := "another process"
	if m := heldIn.FindStringSubmatch(err.Error()); m != nil {
		holder = fmt.Sprintf("process %s (%s)", m[2], display(filepath.Base(m[1])))
	}
	return &warehouse.OpenError{
		Problem: display(path) + " is open for writing in " + holder,
		Remedy:  "Close that process, or copy the file and name the copy: it has what was written up to the last checkpoint.",
		Err:     err,
	}
}
