package plan

import (
	"slices"

	"sutura.dev/bundle"
	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
)

// Clocks are the zones whose rules a data system applies when it runs a statement: to say what clocks show at an instant, or
// when they show it. Everything else about zones is computed before.
type Clocks struct {
	// Ranged ones are read at times within what the legs read, Anytime ones at whatever times the rows have.
	Ranged, Anytime []*calendar.Calendar
}

// Clocks lists the zones that a plan's statement needs rules of, in the order in which it does.
func (p *Plan) Clocks() Clocks {
	var out Clocks
	for i := range p.Legs {
		p.clocksOf(&p.Legs[i], &out)
	}
	return out
}

func (p *Plan) clocksOf(l *Leg, out *Clocks) {
	if l.Range != nil {
		add(&out.Ranged, p.converted(l.Range.Time)...)
	}
	instants := false
	l.EachTree(func(n *expr.Node) { instants = instants || n.SeesClocks() })
	for _, w := range l.Where {
		instants = instants || w.Filter != nil && w.Filter.Expr.Type.Kind == expr.TimestampTZ // by their days
	}
	if instants {
		add(&out.Anytime, p.Bundle.Calendar())
	}
	for _, s := range l.Steps(p.Bundle) {
		s.eachMoment(func(left, unit string, right *bundle.Time) {
			if left == bundle.Period && l.Range.Start != "" {
				add(&out.Ranged, p.compared(l.Range.Time, unit, right)...)
				return
			}
			t := s.Left.TimeOf("", left)
			if left == bundle.Period {
				t = l.Range.Time
			}
			add(&out.Anytime, p.compared(t, unit, right)...)
		})
	}
}

// eachMoment visits the times of the left side that a join compares, the unit that they are cut to, and what they meet.
func (s Step) eachMoment(visit func(left, unit string, right *bundle.Time)) {
	for _, p := range s.Join.On {
		if p.Timely() {
			visit(p.Left, p.Truncate, s.Right.TimeOf("", p.Right))
		}
	}
	if d := s.Join.During; d != nil {
		visit(d.At, "", s.Right.TimeOf("", d.From))
	}
}

// converted are the zones between a time as it lies in its column and as the calendar's clocks show it.
func (p *Plan) converted(t *bundle.Time) []*calendar.Calendar {
	switch own := p.Bundle.Elsewhere(t); {
	case own != nil:
		return []*calendar.Calendar{p.Bundle.Calendar(), own}
	case t.Type.Kind == expr.TimestampTZ:
		return []*calendar.Calendar{p.Bundle.Calendar()}
	}
	return nil
}

// compared are the zones between a time and the column of a join that it is compared with.
func (p *Plan) compared(t *bundle.Time, unit string, with *bundle.Time) []*calendar.Calendar {
	switch {
	case unit != "", with.Type.Kind == expr.Date:
		return p.converted(t)
	case with.Type.Kind == expr.Timestamp && t.Type.Kind == expr.TimestampTZ:
		if own := p.Bundle.Elsewhere(with); own != nil {
			return []*calendar.Calendar{own}
		}
		return p.converted(t)
	}
	return nil
}

func add(to *[]*calendar.Calendar, zones ...*calendar.Calendar) {
	for _, z := range zones {
		if !slices.Contains(*to, z) {
			*to = append(*to, z)
		}
	}
}
