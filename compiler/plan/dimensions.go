package plan

import (
	"slices"

	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
)

// resolveDimensions makes the asked dimensions keys.
func (r *resolver) resolveDimensions() *question.Refusal {
	for _, name := range r.q.Dimensions {
		d, refusal := r.dimension(name)
		if refusal != nil {
			return refusal
		}
		r.plan.Keys = append(r.plan.Keys, Key{Name: name, Type: d.Expr.Type, Dimension: d})
	}
	return nil
}

// dimension returns what the name means for every metric of the question, as the first one sees it.
func (r *resolver) dimension(name string) (*bundle.Resolved, *question.Refusal) {
	var first *bundle.Resolved
	var with, without []string
	for _, m := range r.metrics {
		if !permits(m, name) {
			without = append(without, m.Name)
			continue
		}
		d := r.view.Resolve(m.Measure.Terms[0].Model, name)
		if first != nil && d.Identity != first.Identity {
			pair := []string{with[0], m.Name}
			return nil, refuseAbout(pair, question.DimensionNotShared, "%s is not the same thing for %s; ask for them one at a time.", name, list(pair))
		}
		first = d
		with = append(with, m.Name)
	}
	switch {
	case len(without) == 0:
		return first, nil
	case len(with) == 0:
		return nil, refuseAbout(without, question.DimensionNotPermitted, "%s", notADimension(r.view, r.metrics, without, name))
	}
	why := ""
	if i := slices.IndexFunc(r.metrics, func(m *bundle.Metric) bool { return ofOwnTime(r.view.Bundle, m, name) }); i >= 0 {
		why = ", since it is computed from the time of the rows, and " + r.metrics[i].Name + " shows rows of other times than a bucket's own"
	}
	return nil, refuseAbout(append(with, without...), question.DimensionNotShared,
		"%s belongs to %s but not to %s%s; leave one of them out.", name, list(with), list(without), why)
}

func permits(m *bundle.Metric, dimension string) bool {
	_, ok := slices.BinarySearch(m.Dimensions, dimension)
	return ok
}
