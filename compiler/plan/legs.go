package plan

import (
	"slices"
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
)

// buildLegs gathers every metric's terms into legs. Terms over one model and one time column share a leg, so that its
// rows are read once; what only some of them want stays with the term.
func (r *resolver) buildLegs() *question.Refusal {
	p := r.plan
	for n, m := range r.metrics {
		value := r.valueOf(m, n >= len(r.q.Metrics), false)
		to := &p.Metrics
		if n >= len(r.q.Metrics) {
			to = &p.Hidden
		}
		*to = append(*to, Metric{Name: m.Name, Metric: m, Type: m.Type, Value: value})
	}
	if p.Compare != nil {
		r.compareMetrics()
	}
	if r.unreadable != nil {
		return r.unreadable
	}
	if len(p.Legs) > maxLegs {
		return refuse(question.TooManyMetrics, "These metrics read %d different sets of rows, and one statement has room for %d; ask for fewer at once.", len(p.Legs), maxLegs)
	}
	for i := range p.Legs {
		share(&p.Legs[i])
	}
	return nil
}

// valueOf places a metric's terms, and its arithmetic over them.
func (r *resolver) valueOf(m *bundle.Metric, hidden, compared bool) Value {
	places := make([]Value, len(m.Measure.Terms))
	for i := range m.Measure.Terms {
		places[i] = r.place(&m.Measure.Terms[i], m, i, hidden, compared)
	}
	return valueOver(m.Measure.Value, places)
}

// maxLegs is the most legs of a statement.
const maxLegs = 24

// termName names a term after its metric, and after its part where the metric has several.
func termName(m *bundle.Metric, i int) (name, says string) {
	name = m.TermName(i)
	if part, ok := strings.CutPrefix(name, m.Name+"_"); ok && m.Measure.Terms[i].Name == "" {
		return name, "the " + part + " of " + m.Name
	}
	return name, name
}

// place finds a term that is computed already, or puts it into a leg that reads its rows, opening one when there is none.
func (r *resolver) place(a *bundle.Aggregate, m *bundle.Metric, i int, hidden, compared bool) Value {
	p := r.plan
	opened := r.timed(a, m, compared)
	at := -1
	for n := range p.Legs {
		leg := &p.Legs[n]
		if !readsRowsOf(leg, a, opened) || leg.keys() < keysFor(hidden, compared) {
			continue
		}
		if t := slices.IndexFunc(leg.Terms, func(t Term) bool { return t.of.computesAs(a) }); t >= 0 {
			return Value{Op: bundle.ValueTerm, Leg: n, Term: t, Type: a.Type}
		}
		if at < 0 && (leg.keys() == keysFor(hidden, compared) || makesNoKey(leg, a)) {
			at = n
		}
	}
	if at < 0 {
		at = len(p.Legs)
		p.Legs = append(p.Legs, r.leg(a, opened))
		p.Legs[at].Hidden, p.Legs[at].Compared = hidden, compared
	}
	leg := &p.Legs[at]
	name, says := termName(m, i)
	if compared {
		name, says = name+"_"+string(Previous), says+" of the earlier range"
	}
	term := Term{Name: name, Says: says, Func: a.Func, Expr: a.Expr, Type: a.Type, Zero: a.EmptyZero(), Exact: a.Exact, P: a.P, of: (*computed)(a)}
	for i := range a.Where {
		term.Where = append(term.Where, &a.Where[i])
	}
	leg.Terms = append(leg.Terms, term)
	return Value{Op: bundle.ValueTerm, Leg: at, Term: len(leg.Terms) - 1, Type: a.Type}
}

// standing is what the keys of a leg are to the answer. A term may use a leg of a higher one, where it makes no key of its own.
type standing int

const (
	noRows      standing = iota // only having looks at it
	earlierRows                 // rows that do not rank: only the earlier range of a comparison has them
	rowsOfRange
)

func (l *Leg) keys() standing { return keysFor(l.Hidden, l.Compared) }

func keysFor(hidden, compared bool) standing {
	switch {
	case hidden:
		return noRows
	case compared:
		return earlierRows
	}
	return rowsOfRange
}

// computed is an aggregate as far as a leg's rows do not say it.
type computed bundle.Aggregate

