package goldens

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"slices"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
	"sutura.dev/internal/answer"
)

// addsUp reports whether the metric's values over parts of the rows add to that over all.
func addsUp(m *bundle.Metric) bool {
	if m.Measure.Value.Op != bundle.ValueTerm {
		return false
	}
	f := m.Measure.Terms[0].Func
	return f == bundle.Sum || f == bundle.Count || f == bundle.CountIf
}

// sums are the laws of what adds up.
func (p *prover) sums() {
	total := p.ask(p.base)
	if !addsUp(p.metric) || total == nil {
		return
	}
	adds := func(law Law, about string, parts ...*answer.Answer) {
		if !slices.Contains(parts, nil) && !sumOf(parts...).equals(sumOf(total)) {
			p.breach(law, about, parts[0], total)
		}
	}
	// What looks at other rows than its bucket's own adds up over groups, and not over time: stock, running totals.
	overTime := p.metric.Measure.Terms[0].Shape == nil
	if overTime {
		for _, g := range p.metric.Grains {
			adds(LawBuckets, g, p.ask(p.keyed("", g)))
		}
	}
	for _, d := range p.dimensions()[1:] {
		adds(LawGroups, d, p.ask(p.keyed(d, "")))
		p.others(d, adds)
		p.filters(d, adds)
	}
	if overTime {
		p.parts(adds)
	}
}

// others: the winner of a dimension, and all others together.
func (p *prover) others(d string, adds func(Law, string, ...*answer.Answer)) {
	q := p.keyed(d, "")
	q.Top, q.Others = &question.Top{N: 1, By: p.metric.Name}, true
	a := p.ask(q)
	if a == nil {
		return
	}
	all := *a
	all.Rows = slices.Concat(a.Rows, a.Others)
	adds(LawOthers, d, &all)
}

// filters: by two values together and each alone; by all that are declared.
func (p *prover) filters(d string, adds func(Law, string, ...*answer.Answer)) {
	r := p.engine.View.Resolve(p.metric.Measure.Terms[0].Model, d)
	groups := p.ask(p.keyed(d, ""))
	if r.Dimension.Filter == bundle.FilterNone || groups == nil {
		return
	}
	by := func(null bool, values ...string) *answer.Answer {
		q := p.base
		q.Filters = []question.Filter{{Dimension: d, Op: question.OpIn, Values: values, IncludeNull: null}}
		return p.ask(q)
	}
	if declared := r.Dimension.Values; len(declared) > 0 && len(declared) <= question.MaxValues {
		adds(LawValues, d, by(true, declared...))
	}
	var values []string
	for _, row := range groups.Rows {
		if text := fmt.Sprint(row[0]); row[0] != nil && len(values) < 2 && text != "" && r.Expr.Type.Kind != expr.Float {
			values = append(values, text)
		}
	}
	if len(values) < 2 {
		return
	}
	both, one, two := by(false, values...), by(false, values[0]), by(false, values[1])
	if both != nil && one != nil && two != nil && !sumOf(one, two).equals(sumOf(both)) {
		p.breach(LawFilters, d, both, one)
	}
}

// parts: the range cut at a bucket in its middle.
func (p *prover) parts(adds func(Law, string, ...*answer.Answer)) {
	if len(p.metric.Grains) == 0 {
		return
	}
	buckets := p.ask(p.keyed("", p.metric.Grains[0]))
	if buckets == nil || len(buckets.Rows) < 2 {
		return
	}
	cut, _ := buckets.Rows[len(buckets.Rows)/2][0].(string)
	part := func(start, end string) *answer.Answer {
		q := p.base
		q.Range = &question.Range{Start: start, End: end}
		return p.ask(q)
	}
	whole := buckets.Question.Range
	adds(LawRange, cut, part(whole.Start, cut), part(cut, whole.End))
}

// amount is a sum: exact, or of doubles, with the sum of their absolute values.
type amount struct {
	exact       *big.Rat
	float, size float64
}

