package resolve

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/question"
	"sutura.dev/compiler/plan"
)

// maker makes a question of parts that are settled.
type maker struct {
	*Resolver
	state    State
	question question.Question
	problems []Missing
	ranks    string // the metric that groups come by
	dropped  []Place
}

func (m *maker) missing(field, why string) {
	m.problems = append(m.problems, Missing{field, why})
}

func (m *maker) leave(p Part) {
	m.dropped = append(m.dropped, p.Place)
	m.state.Left = append(slices.Clone(m.state.Left), p.Place)
	slices.SortFunc(m.state.Left, func(a, b Place) int { return a.From - b.From })
}

func (m *maker) make() {
	m.problems = slices.Clone(m.state.Problems)
	m.metrics()
	m.groups()
	m.filters()
	for i := range m.state.Parts {
		m.bound(i)
	}
	m.rest()
	if q := &m.question; len(q.Having) > 0 && len(q.Dimensions) == 0 && q.Grain == "" {
		m.missing("dimensions", "a bound on "+q.Having[0].Metric+" needs groups to keep or drop: say by what, or by which time")
	}
	m.order()
	m.said()
	if len(m.question.Metrics) == 0 {
		m.missing("metrics", "none of the words names a metric")
	}
	if len(m.problems) > 0 {
		return
	}
	_, refusal, malformed := plan.Resolve(m.view, m.question, askedAt)
	switch {
	case malformed != nil:
		m.missing("question", malformed.Error())
	case refusal != nil:
		m.missing(fieldOf(refusal.Code), refusal.Detail)
	}
}

// fieldOf is the field that a refusal is about.
func fieldOf(c question.Code) string {
	for _, f := range [][2]string{{"time_range", "range"}, {"grain", "grain"}, {"dimension_value", "filters"}, {"dimension_not_filterable", "filters"}, {"filter", "filters"}, {"dimension", "dimensions"}} {
		if strings.HasPrefix(string(c), f[0]) {
			return f[1]
		}
	}
	return "question"
}

// each yields the parts of a role.
func (m *maker) each(role Role, yield func(i int, p Part, c Choice)) {
	for i, p := range m.state.Parts {
		if p.May[0].Role == role {
			yield(i, p, p.May[0])
		}
	}
}

// metrics are those that are named; those that are only bounded count where there are no others.
func (m *maker) metrics() {
	for _, bounded := range []bool{false, true} {
		m.each(AsMetric, func(_ int, p Part, c Choice) {
			name := m.metric(c.ID).Name
			if p.Bounded == bounded && !slices.Contains(m.question.Metrics, name) {
				m.question.Metrics = append(m.question.Metrics, name)
			}
			if p.Ranks {
				m.ranks = name
			}
		})
		if len(m.question.Metrics) > 0 {
			return
		}
	}
}

func (m *maker) groups() {
	m.each(AsGroup, func(i int, p Part, c Choice) {
		name := m.dimension(c.ID).Name
		if (p.Grouped || !m.isBounded(i)) && !slices.Contains(m.question.Dimensions, name) {
			m.question.Dimensions = append(m.question.Dimensions, name)
		}
	})
	m.each(AsFilter, func(_ int, p Part, c Choice) {
		if name := m.dimension(c.ID).Name; p.Beside && !slices.Contains(m.question.Dimensions, name) {
			m.question.Dimensions = append(m.question.Dimensions, name)
		}
	})
}

func (m *maker) isBounded(i int) bool {
	return slices.ContainsFunc(m.state.Parts, func(p Part) bool { return p.May[0].Role == AsBound && p.On == i })
}

// filters puts values of one dimension together.
func (m *maker) filters() {
	for _, role := range []Role{AsFilter, AsExclude} {
		m.each(role, func(_ int, _ Part, c Choice) {
			f := question.Filter{Dimension: m.dimension(c.ID).Name, Values: c.Args}
			if role == AsExclude {
				f.Op = question.OpNotIn
			}
			for i := range m.question.Filters {
				if o := &m.question.Filters[i]; o.Dimension == f.Dimension && o.Op == f.Op {
					if !slices.Contains(o.Values, c.Args[0]) {
						o.Values = append(slices.Clip(o.Values), c.Args[0])
					}
					return
				}
			}
			m.question.Filters = append(m.question.Filters, f)
		})
	}
}

