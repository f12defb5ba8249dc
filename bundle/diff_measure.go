package bundle

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
)

// measure compares what is computed, term by term where both are computed alike.
func (c comparison) measure() {
	was, is := c.was.Measure, c.is.Measure
	same := sameShape(was.Value, is.Value)
	if len(was.Terms) != len(is.Terms) || !same && shapeText(was.Value) != shapeText(is.Value) {
		c.add(MeasureChanged, "", "", c.before.measureText(was), c.after.measureText(is))
		return
	}
	reasons := len(c.change.Reasons)
	defer func() {
		if !same && len(c.change.Reasons) == reasons { // the types of the arithmetic follow from the terms', unless they do not
			c.add(MeasureChanged, "", "", c.before.measureText(was), c.after.measureText(is))
		}
	}()
	for i := range was.Terms {
		c.term(&was.Terms[i], &is.Terms[i], c.is.part(i))
	}
	if old, now := was.exact(), is.exact(); old != now {
		text := map[bool]string{true: "an exact decimal", false: "a double"}
		c.add(ExactChanged, "", "", text[old], text[now])
	}
}

// shapeText spells the arithmetic alone, without types: those follow from the terms.
func shapeText(v Value) string {
	if v.Op == ValueTerm {
		return fmt.Sprintf("#%d", v.Term)
	}
	parts := make([]string, len(v.Args))
	for i, a := range v.Args {
		parts[i] = "(" + shapeText(a) + ")"
	}
	if v.Op == ValueFormula {
		return Spell(v.Expr, func(i int) string { return parts[i] })
	}
	return v.Op + strings.Join(parts, ", ")
}

// sameShape compares arithmetic, exactness apart.
func sameShape(a, b Value) bool {
	a.Exact, b.Exact = false, false
	if len(a.Args) != len(b.Args) {
		return false
	}
	for i := range a.Args {
		if !sameShape(a.Args[i], b.Args[i]) {
			return false
		}
	}
	a.Args, b.Args = nil, nil
	return reflect.DeepEqual(a, b)
}

func (m *Measure) exact() bool {
	return m.Value.exact() || slices.ContainsFunc(m.Terms, func(a Aggregate) bool { return a.Exact })
}

func (v Value) exact() bool { return v.Exact || slices.ContainsFunc(v.Args, Value.exact) }

// part names a term of the metric, empty where it is the only one.
func (m *Metric) part(i int) string {
	switch {
	case m.Measure.Terms[i].Name != "":
		return "term " + m.Measure.Terms[i].Name
	case m.Measure.Value.Op == ValueRatio && i < 2:
		return ratioSides[i]
	case len(m.Measure.Terms) > 1:
		return fmt.Sprintf("term %d", i+1)
	}
	return ""
}

// measureText spells a measure with its conditions.
func (b *Bundle) measureText(m Measure) string {
	return b.valueText(m.Value, m.Terms)
}

func (b *Bundle) valueText(v Value, terms []Aggregate) string {
	if v.Op == ValueTerm {
		t := &terms[v.Term]
		text := aggregateText(t) + " of " + t.Model + t.Shape.String()
		if len(t.Where) > 0 {
			text += " where " + conditionsText(conditions(t.Where))
		}
		return text
	}
	parts := make([]string, len(v.Args))
	for i, a := range v.Args {
		parts[i] = b.valueText(a, terms)
	}
	if v.Op == ValueFormula {
		return Spell(v.Expr, func(i int) string { return "(" + parts[i] + ")" })
	}
	return "the " + v.Op + " of " + strings.Join(parts, " to ")
}

func aggregateText(t *Aggregate) string {
	if t.Expr == nil {
		return string(t.Func) + "(*)"
	}
	p := ""
	if t.P != "" {
		p = ", " + t.P
	}
	return string(t.Func) + "(" + t.Expr.String() + p + ")"
}

func conditionsText(list []*expr.Node) string {
	parts := make([]string, len(list))
	for i, n := range list {
		parts[i] = n.String()
	}
	return strings.Join(parts, " AND ")
}

// termComparison is that of one term.
type termComparison struct {
	comparison
	part     string
	old, now *Aggregate
}

// own records a reason that lies in the term itself, or in the metric that it was taken from.
func (c termComparison) own(code Code, before, after string) {
	r := newReason(code, "", c.part, before, after)
	if c.part != "" {
		if name := c.input(c.old, c.now); name != "" {
			r.Origin, r.Subject, r.Text = "metrics."+name, "", "through "+name+", "+r.Text
		} else {
			r.Text = c.part + ", " + r.Text
		}
	}
	c.addReason(r)
}

