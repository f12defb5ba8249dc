// Package diag is the one diagnostic: what is wrong, where, and what to do.
//
// Everything that reads what a person wrote (the catalog, the settings, a bundle) reports through a List. Printers
// live elsewhere (internal/render); this package knows nothing of formats and imports nothing of ours. Codes come
// from one table (codes.go), which documentation and tests are generated from.
package diag

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Severity says whether a diagnostic stops the work.
type Severity uint8

const (
	// Error stops the work: no bundle is made.
	Error Severity = iota
	// Warning is worth reading; `--strict` counts it as an error.
	Warning
)

// String returns the word printed beside the code.
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// Position is a place in a file. Line and Column count from 1; Column counts bytes, as CUE and Go do. The zero
// Position is no place.
type Position struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

// Range is a stretch of one file, End exclusive. File is slash-separated and relative to the catalog's root, never
// absolute. A Range without a File belongs to no place.
type Range struct {
	File  string   `json:"file,omitempty"`
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// Related is a second place that takes part in the problem, such as the other side of a conflict.
type Related struct {
	Range   Range  `json:"range"`
	Message string `json:"message"`
}

// Diagnostic is one finding.
type Diagnostic struct {
	Code     Code
	Severity Severity
	// Message is one sentence that says what is wrong, without the place and without a final stop.
	Message string
	// Hint says what to do; empty when the message already does.
	Hint    string
	Range   Range
	Path    string // dotted path of the definition, such as metrics.revenue.measure
	Related []Related
}

// String is for logs and tests: file:line:col: severity[code]: message.
func (d Diagnostic) String() string {
	return fmt.Sprintf("%s:%d:%d: %s[%s]: %s", d.Range.File, d.Range.Start.Line, d.Range.Start.Column, d.Severity, d.Code, d.Message)
}

// List is a set of findings.
type List []Diagnostic

// HasErrors reports whether any finding is an Error.
func (l List) HasErrors() bool {
	return slices.ContainsFunc(l, func(d Diagnostic) bool { return d.Severity == Error })
}

// Sorted returns the findings by place, then code, then message, without exact repeats.
func (l List) Sorted() List {
	out := slices.Clone(l)
	slices.SortStableFunc(out, func(a, b Diagnostic) int {
		return cmp.Or(
			cmp.Compare(a.Range.File, b.Range.File),
			cmp.Compare(a.Range.Start.Line, b.Range.Start.Line),
			cmp.Compare(a.Range.Start.Column, b.Range.Start.Column),
			cmp.Compare(a.Code, b.Code),
			cmp.Compare(a.Message, b.Message),
			cmp.Compare(a.Path, b.Path),
		)
	})
	return slices.CompactFunc(out, func(a, b Diagnostic) bool {
		return a.Code == b.Code && a.Message == b.Message && a.Range == b.Range && a.Path == b.Path
	})
}

// String joins the findings, one a line.
func (l List) String() string {
	var b strings.Builder
	for _, d := range l {
		b.WriteString(d.String())
		b.WriteByte('\n')
	}
	return b.String()
}
