package plan

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"sutura.dev/bundle"
	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/question"
	"sutura.dev/internal/nearest"
)

// maxSuggestions is how many questions a refusal offers.
const maxSuggestions = 4

// maxRepairs is how many faults of one question are mended for a suggestion.
const maxRepairs = 6

// suggest offers questions near q that would be answered, nearest first. Each is mended until nothing is refused.
func suggest(view *bundle.View, q question.Question, now time.Time, refusal *question.Refusal) []question.Question {
	out := []question.Question{}
	seen := map[string]bool{}
	for _, candidate := range repairs(view, q, now, refusal) {
		mended, ok := mend(view, candidate, now)
		if !ok {
			continue
		}
		text, err := json.Marshal(mended)
		if err != nil || seen[string(text)] {
			continue
		}
		seen[string(text)] = true
		if out = append(out, mended); len(out) == maxSuggestions {
			break
		}
	}
	return out
}

// mend applies the first repair of whatever is still refused.
func mend(view *bundle.View, q question.Question, now time.Time) (question.Question, bool) {
	for range maxRepairs {
		_, refusal, malformed := resolve(view, q, now)
		if malformed != nil { // a name that the mended question no longer has
			if q.Order = nil; q.Top != nil && !slices.Contains(q.Metrics, q.Top.By) {
				q.Top, q.Others = nil, false
			}
			if _, _, still := resolve(view, q, now); still != nil {
				return q, false
			}
			continue
		}
		if refusal == nil {
			return q, true
		}
		next := repairs(view, q, now, refusal)
		if len(next) == 0 {
			return q, false
		}
		q = next[0]
	}
	return q, false
}

// repairs lists questions in which the one refused fault is mended, nearest first.
func repairs(view *bundle.View, q question.Question, now time.Time, refusal *question.Refusal) []question.Question {
	r := &repairer{view: view, q: q, now: now}
	switch refusal.Code {
	case question.MetricUnknown:
		r.moved()
		r.metrics()
	case question.TooManyMetrics:
		most := question.MaxMetrics
		if len(q.Metrics) <= most { // their parts are too many
			r.withoutHaving()
			most = max(1, len(q.Metrics)/2)
		}
		r.with(func(c *question.Question) { c.Metrics = c.Metrics[:most] })
	case question.DuplicateMetric:
		r.with(func(c *question.Question) { c.Metrics = distinct(c.Metrics) })
	case question.DuplicateDimension:
		r.with(func(c *question.Question) { c.Dimensions = distinct(c.Dimensions) })
	case question.TooManyDimensions:
		r.with(func(c *question.Question) { c.Dimensions = c.Dimensions[:question.MaxDimensions] })
	case question.TooManyFilters:
		r.with(func(c *question.Question) {
			c.Filters, c.Having = c.Filters[:min(len(c.Filters), question.MaxFilters)], c.Having[:min(len(c.Having), question.MaxFilters)]
		})
	case question.TooManyValues:
		r.with(func(c *question.Question) {
			for i, f := range c.Filters {
				c.Filters[i].Values = f.Values[:min(len(f.Values), question.MaxValues)]
			}
		})
	case question.DimensionNotPermitted, question.DimensionNotShared:
		r.moved()
		r.dimensions()
	case question.DimensionNotFilterable:
		r.withoutBadClauses(refusal.About)
	case question.FilterTypeMismatch:
		if r.mislabelled(refusal.About) {
			r.values(refusal.About)
		}
		r.withoutBadClauses(refusal.About)
	case question.DimensionValueNotAllowed:
		r.values(refusal.About)
	case question.GrainNotSupported, question.GrainRequired:
		if len(sharedGrains(r.known())) == 0 {
			r.withoutMetrics(refusal.About)
		}
		r.grains()
	case question.TimeRangeRequired, question.TimeRangeEmpty, question.TimeRangeTooLong, question.TimeRangeNotAligned:
		r.ranges(refusal.Code)
	case question.TimeRangeNotApplicable:
		r.with(func(c *question.Question) { c.Range = nil })
	case question.CombinationNotSupported:
		r.shapes()
	case question.ResultTooLarge:
		r.with(func(c *question.Question) { c.Fill = false })
		r.grains()
	case question.SpansSources, question.MetricsNotCombinable:
		r.withoutHaving()
		for _, m := range q.Metrics {
			r.with(func(c *question.Question) { c.Metrics = []string{m} })
		}
	case question.ZoneRulesDisagree, question.DeadlineExceeded, question.ResourcesExhausted,
		question.SourceUnavailable, question.SourceRefused, question.CredentialUnavailable, question.BudgetExhausted, question.ObjectUnknown, question.NotDefined:
		// Known only when the question runs; internal/answer advises.
	}
	return r.out
}