func (c comparison) term(was, is *Aggregate, part string) {
	t := termComparison{c, part, was, is}
	mb, ma := c.before.models[was.Model], c.after.models[is.Model]
	t.rows(mb, ma)
	switch {
	case was.Func != is.Func || was.P != is.P || (was.Expr == nil) != (is.Expr == nil):
		t.own(MeasureChanged, aggregateText(was), aggregateText(is))
	case was.Expr != nil && c.changed(tree{mb, was.Expr}, tree{ma, is.Expr}):
		t.own(ExpressionChanged, aggregateText(was), aggregateText(is))
	}
	if was.Func == is.Func && was.Zero != is.Zero {
		text := map[bool]string{true: "0", false: "null"}
		t.own(EmptyChanged, text[was.Zero], text[is.Zero])
	}
	if !was.Shape.Equal(is.Shape) {
		t.own(WindowChanged, was.Shape.told(), is.Shape.told())
	}
	t.conditions(was, is)
	t.time(was, is)
}

// input is the simple metric that changed exactly as this term did, empty where there is none.
func (c comparison) input(was, is *Aggregate) string {
	if c.inputs == nil {
		c.differ.inputs = c.changedTerms()
	}
	return c.inputs[c.termChange(was, is)]
}

// changedTerms maps how the terms of simple metrics changed to the first metric of which one did so.
func (d *differ) changedTerms() map[string]string {
	out := map[string]string{}
	for _, p := range d.pairs {
		was, is := &p.was.Measure, &p.is.Measure
		if was.Value.Op != ValueTerm || is.Value.Op != ValueTerm || d.before.digests()[p.was.Name].Meaning == d.after.digests()[p.is.Name].Meaning {
			continue
		}
		if key := d.termChange(&was.Terms[0], &is.Terms[0]); out[key] == "" {
			out[key] = p.is.Name
		}
	}
	return out
}

// termChange identifies how a term changed.
func (d *differ) termChange(was, is *Aggregate) string {
	before, err := d.before.term(was)
	after, err2 := d.after.term(is)
	if err != nil || err2 != nil {
		return "" // what was digested can be encoded
	}
	text, err := canonical([]termMeaning{before, after})
	if err != nil {
		return ""
	}
	return string(text)
}

// rows compares where a term's rows come from.
func (c termComparison) rows(mb, ma *Model) {
	was, is := c.before.rows(mb), c.after.rows(ma)
	switch {
	case was.Source != is.Source && mb.Name == ma.Name:
		c.add(SourceChanged, "models."+ma.Name+".source", "", was.Source, is.Source)
	case was.Source != is.Source:
		c.own(SourceChanged, was.Source, is.Source)
	case was.Dialect != is.Dialect:
		c.add(DialectChanged, "sources."+is.Source, is.Source, was.Dialect, is.Dialect)
	}
	switch {
	case slices.Equal(mb.Table, ma.Table):
	case mb.Name == ma.Name:
		c.table(mb, ma)
	default:
		c.own(RowsChanged, mb.Name, ma.Name)
	}
}

// table records that a model is another table.
func (c comparison) table(mb, ma *Model) {
	c.add(TableChanged, "models."+ma.Name+".table", ma.Name, strings.Join(mb.Table, "."), strings.Join(ma.Table, "."))
}

// time compares by what a term's rows are placed in time.
func (c termComparison) time(was, is *Aggregate) {
	tb, ta := was.Time, is.Time
	if tb == nil || ta == nil {
		if (tb == nil) != (ta == nil) && c.was.Temporal() == c.is.Temporal() {
			c.timeReason(TimeChanged, was, is, timeText(tb), timeText(ta))
		}
		return
	}
	mb, ma := c.before.models[was.Model], c.after.models[is.Model]
	old, now := *c.before.time(mb, tb), *c.after.time(ma, ta)
	column, sameColumn := c.timeColumn(was, is)
	if sameColumn {
		c.path(mb, ma, ta.Role)
	}
	switch {
	case sameColumn && old.Type != now.Type:
		c.add(ColumnTypeChanged, column, ta.Column, old.Type.String(), now.Type.String())
	case !sameColumn && (old.Column != now.Column || old.Role != now.Role):
		c.timeReason(TimeChanged, was, is, timeText(tb), timeText(ta))
	case old.Zone != now.Zone && c.before.clocks(tb) != c.after.clocks(ta): // else it is the calendar's that moved
		c.timeReason(TimeChanged, was, is, timeText(tb)+" by the clocks of "+c.before.clocks(tb), timeText(ta)+" by the clocks of "+c.after.clocks(ta))
	}
	if old.Grain == now.Grain {
		return
	}
	code := TimeCoarser
	if calendar.Finer(calendar.Grain(now.Grain), calendar.Grain(old.Grain)) {
		code = TimeFiner
	}
	c.timeReason(code, was, is, old.Grain, now.Grain)
}

// clocks is the zone whose local time a time column holds.
func (p *physical) clocks(t *Time) string { return cmp.Or(t.Zone, p.def.About.Calendar.Timezone) }

func (c termComparison) timeReason(code Code, was, is *Aggregate, before, after string) {
	if origin := c.termTimeOrigin(was, is); origin != "" {
		c.add(code, origin, "", before, after)
		return
	}
	c.own(code, before, after)
}