// bound makes a condition on a metric, or on a dimension of numbers.
func (m *maker) bound(i int) {
	p := m.state.Parts[i]
	if p.May[0].Role != AsBound {
		return
	}
	if p.On < 0 {
		m.leave(p)
		return
	}
	on := m.state.Parts[p.On].May[0]
	metric, d := m.metric(on.ID), m.dimension(on.ID)
	unit := ""
	if metric != nil {
		unit = metric.Unit
	} else if d != nil {
		unit = d.Dimension.Unit
	}
	for args := range slices.Chunk(p.May[0].Args, 4) {
		op := args[0]
		low, wrong := inUnit(args[1], args[3], unit)
		high, also := inUnit(args[2], args[3], unit)
		switch {
		case metric == nil && d == nil, wrong+also != "":
			m.missing("having", cmp.Or(wrong, also, "the words bound nothing"))
		case metric != nil:
			if op == question.OpBetween {
				m.question.Having = append(m.question.Having, question.Having{Metric: metric.Name, Op: question.OpGte, Value: low}, question.Having{Metric: metric.Name, Op: question.OpLte, Value: high})
				continue
			}
			m.question.Having = append(m.question.Having, question.Having{Metric: metric.Name, Op: op, Value: low})
		default:
			f := question.Filter{Dimension: d.Name, Op: op, Values: []string{low}}
			switch op {
			case question.OpEq:
				f.Op = ""
			case question.OpNe:
				f.Op = question.OpNotIn
			case question.OpBetween:
				f.Values = append(f.Values, high)
			}
			m.question.Filters = append(m.question.Filters, f)
		}
	}
}

// rest sets the range, the grain, and what is said once.
func (m *maker) rest() {
	q := &m.question
	m.each(AsRange, func(_ int, p Part, c Choice) {
		switch {
		case c.Args[0] == "last":
			count, _ := strconv.Atoi(c.Args[1])
			q.Range = &question.Range{Last: &question.Last{Count: count, Unit: c.Args[2], IncludeCurrent: len(c.Args) > 3}}
		default:
			q.Range = &question.Range{Start: c.Args[0], End: c.Args[1]}
		}
	})
	temporal := slices.ContainsFunc(q.Metrics, func(name string) bool { return m.view.Metric(name).Temporal() })
	if temporal && q.Range == nil && !slices.ContainsFunc(m.problems, func(p Missing) bool { return p.Field == "range" }) {
		why := "no time is said"
		if start, end := m.view.Metric(q.Metrics[0]).Checked(); start != "" {
			why += "; there is data from " + start + " to before " + end
		}
		m.missing("range", why)
	}
	m.each(AsGrain, func(_ int, p Part, c Choice) {
		if q.Grain != "" && q.Grain != c.Args[0] {
			m.leave(p)
			return
		}
		q.Grain = c.Args[0]
	})
	m.each(AsTotals, func(int, Part, Choice) { q.Totals = true })
	m.each(AsOthers, func(int, Part, Choice) { q.Others = true })
	m.each(AsCompare, func(_ int, p Part, c Choice) {
		if q.Compare != nil {
			m.leave(p)
			return
		}
		m.compare(c.Args)
	})
}

func (m *maker) compare(args []string) {
	switch args[0] {
	case "offset":
		count, _ := strconv.Atoi(args[1])
		m.question.Compare = &question.Compare{To: question.ToOffset, Count: count, Unit: args[2]}
	case "range":
		if m.question.Range == nil || m.question.Range.Start == "" {
			m.missing("compare", "what is compared with it is a range of dates, and the range is none")
			return
		}
		count, unit, ok := apart(*m.question.Range, question.Range{Start: args[1], End: args[2]})
		if !ok {
			m.missing("compare", "the two ranges are no whole number of units apart, or not as long as each other")
			return
		}
		m.question.Compare = &question.Compare{To: question.ToOffset, Count: count, Unit: unit}
	default:
		m.question.Compare = &question.Compare{To: question.ToPreviousPeriod}
	}
}

