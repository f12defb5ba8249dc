// Package warehouse is the port through which a statement is executed.
//
// A Source runs one Statement, whose columns say what types come back, under the context's deadline, and cancels for
// real. It returns canonical cells or an *Error of a closed set of kinds; it never returns rows beside an error, and
// no database's text leaves through Error(). Adapters live in the folders below; no adapter imports another.
package warehouse

import (
	"context"
	"errors"
	"time"

	"sutura.dev/bundle/expr"
	"sutura.dev/compiler/dialect"
)

// Source is one data system, opened read-only, its session pinned (zone UTC, null order).
type Source interface {
	// Dialect is the name of the dialect it speaks.
	Dialect() string
	// Query runs s to its end and returns every row; the statement itself holds the cap.
	Query(ctx context.Context, s dialect.Statement) (*Result, error)
	// Parse asks the system's own parser whether text is one statement it can read. Nothing is planned or run.
	Parse(ctx context.Context, text string) error
	// Tables lists what is there, sorted by schema and name, what this user may not read as Denied.
	Tables(ctx context.Context) ([]Table, error)
	// Offsets returns the zone's distance from UTC at each instant, as the source's own zone rules have it.
	Offsets(ctx context.Context, zone string, at []time.Time) ([]time.Duration, error)
	Close() error
}

// Cell is nil for null, or by the column's type: string -> string; boolean -> bool; integer -> int64, beyond 64 bits
// a string of digits; decimal -> a string of exact digits padded to the column's scale; float -> finite float64,
// never -0; date -> "2006-01-02"; timestamp -> "2006-01-02T15:04:05[.999999]"; timestamptz -> the same in UTC with "Z".
type Cell = any

// Result is a statement's rows.
type Result struct {
	Rows [][]Cell
	Took time.Duration
}

// Table is a relation.
type Table struct {
	Schema  string
	Name    string
	Columns []Column
	Rows    int64 // estimated; -1 unknown
	Part    bool  // of another table, which has its rows too
	Denied  bool  // this user may not read it, as Problem says
	// Problem says why the table cannot be read, naming what a person should mend; it has no columns then.
	Problem string
}

// Column is a column as the source declares it. Type's Kind is empty when sutura has no type for it; Native is the source's word.
type Column struct {
	Name     string
	Type     expr.Type
	Native   string
	Nullable bool
	// Family names the rules by which the source compares texts of this column with others, where they are a type's own
	// (padding, an enumeration); empty for plain text. Across families it cannot, or takes different texts for equal.
	Family string
	// Folds: even within its family, different texts are equal.
	Folds bool
	// Remark says of text what its values look like that would be more than text if they were written otherwise.
	Remark string
}

// Kind classifies why a statement gave no rows.
type Kind uint8

const (
	// Failed is anything that broke: no detail leaves.
	Failed Kind = iota
	// Unavailable: the source cannot be reached; the same question may work later.
	Unavailable
	// Refused: the data system denied the identity.
	Refused
	// Exhausted: the source's own memory or scan limit.
	Exhausted
	// Deadline: the deadline passed, and the source has stopped.
	Deadline
	// Cancelled: the caller went away, and the source has stopped.
	Cancelled
	// OutOfRange: a number has more digits, or is larger, than the source computes with.
	OutOfRange
	// NoCredential: the one who asks is nobody at the data system.
	NoCredential
	// NotFinite: a value that is no finite number or date, in Column.
	NotFinite
)

// Error is why a statement gave no rows. Err is for the log only.
type Error struct {
	Kind   Kind
	Column string // of NotFinite
	Err    error
}

// Error gives a fixed sentence without the source's text.
func (e *Error) Error() string {
	switch e.Kind {
	case Unavailable:
		return "the source cannot be reached"
	case Refused:
		return "the source denied access"
	case Exhausted:
		return "the source ran out of the resources that it allows a statement"
	case Deadline:
		return "the statement's deadline passed"
	case Cancelled:
		return "the statement was cancelled"
	case OutOfRange:
		return "a number is out of the range in which the source computes"
	case NotFinite:
		return "column " + e.Column + " holds a value that is not a finite number or date"
	case NoCredential:
		return "the one who asks has no identity at the source"
	case Failed:
	}
	return "the statement failed"
}

// Unwrap returns the driver's error, for logs.
func (e *Error) Unwrap() error { return e.Err }

// KindOf returns the kind of err, Failed for anything unknown.
func KindOf(err error) Kind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return Failed
}
