package goldens

import (
	"context"
	"errors"
	"slices"

	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/clock"
)

// Law is what holds between the answers to two questions, whatever the rows are.
type Law string

// The laws. Those of sums hold for sums and counts, which add up.
const (
	LawBeside  Law = "a metric's value does not depend on what it is asked beside"
	LawOrder   Law = "the order in which things are asked changes no row"
	LawGroups  Law = "groups add to the total"
	LawBuckets Law = "buckets add to the total"
	LawRange   Law = "a range is the sum of its parts"
	LawFilters Law = "a filter by two values is the sum of the filters by each"
	LawValues  Law = "the declared values of a dimension, and none, are all that there is"
	LawFill    Law = "fill adds only rows without values"
	LawOthers  Law = "winners and others add to the total"
	LawTotals  Law = "totals are the question without dimensions"
	LawHaving  Law = "having changes no value"
)

// Breach is a law that does not hold: two questions and the rows that they gave, each a line of JSON.
type Breach struct {
	Law       Law
	Metric    string
	About     string // the dimension, grain or metric that was asked, where there is one
	Questions [2]question.Question
	Rows      [2][]string
}

// Proof is what asking for the laws found.
type Proof struct {
	Breaches []Breach
	// Answers is how many answers were compared.
	Answers int
}

// Prove holds every metric of a bundle to the laws, over its fixtures. watch, where it is not nil, is told each metric
// before it is asked. The error is the caller's own cancellation, or an embedded database that cannot be opened.
func Prove(ctx context.Context, b *bundle.Bundle, x *Fixtures, watch func(metric string, done, of int)) (Proof, error) {
	sources, err := x.Open(ctx)
	if err != nil {
		return Proof{}, err
	}
	defer func() { _ = sources.Close() }()
	view := b.View(nil, true)
	d := deriving{view: view, fixtures: x}
	engine := &answer.Engine{View: view, Sources: sources, Clock: clock.Fixed(Clock())}
	var out Proof
	for i, name := range view.Names() {
		if watch != nil {
			watch(name, i, len(view.Names()))
		}
		m := view.Metric(name)
		p, err := ProveMetric(ctx, engine, m, d.timeRange(m))
		if err != nil {
			return out, err
		}
		out.Breaches, out.Answers = append(out.Breaches, p.Breaches...), out.Answers+p.Answers
	}
	return out, nil
}

// ProveMetric holds one metric to the laws, over the rows that an engine answers from, in a range that is nil for a metric
// without time. Questions that are refused are not compared. The error is the caller's own cancellation.
func ProveMetric(ctx context.Context, e *answer.Engine, m *bundle.Metric, r *question.Range) (Proof, error) {
	p := &prover{ctx: ctx, engine: e, metric: m, base: question.Question{Metrics: []string{m.Name}, Range: r}, known: map[string]*answer.Answer{}}
	for _, law := range []func(){p.beside, p.order, p.fill, p.totals, p.having, p.sums} {
		if law(); p.err != nil {
			return Proof{}, p.err
		}
	}
	return Proof{p.breaches, len(p.known)}, nil
}

// prover asks about one metric.
type prover struct {
	ctx      context.Context
	engine   *answer.Engine
	metric   *bundle.Metric
	base     question.Question
	known    map[string]*answer.Answer // by question
	breaches []Breach
	err      error
}

// ask returns an answer, and nil for a refusal and for a number that cannot be computed.
func (p *prover) ask(q question.Question) *answer.Answer {
	key := string(question.Encode(q))
	if a, ok := p.known[key]; ok || p.err != nil {
		return a
	}
	o, err := p.engine.Ask(p.ctx, q)
	var failure *answer.Failure
	var malformed *question.Malformed
	if err != nil && !errors.As(err, &failure) && !errors.As(err, &malformed) {
		p.err = err
	}
	a, _ := o.(*answer.Answer)
	if a != nil {
		p.known[key] = a
	}
	return a
}

// breach notes that two answers are not as the law has them.
func (p *prover) breach(law Law, about string, a, b *answer.Answer) {
	p.breaches = append(p.breaches, Breach{
		Law: law, Metric: p.metric.Name, About: about,
		Questions: [2]question.Question{a.Question, b.Question}, Rows: [2][]string{shownRows(a), shownRows(b)},
	})
}

// keyed is the base question by a dimension and a grain; empty is none.
func (p *prover) keyed(dimension, grain string) question.Question {
	q := p.base
	if dimension != "" {
		q.Dimensions = []string{dimension}
	}
	q.Grain = grain
	return q
}

