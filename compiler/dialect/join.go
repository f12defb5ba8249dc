package dialect

import (
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
	"sutura.dev/compiler/plan"
)

// prepareJoins writes what each join compares. It never filters: a row that finds nothing stays.
func (g *leg) prepareJoins() {
	for i := range g.joins {
		s := &g.joins[i]
		before := ""
		if i := strings.LastIndexByte(s.Path, '.'); i >= 0 {
			before = s.Path[:i]
		}
		right := func(column string) string { return g.r.quote(g.aliases[s.Path]) + "." + g.r.quote(column) }
		var all []string
		for _, p := range s.Join.On {
			if p.Timely() {
				all = append(all, right(p.Right)+" = "+g.moment(s.Step, before, p.Left, p.Truncate, p.Right))
				continue
			}
			left, right := g.r.quote(g.aliases[before])+"."+g.r.quote(p.Left), right(p.Right)
			if s.Right.Column(p.Right).Type.Kind == expr.String {
				left, right = g.r.joined(left), g.r.joined(right)
			}
			all = append(all, right+" = "+left)
		}
		if d := s.Join.During; d != nil {
			all = append(all,
				right(d.From)+" <= "+g.moment(s.Step, before, d.At, "", d.From),
				"("+right(d.To)+" IS NULL OR "+right(d.To)+" > "+g.moment(s.Step, before, d.At, "", d.To)+")")
		}
		s.on = strings.Join(all, " AND ")
	}
}

// moment writes a time of a join's left side, cut to a unit where one is said, as the column on its right spells times.
// That one stays bare, so that an index serves it.
func (g *leg) moment(s plan.Step, before, left, unit, right string) string {
	b := g.r.plan.Bundle
	var t *bundle.Time
	if left == bundle.Period {
		t = g.leg.Range.Time
	} else {
		t = s.Left.TimeOf(before, left)
	}
	to := s.Right.TimeOf("", right)
	if unit != "" {
		return g.cut(plan.BucketOf(b, t, calendar.Grain(unit)), to)
	}
	x := g.column(expr.Column{Role: t.Role, Name: t.Column}, t.Type)
	switch {
	case to.Type.Kind == expr.Date && t.Type.Kind == expr.Date, to.Type.Kind == expr.TimestampTZ:
		return x
	case to.Type.Kind == expr.Date:
		return g.r.castTo(g.r.local(plan.BucketOf(b, t, calendar.Day), g.column), expr.Date)
	case t.Type.Kind == expr.TimestampTZ:
		zone := to.Zone
		if zone == "" {
			zone = b.About().Calendar.Timezone
		}
		return g.r.toLocal(x, g.r.zone(zone, "column's zone"))
	}
	return g.r.asTimestamp(x, t.Type)
}

// cut writes the start of a time's unit in the type of the column that it is compared with.
func (g *leg) cut(b *plan.Bucket, to *bundle.Time) string {
	x := g.r.bucket(b, g.column)
	if b.Grain != calendar.Hour && to.Type.Kind == expr.Timestamp {
		return g.r.midnight(x)
	}
	if b.Days != 0 { // a difference
		return "(" + x + ")"
	}
	return x
}
