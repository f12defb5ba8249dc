package serve

import (
	"encoding/json"
	"fmt"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/rows"
)

// Queried is the outcome of query. What it says of the rows stands here; the rows themselves are its Content.
type Queried struct {
	OK               bool            `json:"ok" jsonschema:"whether the question is answered"`
	Tool             string          `json:"tool" jsonschema:"always query"`
	Outcome          string          `json:"outcome"`
	RowCount         int             `json:"rowCount" jsonschema:"how many rows are shown"`
	ColumnCount      int             `json:"columnCount" jsonschema:"how many columns are shown"`
	Truncated        bool            `json:"truncated" jsonschema:"whether there are more rows than row_limit"`
	Format           rows.Format     `json:"format" jsonschema:"how the rows are written"`
	MediaType        string          `json:"mediaType" jsonschema:"the media type of the rows; of a refusal, text/plain"`
	Columns          []QueriedColumn `json:"columns" jsonschema:"the columns shown, in order"`
	Messages         []Message       `json:"messages" jsonschema:"what a reader of the numbers should know; of a refusal, what to change, each suggestion being arguments ready to send"`
	PipelineWarnings []Warning       `json:"pipelineWarnings" jsonschema:"what was done to keep the answer legal"`
	Provenance       any             `json:"provenance"`
	ErrorCode        question.Code   `json:"error_code,omitempty" jsonschema:"of a refusal, why not; stable"`

	content string
	outcome answer.Outcome
	bare    func() *Queried
}

// QueriedColumn describes a column of the rows.
type QueriedColumn struct {
	Name     string `json:"name" jsonschema:"its name, whatever heads it"`
	Type     string `json:"type" jsonschema:"of its cells, such as string, integer, decimal(12,2) or date"`
	Nullable bool   `json:"nullable" jsonschema:"whether a cell may be null"`
}

// Severities of messages and warnings.
const (
	severityInfo    = "info"
	severityWarning = "warning"
	severityError   = "error"
)

// Message is for whoever reads the rows.
type Message struct {
	Severity string `json:"severity" jsonschema:"info, warning or error"`
	Code     string `json:"code" jsonschema:"stable"`
	Text     string `json:"text" jsonschema:"a sentence; of a suggestion, JSON"`
}

// Warning says what was done to a question or its rows that the asker did not say.
type Warning struct {
	Code          string            `json:"code" jsonschema:"stable"`
	Severity      string            `json:"severity" jsonschema:"info or warning"`
	Text          string            `json:"text" jsonschema:"a sentence"`
	SourceService string            `json:"sourceService" jsonschema:"what did it: parameters, resolution, source or output"`
	Metadata      map[string]string `json:"metadata"`
}

// Content is the rows as they were asked for; empty for a refusal.
func (q *Queried) Content() string { return q.content }

// Answer is what was answered, nil for a refusal.
func (q *Queried) Answer() *answer.Answer {
	a, _ := q.outcome.(*answer.Answer)
	return a
}

// Refused is the refusal, nil for an answer.
func (q *Queried) Refused() *answer.Refused {
	r, _ := q.outcome.(*answer.Refused)
	return r
}

// WithoutProse is the same without what the catalog's authors wrote for people: labels and caveats.
func (q *Queried) WithoutProse() *Queried {
	if q.bare == nil {
		return q
	}
	return q.bare()
}

// undressed is the outcome within an envelope, or the value itself.
func undressed(value any) any {
	if q, ok := value.(*Queried); ok {
		return q.outcome
	}
	return value
}

// rowsOf is how many rows a reply gives; false where it is no answer.
func rowsOf(value any) (int, bool) {
	switch v := value.(type) {
	case *answer.Answer:
		return len(v.Rows), true
	case *Queried:
		return v.RowCount, v.OK
	}
	return 0, false
}

// newQueried is the envelope of an answer.
func newQueried(c *call, a *answer.Answer, prose bool) *Queried {
	in := c.input.(queryRequest)
	t := newTabular(c.seen.view, in, a, prose)
	q := &Queried{
		OK: true, Tool: c.row.Name, Outcome: a.Outcome, RowCount: len(t.table.Rows), ColumnCount: len(t.columns), Truncated: len(a.Rows) > in.RowLimit,
		Format: in.Format, MediaType: in.Format.MediaType(), Columns: t.columns, Messages: []Message{}, PipelineWarnings: []Warning{},
		Provenance: a.Provenance, content: in.Format.Write(t.table), outcome: a,
	}
	q.messages(in, a, t, prose)
	q.warnings(c, in, a, t)
	if prose {
		q.bare = func() *Queried { return newQueried(c, a, false) }
	}
	return q
}

// newRefused is the envelope of a refusal.
func newRefused(c *call, r *answer.Refused) *Queried {
	in := c.input.(queryRequest)
	q := &Queried{
		Tool: c.row.Name, Outcome: r.Outcome, Format: in.Format, MediaType: "text/plain", Columns: []QueriedColumn{},
		Messages: []Message{{severityError, string(r.Code), r.Detail}}, PipelineWarnings: []Warning{}, Provenance: struct{}{}, ErrorCode: r.Code, outcome: r,
	}
	if c.pin != nil {
		about := c.pin.bundle.About()
		q.Provenance = struct {
			Bundle answer.BundleID `json:"bundle"`
		}{answer.BundleID{Name: about.Name, Version: about.Version, Digest: c.pin.bundle.Digest()}}
	}
	for _, s := range r.Suggestions {
		q.Messages = append(q.Messages, Message{severityInfo, "suggestion", string(question.Encode(s))})
	}
	if r.Space != nil {
		if text, err := json.Marshal(r.Space); err == nil { // names encode
			q.Messages = append(q.Messages, Message{severityInfo, "space", string(text)})
		}
	}
	return q
}

// grouped writes a count with its thousands apart: 1,204.
func grouped(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return grouped(n/1000) + fmt.Sprintf(",%03d", n%1000)
}