type repairer struct {
	view *bundle.View
	q    question.Question
	now  time.Time
	out  []question.Question
}

// with adds the question as change leaves it.
func (r *repairer) with(change func(*question.Question)) {
	c := r.q
	c.Metrics, c.Dimensions = slices.Clone(c.Metrics), slices.Clone(c.Dimensions)
	c.Filters, c.Order, c.Having = slices.Clone(c.Filters), slices.Clone(c.Order), slices.Clone(c.Having)
	change(&c)
	if len(c.Metrics) > 0 {
		r.out = append(r.out, c)
	}
}

// shapes leaves out one of the fields that do not go together, then all of them.
func (r *repairer) shapes() {
	q := &r.q
	if q.Compare != nil {
		r.with(func(c *question.Question) { c.Compare = nil })
	}
	if q.Totals {
		r.with(func(c *question.Question) { c.Totals = false })
	}
	if q.Others {
		r.with(func(c *question.Question) { c.Others = false })
	}
	r.withoutHaving()
	if q.Top != nil {
		r.with(func(c *question.Question) { c.Top, c.Others = nil, false })
	}
	r.with(func(c *question.Question) {
		c.Having, c.Top, c.Others, c.Totals, c.Fill, c.Compare = nil, nil, false, false, false, nil
	})
}

// withoutMetrics leaves out the metrics that stand in the way, where others are asked beside them.
func (r *repairer) withoutMetrics(about []string) {
	r.with(func(c *question.Question) {
		c.Metrics = slices.DeleteFunc(c.Metrics, func(name string) bool { return slices.Contains(about, name) })
		c.Having = slices.DeleteFunc(c.Having, func(h question.Having) bool { return slices.Contains(about, h.Metric) })
	})
}

// withoutHaving leaves having out, where there is one.
func (r *repairer) withoutHaving() {
	if len(r.q.Having) > 0 {
		r.with(func(c *question.Question) { c.Having = nil })
	}
}

// called lists the metrics that a word is nearest to, by their names, titles and synonyms.
func (r *repairer) called(word string) []string {
	whose := map[string][]string{}
	say := func(called, name string) {
		called = strings.ReplaceAll(strings.ToLower(called), " ", "_")
		whose[called] = append(whose[called], name)
	}
	for _, name := range r.view.Names() {
		m := r.view.Metric(name)
		say(name, name)
		say(m.Prose.Title, name)
		for _, t := range m.Prose.Synonyms {
			say(t.Text, name)
		}
	}
	var out []string
	for _, called := range nearest.Names(strings.ReplaceAll(word, " ", "_"), slices.Sorted(maps.Keys(whose)), len(whose)) {
		out = append(out, whose[called]...)
	}
	out = distinct(out)
	return out[:min(len(out), maxSuggestions)]
}

// metrics puts the nearest visible names in place of unknown ones, or leaves those out.
func (r *repairer) metrics() {
	near := make([][]string, len(r.q.Metrics))
	for i, name := range r.q.Metrics {
		if r.view.Metric(name) == nil {
			near[i] = r.called(name)
		}
	}
	for rank := range maxSuggestions {
		r.with(func(c *question.Question) {
			kept := c.Metrics[:0]
			for i, name := range r.q.Metrics {
				switch {
				case r.view.Metric(name) != nil:
					kept = append(kept, name)
				case rank < len(near[i]):
					kept = append(kept, near[i][rank])
				}
			}
			c.Metrics = distinct(kept)
			for i, h := range c.Having {
				if near := nearest.Names(h.Metric, r.view.Names(), maxSuggestions); r.view.Metric(h.Metric) == nil && rank < len(near) {
					c.Having[i].Metric = near[rank]
				}
			}
			c.Having = slices.DeleteFunc(c.Having, func(h question.Having) bool { return r.view.Metric(h.Metric) == nil })
			if c.Top != nil && r.view.Metric(c.Top.By) == nil && len(c.Metrics) > 0 {
				top := *c.Top
				top.By = c.Metrics[0]
				c.Top = &top
			}
		})
	}
}

