package dialect

import (
	"strings"

	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
	"sutura.dev/compiler/plan"
)

// resultAlias names what the final SELECT reads.
const resultAlias = "r"

// kept writes what a row must pass to be shown: having, over finished values, and that an asked metric has it.
func (r *renderer) kept(of relation, alias string) []string {
	var out []string
	if of.asked != "" {
		out = append(out, alias+"."+r.quote(of.asked)+" = 1")
	}
	for i := range r.plan.Having {
		h := &r.plan.Having[i]
		m := r.plan.Computed(h.Metric)
		x := r.value(m.Value, func(l, t int) string { return alias + "." + r.quote(of.terms[l][t]) })
		out = append(out, r.passes(h, m, x))
	}
	return out
}

// comparisons of having.
var comparisons = map[string]string{
	question.OpEq: " = ", question.OpNe: " <> ", question.OpLt: " < ", question.OpLte: " <= ", question.OpGt: " > ", question.OpGte: " >= ",
}

// passes writes one clause of having. Its text depends on the operator, never on the value, which is bound once however
// often the clause is written.
func (r *renderer) passes(h *plan.Having, m *plan.Metric, x string) string {
	switch h.Op {
	case question.OpIsNull:
		return x + " IS NULL"
	case question.OpIsNotNull:
		return x + " IS NOT NULL"
	}
	if m.Type.Kind == expr.String {
		x = r.comparable(r.collate(x))
	}
	bound, ok := r.thresholds[h]
	if !ok {
		t := m.Type
		if t.Kind == expr.Integer { // as wide as a sum of integers is
			t = expr.Type{Kind: expr.Decimal, Precision: expr.MaxPrecision}
		}
		bound = r.bind(t, bindValue(t, h.Value), "having "+m.Name)
		if r.thresholds == nil {
			r.thresholds = map[*plan.Having]string{}
		}
		r.thresholds[h] = bound
	}
	return x + comparisons[h.Op] + r.keyed(bound, m.Type)
}

// conjoin joins conditions.
func conjoin(conditions []string) string { return strings.Join(conditions, " AND ") }

// final writes the SELECT that computes the metrics, keeps, sorts and caps. ranked are the tuples that it keeps, where
// those are not ranked yet.
func (r *renderer) final(of relation, ranked *relation) {
	read := func(name string) string { return resultAlias + "." + r.quote(name) }
	r.out.WriteString("\nSELECT")
	var items []string
	for i, k := range of.keys {
		items = append(items, r.shownKey(read(k), r.keyType(i), k))
	}
	values := make([]string, len(r.plan.Metrics))
	names := newScope(r.spec)
	for _, k := range of.keys {
		names.name(k)
	}
	for i, m := range r.plan.Metrics {
		if of.values != nil {
			values[i] = read(of.values[i])
		} else {
			values[i] = r.value(m.Value, func(l, t int) string { return read(of.terms[l][t]) })
		}
		name := names.name(m.Name)
		if values[i] == read(name) {
			items = append(items, values[i])
			continue
		}
		items = append(items, values[i]+" AS "+r.quote(name))
	}
	if r.plan.Top != nil && r.plan.Top.Others {
		items = append(items, read(of.rank))
	}
	if r.plan.Totals {
		items = append(items, read(of.level))
	}
	r.lines("  ", items)
	r.out.WriteString("\nFROM " + r.quote(of.name) + " AS " + resultAlias)
	rank := ""
	switch {
	case ranked != nil:
		rank = winnerAlias + "." + r.quote(ranked.rank)
		r.finalRanked(of, *ranked, rank)
	case of.values != nil: // ranked, and what having drops is gone
		rank = read(of.rank)
		condition := rank + " <= " + r.winners()
		if of.level != "" {
			condition = "(" + condition + " OR " + read(of.level) + " > 0)"
		}
		r.conjuncts("", "WHERE", []string{condition}, "AND")
	default:
		if of.rank != "" {
			rank = read(of.rank)
		}
		r.conjuncts("", "WHERE", r.kept(of, resultAlias), "AND")
	}
	r.tail(func(column int) string {
		switch {
		case column == plan.RankColumn:
			return rank
		case column < len(of.keys):
			return read(of.keys[column])
		}
		return values[column-len(of.keys)]
	})
}

// finalRanked joins the ranked tuples: rows stay where their tuple wins, totals stay anyway.
func (r *renderer) finalRanked(of, ranked relation, rank string) {
	level := resultAlias + "." + r.quote(of.level)
	join := "\nJOIN "
	where := []string{level + " = 0"}
	if r.plan.Totals {
		join = "\nLEFT JOIN "
		where = []string{"(" + level + " = 0 AND " + rank + " IS NOT NULL OR " + level + " = 1 OR " + level + " = 3)"}
	}
	r.out.WriteString(join + r.quote(ranked.name) + " AS " + winnerAlias + " ON ")
	r.joinRanked(ranked, func(i int) string { return resultAlias + "." + r.quote(of.keys[i]) })
	r.conjuncts("", "WHERE", append(where, r.kept(of, resultAlias)...), "AND")
}
