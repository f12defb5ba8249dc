package serve

import (
	"context"
	"errors"
	"reflect"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/warehouse"
)

// RawWarning is in every outcome of run_sql.
const RawWarning = "UNGOVERNED: this statement is nobody's definition. No metric, no rule and no reviewer stands behind what it gives; never report it as a certified number."

// Ungoverned is what a statement of a caller's own gave. It has nothing in common with an answer, on purpose: no key, no
// discriminant, and nowhere to put a digest or a provenance.
type Ungoverned struct {
	Ungoverned string           `json:"ungoverned" jsonschema:"cells: the statement ran"`
	Warning    string           `json:"warning" jsonschema:"what this is not"`
	Headings   []UngovernedHead `json:"headings,omitempty" jsonschema:"what the statement called each place of a line of cells"`
	Cells      [][]any          `json:"cells,omitempty" jsonschema:"lists of texts as the data system spells them, or null"`
	Fetched    int              `json:"fetched" jsonschema:"how many lines of cells came back"`
}

// UngovernedHead is a heading of Ungoverned.
type UngovernedHead struct {
	Heading string `json:"heading" jsonschema:"the statement's own word"`
	Native  string `json:"native" jsonschema:"the data system's word for the type"`
}

// NotRun is a statement that gave nothing, and why in our own words.
type NotRun struct {
	Ungoverned string `json:"ungoverned" jsonschema:"nothing: the statement gave nothing"`
	Warning    string `json:"warning" jsonschema:"what this is not"`
	// Why is one of warehouse.RawCodes, and Because its sentence.
	Why     warehouse.RawCode `json:"why,omitempty" jsonschema:"why it gave nothing; stable"`
	Because string            `json:"because,omitempty" jsonschema:"what to change, one sentence"`
}

// rawRequest is a statement.
type rawRequest struct {
	Statement string `json:"statement"`
}

func rawFields() []question.Field {
	return []question.Field{{Name: "statement", Kind: question.Text, Required: true, Also: []string{"sql", "query"},
		Accepts: "one SELECT in the data system's own dialect, tables qualified with their schema, at most 16 KiB"}}
}

func rawCapability() Capability {
	return capability(Capability{
		Name: rawName, Doors: []Door{DoorSQL}, Scope: SQLRun,
		Title: "Run an ungoverned statement",
		Description: "Run one SELECT of your own, read-only, where no certified metric answers. What comes back is UNGOVERNED: nobody defined or reviewed it, and it is never a certified number; " +
			"say so whenever you pass it on. Ask certified metrics first. Every statement is recorded. What is asked often is worth a metric.",
		Input: rawFields(), Outputs: []reflect.Type{output[Ungoverned](), output[NotRun]()}, costs: true, dress: dressRaw,
	}, func(arguments []byte) (rawRequest, error) {
		return decodeInto[rawRequest](arguments, rawFields())
	}, runRaw)
}

// dressRaw gives what the service itself refuses the form of run_sql: nothing of it looks like a certified outcome.
func dressRaw(_ *call, value any) any {
	r, refused := value.(*answer.Refused)
	switch {
	case !refused:
		return value
	case r.Code == question.BudgetExhausted:
		return &NotRun{Ungoverned: "nothing", Warning: RawWarning, Why: warehouse.RawBudget, Because: r.Detail}
	}
	return notRun(&warehouse.RawError{Code: warehouse.RawDeadline})
}

// rawName is the one capability that needs a source of its own.
const rawName = "run_sql"

// runRaw runs a statement. What the data system said of it stays in the log.
func runRaw(ctx context.Context, c *call, in rawRequest) (any, error) {
	rows, err := c.pin.raw.Run(ctx, c.caller.Subject, in.Statement)
	if err != nil {
		raw := warehouse.RawOf(ctx, err)
		switch raw.Code {
		case warehouse.RawCancelled:
			return nil, context.Canceled
		case warehouse.RawFailed, warehouse.RawExhausted, warehouse.RawUnavailable:
			c.service.log.Warn("an ungoverned statement gave nothing", "request", c.request, "why", string(raw.Code), "error", reason(errors.Unwrap(raw)))
		}
		return notRun(raw), nil
	}
	out := &Ungoverned{Ungoverned: "cells", Warning: RawWarning, Headings: make([]UngovernedHead, len(rows.Headings)), Cells: make([][]any, len(rows.Cells)), Fetched: len(rows.Cells)}
	for i, h := range rows.Headings {
		out.Headings[i] = UngovernedHead{h.Text, h.Native}
	}
	for i, line := range rows.Cells {
		out.Cells[i] = make([]any, len(line))
		for j, c := range line {
			if c != nil {
				out.Cells[i][j] = *c
			}
		}
	}
	return out, nil
}

// Denied reports whether the data system knows the caller, and has nothing for them.
func (n *NotRun) Denied() bool {
	return n.Why == warehouse.RawDenied || n.Why == warehouse.RawCredential
}

// Later reports whether the same statement may give something later.
func (n *NotRun) Later() bool {
	return n.Why == warehouse.RawUnavailable || n.Why == warehouse.RawBudget
}

// NotRuns are all the ways in which a statement gives nothing.
func NotRuns() []*NotRun {
	var out []*NotRun
	for _, code := range warehouse.RawCodes() {
		out = append(out, notRun(&warehouse.RawError{Code: code}))
	}
	return out
}

func notRun(e *warehouse.RawError) *NotRun {
	return &NotRun{Ungoverned: "nothing", Warning: RawWarning, Why: e.Code, Because: e.Error()}
}
