package bundle

import (
	"bytes"
	"encoding/json"
	"slices"

	"sutura.dev/bundle/expr"
)

// meaning is everything that a metric's number depends on, and nothing else: two metrics with equal meanings give
// equal answers to equal questions over equal data. Prose, files, audiences, status and the order of conditions are
// not in it, and neither are the names that the author gave to models, joins and the metric itself: tables and columns
// stand for them (physical).
type meaning struct {
	Type       expr.Type        `json:"type"`
	Unit       string           `json:"unit"`
	Value      Value            `json:"value"`
	Terms      []termMeaning    `json:"terms"`
	Grains     []string         `json:"grains"`
	Calendar   *calendarMeaning `json:"calendar,omitempty"`
	Dimensions []string         `json:"dimensions"` // digests, one a model
}

// calendarMeaning is how time is counted. Zone and fiscal year place the range of every question about a metric with
// a time ("today", FY2026); the start of weeks matters to week buckets and to expressions that cut weeks.
type calendarMeaning struct {
	Timezone      string `json:"timezone,omitempty"`
	WeekStart     string `json:"week_start,omitempty"`
	FiscalStart   int    `json:"fiscal_start,omitempty"`
	FiscalNamedBy string `json:"fiscal_named_by,omitempty"`
}

type termMeaning struct {
	Rows  rowsMeaning       `json:"rows"`
	Func  Func              `json:"func"`
	Expr  *expr.Node        `json:"expr,omitempty"`
	Where []json.RawMessage `json:"where,omitempty"` // the model's and the term's, sorted
	Time  *Time             `json:"time,omitempty"`
	Zero  bool              `json:"zero,omitempty"`
	Exact bool              `json:"exact,omitempty"`
	P     string            `json:"p,omitempty"`
	Shape *Shape            `json:"shape,omitempty"`
}

// rowsMeaning is where rows come from.
type rowsMeaning struct {
	Source  string   `json:"source"`
	Dialect string   `json:"dialect"`
	Table   []string `json:"table"`
}

type dimensionMeaning struct {
	Name      string      `json:"name"`
	Rows      rowsMeaning `json:"rows"`
	Expr      *expr.Node  `json:"expr"`
	Filter    string      `json:"filter"`
	Values    []string    `json:"values,omitempty"`
	Unit      string      `json:"unit,omitempty"`
	WeekStart string      `json:"week_start,omitempty"`
	Timezone  string      `json:"timezone,omitempty"`
}

// metricProse is what people read, who may read it, and what it is held to.
type metricProse struct {
	Prose      Prose    `json:"prose"`
	Format     string   `json:"format,omitempty"`
	Status     string   `json:"status"`
	Use        string   `json:"use,omitempty"`
	Until      string   `json:"until,omitempty"`
	Caveats    []string `json:"caveats,omitempty"`
	Audience   []string `json:"audience"`
	Anchors    []Anchor `json:"anchors,omitempty"`
	Dimensions []string `json:"dimensions,omitempty"` // digests of those with words, sorted
}

type dimensionProse struct {
	Prose    Prose `json:"prose"`
	Personal bool  `json:"personal,omitempty"`
}

// digester computes digests; a dimension's once a model, without one for its prose where it has none.
type digester struct {
	*physical
	known map[*Resolved]Digests
}

func newDigester(b *Bundle) digester { return digester{newPhysical(b), map[*Resolved]Digests{}} }

// digestMetrics computes every metric's digests.
func (b *Bundle) digestMetrics() map[string]Digests {
	out := make(map[string]Digests, len(b.def.Metrics))
	d := newDigester(b)
	for i := range b.def.Metrics {
		m := &b.def.Metrics[i]
		digests, err := d.metric(m)
		if err != nil {
			panic("bundle: parts of what was encoded cannot be encoded: " + err.Error())
		}
		out[m.Name] = digests
	}
	return out
}

func (d digester) metric(m *Metric) (Digests, error) {
	mean := meaning{Type: m.Type, Unit: m.Unit, Value: m.Measure.Value, Grains: m.Grains, Calendar: d.calendarOf(m)}
	words := metricProse{
		Prose: m.Prose, Format: m.Format, Status: m.Status, Use: m.Use, Until: m.Until, Caveats: m.Caveats,
		Audience: m.Audience, Anchors: m.Anchors,
	}
	for i := range m.Measure.Terms {
		term, err := d.term(&m.Measure.Terms[i])
		if err != nil {
			return Digests{}, err
		}
		mean.Terms = append(mean.Terms, term)
	}
	for _, name := range m.Dimensions {
		for i, model := range m.models() {
			digests, err := d.dimension(model, name)
			if err != nil {
				return Digests{}, err
			}
			mean.Dimensions = append(mean.Dimensions, digests.Meaning)
			if i == 0 && digests.Prose != "" {
				words.Dimensions = append(words.Dimensions, digests.Prose)
			}
		}
	}
	slices.Sort(words.Dimensions)
	return digests("metric", mean, words)
}

