package dialect

import (
	"slices"
	"strings"

	"sutura.dev/bundle/expr"
	"sutura.dev/compiler/plan"
)

// relation is a common table expression of groups, and how its columns are named: keys by their places in the plan,
// terms by leg and term, or values by metric where the arithmetic is done. An empty name is a column it has not.
type relation struct {
	name               string
	keys               []string
	terms              [][]string
	values             []string
	rank, level, asked string
	now                string // where tuples are ranked: of these, only what the range itself has
}

// name gives every column that legs meet by a name.
func (r *renderer) name(legs []*leg) {
	r.columns = newScope(r.spec)
	names := relation{keys: make([]string, len(r.plan.Keys)), terms: make([][]string, len(legs))}
	for i, k := range r.plan.Keys {
		names.keys[i] = r.columns.name(k.Name)
	}
	for i, g := range legs {
		for j := range g.leg.Terms {
			names.terms[i] = append(names.terms[i], r.columns.name(g.leg.Terms[j].Name))
		}
	}
	if r.plan.Top != nil {
		names.rank = r.columns.name(rankName)
	}
	if r.plan.Totals || r.plan.Top != nil && r.plan.Grained() {
		names.level = r.columns.name(levelName)
	}
	for _, g := range legs {
		if g.leg.Hidden && len(r.plan.Keys) > 0 {
			names.asked = r.columns.name(askedName)
			break
		}
	}
	if r.plan.Top != nil && !r.plan.Top.Others && slices.ContainsFunc(r.plan.Legs, func(l plan.Leg) bool { return l.Compared }) {
		names.now = r.columns.name(nowName)
	}
	r.named = names
}

// meet aggregates every leg, and makes one row a group of all of them. Null keys meet because grouping takes nulls as
// equal, which joins do not.
func (r *renderer) meet(legs []*leg, by groups) relation {
	out := relation{keys: make([]string, len(r.plan.Keys)), terms: make([][]string, len(legs))}
	for _, k := range by.keys {
		out.keys[k] = r.named.keys[k]
	}
	if by.ranked {
		out.rank = r.named.rank
	}
	if by.sets != nil {
		out.level = r.named.level
	}
	several := len(legs) > 1
	filled := by.fill && len(by.keys) > 1 // tuples are read from what is filled
	sources := make([]string, len(legs))
	for i, g := range legs {
		out.terms[i] = make([]string, len(g.leg.Terms))
		for j := range g.leg.Terms {
			if by.skip == nil || !by.skip(i, j) {
				out.terms[i][j] = r.named.terms[i][j]
			}
		}
		g.writeRows()
		sources[i] = r.ctes.name(r.groupsName(g.leg, by))
		r.with(sources[i], !several && (filled || by.kept && !by.fill))
		g.writeAggregates("  ", g.aggregation(by, i), func(j int) string { return out.terms[i][j] })
		r.endWith()
	}
	out.name = sources[0]
	if several {
		out.asked, out.now = r.named.asked, r.named.now
		out.name = r.union(legs, by.union, out, sources, filled)
	}
	if by.fill {
		out.name = r.fill(legs, out)
	}
	if several || by.fill {
		out.name = r.combine(legs, by, out)
	}
	return out
}

// aggregation is how a leg is aggregated to groups.
func (g *leg) aggregation(by groups, leg int) aggregation {
	a := aggregation{from: g.rows, sets: by.sets, level: g.r.named.level, period: g.r.plan.Grained() && by.keys[0] == 0}
	for _, k := range by.keys {
		a.keys, a.types = append(a.keys, g.keys[k]), append(a.types, g.r.keyType(k))
	}
	if by.ranked {
		a.from = g.ranked
		a.keys, a.types = append(a.keys, g.r.named.rank), append(a.types, expr.Type{Kind: expr.Integer})
	}
	if by.sets != nil {
		a.marks = levelMarks(g.r.plan.Grained(), len(a.keys))
	}
	if by.skip != nil {
		a.skip = func(term int) bool { return by.skip(leg, term) }
	}
	return a
}

