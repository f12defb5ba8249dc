package oracle_test

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/answer"
)

// Mistakes in answers.

// totalsByAdding adds up what is shown.
func totalsByAdding(_ asker, q question.Question, a *answer.Answer) {
	if q.Top != nil {
		return
	}
	for _, total := range a.Totals {
		sums := map[int]any{}
		for _, row := range a.Rows {
			if q.Grain == "" || total[0] == nil || row[0] == total[0] {
				for c := keysOf(q); c < len(row); c++ {
					sums[c] = plus(sums[c], row[c], 1)
				}
			}
		}
		for c, sum := range sums {
			total[c] = sum
		}
	}
}

// othersBySubtraction takes what is shown off the totals.
func othersBySubtraction(ask asker, q question.Question, a *answer.Answer) {
	all := q
	all.Top, all.Others, all.Totals, all.Order = nil, false, true, nil
	if len(a.Others) == 0 {
		return
	}
	totals := ask(all)
	if totals == nil {
		return
	}
	for _, other := range a.Others {
		for _, total := range totals.Totals {
			if q.Grain != "" && total[0] != other[0] {
				continue
			}
			for c := keysOf(q); c < len(other); c++ {
				other[c] = total[c]
				for _, row := range a.Rows {
					if q.Grain == "" || row[0] == other[0] {
						other[c] = plus(other[c], row[c], -1)
					}
				}
			}
		}
	}
}

// plus adds numbers, or takes the second off; what is no number stays.
func plus(a, b any, sign int64) any {
	x, xScale, ok := numberOf(a)
	y, yScale, also := numberOf(b)
	switch {
	case !also:
		return a
	case !ok:
		x = new(big.Rat)
	}
	x.Add(x, y.Mul(y, new(big.Rat).SetInt64(sign)))
	if _, float := b.(float64); float {
		f, _ := x.Float64()
		return f
	}
	if scale := max(xScale, yScale); scale > 0 {
		return x.FloatString(scale)
	}
	if x.Num().IsInt64() && x.Num().Int64() < 1<<53 && x.Num().Int64() > -1<<53 {
		return x.Num().Int64()
	}
	return x.Num().String()
}

// numberOf reads a cell that is a number, and its decimals.
func numberOf(cell any) (*big.Rat, int, bool) {
	text := fmt.Sprint(cell)
	r, ok := new(big.Rat).SetString(text)
	_, decimals, _ := strings.Cut(text, ".")
	return r, len(decimals), ok && cell != nil
}

// havingBeforeFill fills what having left, so that buckets that hold nothing are shown whatever having says of them.
func havingBeforeFill(ask asker, q question.Question, a *answer.Answer) {
	if !q.Fill || len(q.Having) == 0 || q.Top != nil {
		return
	}
	loose := q
	loose.Having = nil
	filled := ask(loose)
	loose.Fill = false
	bare := ask(loose)
	if filled == nil || bare == nil {
		return
	}
	in := func(rows [][]any, row []any) bool {
		return slices.ContainsFunc(rows, func(r []any) bool { return slices.Equal(r[:keysOf(q)], row[:keysOf(q)]) })
	}
	for _, row := range filled.Rows {
		if !in(bare.Rows, row) && !in(a.Rows, row) {
			a.Rows = append(a.Rows, row)
		}
	}
}

// topOfBuckets keeps the first tuples of each bucket.
func topOfBuckets(ask asker, q question.Question, a *answer.Answer) {
	if q.Top == nil || q.Grain == "" {
		return
	}
	every := q
	every.Top, every.Others, every.Order = nil, false, nil
	all := ask(every)
	if all == nil {
		return
	}
	at := slices.IndexFunc(all.Columns, func(c answer.Column) bool { return c.Name == q.Top.By })
	shown := map[any]int{}
	rows := slices.SortedStableFunc(slices.Values(all.Rows), func(x, y []any) int {
		if c := strings.Compare(x[0].(string), y[0].(string)); c != 0 {
			return c
		}
		v, _, ok := numberOf(x[at])
		w, _, also := numberOf(y[at])
		switch {
		case !ok && !also:
			return 0
		case !ok:
			return 1
		case !also:
			return -1
		case q.Top.Direction == "asc":
			return v.Cmp(w)
		}
		return w.Cmp(v)
	})
	a.Rows = slices.DeleteFunc(rows, func(r []any) bool {
		shown[r[0]]++
		return shown[r[0]] > q.Top.N
	})
}
