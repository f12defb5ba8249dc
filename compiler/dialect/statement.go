package dialect

import (
	"slices"

	"sutura.dev/bundle/expr"
)

// Statement is one SELECT with its typed binds. Only this package makes one, so no text of a caller can be in it.
type Statement struct {
	dialect string
	text    string
	binds   []Bind
	columns []Column
	tables  [][]string
}

// Bind is one parameter's value, in order $1, $2, ... Type is what the statement casts it to. Value is nil, or
// a bool (boolean), an int64 (integer within 64 bits), a float64 (float), or a string: text, an integer beyond 64
// bits, a decimal, an ISO date, a local date-time (2026-03-08T05:00:00) or an instant (2026-03-08T10:00:00Z).
// A List is a []string of such spellings, whatever its Type.
type Bind struct {
	Type  expr.Type `json:"type"`
	List  bool      `json:"list,omitempty"`
	Value any       `json:"value"`
	// Label says what the value is for, such as "range start" or "filter carrier". For people.
	Label string `json:"label,omitempty"`
}

// Column is one output column: its type is the plan's, never the driver's.
type Column struct {
	Name string    `json:"name"`
	Type expr.Type `json:"type"`
	// Marker is set of a column that is no part of an answer.
	Marker Marker `json:"marker,omitempty"`
}

// Marker is what a column tells of its row.
type Marker string

// A row of others has no rank. The level is odd for totals, and 0 for all other rows.
const (
	MarkRank  Marker = "rank"
	MarkLevel Marker = "level"
)

// Dialect is the name of the dialect the text is written in.
func (s Statement) Dialect() string { return s.dialect }

// Text is the statement, laid out for people.
func (s Statement) Text() string { return s.text }

// Binds returns the parameters in order.
func (s Statement) Binds() []Bind { return slices.Clone(s.binds) }

// Placeholders returns how each parameter stands in the text, in order.
func (s Statement) Placeholders() []string {
	d, _ := specOf(s.dialect)
	out := make([]string, len(s.binds))
	for i, b := range s.binds {
		out[i] = d.placeholder(i+1, b)
	}
	return out
}

// Tables returns the tables that it reads, by their parts, each once.
func (s Statement) Tables() [][]string { return slices.Clone(s.tables) }

// Columns returns the output columns in order; results are matched to them by position.
func (s Statement) Columns() []Column { return slices.Clone(s.columns) }
