package oracle

import (
	"slices"
	"strconv"

	"sutura.dev/bundle"
	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
)

// refuse holds the question to what may be asked, in the order of the page; the first that does not hold wins. Names that
// are no output column, and ranges that are none, are found on the way and malformed.
func (a *asking) refuse() (code question.Code, malformed bool) {
	for _, check := range []func() (question.Code, bool){a.counts, a.visible, a.ranged, a.grained, a.dimensioned, a.filtered, a.having, a.combined} {
		if code, malformed := check(); code != "" || malformed {
			return code, malformed
		}
	}
	names := a.names()
	for _, o := range a.q.Order {
		if !slices.Contains(names, o.By) {
			return "", true
		}
	}
	return "", false
}

// names are the output columns.
func (a *asking) names() []string {
	out := slices.Clone(a.q.Dimensions)
	for _, o := range a.outputs() {
		out = append(out, o.name)
	}
	if a.q.Grain != "" {
		out = append([]string{"period"}, out...)
	}
	return out
}

func twice(names []string) bool {
	sorted := slices.Sorted(slices.Values(names))
	return len(slices.Compact(sorted)) < len(names)
}

func (a *asking) counts() (question.Code, bool) {
	switch q := a.q; {
	case len(q.Metrics) > question.MaxMetrics:
		return question.TooManyMetrics, false
	case len(q.Dimensions) > question.MaxDimensions:
		return question.TooManyDimensions, false
	case len(q.Filters) > question.MaxFilters:
		return question.TooManyFilters, false
	case twice(q.Metrics):
		return question.DuplicateMetric, false
	case twice(q.Dimensions):
		return question.DuplicateDimension, false
	case len(q.Having) > question.MaxFilters:
		return question.TooManyFilters, false
	case slices.ContainsFunc(q.Filters, func(f question.Filter) bool { return len(f.Values) > question.MaxValues }):
		return question.TooManyValues, false
	}
	return "", false
}

func (a *asking) visible() (question.Code, bool) {
	for _, name := range a.q.Metrics {
		m := a.view.Metric(name)
		if m == nil {
			return question.MetricUnknown, false
		}
		a.metrics = append(a.metrics, m)
	}
	for _, h := range a.q.Having {
		if _, ok := a.comparison(h.Metric); ok {
			continue
		}
		m := a.view.Metric(h.Metric)
		switch {
		case m == nil:
			return question.MetricUnknown, false
		case !slices.Contains(a.computed(), m):
			a.hidden = append(a.hidden, m)
		}
	}
	return "", false
}

// computed are the metrics of the question, those that are not returned among them.
func (a *asking) computed() []*bundle.Metric { return slices.Concat(a.metrics, a.hidden) }

// ranged: a range is always there, unless no metric has a time.
func (a *asking) ranged() (question.Code, bool) {
	temporal := slices.ContainsFunc(a.computed(), (*bundle.Metric).Temporal)
	switch {
	case !temporal && a.q.Range != nil:
		return question.TimeRangeNotApplicable, false
	case !temporal:
		return "", false
	case a.q.Range == nil:
		return question.TimeRangeRequired, false
	}
	s, ok := a.span(*a.q.Range)
	if !ok {
		return "", true
	}
	if start, end := a.instants(s); !s.Start.Before(s.End) || !start.Before(end) {
		return question.TimeRangeEmpty, false
	}
	if days(s) > question.MaxDays {
		return question.TimeRangeTooLong, false
	}
	for _, m := range a.computed() {
		for _, t := range m.Measure.Terms {
			if t.Time != nil && a.cuts(s, calendar.Grain(t.Time.Grain)) {
				return question.TimeRangeNotAligned, false
			}
		}
	}
	a.bounds = &s
	return "", false
}

func (a *asking) grained() (question.Code, bool) {
	if a.q.Grain == "" && (a.q.Fill || slices.ContainsFunc(a.computed(), showsStarts)) {
		return question.GrainRequired, false
	}
	for _, m := range a.computed() {
		if a.q.Grain != "" && !slices.Contains(m.Grains, a.q.Grain) {
			return question.GrainNotSupported, false
		}
	}
	return "", false
}

// showsStarts reports whether a metric shows the bucket at a period's start: without a grain there is none (5.5).
func showsStarts(m *bundle.Metric) bool {
	return slices.ContainsFunc(m.Measure.Terms, func(t bundle.Aggregate) bool { return t.Shift() != nil && t.Shift().ToStartOf != "" })
}

// meaning says what a dimension's name means for every metric; the code says why it means nothing, or not one thing.
func (a *asking) meaning(name string) (*bundle.Resolved, question.Code) {
	var first *bundle.Resolved
	have := 0
	for _, m := range a.computed() {
		if !slices.Contains(m.Dimensions, name) {
			continue
		}
		d := a.view.Resolve(m.Measure.Terms[0].Model, name)
		if have++; first != nil && d.Identity != first.Identity {
			return nil, question.DimensionNotShared
		}
		first = d
	}
	switch have {
	case 0:
		return nil, question.DimensionNotPermitted
	case len(a.computed()):
		return first, ""
	}
	return nil, question.DimensionNotShared
}

