package plan

import (
	"fmt"
	"slices"

	"sutura.dev/bundle"
	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
)

// resolveHaving looks up the metrics that having names. Those that are not asked are computed and not returned.
func (r *resolver) resolveHaving() *question.Refusal {
	for i, h := range r.q.Having {
		if at, role, ok := r.columnOf(h.Metric); ok {
			r.plan.Having, r.havingRole = append(r.plan.Having, Having{Metric: at, Op: h.Op}), append(r.havingRole, role)
			continue
		}
		m := r.view.Metric(h.Metric)
		if m == nil {
			which := ""
			if len(r.q.Having) > 1 {
				which = fmt.Sprintf(", in its clause %d", i+1)
			}
			if dimensionOfAll(r.metrics, h.Metric) {
				return refuse(question.MetricUnknown, "%s is a dimension, no metric%s; compare it in filters.", h.Metric, which)
			}
			return refuse(question.MetricUnknown, "There is no metric of the name that having uses%s; the catalog says what is measured.", which)
		}
		at := slices.Index(r.metrics, m)
		if at < 0 {
			at = len(r.metrics)
			r.metrics = append(r.metrics, m)
		}
		r.plan.Having, r.havingRole = append(r.plan.Having, Having{Metric: at, Op: h.Op}), append(r.havingRole, "")
	}
	return nil
}

// typeHaving reads the values of having as its metrics' types.
func (r *resolver) typeHaving() *question.Refusal {
	for i, h := range r.q.Having {
		if h.Op == question.OpIsNull || h.Op == question.OpIsNotNull {
			continue
		}
		m := r.metrics[r.plan.Having[i].Metric]
		t := typeOf(m, r.havingRole[i])
		canonical, ok := expr.Value(t, h.Value)
		switch {
		case t.Kind == expr.TimestampTZ:
			return refuseAbout([]string{m.Name}, question.FilterTypeMismatch, "%s is an instant; having can only ask whether there is one.", m.Name)
		case !ok && t.Kind == expr.Integer: // a sum has more than 64 bits
			return refuseAbout([]string{m.Name}, question.FilterTypeMismatch, "%s is compared with whole numbers of at most %d digits, such as 42.", m.Name, expr.MaxPrecision)
		case !ok:
			return refuseAbout([]string{m.Name}, question.FilterTypeMismatch, "%s is compared with %s.", m.Name, spelling(t))
		}
		r.plan.Having[i].Value = canonical
	}
	return nil
}

// shape resolves what becomes of the rows: fill, having, top, others and totals. What does not go together is refused.
func (r *resolver) shape() *question.Refusal {
	q, p := &r.q, r.plan
	no := func(sentence string) *question.Refusal {
		return refuse(question.CombinationNotSupported, "%s", sentence)
	}
	if refusal := r.resolveCompare(); refusal != nil {
		return refusal
	}
	switch {
	case len(q.Having) > 0 && q.Totals:
		return no("having drops rows, and totals are of all rows, so they would not be the sum of what is shown; ask for one of the two.")
	case len(q.Having) > 0 && q.Others:
		return no("having drops rows, and others are all rows that top leaves, so it would hold some that having dropped; ask for one of the two.")
	case q.Others && q.Top == nil:
		return no("others are what top leaves; ask for top, or leave others out.")
	case q.Top != nil && len(q.Dimensions) == 0:
		return no("top ranks the values of dimensions, never buckets of time; name a dimension, or leave top out.")
	}
	if i := slices.IndexFunc(r.metrics, (*bundle.Metric).Runs); i >= 0 && q.Totals {
		name := r.metrics[i].Name
		return refuseAbout([]string{name}, question.CombinationNotSupported, "%s is a running total, of which a total over buckets would count rows many times; leave totals out.", name)
	}
	buckets := 1
	if q.Grain != "" {
		buckets = r.cal.Count(p.Bounds.Span, calendar.Grain(q.Grain))
	}
	if q.Fill {
		if buckets > p.Limit {
			return refuse(question.ResultTooLarge, "fill shows every bucket of the range, and these are %d, more than the %d rows of an answer; ask for a coarser grain, a shorter range, or without fill.", buckets, p.Limit)
		}
		for _, l := range r.cal.Buckets(p.Bounds.Span, calendar.Grain(q.Grain)) {
			p.Fill = append(p.Fill, spellBucket(l, calendar.Grain(q.Grain)))
		}
	}
	if p.Totals = q.Totals && len(p.Keys) > 0; p.Totals {
		p.Apart += buckets + 1
	}
	return r.resolveTop(buckets)
}

// spellBucket writes a bucket's start as the statement binds it: a date, or a local time for hours.
func spellBucket(l calendar.Local, g calendar.Grain) string {
	if g == calendar.Hour {
		return l.String()
	}
	return l.Date.String()
}

// resolveTop finds the metric that tuples are ranked by.
func (r *resolver) resolveTop(buckets int) *question.Refusal {
	top := r.q.Top
	if top == nil {
		return nil
	}
	at := slices.Index(r.q.Metrics, top.By)
	if at < 0 {
		r.malformed = &question.Malformed{
			Path: "top.by", Accepted: "one of the question's metrics: " + list(r.q.Metrics), Nearest: nearestName(top.By, r.q.Metrics),
		}
		return nil
	}
	r.plan.Top = &Top{N: top.N, Metric: at, Descending: top.Direction != question.Ascending, Others: r.q.Others}
	if r.q.Others {
		r.plan.Apart += buckets
	}
	return nil
}
