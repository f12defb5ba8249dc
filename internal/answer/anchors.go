package answer

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strconv"

	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
)

// AnchorResult is a published value beside the one that the source gives.
type AnchorResult struct {
	Metric   string            `json:"metric"`
	Index    int               `json:"index"` // among the metric's anchors
	Question question.Question `json:"question"`
	Expected string            `json:"expected"`
	Within   string            `json:"within,omitempty"`
	Actual   string            `json:"actual,omitempty"` // empty where there is none
	OK       bool              `json:"ok"`
	Problem  string            `json:"problem,omitempty"`
}

// Anchors asks the sources for every value of the view that is anchored on them. The error is the caller's own
// cancellation.
func (e *Engine) Anchors(ctx context.Context) ([]AnchorResult, error) {
	return e.anchors(ctx, "source")
}

// FixtureAnchors asks for every value that is anchored on the fixtures, which the engine's sources must hold.
func (e *Engine) FixtureAnchors(ctx context.Context) ([]AnchorResult, error) {
	return e.anchors(ctx, "fixtures")
}

func (e *Engine) anchors(ctx context.Context, on string) ([]AnchorResult, error) {
	out := []AnchorResult{}
	for _, name := range e.View.Names() {
		m := e.View.Metric(name)
		for i, a := range m.Anchors {
			if a.On != on {
				continue
			}
			r, err := e.anchor(ctx, m, i, a)
			if err != nil {
				return out, err
			}
			out = append(out, r)
		}
	}
	return out, nil
}

func (e *Engine) anchor(ctx context.Context, m *bundle.Metric, i int, a bundle.Anchor) (AnchorResult, error) {
	q := question.Question{Metrics: []string{m.Name}}
	if a.Start != "" || a.End != "" {
		q.Range = &question.Range{Start: a.Start, End: a.End}
	}
	for _, f := range a.Filters {
		q.Filters = append(q.Filters, question.Filter(f))
	}
	r := AnchorResult{Metric: m.Name, Index: i, Question: q, Expected: a.Value, Within: a.Within}
	outcome, err := e.Ask(ctx, q)
	var failure *Failure
	var malformed *question.Malformed
	switch {
	case errors.As(err, &failure):
		r.Problem = failure.Detail
		return r, nil
	case errors.As(err, &malformed):
		r.Problem = "the anchor is no question: " + malformed.Error()
		return r, nil
	case err != nil:
		return r, err
	}
	switch o := outcome.(type) {
	case *Refused:
		r.Problem = fmt.Sprintf("refused (%s): %s", o.Code, o.Detail)
	case *Answer:
		compareAnchor(&r, o.Rows[0][0])
	}
	return r, nil
}

// compareAnchor compares exactly: both numbers are read as fractions, a double by its shortest digits.
func compareAnchor(r *AnchorResult, cell any) {
	if cell == nil {
		r.Actual = "null"
		r.OK = r.Expected == "null"
		return
	}
	r.Actual = fmt.Sprint(cell)
	if f, ok := cell.(float64); ok {
		r.Actual = strconv.FormatFloat(f, 'f', -1, 64)
	}
	want, ok := new(big.Rat).SetString(r.Expected)
	have, also := new(big.Rat).SetString(r.Actual)
	if !ok || !also {
		r.OK = r.Actual == r.Expected
		return
	}
	within := new(big.Rat)
	if r.Within != "" {
		if _, ok := within.SetString(r.Within); !ok {
			r.Problem = "within is no number"
			return
		}
	}
	distance := new(big.Rat).Sub(want, have)
	r.OK = distance.Abs(distance).Cmp(within) <= 0
}
