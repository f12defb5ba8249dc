package answer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"sutura.dev/bundle/expr"
	"sutura.dev/internal/clock"
)

// MaxAnswerBytes is the largest answer that ReadAnswer takes: the rows of one have at most 8 MiB.
const MaxAnswerBytes = 32 << 20

// ErrNoAnswer is what ReadAnswer returns of anything but an answer.
var ErrNoAnswer = errors.New("this is no answer")

// ReadAnswer reads an answer as JSON. Numbers of its rows are kept as json.Number, digit by digit.
func ReadAnswer(data []byte) (*Answer, error) {
	if len(data) > MaxAnswerBytes {
		return nil, ErrNoAnswer
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var a Answer
	if err := dec.Decode(&a); err != nil || a.Outcome != "answer" || dec.More() {
		return nil, ErrNoAnswer
	}
	if _, err := time.Parse(time.RFC3339, a.Provenance.Clock); err != nil {
		return nil, ErrNoAnswer
	}
	for _, l := range a.lines() {
		if len(l.cells) != len(a.Columns) {
			return nil, ErrNoAnswer
		}
	}
	return &a, nil
}

// Compared is one part of an answer, then and now.
type Compared struct {
	What string `json:"what"`
	Then string `json:"then"`
	Now  string `json:"now"`
	Same bool   `json:"same"`
}

// Replay is an answer beside the one that its question has now.
type Replay struct {
	// Bundle may be another without harm: what its metrics mean is compared one by one.
	Bundle Compared `json:"bundle"`
	// Parts are the metrics' meanings, the statement and the columns.
	Parts []Compared `json:"parts"`
	// RowsThen and RowsNow are the rows, each a line of JSON, then others and totals, which say so before it. Differing
	// counts those at whose place another one is.
	RowsThen  []string `json:"rows_then"`
	RowsNow   []string `json:"rows_now"`
	Differing int      `json:"differing"`
	// Refused is why there is no answer now.
	Refused *Refused `json:"refused,omitempty"`
}

// Same reports whether the answer came out again. Doubles may differ by 1e-9 of their size: a source adds them in no
// fixed order.
func (r *Replay) Same() bool {
	return r.Refused == nil && r.Differing == 0 && !slices.ContainsFunc(r.Parts, func(c Compared) bool { return !c.Same })
}

// Replay asks an answer's question again, at the answer's own clock, and says what differs. Its errors are those of Ask.
func (e *Engine) Replay(ctx context.Context, then *Answer) (*Replay, error) {
	at, err := time.Parse(time.RFC3339, then.Provenance.Clock)
	if err != nil {
		return nil, ErrNoAnswer
	}
	again := &Engine{View: e.View, Sources: e.Sources, Clock: clock.Fixed(at), Version: e.Version}
	out := &Replay{Bundle: compared("bundle", then.Provenance.Bundle.Digest, e.View.Digest())}
	for _, m := range then.Provenance.Metrics {
		meaning := "none"
		if e.View.Metric(m.Name) != nil {
			meaning = e.View.MetricDigests(m.Name).Meaning
		}
		out.Parts = append(out.Parts, compared("meaning of "+m.Name, m.Meaning, meaning))
	}
	outcome, err := again.Ask(ctx, then.Question)
	if err != nil {
		return nil, err
	}
	switch now := outcome.(type) {
	case *Refused:
		out.Refused = now
		return out, nil
	case *Answer:
		out.Parts = append(out.Parts, compared("statement", then.Provenance.Statement, now.Provenance.Statement),
			compared("columns", columnsText(then.Columns), columnsText(now.Columns)))
		return out, out.rows(then, now)
	}
	return nil, errors.New("an outcome is an answer or a refusal")
}

func compared(what, then, now string) Compared { return Compared{what, then, now, then == now} }

func columnsText(columns []Column) string {
	parts := make([]string, len(columns))
	for i, c := range columns {
		parts[i] = c.Name + " " + c.Type.String()
	}
	return strings.Join(parts, ", ")
}

// rows compares row by row. Both are taken as they are on the wire.
func (r *Replay) rows(then, now *Answer) error {
	wire, err := json.Marshal(now)
	if err != nil {
		return fmt.Errorf("encode the answer: %w", err)
	}
	read, err := ReadAnswer(wire)
	if err != nil {
		return err
	}
	was, is := then.lines(), read.lines()
	for i := range max(len(was), len(is)) {
		if i < len(was) {
			r.RowsThen = append(r.RowsThen, was[i].text())
		}
		if i < len(is) {
			r.RowsNow = append(r.RowsNow, is[i].text())
		}
		if i >= len(was) || i >= len(is) || was[i].part != is[i].part || !sameRow(was[i].cells, is[i].cells, now.Columns) {
			r.Differing++
		}
	}
	return nil
}

// line is a row of an answer, and of which of its lists.
type line struct {
	part  string
	cells []any
}

// lines are the rows of every list.
func (a *Answer) lines() []line {
	var out []line
	for _, list := range []struct {
		part string
		rows [][]any
	}{{"", a.Rows}, {"others ", a.Others}, {"totals ", a.Totals}} {
		for _, row := range list.rows {
			out = append(out, line{list.part, row})
		}
	}
	return out
}

func (l line) text() string {
	text, err := json.Marshal(l.cells)
	if err != nil {
		return l.part
	}
	return l.part + string(text)
}

func sameRow(then, now []any, columns []Column) bool {
	if len(then) != len(now) {
		return false
	}
	for i := range then {
		if then[i] != now[i] && !(columns[i].Type.Kind == expr.Float && alike(then[i], now[i])) {
			return false
		}
	}
	return true
}

// alike reports whether two doubles are equal but for the order in which a source added them.
func alike(a, b any) bool {
	x, isNumber := a.(json.Number)
	y, also := b.(json.Number)
	if !isNumber || !also {
		return false
	}
	f, err := x.Float64()
	g, err2 := y.Float64()
	return err == nil && err2 == nil && math.Abs(f-g) <= 1e-9*max(math.Abs(f), math.Abs(g))
}
