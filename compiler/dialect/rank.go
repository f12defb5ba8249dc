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
	items := r.sorted(value, r.plan.Metrics[top.Metric].Type, top.Descending)
	for _, i := range r.plan.Dimensions() {
		items += ", " + r.sorted(dimension(i), r.keyType(i), false)
	}
	return "row_number() OVER (" + within + "ORDER BY " + items + ") AS " + quote(r.named.rank)
}

// rankTuples writes every tuple with its rank over the whole range. Where groups hold buckets too, tuples are those of
// level 2, and of these only the ones of which having keeps a bucket.
func (r *renderer) rankTuples(of relation, buckets bool) relation {
	out := relation{name: r.ctes.name("ranked"), keys: make([]string, len(of.keys)), rank: r.named.rank}
	read := func(name string) string { return tupleAlias + "." + quote(name) }
	value := r.value(r.plan.Metrics[r.plan.Top.Metric].Value, func(l, t int) string { return read(of.terms[l][t]) })
	var items, where, kept []string
	for _, i := range r.plan.Dimensions() {
		out.keys[i] = of.keys[i]
		items = append(items, read(of.keys[i]))
	}
	keys := items[:len(items):len(items)]
	now := ""
	if of.now != "" { // what only the earlier range has does not rank
		now = " AND " + read(of.now) + " = 1"
	}
	if buckets {
		where = append(where, read(of.level)+" = 2"+now)
		if kept = r.kept(of, tupleAlias); kept != nil {
			ranged := read(of.level) + " = 2"
			value = "max(" + value + ") FILTER (WHERE " + ranged + ")"
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
	r.out.WriteString("\n  FROM " + quote(of.name) + " AS " + tupleAlias)
	r.conjuncts("  ", "WHERE", where, "OR")
	if kept != nil {
		r.out.WriteString("\n  GROUP BY")
		r.lines("    ", keys)
		r.out.WriteString("\n  HAVING count(*) FILTER (WHERE " + read(of.level) + " = 0) > 0")
		if now != "" {
			r.out.WriteString(" AND count(*) FILTER (WHERE " + read(of.level) + " = 2) > 0")
		}
	}
	r.endWith()
	return out
}

// rankRows writes the rows of an answer without buckets with their rank, values computed. Totals are ranked apart.
func (r *renderer) rankRows(of relation) relation {
	out := relation{name: r.ctes.name("ranked"), keys: of.keys, level: of.level, rank: r.named.rank}
	read := func(name string) string { return tupleAlias + "." + quote(name) }
	names := scope{}
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
			value += " AS " + quote(name)
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
	r.out.WriteString("\n  FROM " + quote(of.name) + " AS " + tupleAlias)
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
			items = append(items, rowAlias+"."+quote(k))
		} else {
			items = append(items, column(winnerAlias, ranked.keys[i], k))
		}
		own = append(own, rowAlias+"."+quote(k))
	}
	items = append(items, winnerAlias+"."+quote(ranked.rank))
	for _, name := range g.projected {
		items = append(items, rowAlias+"."+quote(name))
	}
	r.lines("    ", items)
	r.out.WriteString("\n  FROM " + quote(g.rows) + " AS " + rowAlias)
	r.out.WriteString("\n  LEFT JOIN " + quote(ranked.name) + " AS " + winnerAlias + " ON ")
	r.joinRanked(ranked, func(i int) string { return own[i] })
	r.endWith()
}

// joinRanked writes the condition that a group is a winner.
func (r *renderer) joinRanked(ranked relation, key func(place int) string) {
	for _, i := range r.plan.Dimensions() {
		r.write(r.sameKey(r.keyType(i), key(i), winnerAlias+"."+quote(ranked.keys[i])), "\n    AND ")
	}
	r.write(winnerAlias, ".", quote(ranked.rank), " <= ", r.winners())
}

// winners is how many tuples top keeps.
func (r *renderer) winners() string {
	return r.bind(expr.Type{Kind: expr.Integer}, int64(r.plan.Top.N), "top")
}

// sameKey compares keys, nulls as equal, in a form that databases hash or merge; IS NOT DISTINCT FROM they loop.
func (r *renderer) sameKey(t expr.Type, a, b string) string {
	filler := "0"
	switch t.Kind {
	case expr.String:
		filler = "''"
	case expr.Boolean:
		filler = "CAST('false' AS boolean)"
	case expr.Date, expr.Timestamp, expr.TimestampTZ:
		filler = "CAST('0001-01-01' AS " + typeName(t) + ")"
	case expr.Integer, expr.Decimal, expr.Float, expr.Null:
	}
	return "coalesce(" + a + ", " + filler + ") = coalesce(" + b + ", " + filler + ") AND (" + a + " IS NULL) = (" + b + " IS NULL)"
}
