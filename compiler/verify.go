package compiler

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"sutura.dev/bundle"
	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/question"
	"sutura.dev/compiler/dialect"
	"sutura.dev/compiler/plan"
	"sutura.dev/compiler/sqlvet"
	"sutura.dev/internal/diag"
)

func index(i int) string { return strconv.Itoa(i) }

// verify renders what each metric can be asked, vets the statements, and asks every saved question. It is the longer half
// of compiling, and metrics do not depend on each other, so every processor takes some.
func (c *compilation) verify(b *bundle.Bundle) {
	if c.unwritten(b) {
		return
	}
	view := b.View(nil, true)
	names := view.Names()
	problems := make([]error, len(names))
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(names)) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(names); i = int(next.Add(1)) - 1 {
				problems[i] = verifyMetric(view, view.Metric(names[i]))
			}
		})
	}
	workers.Wait()
	for i, problem := range problems {
		code := diag.StatementRefused
		if _, lacks := errors.AsType[*dialect.Unsupported](problem); lacks {
			code = diag.DialectLacks
		}
		if problem != nil {
			c.report(code, []string{"metrics", names[i]}, problem.Error(), "")
		}
	}
	for _, q := range b.Knowledge().Queries {
		c.verifySaved(view, q)
	}
	for i, e := range b.Knowledge().Examples {
		c.verifyQuestion(view, e.Question, []string{"knowledge", "examples", index(i), "question"})
	}
}

// unwritten reports the sources in whose dialects no statement is written.
func (c *compilation) unwritten(b *bundle.Bundle) (found bool) {
	for _, s := range b.Sources() {
		if _, ok := dialect.Canonical(s.Dialect); !ok {
			c.report(diag.SourceNotBuilt, []string{"sources", s.Name, "dialect"}, "no statement is written for "+s.Dialect+" yet, so the source "+s.Name+" has no answers",
				"Statements are written for "+strings.Join(dialect.Names(), ", ")+".")
			found = true
		}
	}
	return found
}

// The clock that statements are verified at: no statement's text depends on it.
var verifiedAt = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// verifyMetric vets the statement of the whole, and one that touches every dimension the bounds let in at once. It returns
// what is wrong with one of them, and nothing otherwise.
func verifyMetric(view *bundle.View, m *bundle.Metric) error {
	for _, q := range Questions(m, view) {
		p, refusal, malformed := plan.Resolve(view, q, verifiedAt)
		if refusal != nil || malformed != nil {
			return errors.New(m.Name + " cannot be asked by what it declares")
		}
		err := vet(p)
		if lacking, ok := errors.AsType[*dialect.Unsupported](err); ok {
			return fmt.Errorf("%s cannot be computed: %w", m.Name, lacking)
		}
		if err != nil {
			return fmt.Errorf("the statement of %s fails verification: %w", m.Name, err)
		}
	}
	return nil
}

// Questions is a small set that touches a metric's total, its coarsest and finest grain, every dimension, and every
// filterable one.
func Questions(m *bundle.Metric, view *bundle.View) []question.Question {
	base := question.Question{Metrics: []string{m.Name}}
	if m.Temporal() {
		base.Range = wholeRange(m, view.Calendar())
	}
	var out []question.Question
	if !m.NeedsGrain() {
		out = append(out, base)
	} else if len(m.Grains) > 0 {
		base.Grain = m.Grains[0]
		out = append(out, base)
	}
	for from := 0; from < len(m.Dimensions); from += question.MaxDimensions {
		q := base
		q.Dimensions = m.Dimensions[from:min(from+question.MaxDimensions, len(m.Dimensions))]
		if len(m.Grains) > 0 {
			q.Grain = m.Grains[(from/question.MaxDimensions)%len(m.Grains)]
		}
		for _, name := range q.Dimensions {
			if f, ok := anyFilter(view.Resolve(m.Measure.Terms[0].Model, name)); ok {
				q.Filters = append(q.Filters, f)
			}
		}
		out = append(out, q)
	}
	return out
}

// wholeRange is a year, widened so that it cuts no unit of a column that the metric is placed by.
func wholeRange(m *bundle.Metric, cal *calendar.Calendar) *question.Range {
	span := calendar.Dates(calendar.NewDate(2026, 1, 1), calendar.NewDate(2027, 1, 1))
	for i := range m.Measure.Terms {
		if t := m.Measure.Terms[i].Time; t != nil {
			span = cal.Enclosing(span, calendar.Grain(t.Grain))
		}
	}
	return &question.Range{Start: span.Start.Date.String(), End: span.End.Date.String()}
}

// anyFilter is a clause that the dimension takes.
func anyFilter(d *bundle.Resolved) (question.Filter, bool) {
	f := question.Filter{Dimension: d.Name}
	switch d.Dimension.Filter {
	case bundle.FilterClosed:
		f.Values = d.Dimension.Values[:1]
	case bundle.FilterOpen:
		f.Op = question.OpIsNotNull
		if d.Expr.Type.Numeric() {
			f.Op, f.Values = question.OpNotIn, []string{"0"}
		}
	case bundle.FilterNone:
		return f, false
	}
	return f, true
}

// vet renders a plan in its source's dialect and in PostgreSQL's, whose parser is at hand, and verifies the text.
func vet(p *plan.Plan) error {
	for _, d := range slices.Compact([]string{p.Source.Dialect, "postgres"}) {
		s, err := dialect.Render(p, d)
		if errors.Is(err, dialect.ErrIdentifier) && d != p.Source.Dialect {
			continue
		}
		if err != nil {
			return err
		}
		if err := sqlvet.Vet(s); err != nil {
			return err
		}
	}
	return nil
}

// verifyQuestion asks a question, and reports why it has no answer.
func (c *compilation) verifyQuestion(view *bundle.View, q question.Question, path []string) bool {
	_, refusal, malformed := plan.Resolve(view, q, verifiedAt)
	switch {
	case malformed != nil:
		c.report(diag.NotAnswerable, path, "this is not a question: "+malformed.Error(), "")
	case refusal != nil:
		c.report(diag.NotAnswerable, path, fmt.Sprintf("this question is refused (%s): %s", refusal.Code, refusal.Detail), "")
	}
	return refusal == nil && malformed == nil
}
