package oracle

import (
	"slices"

	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/question"
)

// shape makes the answer: its keys and their values, then having, then top, then order; others and totals beside it.
func (a *asking) shape() Outcome {
	lines := a.lines(everyone)
	if len(lines) > question.MaxRows {
		return Outcome{Refusal: question.ResultTooLarge} // refused, never cut (6.3)
	}
	a.order(lines)
	out := Outcome{}
	types := a.columns()
	for _, l := range lines {
		var row []any
		for i, v := range a.cells(l) {
			row = append(row, encode(v, types[i]))
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// windows are the buckets of the range, or the range alone.
func (a *asking) windows() []window {
	if a.q.Grain == "" {
		return []window{{bounds: a.bounds}}
	}
	var out []window
	for _, b := range a.buckets(*a.bounds, calendar.Grain(a.q.Grain)) {
		out = append(out, window{bounds: a.bounds, bucket: &b})
	}
	return out
}

// tuples are the values of the dimensions that any asked metric's rows have, each once; without dimensions, the empty one.
func (a *asking) tuples() [][]value {
	if len(a.q.Dimensions) == 0 {
		return [][]value{nil}
	}
	found := map[string][]value{}
	var out [][]value
	for _, m := range a.metrics {
		for i := range m.Measure.Terms {
			for _, f := range a.facts(&m.Measure.Terms[i]) {
				id := identity(f.tuple)
				if _, ok := found[id]; f.asked && !ok {
					found[id] = f.tuple
					out = append(out, f.tuple)
				}
			}
		}
	}
	return out
}

// lines are the keys of the answer, each with its values: a bucket is there for a tuple where a metric has rows (2.3);
// every metric shows at every key what it has there, its empty value where it has nothing (5.7). Without keys there is
// exactly one row, over no rows too (2.2).
func (a *asking) lines(wanted func([]value) bool) []line {
	var out []line
	for _, w := range a.windows() {
		for _, tuple := range a.tuples() {
			if !wanted(tuple) {
				continue
			}
			l, there := a.line(w, tuple, only(tuple))
			if there || a.q.Grain == "" && len(a.q.Dimensions) == 0 {
				out = append(out, l)
			}
		}
	}
	return out
}

// only wants one tuple.
func only(tuple []value) func([]value) bool {
	return func(t []value) bool { return slices.EqualFunc(t, tuple, same) }
}

// line is the metrics' values in a window over the wanted tuples.
func (a *asking) line(w window, tuple []value, wanted func([]value) bool) (line, bool) {
	l, any := line{period: w.bucket, tuple: tuple}, false
	for _, m := range a.metrics {
		v, there := a.measured(m, w, wanted)
		l.values = append(l.values, v)
		any = any || there
	}
	return l, any
}

// cells are a line's values in the order of the columns.
func (a *asking) cells(l line) []value {
	var out []value
	if a.q.Grain != "" {
		out = append(out, l.named())
	}
	return append(append(out, l.tuple...), l.values...)
}

func (l line) named() value {
	if l.period == nil {
		return nil
	}
	if l.period.Start.Time != 0 || l.period.End.Date == l.period.Start.Date {
		return l.period.Start
	}
	return l.period.Start.Date
}

// order is rule 1.5: as asked, then by period and the dimensions, ascending; nulls last in either direction.
func (a *asking) order(lines []line) {
	names := a.names()
	by := slices.Clone(a.q.Order)
	for _, name := range names[:len(names)-len(a.metrics)] {
		if !slices.ContainsFunc(by, func(o question.OrderBy) bool { return o.By == name }) {
			by = append(by, question.OrderBy{By: name})
		}
	}
	slices.SortStableFunc(lines, func(x, y line) int {
		xs, ys := a.cells(x), a.cells(y)
		for _, o := range by {
			at := slices.Index(names, o.By)
			if c := nullsLast(xs[at], ys[at], o.Direction == "desc"); c != 0 {
				return c
			}
		}
		return 0
	})
}
