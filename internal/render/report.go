package render

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"

	"sutura.dev/internal/diag"
)

// Report is what a check found, for a program of a CI to read.
type Report struct {
	Findings Diagnostics
	// Files shows paths relative to the repository's root, as CI services want them.
	Files Files
	// Subject is the catalog in a few words; empty where it has errors.
	Subject string
	// Read are the catalog's files, as diagnostics name them.
	Read []string
	// Strict makes warnings count as failures.
	Strict bool
	// Version of the program.
	Version string
	// Change is what changed since another state of the catalog, nil where nothing was compared.
	Change *Change
}

// failed reports whether a finding fails the check.
func (r Report) failed(d diag.Diagnostic) bool { return d.Severity == diag.Error || r.Strict }

// worst returns findings with the errors first, each kind by place.
func worst(list diag.List) diag.List {
	out := list.Sorted()
	slices.SortStableFunc(out, func(a, b diag.Diagnostic) int { return int(a.Severity) - int(b.Severity) })
	return out
}

// spot is a place as CI services count it: characters from 1, the end excluded. Line 0 is no line.
type spot struct {
	path                                  string
	line, column, endLine, endColumn      int
	utf16Column, utf16EndColumn, lastChar int
}

// String is path:line:column, as much of it as is known.
func (s spot) String() string {
	if s.line == 0 {
		return s.path
	}
	return fmt.Sprintf("%s:%d:%d", s.path, s.line, s.column)
}

// spotOf finds a finding's place; one without a file belongs to the catalog's folder.
func (r Report) spotOf(at diag.Range) spot {
	if at.File == "" {
		return spot{path: r.Files.Show("catalog")}
	}
	s := spot{path: r.Files.Show(at.File), line: at.Start.Line, endLine: max(at.End.Line, at.Start.Line)}
	if s.line < 1 {
		return spot{path: s.path}
	}
	s.column, s.utf16Column = r.characters(at.File, at.Start)
	if at.End.Line < 1 {
		at.End = at.Start
	}
	s.endColumn, s.utf16EndColumn = r.characters(at.File, at.End)
	if s.endLine == s.line {
		s.endColumn, s.utf16EndColumn = max(s.endColumn, s.column), max(s.utf16EndColumn, s.utf16Column)
	}
	s.lastChar = max(s.endColumn-1, 1)
	return s
}

// characters turns a column of bytes into one of code points and one of UTF-16 units.
func (r Report) characters(file string, at diag.Position) (points, units int) {
	line, ok := sourceLine(r.Files, diag.Range{File: file, Start: at})
	if !ok {
		return max(at.Column, 1), max(at.Column, 1)
	}
	before := []rune(line[:clampRune(line, at.Column-1)])
	return len(before) + 1, len(utf16.Encode(before)) + 1
}

// fingerprints names each finding by what it says and about which definition, not by its line, so that it stays the
// same finding when lines move. Equal ones are counted.
func fingerprints(list diag.List) []string {
	seen := map[string]int{}
	out := make([]string, len(list))
	for i, d := range list {
		about := d.Path
		if about == "" {
			about = d.Range.File
		}
		key := strings.Join([]string{string(d.Code), about, d.Message}, "\x00")
		if n := seen[key]; n > 0 {
			out[i] = digestOf(fmt.Sprintf("%s\x00%d", key, n))
		} else {
			out[i] = digestOf(key)
		}
		seen[key]++
	}
	return out
}

func digestOf(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

// sentences is a finding's message and hint as text of several sentences.
func sentences(d diag.Diagnostic) string {
	out := Escape(d.Message)
	if d.Hint != "" {
		out += ". " + Escape(d.Hint)
	}
	return out
}
