package oracle

import (
	"slices"

	"sutura.dev/bundle/calendar"
)

// period is the name of the column of buckets.
const period = "period"

// windows are the buckets of the range, or the range alone.
func (a *asking) windows() []window {
	if a.q.Grain == "" {
		return []window{{bounds: a.bounds}}
	}
	if a.cut == nil {
		for _, b := range a.buckets(*a.bounds, calendar.Grain(a.q.Grain)) {
			skipped := calendar.Grain(a.q.Grain) == calendar.Hour && !a.exists(b)
			a.cut = append(a.cut, window{bounds: a.bounds, bucket: &b, skipped: skipped})
		}
	}
	return a.cut
}

// existing counts the buckets that the zone's clocks show.
func (a *asking) existing() (n int) {
	for _, w := range a.windows() {
		n += 1 - bit(w.skipped)
	}
	return n
}

// tuples are the values of the dimensions that any asked metric's rows have, each once; without dimensions, the empty one.
func (a *asking) tuples() [][]value {
	if len(a.q.Dimensions) == 0 {
		return [][]value{nil}
	}
	if a.distinct != nil {
		return a.distinct
	}
	found := map[string]bool{}
	for _, m := range a.metrics {
		for i := range m.Measure.Terms {
			for _, f := range a.facts(&m.Measure.Terms[i]) {
				if id := identity(f.tuple); f.asked && !found[id] {
					found[id] = true
					a.distinct = append(a.distinct, f.tuple)
				}
			}
		}
	}
	return a.distinct
}

// only wants one tuple.
func only(tuple []value) func([]value) bool {
	return func(t []value) bool { return slices.EqualFunc(t, tuple, same) }
}

// cells are a line's values in the order of the columns.
func (a *asking) cells(l line) []value {
	var out []value
	if a.q.Grain != "" {
		out = append(out, l.window.named(calendar.Grain(a.q.Grain)))
	}
	out = append(out, l.tuple...)
	for _, o := range a.outputs() {
		var before value
		if a.q.Compare != nil {
			before = l.before[o.metric]
		}
		out = append(out, o.value(l.values[o.metric], before))
	}
	return out
}

// encoded are a line's values as the answer holds them.
func (a *asking) encoded(l line) []any {
	types := a.columns()
	var row []any
	for i, v := range a.cells(l) {
		row = append(row, encode(v, types[i]))
	}
	return row
}

// named is a bucket's name: its first local day, an hour's its first local minute (4.3); null for the whole range.
func (w window) named(g calendar.Grain) value {
	switch {
	case w.bucket == nil:
		return nil
	case g == calendar.Hour:
		return w.bucket.Start
	}
	return w.bucket.Start.Date
}