// grain is the coarsest that cuts the range into several buckets, or the finest; empty where there is none.
func (p *prover) grain() string {
	for _, g := range slices.Backward(p.metric.Grains) {
		if a := p.ask(p.keyed("", g)); a != nil && len(a.Rows) > 1 {
			return g
		}
	}
	if len(p.metric.Grains) > 0 {
		return p.metric.Grains[0]
	}
	return ""
}

// dimensionsProved is how many of its dimensions a metric's laws are asked by.
const dimensionsProved = 8

// dimensions are some of the metric's, "" first.
func (p *prover) dimensions() []string {
	return append([]string{""}, p.metric.Dimensions[:min(len(p.metric.Dimensions), dimensionsProved)]...)
}

// othersAsked is how many other metrics each is asked beside.
const othersAsked = 4

// beside: where both are, the value is that of the metric alone; no key of it is lost.
func (p *prover) beside() {
	names := p.engine.View.Names()
	at := slices.Index(names, p.metric.Name)
	tried := 0
	for i := 1; i < len(names) && tried < othersAsked; i++ {
		other := p.engine.View.Metric(names[(at+i)%len(names)])
		both := question.Question{Metrics: []string{p.metric.Name, other.Name}, Range: p.base.Range}
		if both.Range == nil && other.Temporal() {
			continue
		}
		alone := p.base
		for _, d := range p.metric.Dimensions {
			if len(both.Dimensions) < 2 && slices.Contains(other.Dimensions, d) {
				both.Dimensions = append(both.Dimensions, d)
			}
		}
		if g := p.grain(); slices.Contains(other.Grains, g) {
			both.Grain = g
		}
		alone.Dimensions, alone.Grain = both.Dimensions, both.Grain
		a, b := p.ask(alone), p.ask(both)
		if a == nil || b == nil {
			continue
		}
		if tried++; !sameValues(p.metric, a, b) {
			p.breach(LawBeside, other.Name, a, b)
		}
	}
}

// order: dimensions in another order give the same rows, their columns apart.
func (p *prover) order() {
	if len(p.metric.Dimensions) < 2 {
		return
	}
	q, moved := p.keyed("", p.grain()), p.keyed("", p.grain())
	q.Dimensions = slices.Clone(p.metric.Dimensions[:min(3, len(p.metric.Dimensions))])
	moved.Dimensions = slices.Clone(q.Dimensions)
	slices.Reverse(moved.Dimensions)
	a, b := p.ask(q), p.ask(moved)
	if a != nil && b != nil && !sameRows(a.Rows, reordered(b, a.Columns)) {
		p.breach(LawOrder, "", a, b)
	}
}

// fill: each row is there as it was, and what is added has the metric's empty value.
func (p *prover) fill() {
	for _, d := range p.dimensions()[:min(2, len(p.dimensions()))] {
		q := p.keyed(d, p.grain())
		if q.Grain == "" {
			return
		}
		filled := q
		filled.Fill = true
		a, b := p.ask(q), p.ask(filled)
		if a == nil || b == nil {
			continue
		}
		added := slices.DeleteFunc(slices.Clone(b.Rows), func(row []any) bool { return hasRow(a.Rows, row) })
		if len(added)+len(a.Rows) != len(b.Rows) || !emptyValues(p.metric, added, 1) {
			p.breach(LawFill, d, a, b)
		}
	}
}

// totals: those of buckets are the question by bucket, that of the range is the question without keys.
func (p *prover) totals() {
	for _, d := range p.dimensions()[1:] {
		q := p.keyed(d, p.grain())
		q.Totals = true
		a, total, buckets := p.ask(q), p.ask(p.base), p.ask(p.keyed("", q.Grain))
		if a == nil || total == nil || buckets == nil {
			continue
		}
		var want [][]any
		if q.Grain != "" {
			for _, r := range buckets.Rows {
				want = append(want, []any{r[0], nil, r[1]})
			}
			want = append(want, []any{nil, nil, total.Rows[0][0]})
		} else {
			want = append(want, []any{nil, total.Rows[0][0]})
		}
		if !sameRows(want, a.Totals) {
			p.breach(LawTotals, d, a, total)
		}
	}
}

// having: the rows that pass are those of the question without it.
func (p *prover) having() {
	for _, d := range p.dimensions() {
		q := p.keyed(d, p.grain())
		kept := q
		kept.Having = []question.Having{{Metric: p.metric.Name, Op: question.OpIsNotNull}}
		a, b := p.ask(q), p.ask(kept)
		if a == nil || b == nil {
			continue
		}
		want := slices.DeleteFunc(slices.Clone(a.Rows), func(row []any) bool { return row[len(row)-1] == nil })
		if !sameRows(want, b.Rows) {
			p.breach(LawHaving, d, a, b)
		}
	}
}