// groupsName says what a leg's aggregates are: flights_by_month_and_carrier.
func (r *renderer) groupsName(l *plan.Leg, by groups) string {
	earlier := ""
	if l.Compared {
		earlier = "_earlier"
	}
	if len(by.keys) == 0 {
		return l.Model.Name + earlier + "_total"
	}
	words := make([]string, 0, len(by.keys)+1)
	for _, i := range by.keys {
		k := r.plan.Keys[i]
		switch {
		case k.Dimension == nil:
			words = append(words, string(k.Grain))
		case !by.ranked:
			words = append(words, strings.ReplaceAll(k.Name, ".", "_"))
		}
	}
	if by.ranked {
		words = append(words, rankName)
	}
	return l.Model.Name + earlier + "_by_" + strings.Join(words, "_and_")
}

// eachKey visits the columns that a relation is grouped by.
func (rel relation) eachKey(visit func(name string)) {
	for _, k := range rel.keys {
		if k != "" {
			visit(k)
		}
	}
	for _, k := range []string{rel.rank, rel.level} {
		if k != "" {
			visit(k)
		}
	}
}

// eachTerm visits the columns of terms.
func (rel relation) eachTerm(legs []*leg, visit func(leg int, t *plan.Term, name string)) {
	for i, of := range rel.terms {
		for j, name := range of {
			if name != "" {
				visit(i, &legs[i].leg.Terms[j], name)
			}
		}
	}
}

// union writes the legs' rows below each other.
func (r *renderer) union(legs []*leg, want string, out relation, sources []string, kept bool) string {
	name := r.ctes.name(want)
	r.with(name, kept)
	for i, g := range legs {
		if i > 0 {
			r.out.WriteString("\n  UNION ALL\n")
		}
		r.out.WriteString("  SELECT")
		var items []string
		for k, key := range out.keys {
			if key != "" {
				items = append(items, r.column("l", g.keys[k], key))
			}
		}
		for _, mark := range []string{out.rank, out.level} {
			if mark != "" {
				items = append(items, "l."+r.quote(mark))
			}
		}
		if out.asked != "" {
			items = append(items, digits(map[bool]int{false: 1}[g.leg.Hidden])+" AS "+r.quote(out.asked))
		}
		if out.now != "" {
			items = append(items, digits(map[bool]int{false: 1}[g.leg.Compared || g.leg.Hidden])+" AS "+r.quote(out.now))
		}
		out.eachTerm(legs, func(leg int, t *plan.Term, name string) {
			if leg == i {
				items = append(items, "l."+r.quote(name))
			} else {
				items = append(items, r.null(t)+" AS "+r.quote(name))
			}
		})
		r.lines("    ", items)
		r.out.WriteString("\n  FROM " + r.quote(sources[i]) + " AS l")
	}
	r.endWith()
	return name
}

// fill adds a row without values for every bucket of every tuple: one more leg of the meeting.
func (r *renderer) fill(legs []*leg, of relation) string {
	buckets := r.ctes.name("buckets")
	period := r.plan.Keys[0]
	r.with(buckets, false)
	r.out.WriteString(r.listed([]list{r.listParameter(period.Type, r.plan.Fill, "every bucket", of.keys[0])}, "  "))
	r.endWith()
	tuples := r.tuplesOf(of)

	filled := r.ctes.name("filled")
	r.with(filled, false)
	var all, spine []string
	add := func(name, filler string) {
		all = append(all, "l."+r.quote(name))
		spine = append(spine, filler)
	}
	add(of.keys[0], "b."+r.quote(of.keys[0]))
	for _, k := range of.keys[1:] {
		add(k, "t."+r.quote(k))
	}
	for _, mark := range []string{of.rank, of.level} {
		switch {
		case mark == "":
		case tuples == "":
			add(mark, "0 AS "+r.quote(mark))
		default:
			add(mark, "t."+r.quote(mark))
		}
	}
	if of.asked != "" {
		add(of.asked, "1 AS "+r.quote(of.asked))
	}
	if of.now != "" {
		add(of.now, "0 AS "+r.quote(of.now))
	}
	of.eachTerm(legs, func(_ int, t *plan.Term, name string) { add(name, r.null(t)+" AS "+r.quote(name)) })
	r.out.WriteString("  SELECT")
	r.lines("    ", all)
	r.out.WriteString("\n  FROM " + r.quote(of.name) + " AS l\n  UNION ALL\n  SELECT")
	r.lines("    ", spine)
	r.out.WriteString("\n  FROM " + r.quote(buckets) + " AS b")
	if tuples != "" {
		r.out.WriteString("\n  CROSS JOIN " + r.quote(tuples) + " AS t")
	}
	r.endWith()
	return filled
}

