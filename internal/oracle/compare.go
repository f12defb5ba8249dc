package oracle

import (
	"math"
	"math/big"
	"slices"

	"sutura.dev/bundle"
	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
)

// output is a column of values: a metric's own, or what a comparison adds to it.
type output struct {
	name   string
	metric int // among the metrics asked
	role   string
	of     *bundle.Metric
}

const (
	previous = "previous"
	delta    = "delta"
	change   = "change"
)

// outputs are the columns of values: each metric, and beside it the earlier value, the difference and the change.
func (a *asking) outputs() []output {
	var out []output
	for i, m := range a.metrics {
		out = append(out, output{m.Name, i, "", m})
		if a.q.Compare == nil {
			continue
		}
		out = append(out, output{m.Name + ".previous", i, previous, m})
		if m.Type.Numeric() {
			out = append(out, output{m.Name + ".delta", i, delta, m}, output{m.Name + ".change", i, change, m})
		}
	}
	return out
}

// kind is the type of a column.
func (o output) kind() expr.Type {
	switch {
	case o.role == change:
		return expr.Type{Kind: expr.Float}
	case o.role == delta && o.of.Type.Kind == expr.Decimal:
		return expr.Type{Kind: expr.Decimal, Precision: most, Scale: o.of.Type.Scale}
	}
	return o.of.Type
}

// value is a column's value: delta is value less previous, null where a side is; change is delta over the size of
// previous, null where that is 0 (5.5).
func (o output) value(now, before value) value {
	switch {
	case o.role == "":
		return now
	case o.role == previous:
		return before
	case now == nil || before == nil:
		return nil
	}
	d := less(now, before)
	if o.role == change {
		return divide(d, size(before), false)
	}
	return d
}

func less(a, b value) value {
	if x, float := a.(Double); float {
		return doubles(expr.OpSub, []value{x, b})
	}
	return new(big.Rat).Sub(a.(*big.Rat), b.(*big.Rat))
}

func size(v value) value {
	if d, float := v.(Double); float {
		return Double{math.Abs(d.Value), d.Within}
	}
	return new(big.Rat).Abs(v.(*big.Rat))
}

// compared is the move of a comparison: the offset, or the range's own length in its largest whole calendar unit that the
// grain allows, else in days.
func (a *asking) compared() (move, bool) {
	c := a.q.Compare
	grain := calendar.Grain(a.q.Grain)
	if c.To == question.ToOffset {
		m := move{count: c.Count, unit: calendar.Grain(c.Unit)}
		return m, m.fits(grain)
	}
	s := *a.bounds
	if s.Start.Time != s.End.Time {
		return move{}, false // no whole number of days
	}
	months := (s.End.Date.Year-s.Start.Date.Year)*12 + int(s.End.Date.Month) - int(s.Start.Date.Month)
	if s.Start.Date.Day == s.End.Date.Day && s.Start.Time == s.End.Time && months > 0 {
		for _, m := range []move{{count: months / 12, unit: calendar.Year}, {count: months / 3, unit: calendar.Quarter}, {count: months, unit: calendar.Month}} {
			per := map[calendar.Grain]int{calendar.Year: 12, calendar.Quarter: 3, calendar.Month: 1}[m.unit]
			if months%per == 0 && m.fits(grain) {
				return m, true
			}
		}
	}
	n := days(s)
	if grain == calendar.Week {
		return move{count: n / 7, unit: calendar.Week}, n%7 == 0
	}
	m := move{count: n, unit: calendar.Day}
	return m, m.fits(grain)
}

// fits reports whether a move takes buckets of a grain to buckets of it: its unit is no finer, and weeks move by weeks.
func (m move) fits(g calendar.Grain) bool {
	rank := map[calendar.Grain]int{calendar.Hour: 0, calendar.Day: 1, calendar.Week: 2, calendar.Month: 3, calendar.Quarter: 4, calendar.FiscalQuarter: 4, calendar.Year: 5, calendar.FiscalYear: 5}
	switch {
	case g == "":
		return true
	case g == calendar.Week:
		return m.unit == calendar.Week
	case m.unit == calendar.Week:
		return rank[g] <= rank[calendar.Day]
	}
	return rank[m.unit] >= rank[g]
}

// comparison finds the column that a comparison adds by its name.
func (a *asking) comparison(name string) (output, bool) {
	for _, o := range a.outputs() {
		if o.role != "" && o.name == name {
			return o, true
		}
	}
	return output{}, false
}

// compares is what having looks at: its type, and its value in a line.
func (a *asking) compares(h question.Having) (c struct {
	t  expr.Type
	of func(line) value
}) {
	if o, ok := a.comparison(h.Metric); ok {
		c.t, c.of = o.kind(), func(l line) value { return o.value(l.values[o.metric], l.before[o.metric]) }
		return c
	}
	m := a.view.Metric(h.Metric)
	c.t, c.of = m.Type, func(l line) value { return l.values[slices.Index(a.computed(), m)] }
	return c
}
