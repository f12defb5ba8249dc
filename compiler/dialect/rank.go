package dialect

import (
	"sutura.dev/bundle/expr"
)

// tupleAlias names what is ranked, and winnerAlias what has won.
const (
	tupleAlias  = "s"
	winnerAlias = "w"
)

// place is the number of a group in the order of top: by value, nulls last, ties by the dimensions.
func (r *renderer) place(value string, dimension func(i int) string, within string) string {
	top := r.plan.Top
	items := r.sortedBy(value, r.plan.Metrics[top.Metric].Type, top.Descending)
	for _, i := range r.plan.Dimensions() {
		items += ", " + r.sortedBy(dimension(i), r.keyType(i), false)
	}
	return r.numbered("row_number() OVER ("+within+"ORDER BY "+items+")") + " AS " + r.quote(r.named.rank)
}

// rankTuples writes every tuple with its rank over the whole range. Where groups hold buckets too, tuples are those of
// level 2, and of these only the ones of which having keeps a bucket.
func (r *renderer) rankTuples(of relation, buckets bool) relation {
	out := relation{name: r.ctes.name("ranked"), keys: make([]string, len(of.keys)), rank: r.named.rank}
	read := func(name string) string { return tupleAlias + "." + r.quote(name) }
	value := r.value(r.plan.Metrics[r.plan.Top.Metric].Value, func(l, t int) string { return read(of.terms[l][t]) })
	var items, where, kept []string
	for _, i := range r.plan.Dimensions() {
		out.keys[i] = of.keys[i]
		items = append(items, read(of.keys[i]))
	}
	keys := items[:len(items):len(items)]
	now := ""
	if of.now != "" { // what no metric that is asked has in the range itself does not rank
		now = " AND " + read(of.now) + " = 1"
	}
	if buckets {
		where = append(where, read(of.level)+" = 2"+now)
		if kept = r.kept(of, tupleAlias); kept != nil {
			ranged := read(of.level) + " = 2"
			value = r.aggregate(aggregateCall{function: "max", x: value, condition: ranged})
			each := conjoin(kept)
			where = []string{ranged + now, "(" + read(of.level) + " = 0 AND " + each + ")"}
			if now != "" {
				where[0] = "(" + where[0] + ")"
			}
		}
	}
	items = append(items, r.place(value, func(i int) string { return read(of.keys[i]) }, ""))
	r.with(out.name, !buckets && len(r.plan.Legs) > 1)
	r.out.WriteString("  SELECT")
	r.lines("    ", items)
	r.out.WriteString("\n  FROM " + r.quote(of.name) + " AS " + tupleAlias)
	r.conjuncts("  ", "WHERE", where, "OR")
	if kept != nil {
		r.out.WriteString("\n  GROUP BY")
		r.lines("    ", keys)
		r.out.WriteString("\n  HAVING " + r.countIf(read(of.level)+" = 0") + " > 0")
		if now != "" {
			r.out.WriteString(" AND " + r.countIf(read(of.level)+" = 2") + " > 0")
		}
	}
	r.endWith()
	return out
}

// rankRows writes the rows of an answer without buckets with their rank, values computed. Totals are ranked apart.
func (r *renderer) rankRows(of relation) relation {
	out := relation{name: r.ctes.name("ranked"), keys: of.keys, level: of.level, rank: r.named.rank}
	read := func(name string) string { return tupleAlias + "." + r.quote(name) }
	names := newScope(r.spec)
	var items []string
	of.eachKey(func(k string) {
		names.name(k)
		items = append(items, read(k))
	})
	names.name(out.rank)
	var by string
	for i, m := range r.plan.Metrics {
		value := r.value(m.Value, func(l, t int) string { return read(of.terms[l][t]) })
		name := names.name(m.Name)
		out.values = append(out.values, name)
		if i == r.plan.Top.Metric {
			by = value
		}
		if value != read(name) {
			value += " AS " + r.quote(name)
		}
		items = append(items, value)
	}
	within := ""
	if of.level != "" {
		within = "PARTITION BY " + read(of.level) + " "
	}
	items = append(items, r.place(by, func(i int) string { return read(of.keys[i]) }, within))
	r.with(out.name, false)
	r.out.WriteString("  SELECT")
	r.lines("    ", items)
	r.out.WriteString("\n  FROM " + r.quote(of.name) + " AS " + tupleAlias)
	where := r.kept(of, tupleAlias)
	if of.now != "" {
		where = append(where, read(of.now)+" = 1")
	}
	r.conjuncts("  ", "WHERE", where, "AND")
	r.endWith()
	return out
}

// writeRanked writes a leg's rows with the tuples that win in place of their own, and nulls for all others.
func (g *leg) writeRanked(ranked relation) {
	r := g.r
	g.ranked = r.ctes.name(g.leg.Model.Name + "_ranked")
	r.with(g.ranked, false)
	r.out.WriteString("  SELECT")
	var items, own []string
	for i, k := range g.keys {
		if ranked.keys[i] == "" {
			items = append(items, r.column(rowAlias, k, k))
		} else {
			items = append(items, r.column(winnerAlias, ranked.keys[i], k))
		}
		own = append(own, rowAlias+"."+r.quote(k))
	}
	items = append(items, r.column(winnerAlias, ranked.rank, ranked.rank))
	for _, name := range g.projected {
		items = append(items, r.column(rowAlias, name, name))
	}
	r.lines("    ", items)
	r.out.WriteString("\n  FROM " + r.quote(g.rows) + " AS " + rowAlias)
	r.out.WriteString("\n  LEFT JOIN " + r.quote(ranked.name) + " AS " + winnerAlias + " ON ")
	r.joinRanked(ranked, func(i int) string { return own[i] })
	r.endWith()
}

// joinRanked writes the condition that a group is a winner.
func (r *renderer) joinRanked(ranked relation, key func(place int) string) {
	for _, i := range r.plan.Dimensions() {
		r.write(r.sameKey(r.keyType(i), key(i), winnerAlias+"."+r.quote(ranked.keys[i])), "\n    AND ")
	}
	r.write(winnerAlias, ".", r.quote(ranked.rank), " <= ", r.winners())
}

// winners is how many tuples top keeps.
func (r *renderer) winners() string {
	return r.bind(expr.Type{Kind: expr.Integer}, int64(r.plan.Top.N), "top")
}

// countIf counts rows.
func (r *renderer) countIf(condition string) string {
	return r.aggregate(aggregateCall{function: "count", x: "*", condition: condition})
}