// computesAs reports whether another aggregate has the same value over the same rows.
func (c *computed) computesAs(a *bundle.Aggregate) bool {
	if c.Shape == a.Shape {
		return (*bundle.Aggregate)(c).Equal(a)
	}
	other := *a
	other.Shape = c.Shape
	return (*bundle.Aggregate)(c).Equal(&other)
}

// timed is what of a leg says which rows of its model it reads for a term, and where they stand.
func (r *resolver) timed(a *bundle.Aggregate, m *bundle.Metric, compared bool) *Leg {
	out := &Leg{Snapshot: a.Snapshot(), Shape: a.Shape}
	if a.Time == nil {
		return out
	}
	if a.Shape == nil && !compared {
		out.Range, out.Span = r.timeRange(a.Time, r.plan.Bounds.Span), r.plan.Bounds.Span
		return out
	}
	p := r.placement(a, compared)
	if r.unreadable == nil {
		r.unreadable = r.readable(p, a, m, compared)
	}
	if r.unreadable != nil {
		return out
	}
	out.Range, out.Span, out.Moved, out.Windows = r.rangeOf(p, a.Time), p.span, p.moved, p.windows
	return out
}

// readsRowsOf reports whether a leg has the term's rows at the term's buckets: the same model by the same time. The
// last rows of a model depend on the term's conditions, so that these are the same too.
func readsRowsOf(l *Leg, a *bundle.Aggregate, timed *Leg) bool {
	return l.Model.Name == a.Model && sameTime(l.Range, a.Time) && l.samePlace(timed) &&
		(l.Snapshot == nil || slices.EqualFunc(l.Terms[0].of.Where, a.Where, func(x, y expr.Node) bool { return x.Equal(&y) }))
}

// makesNoKey reports whether each row that another term counts is one that a term of the leg counts already, so that
// it brings no key of its own.
func makesNoKey(l *Leg, a *bundle.Aggregate) bool {
	return slices.ContainsFunc(l.Terms, func(t Term) bool {
		for _, c := range t.Where {
			if !slices.ContainsFunc(a.Where, func(own expr.Node) bool { return own.Equal(c) }) {
				return false
			}
		}
		return true
	})
}

func sameTime(have *TimeRange, want *bundle.Time) bool {
	if have == nil || want == nil {
		return have == nil && want == nil
	}
	return have.Time == want || *have.Time == *want
}

// leg opens the rows of a term's model: its keys, its range, the model's own conditions and the question's filters.
func (r *resolver) leg(a *bundle.Aggregate, timed *Leg) Leg {
	p := r.plan
	leg := *timed
	leg.Model = r.view.Model(a.Model)
	for _, k := range p.Keys {
		if k.Dimension == nil {
			leg.Keys = append(leg.Keys, KeyValue{Bucket: r.bucket(a.Time, k.Grain)})
		} else {
			leg.Keys = append(leg.Keys, KeyValue{Expr: r.view.Resolve(a.Model, k.Name).Expr})
		}
	}
	for i := range leg.Model.Where {
		leg.Where = append(leg.Where, Predicate{Origin: Definition, Expr: &leg.Model.Where[i]})
	}
	for _, f := range r.filters {
		leg.Where = append(leg.Where, r.predicate(f, a.Model))
	}
	return leg
}

// share moves the conditions that every term of a leg has to the leg.
func share(l *Leg) {
	for _, cond := range slices.Clone(l.Terms[0].Where) {
		all := true
		for _, t := range l.Terms[1:] {
			all = all && slices.ContainsFunc(t.Where, func(c *expr.Node) bool { return c.Equal(cond) })
		}
		if !all {
			continue
		}
		l.Where = append(l.Where, Predicate{Origin: Definition, Expr: cond})
		for i := range l.Terms {
			l.Terms[i].Where = slices.DeleteFunc(l.Terms[i].Where, func(c *expr.Node) bool { return c.Equal(cond) })
		}
	}
}

// valueOver places a measure's arithmetic over the legs' terms.
func valueOver(v bundle.Value, places []Value) Value {
	if v.Op == bundle.ValueTerm {
		return places[v.Term]
	}
	out := Value{Op: v.Op, Exact: v.Exact, Expr: v.Expr, Type: expr.Type{Kind: expr.Float}}
	switch {
	case v.Expr != nil:
		out.Type = v.Expr.Type
	case v.Exact:
		out.Type = bundle.ExactQuotient
	}
	for _, a := range v.Args {
		out.Args = append(out.Args, valueOver(a, places))
	}
	return out
}
