package oracle

import (
	"slices"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
)

// line is a row of the answer on its way.
type line struct {
	window window
	tuple  []value
	values []value // of the computed metrics
	before []value // of the metrics asked, in the earlier range of a comparison
	rank   int
}

// shape makes the answer: its keys and their values, with every bucket where fill is asked; then having, then top, then
// order (2.3). Others and totals are computed from rows, before (5.8, 5.9).
func (a *asking) shape() Outcome {
	lines := a.lines()
	lines = slices.DeleteFunc(lines, func(l line) bool { return !a.kept(l) })
	out := Outcome{}
	if a.q.Top != nil {
		ranks := a.ranked(lines)
		wins := func(tuple []value) bool { at, ok := ranks[identity(tuple)]; return ok && at <= a.q.Top.N }
		lines = slices.DeleteFunc(lines, func(l line) bool { return !wins(l.tuple) })
		for i := range lines {
			lines[i].rank = ranks[identity(lines[i].tuple)]
		}
		if a.q.Others {
			out.Others = a.together(func(tuple []value) bool { return !wins(tuple) }, false)
		}
	}
	if a.q.Totals {
		out.Totals = a.together(everyone, true)
	}
	if len(lines) > question.MaxRows {
		return Outcome{Refusal: question.ResultTooLarge} // refused, never cut (6.3)
	}
	a.order(lines)
	for _, l := range lines {
		out.Rows = append(out.Rows, a.encoded(l))
	}
	return out
}

// lines are the keys of the answer, each with its values: a bucket is there for a tuple where an asked metric has rows;
// with fill every bucket of the range is, for every tuple that has any in the range, without dimensions always (2.3).
// Every metric shows at every key what it has there, its empty value where it has nothing (5.7). Without keys there is
// exactly one row, over no rows too (2.2).
func (a *asking) lines() []line {
	var out []line
	for _, tuple := range a.tuples() {
		always := a.q.Grain == "" && len(a.q.Dimensions) == 0
		if a.q.Fill {
			always = len(a.q.Dimensions) == 0 || a.anywhere(only(tuple))
		}
		for _, w := range a.windows() {
			if l, there := a.line(w, tuple, only(tuple)); there || always && !w.skipped {
				out = append(out, l)
			}
		}
	}
	return out
}

// line is the metrics' values in a window over the wanted tuples, and whether an asked metric has rows there.
func (a *asking) line(w window, tuple []value, wanted func([]value) bool) (line, bool) {
	l, any := line{window: w, tuple: tuple}, false
	for i, m := range a.computed() {
		v, there := a.measured(m, w, wanted)
		l.values = append(l.values, v)
		any = any || there && i < len(a.metrics) // what only having looks at brings no key (1.1)
	}
	for _, m := range a.metrics {
		if a.q.Compare == nil {
			break
		}
		v, there := a.measured(m, w, wanted, a.earlier)
		l.before = append(l.before, v)
		any = any || there // a key that only the earlier range has is a row (5.5)
	}
	return l, any
}

// anywhere reports whether an asked metric has rows in any bucket of the range.
func (a *asking) anywhere(wanted func([]value) bool) bool {
	return slices.ContainsFunc(a.windows(), func(w window) bool {
		_, there := a.line(w, nil, wanted)
		return there
	})
}

// kept is having, over finished values: a null passes is_null and nothing else.
func (a *asking) kept(l line) bool {
	for _, h := range a.q.Having {
		if c := a.compares(h); !satisfies(h, c.t, c.of(l)) {
			return false
		}
	}
	return true
}

func satisfies(h question.Having, t expr.Type, v value) bool {
	switch {
	case h.Op == question.OpIsNull:
		return v == nil
	case h.Op == question.OpIsNotNull || v == nil:
		return v != nil
	}
	c := compare(v, settled(asked(t, h.Value)))
	switch h.Op {
	case question.OpEq:
		return c == 0
	case question.OpNe:
		return c != 0
	case question.OpLt:
		return c < 0
	case question.OpLte:
		return c <= 0
	case question.OpGt:
		return c > 0
	case question.OpGte:
		return c >= 0
	}
	panic("no having is named " + h.Op)
}

// ranked gives each tuple its place, by its value over the whole range: the largest first unless asked otherwise, one
// without a value last, ties by the dimensions (5.8). So one ranks whose rows of the whole range are at no bucket, and
// shows none. One of which having keeps no bucket does not rank.
func (a *asking) ranked(lines []line) map[string]int {
	by := slices.Index(a.q.Metrics, a.q.Top.By)
	var tuples []line
	for _, tuple := range a.tuples() {
		kept := len(a.q.Having) == 0 || slices.ContainsFunc(lines, func(l line) bool { return only(tuple)(l.tuple) })
		if kept && a.current(tuple) {
			l, _ := a.line(window{bounds: a.bounds}, tuple, only(tuple))
			tuples = append(tuples, l)
		}
	}
	slices.SortFunc(tuples, func(x, y line) int {
		if c := nullsLast(x.values[by], y.values[by], a.q.Top.Direction != question.Ascending); c != 0 {
			return c
		}
		return compareTuples(x.tuple, y.tuple)
	})
	out := map[string]int{}
	for i, l := range tuples {
		out[identity(l.tuple)] = i + 1
	}
	return out
}

// current reports whether an asked metric has rows of a tuple in the range itself, as a whole or in a bucket: what only an
// earlier range has does not rank.
func (a *asking) current(tuple []value) bool {
	return slices.ContainsFunc(append(slices.Clip(a.windows()), window{bounds: a.bounds}), func(w window) bool {
		return slices.ContainsFunc(a.metrics, func(m *bundle.Metric) bool {
			_, there := a.measured(m, w, only(tuple))
			return there
		})
	})
}

func compareTuples(a, b []value) int {
	return slices.CompareFunc(a, b, func(x, y value) int { return nullsLast(x, y, false) })
}

// together are what the question answers for tuples taken together: one row a bucket and, of totals, one more for the
// whole range, its period null. Over no tuples there are no others, and a total all the same (5.8, 5.9, 2.2).
func (a *asking) together(wanted func([]value) bool, whole bool) [][]any {
	out := [][]any{}
	some := a.anywhere(wanted)
	nulls := make([]value, len(a.q.Dimensions))
	add := func(w window, always bool) {
		if l, there := a.line(w, nulls, wanted); there || always {
			out = append(out, a.encoded(l))
		}
	}
	if a.q.Grain != "" || !whole {
		for _, w := range a.windows() {
			add(w, a.q.Fill && !w.skipped && (whole || some))
		}
	}
	if whole {
		add(window{bounds: a.bounds}, true)
	}
	return out
}

// order is rule 1.5: as asked, then by period and the dimensions, ascending; nulls last in either direction. The rows of
// top come by period, then rank.
func (a *asking) order(lines []line) {
	names := a.names()
	by := slices.Clone(a.q.Order)
	for _, name := range names[:len(names)-len(a.outputs())] {
		if !slices.ContainsFunc(by, func(o question.OrderBy) bool { return o.By == name }) && (name == period || a.q.Top == nil) {
			by = append(by, question.OrderBy{By: name})
		}
	}
	slices.SortStableFunc(lines, func(x, y line) int {
		xs, ys := a.cells(x), a.cells(y)
		for _, o := range by {
			at := slices.Index(names, o.By)
			if c := nullsLast(xs[at], ys[at], o.Direction == question.Descending); c != 0 {
				return c
			}
		}
		return x.rank - y.rank
	})
}
