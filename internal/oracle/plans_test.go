package oracle_test

import (
	"slices"

	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
	"sutura.dev/compiler/plan"
)

// Mistakes in plans.

// withoutZone cuts instants to buckets in UTC.
func withoutZone(p *plan.Plan) {
	inUTC := func(b *plan.Bucket) *plan.Bucket {
		if b == nil || b.Zone == "" {
			return b
		}
		out := *b
		out.Zone = "UTC"
		return &out
	}
	for i := range p.Legs {
		for k := range p.Legs[i].Keys {
			p.Legs[i].Keys[k].Bucket = inUTC(p.Legs[i].Keys[k].Bucket)
		}
		if w := p.Legs[i].Windows; w != nil {
			w.At = inUTC(w.At)
		}
	}
}

// shorterWindow begins each window a day late.
func shorterWindow(p *plan.Plan) {
	for i := range p.Legs {
		w := p.Legs[i].Windows
		if w == nil || p.Legs[i].Shape.Cumulative == nil || w.Type.Kind != expr.Date {
			continue
		}
		for n, from := range w.From {
			if d, ok := calendar.ParseDate(from); ok {
				w.From[n] = d.AddDays(1).String()
			}
		}
	}
}

// unshifted shows rows at the buckets where they stand.
func unshifted(p *plan.Plan) {
	for i := range p.Legs {
		l := &p.Legs[i]
		l.Moved = plan.Moved{}
		if l.Windows != nil && l.Shape != nil && l.Shape.Shift != nil && len(l.Windows.Buckets) > 1 {
			l.Windows.From, l.Windows.Until = l.Windows.Buckets[:len(l.Windows.Buckets)-1], l.Windows.Buckets[1:]
			l.Windows.Buckets = l.Windows.Buckets[:len(l.Windows.Buckets)-1]
		}
	}
}

// filterOnce leaves the question's filters out of every leg but the first.
func filterOnce(p *plan.Plan) {
	for i := range p.Legs[1:] {
		l := &p.Legs[i+1]
		l.Where = slices.DeleteFunc(slices.Clone(l.Where), func(c plan.Predicate) bool { return c.Origin == plan.Request })
	}
}

// swapConditions gives two legs of one model each other's definitional conditions.
func swapConditions(p *plan.Plan) {
	for i := range p.Legs {
		for j := range p.Legs[:i] {
			if a, b := &p.Legs[i], &p.Legs[j]; a.Model == b.Model {
				a.Where, b.Where = b.Where, a.Where
				return
			}
		}
	}
}