// maxApart is how many units earlier a range is looked for.
const maxApart = 60

// apart is by how much one range lies before another, in the largest unit that does it.
func apart(of, before question.Range) (count int, unit string, ok bool) {
	start, a := calendar.ParseLocal(of.Start)
	end, b := calendar.ParseLocal(of.End)
	from, c := calendar.ParseLocal(before.Start)
	to, d := calendar.ParseLocal(before.End)
	if !a || !b || !c || !d {
		return 0, "", false
	}
	want := calendar.Span{Start: from, End: to}
	for _, g := range []calendar.Grain{calendar.Year, calendar.Quarter, calendar.Month, calendar.Week, calendar.Day} {
		for n := 1; n <= maxApart; n++ {
			if o := (calendar.Offset{Count: n, Unit: g}); o.Span(calendar.Span{Start: start, End: end}) == want {
				return n, string(g), true
			}
		}
	}
	return 0, "", false
}

// order ranks groups, and orders rows.
func (m *maker) order() {
	q := &m.question
	by := m.ranks
	if by == "" && len(q.Metrics) == 1 {
		by = q.Metrics[0]
	}
	ordered := false
	m.each(AsTop, func(_ int, p Part, c Choice) {
		n, _ := strconv.Atoi(c.Args[1])
		switch {
		case len(q.Dimensions) == 0:
			m.leave(p)
		case by == "":
			m.missing("top", "which of the metrics ranks the groups is not said")
		default:
			q.Top, ordered = &question.Top{N: n, By: by, Direction: c.Args[0]}, true
			if c.Args[0] == question.Descending {
				q.Top.Direction = ""
			}
		}
	})
	m.each(AsOrder, func(_ int, p Part, c Choice) {
		name := by
		if metric := m.metric(c.ID); metric != nil {
			name = metric.Name
		} else if d := m.dimension(c.ID); d != nil {
			name = d.Name
		} else if c.ID != "" {
			name = c.ID
		}
		if name == "" || len(q.Dimensions) == 0 && q.Grain == "" {
			m.leave(p)
			return
		}
		o := question.OrderBy{By: name}
		if c.Args[0] == question.Descending {
			o.Direction = question.Descending
		}
		q.Order, ordered = append(q.Order, o), true
		if metric := m.metric(c.ID); metric != nil && !slices.Contains(q.Metrics, name) {
			q.Metrics = append(q.Metrics, name)
		}
	})
	if m.ranks != "" && !ordered {
		q.Order = append(q.Order, question.OrderBy{By: m.ranks, Direction: question.Descending})
	}
	if q.Top != nil && len(q.Order) > 0 {
		q.Order = nil // groups come by their rank
	}
}

// said holds words such as number, total and average to how the metric beside them is computed.
func (m *maker) said() {
	m.each(AsSaid, func(at int, p Part, c Choice) {
		metric := m.beside(at)
		if metric == nil || !computes(metric, c.Args[0]) {
			m.leave(p)
		}
	})
}

// beside is the first metric behind a part, or else the last one before it; nil for none.
func (m *maker) beside(at int) *bundle.Metric {
	var found *bundle.Metric
	m.each(AsMetric, func(i int, _ Part, c Choice) {
		if i < at || found == nil {
			found = m.metric(c.ID)
		}
	})
	for _, p := range m.state.Parts[at:] {
		if p.May[0].Role == AsMetric {
			return m.metric(p.May[0].ID)
		}
	}
	return found
}

// computes reports whether a metric is computed as a word says.
func computes(metric *bundle.Metric, word string) bool {
	v := metric.Measure.Value
	if v.Op != bundle.ValueTerm || v.Term >= len(metric.Measure.Terms) {
		return false
	}
	f := metric.Measure.Terms[v.Term].Func
	switch slot(word) {
	case slotMany:
		return f == bundle.Count || f == bundle.CountDistinct || f == bundle.CountIf || f == bundle.Sum
	case slotSum:
		return f == bundle.Sum || f == bundle.Count || f == bundle.CountIf || f == bundle.CountDistinct
	}
	return f == bundle.Avg
}