// tuplesOf writes the tuples of dimensions that have rows in the range, totals of buckets among them; nothing where the
// question has no dimensions.
func (r *renderer) tuplesOf(of relation) string {
	if len(of.keys) == 1 {
		return ""
	}
	var items, group, where []string
	for _, k := range of.keys[1:] {
		items = append(items, "l."+r.quote(k))
	}
	if of.rank != "" {
		items = append(items, "l."+r.quote(of.rank))
	}
	group = items
	if level := "l." + r.quote(of.level); of.level != "" { // the total of the range is there even where no bucket is
		group = append(items[:len(items):len(items)], r.modulo(level, "2"))
		items = append(items[:len(items):len(items)], r.modulo(level, "2")+" AS "+r.quote(of.level))
		where = append(where, level+" <> 2")
	}
	if of.asked != "" {
		where = append(where, "l."+r.quote(of.asked)+" = 1")
	}
	name := r.ctes.name("tuples")
	r.with(name, false)
	r.out.WriteString("  SELECT")
	r.lines("    ", items)
	r.out.WriteString("\n  FROM " + r.quote(of.name) + " AS l")
	r.conjuncts("  ", "WHERE", where, "AND")
	r.out.WriteString("\n  GROUP BY")
	r.lines("    ", group)
	r.endWith()
	return name
}

// combine writes one row a group: each term has one value there at most, and its empty value where it has none.
func (r *renderer) combine(legs []*leg, by groups, of relation) string {
	name := r.ctes.name(by.combined)
	r.with(name, by.kept)
	r.out.WriteString("  SELECT")
	var items []string
	of.eachKey(func(k string) { items = append(items, "m."+r.quote(k)) })
	group := items[:len(items):len(items)]
	if of.asked != "" {
		items = append(items, r.greatest("m."+r.quote(of.asked))+" AS "+r.quote(of.asked))
	}
	if of.now != "" {
		items = append(items, r.greatest("m."+r.quote(of.now))+" AS "+r.quote(of.now))
	}
	of.eachTerm(legs, func(_ int, t *plan.Term, name string) {
		text := r.greatest("m." + r.quote(name))
		if t.Zero {
			text = "coalesce(" + text + ", 0)"
		}
		items = append(items, text+" AS "+r.quote(name))
	})
	r.lines("    ", items)
	r.out.WriteString("\n  FROM " + r.quote(of.name) + " AS m")
	if len(group) > 0 {
		r.out.WriteString("\n  GROUP BY")
		r.lines("    ", group)
	}
	r.endWith()
	return name
}

// greatest is the greatest of a group's values.
func (r *renderer) greatest(x string) string {
	return r.aggregate(aggregateCall{function: "max", x: x})
}

// column reads a column, under another name where it has one.
func (r *renderer) column(alias, name, as string) string {
	text := alias + "." + r.quote(name)
	if name != as {
		return text + " AS " + r.quote(as)
	}
	return r.called(text, name)
}

// null stands for a term of another leg, in a type wide enough for what that computes.
func (r *renderer) null(t *plan.Term) string {
	if t.Type.Kind == expr.Integer {
		return "CAST(NULL AS " + r.wideInteger() + ")"
	}
	return r.castAs("NULL", t.Type)
}
