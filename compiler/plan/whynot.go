package plan

import (
	"fmt"
	"slices"
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/bundle/calendar"
)

// A metric that shows rows of other times than the bucket's offers less than the metric underneath. The refusal says why, since
// the same dimension or grain is right for that one.

// whyNotBy says after "is answered by ..." why a grain that the metric's time supports is none of its grains; empty for other causes.
func whyNotBy(cal *calendar.Calendar, m *bundle.Metric, g calendar.Grain) string {
	for i := range m.Measure.Terms {
		s := m.Measure.Terms[i].Shape
		if s.Fits(cal, g) {
			continue
		}
		buckets := strings.ReplaceAll(string(g), "_", " ")
		switch t := s.Shift; {
		case t.ToStartOf != "":
			return fmt.Sprintf(": no %s begins at the start of every %s", buckets, strings.ReplaceAll(t.ToStartOf, "_", " "))
		case t.Count == 1:
			return fmt.Sprintf(": an offset of 1 %s is no number of whole %ss", t.Unit, buckets)
		default:
			return fmt.Sprintf(": an offset of %d %ss is no number of whole %ss", t.Count, t.Unit, buckets)
		}
	}
	return ""
}

// ofOwnTime reports whether a name is a dimension of the metric's model that is computed from the time of its rows, where the
// metric shows rows of other times.
func ofOwnTime(b *bundle.Bundle, m *bundle.Metric, name string) bool {
	return slices.ContainsFunc(m.Measure.Terms, func(t bundle.Aggregate) bool {
		d := b.Resolve(t.Model, name)
		return t.Shape != nil && d != nil && t.DerivedFrom(d.Expr, b.Model)
	})
}
