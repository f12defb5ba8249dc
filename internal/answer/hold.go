package answer

import (
	"context"
	"slices"
	"time"

	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
	"sutura.dev/compiler/plan"
	"sutura.dev/internal/warehouse"
)

// Held is what a source holds, or does not, of a model's declarations.
type Held struct {
	Model  string
	Source string
	Drift  []string // tables, columns and types that are not as declared
	Keys   []string // keys that repeat, nulls where none may be
	// Err is why the source could not be asked; nothing else is said then.
	Err error
}

// Hold compares every model of the bundle with its source, and what it finds the engine remembers: no question has to
// prove a key that was proved here. It reads every table. Models of sources that are not opened are left out.
func (e *Engine) Hold(ctx context.Context) []Held {
	var out []Held
	models := e.View.Models()
	for i := range models {
		m := &models[i]
		source, ok := e.Sources[m.Source]
		if !ok {
			continue
		}
		h := Held{Model: m.Name, Source: m.Source}
		h.Drift, h.Err = e.memory().declared.models.get(ctx, m.Name, func() ([]string, error) {
			return e.memory().declared.compare(ctx, m.Source, m, source, e.View.Model)
		})
		if h.Err == nil && len(h.Drift) == 0 {
			h.Keys, h.Err = Proven(ctx, source, m)
		}
		if h.Err == nil && len(h.Drift) == 0 {
			h.Keys, h.Err = e.holdJoins(ctx, m, source, h.Keys)
		}
		out = append(out, h)
	}
	return out
}

// holdJoins proves the keys that a model's joins lead to, and adds histories that overlap to what is found. A key that is
// none is a finding of its own model.
func (e *Engine) holdJoins(ctx context.Context, m *bundle.Model, source warehouse.Source, found []string) ([]string, error) {
	for i := range m.Joins {
		join := &m.Joins[i]
		problem, err := e.memory().keys.prove(ctx, m.Source, joinedBy(e.View.Model(join.To), join), source)
		if err != nil && ctx.Err() != nil {
			return found, err
		}
		if join.During != nil && problem != "" && !slices.Contains(found, problem) {
			found = append(found, problem)
		}
	}
	return found, nil
}

// ZoneDifferences lists the instants of the years at which a source's rules for the calendar's zone are not ours, in
// steps of an hour; nothing where the source has no instants to cut.
func (e *Engine) ZoneDifferences(ctx context.Context, source string, years ...int) ([]time.Time, error) {
	cal, zone := e.View.Calendar(), e.View.About().Calendar.Timezone
	var out []time.Time
	for _, year := range years {
		differ, err := e.memory().facts.zones.differences(ctx, zoneYear{source, zone, year}, cal, e.Sources[source])
		if err != nil {
			return nil, err
		}
		out = append(out, differ...)
	}
	return out, nil
}

// Reach asks a source for a sign of life.
func Reach(ctx context.Context, source warehouse.Source) error { return source.Parse(ctx, "SELECT 1") }

// Smaller lists questions that read or return less, the nearest first; four at most.
func (e *Engine) Smaller(q question.Question) []question.Question {
	p, _, _ := plan.Resolve(e.View, q, e.Clock())
	if p == nil {
		return nil
	}
	return first(e.smaller(p))
}

// Space is what the question's metrics can be asked by.
func (e *Engine) Space(q question.Question) *question.Space { return plan.Space(e.View, q.Metrics) }
