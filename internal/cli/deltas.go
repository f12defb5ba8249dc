package cli

import (
	"context"
	"slices"

	"sutura.dev/bundle/question"
	"sutura.dev/compiler"
	"sutura.dev/compiler/dialect"
	"sutura.dev/compiler/plan"
	"sutura.dev/internal/clock"
	"sutura.dev/internal/render"
)

// deltas shows, for each of the metrics that both sides have, a question whose statement changed.
func (a *app) deltas(_ context.Context, before, after *side, metrics []string) (map[string][]render.Delta, error) {
	out := map[string][]render.Delta{}
	for _, name := range metrics {
		m := after.view().Metric(name)
		if m == nil || before.view().Metric(name) == nil {
			continue
		}
		for _, q := range compiler.Questions(m, after.view()) {
			was, now := statementOf(before, q), statementOf(after, q)
			if was == now || was == "" || now == "" {
				continue
			}
			out[name] = []render.Delta{{Part: "statement", Command: commandOf("compile", q), Was: was, Now: now}}
			break
		}
	}
	return out, nil
}

func statementOf(s *side, q question.Question) string {
	p, refusal, malformed := plan.Resolve(s.view(), q, clock.System())
	if refusal != nil || malformed != nil {
		return ""
	}
	statement, err := dialect.Render(p, p.Source.Dialect)
	if err != nil {
		return ""
	}
	return statement.Text()
}

// commandOf is the command line that asks a question.
func commandOf(verb string, q question.Question) []string {
	words := []string{"sutura", verb}
	if f, ok := question.FlagsOf(q); ok {
		return append(words, f.Args()...)
	}
	return append(words, slices.Clone(q.Metrics)...)
}
