package goldens

import (
	"math/big"
	"slices"
	"strings"

	"sutura.dev/bundle/question"
)

// answer computes a question whose range has a start and an end: rows as an Answer has them, in the default order.
func (w world) answer(q question.Question) [][]any {
	groups := map[string]*group{}
	var terms []term
	for _, m := range q.Metrics {
		terms = append(terms, metricTerms[m]...)
	}
	for i, t := range terms {
		for _, r := range w[t.model] {
			key, ok := w.key(t, r, q)
			if !ok {
				continue
			}
			id := rowText(encodeKey(key))
			if groups[id] == nil {
				groups[id] = &group{key: key, rows: make([][]row, len(terms))}
			}
			groups[id].rows[i] = append(groups[id].rows[i], r)
		}
	}
	if len(groups) == 0 && q.Grain == "" && len(q.Dimensions) == 0 {
		groups[""] = &group{rows: make([][]row, len(terms))}
	}
	var sorted []*group
	for _, g := range groups {
		sorted = append(sorted, g)
	}
	slices.SortFunc(sorted, func(a, b *group) int { return slices.CompareFunc(a.key, b.key, compareCells) })
	var out [][]any
	for _, g := range sorted {
		out = append(out, w.encodeRow(q, terms, g))
	}
	return out
}

// group is the rows of one key, by term.
type group struct {
	key  []any
	rows [][]row
}

// key is where a row belongs, and whether it counts for the term at all.
func (w world) key(t term, r row, q question.Question) ([]any, bool) {
	if t.model == "returns" {
		if n, ok := r["qty"].(*big.Rat); ok && n.Cmp(rat("5")) == 0 {
			return nil, false
		}
	}
	if t.where != nil && !t.where(w, r) {
		return nil, false
	}
	var key []any
	if t.time != "" {
		date := dateOf(r[t.time])
		if date == "" || date < q.Range.Start || date >= q.Range.End {
			return nil, false
		}
		if q.Grain != "" {
			key = append(key, day(bucketOf(date, q.Grain)))
		}
	}
	for _, f := range q.Filters {
		if !passes(f, w.dimension(t.model, f.Dimension, r)) {
			return nil, false
		}
	}
	for _, d := range q.Dimensions {
		key = append(key, w.dimension(t.model, d, r))
	}
	return key, true
}

// dimensionDecimals is the scale of dimensions that are decimals.
var dimensionDecimals = map[string]int{"paid": 2, "product.price": 2}

// encodeKey spells a key so that equal keys are equal texts.
func encodeKey(key []any) []any {
	out := make([]any, len(key))
	for i, v := range key {
		out[i] = encodeCell(v, 0)
		if n, ok := v.(*big.Rat); ok {
			out[i] = n.String()
		}
	}
	return out
}

func (w world) encodeRow(q question.Question, terms []term, g *group) []any {
	var out []any
	for i, v := range g.key {
		scale := 0
		if at := i - (len(g.key) - len(q.Dimensions)); at >= 0 {
			scale = dimensionDecimals[q.Dimensions[at]]
		}
		out = append(out, encodeCell(v, scale))
	}
	at := 0
	for _, m := range q.Metrics {
		var sides []any
		for range metricTerms[m] {
			sides = append(sides, terms[at].aggregate(w, g.rows[at]))
			at++
		}
		value := sides[0]
		switch {
		case exactRatio[m]:
			value = exactQuotient(sides[0], sides[1])
		case len(sides) == 2:
			value = quotient(sides[0], sides[1])
		}
		out = append(out, encodeCell(value, decimals[m]))
	}
	return out
}

// encodeCell writes a value as an answer does: decimals padded, integers beyond 53 bits as text.
func encodeCell(v any, scale int) any {
	switch v := v.(type) {
	case *big.Rat:
		if scale > 0 {
			text := v.FloatString(scale)
			if strings.Trim(text, "-0.") == "" {
				text = strings.TrimPrefix(text, "-")
			}
			return text
		}
		if n := v.Num(); n.IsInt64() && n.Int64() <= 1<<53-1 && n.Int64() >= -(1<<53-1) {
			return n.Int64()
		}
		return v.Num().String()
	case day:
		return string(v)
	}
	return v
}
