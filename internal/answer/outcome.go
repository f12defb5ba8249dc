package answer

import (
	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
	"sutura.dev/compiler/plan"
)

// Outcome is an *Answer or a *Refused.
type Outcome interface{ outcome() }

// Roles of a column.
const (
	RolePeriod    = "period"
	RoleDimension = "dimension"
	RoleMetric    = "metric"
	RolePrevious  = string(plan.Previous)
	RoleDelta     = string(plan.Delta)
	RoleChange    = string(plan.Change)
)

// Answer is a question answered. Cells of Rows are nil, bool, int64, finite float64 or string: text, dates, local
// times, instants, decimals padded to their scale, and integers beyond 53 bits.
type Answer struct {
	Outcome  string            `json:"outcome"` // "answer"
	Question question.Question `json:"question"`
	Columns  []Column          `json:"columns"`
	Rows     [][]any           `json:"rows"`
	// Others are what all tuples outside top come to together, one row a bucket, and Totals what all of them come to:
	// one a bucket, and one without a period for the whole range. They are nil where the question does not ask for them.
	Others     [][]any     `json:"others,omitzero"`
	Totals     [][]any     `json:"totals,omitzero"`
	Notes      []plan.Note `json:"notes"`
	Provenance Provenance  `json:"provenance"`
}

func (*Answer) outcome() {}

// Column describes one place of a row.
type Column struct {
	Name  string    `json:"name"`
	Label string    `json:"label"`
	Type  expr.Type `json:"type"`
	Unit  string    `json:"unit,omitempty"`
	Role  string    `json:"role"`
	// Format is how tables for people write the numbers, a pattern of bundle/numformat. Programs get all digits, and not this.
	Format string `json:"-"`
}

// Refused is a question not answered, with what to ask instead.
type Refused struct {
	Outcome string `json:"outcome"` // "refusal"
	question.Refusal
}

func (*Refused) outcome() {}

func refused(r *question.Refusal) *Refused { return &Refused{Outcome: "refusal", Refusal: *r} }

// Failure is something that broke. Its sentence is safe to show; Err is for the log.
type Failure struct {
	Detail string
	Remedy string // what to do, a sentence; empty where nobody knows
	Err    error
}

// Error gives the sentence.
func (f *Failure) Error() string { return f.Detail }

// Unwrap gives the cause.
func (f *Failure) Unwrap() error { return f.Err }
