package plan

import (
	"slices"
	"time"

	"sutura.dev/bundle"
	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/question"
)

// Resolve returns the plan of a well-formed question, or the first refusal that applies. The order of checks is:
// counts, metrics, range, grain, dimensions, filters, combinations. Malformed is for names that only resolution can
// tell to be no output column. Exactly one of the three is not nil. now is a reading of the clock.
func Resolve(view *bundle.View, q question.Question, now time.Time) (*Plan, *question.Refusal, *question.Malformed) {
	p, refusal, malformed := resolve(view, q, now)
	if refusal != nil {
		refusal.Suggestions = suggest(view, q, now, refusal)
		refusal.Space = spaceOf(view, q.Metrics)
		if refusal.About == nil {
			refusal.About = []string{}
		}
	}
	return p, refusal, malformed
}

// resolver is one question on its way.
type resolver struct {
	view *bundle.View
	cal  *calendar.Calendar
	q    question.Question
	now  time.Time
	// metrics are the asked ones, then those that only having names.
	metrics []*bundle.Metric
	filters []Filter // typed, not yet over a leg's rows
	plan    *Plan
	// havingRole are the roles of the columns that having looks at, empty for a metric's own.
	havingRole []Role
	// clamped are the days of the range that look back to the last day of a shorter month.
	clamped []string
	// unreadable is why a metric's rows of an earlier time cannot be read.
	unreadable *question.Refusal
	// malformed is set by a check that finds what only the bundle can tell to be no question.
	malformed *question.Malformed
}

func resolve(view *bundle.View, q question.Question, now time.Time) (*Plan, *question.Refusal, *question.Malformed) {
	r := &resolver{view: view, cal: view.Calendar(), q: q, now: now}
	r.plan = &Plan{Bundle: view.Bundle, Limit: question.MaxRows}
	for _, check := range []func() *question.Refusal{
		r.counts, r.resolveMetrics, r.resolveRange, r.resolveGrain, r.resolveDimensions, r.resolveFilters, r.typeHaving, r.combinations,
	} {
		if refusal := check(); refusal != nil || r.malformed != nil {
			return nil, refusal, r.malformed
		}
	}
	if r.resolveOrder(); r.malformed != nil {
		return nil, nil, r.malformed
	}
	r.plan.Question = r.normalised()
	r.note()
	return r.plan, nil, nil
}

// counts refuses too much and twice the same.
func (r *resolver) counts() *question.Refusal {
	q := &r.q
	switch {
	case len(q.Metrics) > question.MaxMetrics:
		return refuse(question.TooManyMetrics, "Ask for at most %d metrics in one question.", question.MaxMetrics)
	case len(q.Dimensions) > question.MaxDimensions:
		return refuse(question.TooManyDimensions, "Group by at most %d dimensions in one question.", question.MaxDimensions)
	case len(q.Filters) > question.MaxFilters:
		return refuse(question.TooManyFilters, "Filter by at most %d clauses in one question.", question.MaxFilters)
	case repeats(q.Metrics):
		return refuse(question.DuplicateMetric, "Name each metric once.")
	case repeats(q.Dimensions):
		return refuse(question.DuplicateDimension, "Name each dimension once.")
	}
	if len(q.Having) > question.MaxFilters {
		return refuse(question.TooManyFilters, "Give having at most %d clauses in one question.", question.MaxFilters)
	}
	for _, f := range q.Filters {
		if len(f.Values) > question.MaxValues {
			return refuse(question.TooManyValues, "Give a filter at most %d values.", question.MaxValues)
		}
	}
	return nil
}

func repeats(names []string) bool {
	for i, n := range names {
		if slices.Contains(names[:i], n) {
			return true
		}
	}
	return false
}

// resolveMetrics looks each metric up as the caller sees it.
func (r *resolver) resolveMetrics() *question.Refusal {
	var unknown []int
	for i, name := range r.q.Metrics {
		if m := r.view.Metric(name); m != nil {
			r.metrics = append(r.metrics, m)
		} else {
			unknown = append(unknown, i)
		}
	}
	if len(unknown) > 0 {
		return refuse(question.MetricUnknown, "There is no metric of %s; the catalog lists what is measured, and search finds it by a person's words.",
			whichName(unknown, len(r.q.Metrics)))
	}
	return r.resolveHaving()
}

// whichName says which of n names are meant, by their places: a name that the caller sent is never said again.
func whichName(places []int, n int) string {
	ordinals := [question.MaxMetrics]string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"}
	var which []string
	for _, i := range places {
		which = append(which, ordinals[i])
	}
	switch {
	case n == 1:
		return "that name"
	case len(places) == n:
		return "any of these names"
	case len(places) == 1:
		return "the " + which[0] + " name"
	}
	return "the " + list(which) + " names"
}

// combinations refuses what has no single right statement, and builds the legs.
func (r *resolver) combinations() *question.Refusal {
	if refusal := r.shape(); refusal != nil || r.malformed != nil {
		return refusal
	}
	source := r.sourceOf(r.metrics[0])
	for _, m := range r.metrics[1:] {
		if other := r.sourceOf(m); other != source {
			pair := []string{r.metrics[0].Name, m.Name}
			return refuseAbout(pair, question.SpansSources, "%s live in different data systems; ask for them one at a time.", list(pair))
		}
	}
	r.plan.Source = source
	return r.buildLegs()
}

func (r *resolver) sourceOf(m *bundle.Metric) *bundle.Source {
	return r.view.Source(r.view.Model(m.Measure.Terms[0].Model).Source)
}

// resolveOrder finds the output columns to sort by. By default rows come by period, then by the dimensions as asked.
func (r *resolver) resolveOrder() {
	p := r.plan
	names := make([]string, 0, p.Columns())
	for _, k := range p.Keys {
		names = append(names, k.Name)
	}
	for _, m := range p.Metrics {
		names = append(names, m.Name)
	}
	for i, o := range r.q.Order {
		at := slices.Index(names, o.By)
		if at < 0 {
			r.malformed = &question.Malformed{
				Path: pathOf("order", i, "by"), Accepted: "one of the answer's columns: " + list(names), Nearest: nearestName(o.By, names),
			}
			return
		}
		p.Order = append(p.Order, Order{Column: at, Descending: o.Direction == question.Descending})
	}
	for i, k := range p.Keys {
		if p.Top != nil && k.Dimension != nil { // tuples come by their rank
			p.Order = append(p.Order, Order{Column: RankColumn})
			return
		}
		if !slices.ContainsFunc(p.Order, func(o Order) bool { return o.Column == i }) {
			p.Order = append(p.Order, Order{Column: i})
		}
	}
}

// normalised is the question with its bounds and defaults said.
func (r *resolver) normalised() question.Question {
	q := r.q
	if b := r.plan.Bounds; b != nil {
		q.Range = &question.Range{Start: spell(b.Span.Start), End: spell(b.Span.End)}
	}
	if len(q.Filters) > 0 {
		q.Filters = slices.Clone(q.Filters)
		for i := range q.Filters {
			if q.Filters[i].Op == "" {
				q.Filters[i].Op = question.OpIn
			}
		}
	}
	if q.Top != nil && q.Top.Direction == "" {
		top := *q.Top
		top.Direction = question.Descending
		q.Top = &top
	}
	return q
}

// spell writes a bound as a question does: a date, or a local time when it is no midnight.
func spell(l calendar.Local) string {
	if l.Midnight() {
		return l.Date.String()
	}
	return l.String()
}
