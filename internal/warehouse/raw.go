package warehouse

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode/utf8"
)

// Raw is a data system for statements that sutura did not write. Each runs alone, read-only, on a connection or in a
// process of its own that ends with it: nothing of one reaches the next, and nothing is pooled. It has nothing in common
// with Source: what comes back bears no types of a plan, and nobody can take it for an answer.
type Raw interface {
	// Dialect is the name of the dialect it speaks.
	Dialect() string
	// Posture says for operators under which credential statements run, and what keeps them from writing.
	Posture() string
	// Run runs exactly one SELECT for a subject. By the time it returns the statement has stopped. An error is a
	// *RawError.
	Run(ctx context.Context, subject, statement string) (*RawRows, error)
	Close() error
}

// Bounds of a raw statement.
const (
	// MaxRawStatement is the length of a statement, in bytes.
	MaxRawStatement = 16 << 10
	// MaxRawRows and MaxRawBytes bound what comes back; past them nothing does.
	MaxRawRows  = 10_000
	MaxRawBytes = 6 << 20
)

// RawRows is what a raw statement gave. A cell is the data system's own spelling, and nil is null.
type RawRows struct {
	Headings []RawHeading
	Cells    [][]*string
	Took     time.Duration
}

// RawHeading is a column as the statement named it, and the data system's word for its type.
type RawHeading struct {
	Text   string
	Native string
}

// RawCode is why a raw statement gave nothing.
type RawCode string

// The closed set of codes.
const (
	RawTooLong     RawCode = "statement_too_long"
	RawUnreadable  RawCode = "statement_unreadable"
	RawNotOne      RawCode = "not_one_statement"
	RawNotSelect   RawCode = "not_a_select"
	RawForbidden   RawCode = "not_permitted_in_statement"
	RawTooDeep     RawCode = "nested_too_deeply"
	RawWrong       RawCode = "statement_does_not_fit"
	RawValue       RawCode = "value_out_of_range"
	RawWrites      RawCode = "statement_would_write"
	RawDenied      RawCode = "source_denied"
	RawCredential  RawCode = "no_credential"
	RawDeadline    RawCode = "ran_too_long"
	RawExhausted   RawCode = "ran_out_of_resources"
	RawRowsMany    RawCode = "too_many_rows"
	RawBytesMany   RawCode = "too_many_bytes"
	RawUnavailable RawCode = "source_not_reachable"
	RawBudget      RawCode = "budget_spent"
	RawCancelled   RawCode = "cancelled"
	RawFailed      RawCode = "broke"
)

// RawCodes lists every code.
func RawCodes() []RawCode {
	return []RawCode{RawTooLong, RawUnreadable, RawNotOne, RawNotSelect, RawForbidden, RawTooDeep, RawWrong, RawValue, RawWrites, RawDenied, RawCredential,
		RawDeadline, RawExhausted, RawRowsMany, RawBytesMany, RawUnavailable, RawBudget, RawCancelled, RawFailed}
}

// RawError is why a raw statement gave nothing. Err is for the log only.
type RawError struct {
	Code RawCode
	Err  error
}

// Error gives a fixed sentence without the data system's text, and without any of the statement's.
func (e *RawError) Error() string {
	switch e.Code {
	case RawTooLong:
		return "The statement is longer than 16 KiB; write a shorter one."
	case RawUnreadable:
		return "The data system's parser cannot read the statement; correct its syntax."
	case RawNotOne:
		return "This is not exactly one statement; send one SELECT."
	case RawNotSelect:
		return "Only a SELECT may run here: nothing that writes, defines, sets, attaches, copies, locks or explains."
	case RawForbidden:
		return "The statement calls or reads something that may not be used here, such as a function that reads files, waits, locks or has effects; use tables, and functions that only compute."
	case RawTooDeep:
		return "The statement is nested too deeply; split it."
	case RawWrong:
		return "The data system does not accept the statement: a table, column or function that it does not have, or types that do not fit; qualify tables with their schema."
	case RawValue:
		return "A value in the statement or the data is out of the range of its type, or does not have its form."
	case RawWrites:
		return "The statement would write, and the connection is read-only."
	case RawDenied:
		return "The data system denied the credential what the statement reads."
	case RawCredential:
		return "You have no credential of your own at this data system."
	case RawDeadline:
		return "The statement ran into its deadline and was stopped; read less."
	case RawExhausted:
		return "The statement took more memory or other resources than one may; read less."
	case RawRowsMany:
		return "More than 10,000 rows came back, and none of them is shown; aggregate, or add LIMIT."
	case RawBytesMany:
		return "More came back than is sent, and nothing of it is shown; aggregate, or name fewer columns."
	case RawUnavailable:
		return "The data system cannot be reached now; try again later."
	case RawBudget:
		return "Your budget is spent; try again later."
	case RawCancelled:
		return "The statement was cancelled."
	case RawFailed:
	}
	return "The statement broke, and the data system's own words are not passed on."
}

// Unwrap returns the driver's error, for logs.
func (e *RawError) Unwrap() error { return e.Err }

// CheckRaw refuses what is no text that a parser should see.
func CheckRaw(statement string) error {
	switch {
	case len(statement) > MaxRawStatement:
		return &RawError{Code: RawTooLong}
	case strings.TrimSpace(statement) == "":
		return &RawError{Code: RawNotOne}
	case strings.ContainsRune(statement, 0) || !utf8.ValidString(statement):
		return &RawError{Code: RawUnreadable}
	}
	return nil
}

// RawOf is err as a *RawError; what is none has broken.
func RawOf(ctx context.Context, err error) *RawError {
	if e, ok := errors.AsType[*RawError](err); ok {
		return e
	}
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return &RawError{RawDeadline, err}
	case ctx.Err() != nil:
		return &RawError{RawCancelled, err}
	}
	return &RawError{RawFailed, err}
}

// RawMeter counts what a raw statement gives back, so that one that gives too much is stopped.
type RawMeter struct{ rows, bytes int }

// Row counts one row of cells.
func (m *RawMeter) Row(cells []*string) error {
	if m.rows++; m.rows > MaxRawRows {
		return &RawError{Code: RawRowsMany}
	}
	for _, c := range cells {
		m.bytes += 8
		if c != nil {
			m.bytes += len(*c)
		}
	}
	if m.bytes > MaxRawBytes {
		return &RawError{Code: RawBytesMany}
	}
	return nil
}