// dimensions replaces the names that are not shared by the nearest that are, or leaves them out of keys and filters.
func (r *repairer) dimensions() {
	metrics := r.known()
	allowed := sharedDimensions(r.view, metrics)
	replace := func(name string, rank int) (string, bool) {
		if slices.Contains(allowed, name) {
			return name, true
		}
		near := nearest.Names(name, allowed, maxSuggestions)
		if len(near) == 0 {
			near = ofRole(name, allowed)
		}
		if rank < len(near) {
			return near[rank], true
		}
		return "", false
	}
	for rank := range maxSuggestions {
		r.with(func(c *question.Question) {
			c.Dimensions = c.Dimensions[:0]
			for _, d := range r.q.Dimensions {
				if name, ok := replace(d, rank); ok {
					c.Dimensions = append(c.Dimensions, name)
				}
			}
			c.Dimensions = distinct(c.Dimensions)
			c.Filters = slices.DeleteFunc(c.Filters, func(f question.Filter) bool { return !slices.Contains(allowed, f.Dimension) })
		})
	}
	r.withoutHaving()
	for _, m := range r.q.Metrics {
		r.with(func(c *question.Question) { c.Metrics = []string{m} })
	}
}

// ofRole are the dimensions of the role that a name begins with, those of the most similar names first: who names a role
// means something of it.
func ofRole(name string, allowed []string) []string {
	role := name[:strings.LastIndexByte(name, '.')+1]
	var out []string
	for _, d := range allowed {
		if role != "" && strings.HasPrefix(d, role) && !strings.Contains(d[len(role):], ".") {
			out = append(out, d)
		}
	}
	far := func(d string) int { return nearest.Edits([]rune(name), []rune(d)) }
	slices.SortStableFunc(out, func(a, b string) int { return cmp.Compare(far(a), far(b)) })
	return out[:min(len(out), maxSuggestions)]
}

