package plan

import (
	"slices"

	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
)

// maxCombines bounds the metrics that a space names: it is advice, not a listing.
const maxCombines = 24

// maxSpaceValues bounds the values that a space shows of one dimension.
const maxSpaceValues = 50

// Space is what the metrics can be asked by together, as the caller sees them; nil when none of the names is visible.
// Names that are not visible are left out.
func Space(view *bundle.View, names []string) *question.Space { return spaceOf(view, names) }

func spaceOf(view *bundle.View, names []string) *question.Space {
	var metrics []*bundle.Metric
	for _, n := range names {
		if m := view.Metric(n); m != nil && !slices.Contains(metrics, m) {
			metrics = append(metrics, m)
		}
	}
	if len(metrics) == 0 {
		return nil
	}
	s := &question.Space{Metrics: []string{}, Grains: sharedGrains(metrics), Dimensions: []question.SpaceDim{}, Combines: []string{}}
	for _, m := range metrics {
		s.Metrics = append(s.Metrics, m.Name)
	}
	for _, name := range sharedDimensions(view, metrics) {
		d := view.Resolve(metrics[0].Measure.Terms[0].Model, name)
		dim := question.SpaceDim{Name: name, Type: d.Expr.Type.String(), Filter: d.Dimension.Filter}
		if len(d.Dimension.Values) <= maxSpaceValues {
			dim.Values = d.Dimension.Values
		}
		s.Dimensions = append(s.Dimensions, dim)
	}
	s.Combines, s.CombinesMore = combines(view, metrics, len(s.Dimensions) > 0)
	return s
}

func sharedGrains(metrics []*bundle.Metric) []string {
	grains := slices.Clone(metrics[0].Grains)
	for _, m := range metrics[1:] {
		grains = slices.DeleteFunc(grains, func(g string) bool { return !slices.Contains(m.Grains, g) })
	}
	if grains == nil {
		grains = []string{}
	}
	return grains
}

// sharedDimensions lists the names that mean the same for all of the metrics, sorted.
func sharedDimensions(view *bundle.View, metrics []*bundle.Metric) []string {
	first := metrics[0]
	var out []string
	for _, name := range first.Dimensions {
		if shared(view, metrics, name) {
			out = append(out, name)
		}
	}
	return out
}

func shared(view *bundle.View, metrics []*bundle.Metric, name string) bool {
	var identity string
	for _, m := range metrics {
		if !permits(m, name) {
			return false
		}
		d := view.Resolve(m.Measure.Terms[0].Model, name)
		if identity != "" && d.Identity != identity {
			return false
		}
		identity = d.Identity
	}
	return true
}

// combines lists the first metrics that can be asked beside these, and counts the others: of the same data system, and
// sharing a dimension where these have any.
func combines(view *bundle.View, metrics []*bundle.Metric, dimensional bool) (out []string, more int) {
	source := sourceName(view, metrics[0])
	out = []string{}
	for _, name := range view.Names() {
		m := view.Metric(name)
		if slices.Contains(metrics, m) || sourceName(view, m) != source {
			continue
		}
		all := append(slices.Clip(metrics), m)
		meets := func(dimension string) bool { return shared(view, all, dimension) }
		switch {
		case dimensional && !slices.ContainsFunc(m.Dimensions, meets):
		case len(out) < maxCombines:
			out = append(out, name)
		default:
			more++
		}
	}
	return out, more
}

func sourceName(view *bundle.View, m *bundle.Metric) string {
	return view.Model(m.Measure.Terms[0].Model).Source
}
