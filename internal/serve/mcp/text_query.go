package mcp

import (
	"sutura.dev/compiler/plan"
	"sutura.dev/internal/serve"
)

// remarks is what stands beside the rows of a query, for an agent whose client shows it no more than text: what to know of
// them, what was done to keep the answer legal, and where the numbers come from. It is empty for a refusal, whose text has
// all of it.
func remarks(q *serve.Queried) string {
	a := q.Answer()
	if a == nil {
		return ""
	}
	var w page
	for _, m := range q.Messages {
		if m.Code == plan.NoteCaveat {
			w.quote(m.Text)
		} else {
			w.line("note: %s", escape(m.Text))
		}
	}
	for _, done := range q.PipelineWarnings {
		if done.Code != "row_limit" { // a message says it
			w.line("note: %s", escape(done.Text))
		}
	}
	w.WriteString(provenance(a))
	return w.String()
}