// known are the visible metrics of the question, those of having among them.
func (r *repairer) known() []*bundle.Metric {
	var out []*bundle.Metric
	add := func(name string) {
		if m := r.view.Metric(name); m != nil && !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	for _, name := range r.q.Metrics {
		add(name)
	}
	for _, h := range r.q.Having {
		add(h.Metric)
	}
	return out
}

// withoutBadClauses drops the clauses on a dimension, grouping by it instead, or those of having on a metric.
func (r *repairer) withoutBadClauses(about []string) {
	if wrong := func(h question.Having) bool { return slices.Contains(about, h.Metric) }; slices.ContainsFunc(r.q.Having, wrong) {
		r.with(func(c *question.Question) { c.Having = slices.DeleteFunc(c.Having, wrong) })
		return
	}
	r.withoutBadFilters(about)
}

// withoutBadFilters drops the clauses on a dimension, grouping by it instead.
func (r *repairer) withoutBadFilters(about []string) {
	bad := func(f question.Filter) bool { return slices.Contains(about, f.Dimension) }
	if len(about) > 0 && len(r.q.Dimensions) < question.MaxDimensions {
		r.with(func(c *question.Question) {
			c.Filters = slices.DeleteFunc(c.Filters, bad)
			c.Dimensions = distinct(append(c.Dimensions, about[0]))
		})
	}
	r.with(func(c *question.Question) { c.Filters = slices.DeleteFunc(c.Filters, bad) })
}

// values puts the nearest declared values in place of others.
func (r *repairer) values(about []string) {
	metrics := r.known()
	if len(about) == 0 || len(metrics) == 0 {
		return
	}
	d := r.view.Resolve(metrics[0].Measure.Terms[0].Model, about[0])
	for rank := range maxSuggestions {
		missing := false
		r.with(func(c *question.Question) {
			for i, f := range c.Filters {
				if f.Dimension != about[0] {
					continue
				}
				values := []string{}
				for _, v := range f.Values {
					if slices.Contains(d.Dimension.Values, v) {
						values = append(values, v)
						continue
					}
					near := nearValues(d.Dimension, v, maxSuggestions)
					if rank >= len(near) {
						missing = true
						continue
					}
					values = append(values, near[rank])
				}
				c.Filters[i].Values = distinct(values)
				missing = missing || len(values) == 0
			}
		})
		if missing {
			r.out = r.out[:len(r.out)-1]
			break
		}
	}
	r.withoutBadFilters(about)
}

// mislabelled reports whether a clause compares a dimension of declared values with another value: with Monday, which is the label of 1.
func (r *repairer) mislabelled(about []string) bool {
	metrics := r.known()
	if len(about) == 0 || len(metrics) == 0 {
		return false
	}
	d := r.view.Resolve(metrics[0].Measure.Terms[0].Model, about[0])
	return d != nil && d.Dimension.Filter == bundle.FilterClosed && slices.ContainsFunc(r.q.Filters, func(f question.Filter) bool {
		return f.Dimension == about[0] && slices.ContainsFunc(f.Values, func(v string) bool { return !slices.Contains(d.Dimension.Values, v) })
	})
}

// grains offers the supported grains from the asked one outwards, and none.
func (r *repairer) grains() {
	grains := sharedGrains(r.known())
	asked := calendar.Grain(r.q.Grain)
	slices.SortStableFunc(grains, func(a, b string) int {
		return distance(calendar.Grain(a), asked) - distance(calendar.Grain(b), asked)
	})
	for _, g := range grains {
		r.with(func(c *question.Question) { c.Grain = g })
	}
	r.withoutHaving()
	r.with(func(c *question.Question) { c.Grain, c.Fill = "", false })
}

// distance is how many grains lie between two; grains of another spelling count as months.
func distance(a, b calendar.Grain) int {
	order := calendar.Grains()
	at, bt := slices.Index(order, a), slices.Index(order, b)
	if bt < 0 {
		bt = slices.Index(order, calendar.Month)
	}
	return max(at-bt, bt-at)
}

// ranges offers ranges near the asked one.
func (r *repairer) ranges(code question.Code) {
	set := func(rg question.Range) { r.with(func(c *question.Question) { c.Range = &rg }) }
	v := &resolver{view: r.view, cal: r.view.Calendar(), q: r.q, now: r.now}
	if r.q.Range != nil {
		span, err := v.span(*r.q.Range)
		switch {
		case err != nil:
		case code == question.TimeRangeNotAligned:
			for _, m := range r.known() {
				for _, t := range m.Measure.Terms {
					if t.Time != nil {
						span = v.cal.Enclosing(span, calendar.Grain(t.Time.Grain))
					}
				}
			}
			set(question.Range{Start: spell(span.Start), End: spell(span.End)})
		case code == question.TimeRangeTooLong:
			set(question.Range{Start: spell(span.End.Date.AddMonths(-12).Local()), End: spell(span.End.Date.Local())})
			set(question.Range{Start: spell(span.Start), End: spell(span.Start.Date.AddMonths(12).Local())})
		case span.End.Before(span.Start):
			set(question.Range{Start: spell(span.End), End: spell(span.Start)})
		default:
			set(question.Range{Start: spell(span.Start), End: spell(span.Start.Date.AddDays(1).Local())})
		}
	}
	for _, m := range r.known() { // there is data in it, whenever that was
		if start, end := m.Checked(); r.q.Range == nil && start != "" {
			set(question.Range{Start: start, End: end})
		}
	}
	for _, unit := range []string{"month", "quarter", "year"} {
		set(question.Range{Last: &question.Last{Count: 1, Unit: unit}})
	}
	year := v.cal.Today(r.now).String()[:4]
	set(question.Range{Period: year})
}

// distinct keeps the first of equal names.
func distinct(names []string) []string {
	out := make([]string, 0, len(names))
	for _, n := range names {
		if !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}