// digests hashes what something means and how it reads.
func digests(what string, mean, words any) (Digests, error) {
	text, err := canonical(mean)
	if err != nil {
		return Digests{}, err
	}
	spoken, err := canonical(words)
	if err != nil {
		return Digests{}, err
	}
	return Digests{Meaning: hash(what+" meaning", text), Prose: hash(what+" prose", spoken)}, nil
}

// models lists the names of the models that the metric's terms measure, each once.
func (m *Metric) models() []string {
	var out []string
	for i := range m.Measure.Terms {
		if name := m.Measure.Terms[i].Model; !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

func (d digester) term(t *Aggregate) (termMeaning, error) {
	model := d.models[t.Model]
	out := termMeaning{
		Rows: d.rows(model), Func: t.Func, Expr: d.tree(model, t.Expr), Time: d.time(model, t.Time), Zero: t.Zero, Exact: t.Exact, P: t.P, Shape: t.Shape,
	}
	for _, n := range conditions(model.Where, t.Where) {
		text, err := canonical(d.tree(model, n))
		if err != nil {
			return out, err
		}
		out.Where = append(out.Where, text)
	}
	slices.SortFunc(out.Where, func(a, b json.RawMessage) int { return bytes.Compare(a, b) })
	out.Where = slices.CompactFunc(out.Where, func(a, b json.RawMessage) bool { return bytes.Equal(a, b) })
	return out, nil
}

func (d digester) calendarOf(m *Metric) *calendarMeaning {
	cal := d.def.About.Calendar
	var out calendarMeaning
	if m.Temporal() || d.any(m, (*expr.Node).SeesClocks) {
		out.Timezone = cal.Timezone
	}
	if m.Temporal() {
		if d.calendar.Fiscal() {
			out.FiscalStart, out.FiscalNamedBy = cal.FiscalYearStart, cal.FiscalYearNamedBy
		}
	}
	if d.countsWeeks(m) {
		out.WeekStart = cal.WeekStart
	}
	if out == (calendarMeaning{}) {
		return nil
	}
	return &out
}

// countsWeeks reports whether the metric's own number depends on the day on which weeks start.
func (b *Bundle) countsWeeks(m *Metric) bool {
	if slices.Contains(m.Grains, "week") {
		return true
	}
	if slices.ContainsFunc(m.Measure.Terms, func(t Aggregate) bool { return t.Shape.countsWeeks() }) {
		return true
	}
	return b.any(m, cutsWeeks)
}

// any reports whether an expression of the metric's own number is such.
func (b *Bundle) any(m *Metric, such func(*expr.Node) bool) bool {
	return slices.ContainsFunc(m.Measure.Terms, func(t Aggregate) bool {
		return such(t.Expr) || slices.ContainsFunc(conditions(b.models[t.Model].Where, t.Where), such)
	})
}

// cutsWeeks reports whether an expression depends on the day on which weeks start.
func cutsWeeks(n *expr.Node) bool {
	found := false
	n.Walk(func(n *expr.Node) {
		if n.Op == expr.OpDateTrunc || n.Op == expr.OpDateDiff {
			unit := n.Args[0].Value
			found = found || unit != nil && *unit == "week"
		}
	})
	return found
}

func (d digester) dimension(model, name string) (Digests, error) {
	r := d.Resolve(model, name)
	if known, ok := d.known[r]; ok {
		return known, nil
	}
	words := dimensionProse{Prose: r.Dimension.Prose, Personal: r.Dimension.Personal}
	out, err := digests("dimension", d.dimensionMeaning(model, name), words)
	if len(changedWords(words.Prose, Prose{})) == 0 && !words.Personal {
		out.Prose = ""
	}
	d.known[r] = out
	return out, err
}

func (d digester) dimensionMeaning(model, name string) dimensionMeaning {
	r, root := d.Resolve(model, name), d.models[model]
	out := dimensionMeaning{
		Name: r.Name, Rows: d.rows(root), Expr: d.tree(root, r.Expr), Filter: r.Dimension.Filter,
		Values: slices.Sorted(slices.Values(r.Dimension.Values)), Unit: r.Dimension.Unit,
	}
	if cutsWeeks(r.Expr) {
		out.WeekStart = d.def.About.Calendar.WeekStart
	}
	if r.Expr.SeesClocks() {
		out.Timezone = d.def.About.Calendar.Timezone
	}
	return out
}