func (a *asking) dimensioned() (question.Code, bool) {
	for _, name := range a.q.Dimensions {
		if _, code := a.meaning(name); code != "" {
			return code, false
		}
	}
	return "", false
}

func (a *asking) filtered() (question.Code, bool) {
	for _, f := range a.q.Filters {
		d, code := a.meaning(f.Dimension)
		if code == "" {
			code = filterable(f, d)
		}
		if code != "" {
			return code, false
		}
	}
	return "", false
}

var (
	everywhere = []string{"", question.OpIn, question.OpNotIn, question.OpIsNull, question.OpIsNotNull}
	ordering   = []string{question.OpLt, question.OpLte, question.OpGt, question.OpGte, question.OpBetween}
	searching  = []string{question.OpStartsWith, question.OpContains}
)

// filterable holds a clause to its dimension: the operator, the spelling of each value, the declared values.
func filterable(f question.Filter, d *bundle.Resolved) question.Code {
	t, open := d.Expr.Type, d.Dimension.Filter == bundle.FilterOpen
	if t.Temporal() { // local days
		t = expr.Type{Kind: expr.Date}
	}
	switch {
	case d.Dimension.Filter == bundle.FilterNone:
		return question.DimensionNotFilterable
	case slices.Contains(everywhere, f.Op), open && slices.Contains(ordering, f.Op), open && t.Kind == expr.String && slices.Contains(searching, f.Op):
	default:
		return question.FilterTypeMismatch
	}
	for _, text := range f.Values {
		canonical, ok := expr.Value(t, text)
		if _, err := strconv.ParseInt(canonical, 10, 64); !ok || t.Kind == expr.Integer && err != nil {
			return question.FilterTypeMismatch
		}
		if d.Dimension.Filter == bundle.FilterClosed && !slices.Contains(d.Dimension.Values, canonical) {
			return question.DimensionValueNotAllowed
		}
	}
	if f.Op == question.OpBetween && compare(asked(t, f.Values[0]), asked(t, f.Values[1])) > 0 {
		return question.FilterTypeMismatch
	}
	return ""
}

// having compares with values of its metrics' types.
func (a *asking) having() (question.Code, bool) {
	for _, h := range a.q.Having {
		if h.Op == question.OpIsNull || h.Op == question.OpIsNotNull {
			continue
		}
		if _, ok := expr.Value(a.compares(h).t, h.Value); !ok {
			return question.FilterTypeMismatch, false
		}
	}
	return "", false
}

// combined refuses what has no one right number: having drops rows, of which totals and others would still tell; others
// are what top leaves, and top ranks tuples.
func (a *asking) combined() (question.Code, bool) {
	q := a.q
	if q.Compare != nil && !a.comparable() {
		return question.CombinationNotSupported, false
	}
	switch {
	case q.Totals && slices.ContainsFunc(a.computed(), (*bundle.Metric).Runs):
		return question.CombinationNotSupported, false
	case len(q.Having) > 0 && (q.Totals || q.Others), q.Others && q.Top == nil, q.Top != nil && len(q.Dimensions) == 0,
		q.Totals && slices.ContainsFunc(a.computed(), runs):
		return question.CombinationNotSupported, false
	case q.Fill && a.existing() > question.MaxRows:
		return question.ResultTooLarge, false
	case q.Top != nil && !slices.Contains(q.Metrics, q.Top.By):
		return "", true
	case q.Compare != nil && a.cutsBefore():
		return question.CombinationNotSupported, false
	}
	source := a.sourceOf(a.metrics[0])
	if slices.ContainsFunc(a.computed(), func(m *bundle.Metric) bool { return a.sourceOf(m) != source }) {
		return question.SpansSources, false
	}
	return "", false
}

// runs reports whether a metric is a running total, of which a total over buckets counts rows many times.
func runs(m *bundle.Metric) bool {
	return slices.ContainsFunc(m.Measure.Terms, func(t bundle.Aggregate) bool { return t.Cumulative() != nil })
}

// comparable reports whether there is an earlier range that buckets of the grain can be compared with, and no dimension is
// made of the time that differs (5.5).
func (a *asking) comparable() bool {
	if a.bounds == nil {
		return false
	}
	var ok bool
	if a.earlier, ok = a.compared(); !ok {
		return false
	}
	names := slices.Clone(a.q.Dimensions)
	for _, f := range a.q.Filters {
		names = append(names, f.Dimension)
	}
	for _, m := range a.metrics {
		for i := range m.Measure.Terms {
			t := &m.Measure.Terms[i]
			if slices.ContainsFunc(names, func(name string) bool { return t.DerivedFrom(a.view.Resolve(t.Model, name).Expr, a.view.Model) }) {
				return false
			}
		}
	}
	return true
}

// cutsBefore reports whether the earlier range cuts a unit of a time column (4.5).
func (a *asking) cutsBefore() bool {
	return slices.ContainsFunc(a.metrics, func(m *bundle.Metric) bool {
		return slices.ContainsFunc(m.Measure.Terms, func(t bundle.Aggregate) bool {
			return t.Time != nil && a.cuts(a.earlier.span(*a.bounds), calendar.Grain(t.Time.Grain))
		})
	})
}

func (a *asking) sourceOf(m *bundle.Metric) string {
	return a.view.Model(m.Measure.Terms[0].Model).Source
}
