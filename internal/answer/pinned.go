package answer

import (
	"context"
	"fmt"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/compiler/plan"
)

// Distinct reads the different values of a model's own dimension, spelled as questions spell them and in their order; null
// is none. Of more than most it reads one more. Rows that the model's conditions leave out do not count. The error is
// Ask's.
func (e *Engine) Distinct(ctx context.Context, model, dimension string, most int) ([]string, error) {
	m := e.View.Model(model)
	var d *bundle.Dimension
	for i := range m.Dimensions {
		if m.Dimensions[i].Name == dimension {
			d = &m.Dimensions[i]
		}
	}
	count := expr.Type{Kind: expr.Integer}
	leg := plan.Leg{
		Model: m, Keys: []plan.KeyValue{{Expr: &d.Expr}},
		Terms: []plan.Term{{Name: "rows", Says: "rows", Func: bundle.Count, Type: count}},
		Where: []plan.Predicate{{Origin: plan.Definition, Expr: expr.Call(expr.OpIsNotNull, expr.Type{Kind: expr.Boolean}, &d.Expr)}},
	}
	for i := range m.Where {
		leg.Where = append(leg.Where, plan.Predicate{Origin: plan.Definition, Expr: &m.Where[i]})
	}
	p := &plan.Plan{
		Bundle: e.View.Bundle, Source: e.View.Source(m.Source), Limit: most, Legs: []plan.Leg{leg},
		Keys:    []plan.Key{{Name: dimension, Type: d.Expr.Type, Dimension: &bundle.Resolved{Name: dimension, Owner: m, Dimension: d, Expr: &d.Expr}}},
		Metrics: []plan.Metric{{Name: "rows", Value: plan.Value{Op: bundle.ValueTerm, Type: count}, Type: count}},
		Order:   []plan.Order{{Column: 0}},
	}
	source, ok := e.Sources[m.Source]
	if !ok {
		return nil, &Failure{Detail: fmt.Sprintf("the source %s is not opened here", m.Source)}
	}
	s, _, err := e.statement(p, source)
	if err != nil {
		return nil, err
	}
	if err := e.memory().declared.check(ctx, p, source); err != nil {
		return nil, e.unread(ctx, p, err)
	}
	if err := e.memory().keys.check(ctx, p, source); err != nil {
		return nil, e.unread(ctx, p, err)
	}
	res, err := source.Query(ctx, s)
	if err != nil {
		return nil, e.unread(ctx, p, err)
	}
	out := make([]string, 0, len(res.Rows))
	for _, row := range res.Rows {
		text, _ := expr.Value(d.Expr.Type, fmt.Sprint(row[0]))
		out = append(out, text)
	}
	return out, nil
}

// unread is why values could not be read: a refusal's sentence, or the failure.
func (e *Engine) unread(ctx context.Context, p *plan.Plan, err error) error {
	outcome, failed := e.refuse(ctx, p, err)
	if r, ok := outcome.(*Refused); ok {
		return &Failure{Detail: r.Detail, Err: err}
	}
	return failed
}