// sumOf adds the last column of answers' rows; null counts as nothing.
func sumOf(answers ...*answer.Answer) amount {
	out := amount{exact: new(big.Rat)}
	for _, a := range answers {
		for _, row := range a.Rows {
			switch v := row[len(row)-1].(type) {
			case int64:
				out.exact.Add(out.exact, new(big.Rat).SetInt64(v))
			case string:
				if r, ok := new(big.Rat).SetString(v); ok {
					out.exact.Add(out.exact, r)
				}
			case float64:
				out.float, out.size = out.float+v, out.size+math.Abs(v)
			}
		}
	}
	return out
}

// near is how far sums of doubles may be from each other, as a part of the sum of absolute values.
const near = 1e-9

func (a amount) equals(b amount) bool {
	return a.exact.Cmp(b.exact) == 0 && math.Abs(a.float-b.float) <= near*math.Max(a.size, b.size)
}

// empty reports whether a value is that of no rows.
func empty(v any) bool {
	if text, ok := v.(string); ok {
		r, number := new(big.Rat).SetString(text)
		return number && r.Sign() == 0
	}
	return v == nil || v == int64(0) || v == 0.0
}

// emptyValues reports whether rows hold the metric's empty value, in the column that is so far from the end: null or 0, and
// of a formula what it comes to where all its sides are empty, which is one value.
func emptyValues(m *bundle.Metric, rows [][]any, fromEnd int) bool {
	for _, row := range rows {
		v := row[len(row)-fromEnd]
		if !empty(v) && (m.Measure.Value.Op != bundle.ValueFormula || !sameCell(v, rows[0][len(rows[0])-fromEnd])) {
			return false
		}
	}
	return true
}

// sameCell compares exactly, doubles nearly.
func sameCell(a, b any) bool {
	x, ok := a.(float64)
	y, also := b.(float64)
	return a == b || ok && also && math.Abs(x-y) <= near*math.Max(math.Abs(x), math.Abs(y))
}

func sameRow(a, b []any) bool { return slices.EqualFunc(a, b, sameCell) }

func hasRow(rows [][]any, row []any) bool {
	return slices.ContainsFunc(rows, func(r []any) bool { return sameRow(r, row) })
}

// sameRows compares rows in any order; keys are unique.
func sameRows(a, b [][]any) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(row []any) bool { return !hasRow(b, row) })
}

// sameValues compares the metric alone with its column beside another: each key that it has alone has the same value, and
// a key that only the other has shows its empty value.
func sameValues(m *bundle.Metric, alone, beside *answer.Answer) bool {
	found := 0
	var added [][]any
	for _, row := range beside.Rows {
		keys, v := row[:len(row)-2], row[len(row)-2]
		at := slices.IndexFunc(alone.Rows, func(r []any) bool { return sameRow(r[:len(r)-1], keys) })
		if at >= 0 && !sameCell(alone.Rows[at][len(keys)], v) {
			return false
		}
		if at < 0 {
			added = append(added, row)
		}
		if at >= 0 {
			found++
		}
	}
	return found == len(alone.Rows) && emptyValues(m, added, 2)
}

// reordered are an answer's rows with the columns in another order.
func reordered(a *answer.Answer, columns []answer.Column) [][]any {
	places := make([]int, len(columns))
	for i, c := range columns {
		places[i] = slices.IndexFunc(a.Columns, func(o answer.Column) bool { return o.Name == c.Name })
	}
	out := make([][]any, len(a.Rows))
	for i, row := range a.Rows {
		for _, at := range places {
			out[i] = append(out[i], row[at])
		}
	}
	return out
}

// shownRows are an answer's rows, each a line of JSON; others and totals say what they are.
func shownRows(a *answer.Answer) []string {
	var out []string
	for _, list := range []struct {
		prefix string
		rows   [][]any
	}{{"", a.Rows}, {"others ", a.Others}, {"totals ", a.Totals}} {
		for _, row := range list.rows {
			line, err := json.Marshal(row)
			if err != nil {
				line = []byte(err.Error())
			}
			out = append(out, list.prefix+string(line))
		}
	}
	return out
}
