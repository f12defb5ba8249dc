package dialect

import (
	"slices"
	"strings"

	"sutura.dev/bundle/expr"
	"sutura.dev/compiler/plan"
)

// Names of markers: columns that tell rows apart and are no part of an answer.
const (
	levelName = "level" // 0: a row; 1: a total of a bucket; 2: a tuple over the whole range; 3: the total of it
	rankName  = "rank"  // the place of a tuple among those that top keeps, from 1; null: not kept
	askedName = "asked" // 0: only having looks at it
	nowName   = "now"   // 0: only the earlier range of a comparison has it, or having alone looks at it
)

// groups says how legs are aggregated: by which keys, and which of the terms.
type groups struct {
	keys []int // places in plan.Keys
	// sets are what is grouped apart, each some of keys (as places in keys); nil: by all of them.
	sets [][]int
	// ranked tells that dimensions are those of winners, with their rank as the last key.
	ranked bool
	// fill tells that buckets without rows are wanted.
	fill bool
	// kept tells that the groups are read more than once.
	kept bool
	// skip leaves out a term.
	skip func(leg, term int) bool
	// union and combined name what legs meet in.
	union, combined string
}

// everyGroup is every key of the answer, with the sets that totals and top want.
func (r *renderer) everyGroup() groups {
	p := r.plan
	out := groups{fill: p.Fill != nil, union: "met", combined: "combined"}
	for i := range p.Keys {
		out.keys = append(out.keys, i)
	}
	if p.Totals {
		out.sets = totalSets(p, len(out.keys))
	}
	if p.Top != nil && !p.Top.Others && p.Grained() {
		if out.sets == nil {
			out.sets = [][]int{places(0, len(out.keys))}
		}
		out.sets = append(out.sets, places(1, len(out.keys)))
	}
	return out
}

// rankedGroups is every key, where dimensions are those of winners.
func (r *renderer) rankedGroups() groups {
	p := r.plan
	out := groups{fill: p.Fill != nil, ranked: true, union: "met", combined: "combined"}
	for i := range p.Keys {
		out.keys = append(out.keys, i)
	}
	if p.Totals {
		out.sets = totalSets(p, len(out.keys)+1)
	}
	return out
}

// tuples is the dimensions alone, with what they are ranked by.
func (r *renderer) tuples() groups {
	wanted := map[[2]int]bool{}
	eachTerm(r.plan.Metrics[r.plan.Top.Metric].Value, func(l, t int) { wanted[[2]int{l, t}] = true })
	return groups{
		keys: r.plan.Dimensions(), union: "ranking_met", combined: "ranking",
		skip: func(l, t int) bool { return !wanted[[2]int{l, t}] },
	}
}

func eachTerm(v plan.Value, visit func(leg, term int)) {
	if len(v.Args) == 0 {
		visit(v.Leg, v.Term)
	}
	for _, a := range v.Args {
		eachTerm(a, visit)
	}
}

// totalSets are rows, totals of each bucket, and the total.
func totalSets(p *plan.Plan, keys int) [][]int {
	sets := [][]int{places(0, keys)}
	if p.Grained() && keys > 1 {
		sets = append(sets, []int{0})
	}
	return append(sets, nil)
}

// places are the numbers from one to before another.
func places(from, to int) []int {
	out := make([]int, 0, to-from)
	for i := from; i < to; i++ {
		out = append(out, i)
	}
	return out
}

// writeRows writes the rows of a grouped leg, once, as an expression of their own, so that keys are grouped by name.
func (g *leg) writeRows() {
	if g.prepared {
		return
	}
	windows := ""
	if g.leg.Windows != nil {
		windows = g.r.windows(g.leg.Windows)
	}
	g.prepare()
	if !g.grouped() {
		return
	}
	kept := g.r.plan.Top != nil && g.r.plan.Top.Others
	g.rows = g.r.ctes.name(g.rowsName())
	g.r.with(g.rows, windows != "" || kept && g.leg.Snapshot == nil)
	g.r.out.WriteString("  SELECT")
	g.r.lines("    ", g.items)
	g.writeFrom("  ")
	g.r.endWith()
	g.place(windows, kept)
}

// aggregation is groups over one leg's rows.
type aggregation struct {
	from  string   // the rows, empty for the leg's own tables
	keys  []string // columns of the rows
	types []expr.Type
	sets  [][]int
	marks []int // keys that the level is told by
	level string
	skip  func(term int) bool
	// period tells that the first key is the bucket.
	period bool
	// answers tells that the keys are those of the answer.
	answers bool
	// apart is one of the sets, by itself.
	apart *apart
}

// apart is a set of keys that is grouped by, and its level. The other keys are null.
type apart struct {
	set   []int
	level int
}

// eachSet are the aggregations of each set by itself.
func (a aggregation) eachSet() []aggregation {
	out := make([]aggregation, len(a.sets))
	for i, set := range a.sets {
		level := 0
		for _, m := range a.marks {
			level *= 2
			if !slices.Contains(set, m) {
				level++
			}
		}
		out[i] = a
		out[i].sets, out[i].apart, out[i].period = nil, &apart{set, level}, a.period && slices.Contains(set, 0)
	}
	return out
}

// everyKey aggregates a leg's rows to every key of the answer.
func (r *renderer) everyKey(g *leg) aggregation {
	a := aggregation{from: g.rows, keys: g.keys, period: r.plan.Grained()}
	for i := range g.keys {
		a.types = append(a.types, r.keyType(i))
	}
	if r.plan.Totals {
		a.sets = totalSets(r.plan, len(g.keys))
		a.marks = levelMarks(r.plan.Grained(), len(g.keys))
	}
	return a
}

// levelMarks are the keys that tell sets apart: the period, and one that every row has and no total.
func levelMarks(grained bool, keys int) []int {
	if grained && keys > 1 {
		return []int{0, keys - 1}
	}
	return []int{keys - 1}
}

// writeAggregates writes the SELECT that aggregates the rows; name gives each term's column its name.
func (g *leg) writeAggregates(indent string, a aggregation, name func(term int) string) {
	out := &g.r.out
	if a.sets != nil && !g.r.groupsSets() {
		for i, each := range a.eachSet() {
			if i > 0 {
				out.WriteString("\n" + indent + "UNION ALL\n")
			}
			g.writeAggregates(indent, each, name)
		}
		return
	}
	if out.Len() > 0 && indent == "" {
		out.WriteByte('\n')
	}
	out.WriteString(indent + "SELECT")
	items, keys := make([]string, 0, len(a.keys)+len(g.leg.Terms)+1), make([]string, len(a.keys))
	for i, k := range a.keys {
		keys[i] = rowAlias + "." + g.r.quote(k)
		item := keys[i]
		if a.answers {
			item = g.r.shownKey(item, a.types[i], k)
		}
		if a.apart != nil && !slices.Contains(a.apart.set, i) {
			item = g.r.castAs("NULL", a.types[i]) + " AS " + g.r.quote(k)
		}
		items = append(items, item)
	}
	for i := range g.leg.Terms {
		if a.skip == nil || !a.skip(i) {
			items = append(items, g.term(a, i)+" AS "+g.r.quote(name(i)))
		}
	}
	if a.sets != nil {
		items = append(items, g.r.grouping(pick(keys, a.marks))+" AS "+g.r.quote(a.level))
	}
	if a.apart != nil {
		items = append(items, digits(a.apart.level)+" AS "+g.r.quote(a.level))
		keys = pick(keys, a.apart.set)
	}
	g.r.lines(indent+"  ", items)
	if a.from == "" {
		g.writeFrom(indent)
		return
	}
	out.WriteString("\n" + indent + "FROM " + g.r.quote(a.from) + " AS " + rowAlias)
	each := g.everyCondition()
	if bucketed := g.bucketed(a); bucketed != "" && a.sets == nil {
		if each != nil {
			bucketed += " AND (" + strings.Join(each, " OR ") + ")"
		}
		each = []string{bucketed}
	}
	g.r.conjuncts(indent, "WHERE", each, "OR")
	if len(keys) == 0 {
		return
	}
	if a.sets == nil {
		out.WriteString("\n" + indent + "GROUP BY")
		g.r.lines(indent+"  ", keys)
		return
	}
	sets := make([]string, len(a.sets))
	for i, s := range a.sets {
		sets[i] = "(" + strings.Join(pick(keys, s), ", ") + ")"
	}
	out.WriteString("\n" + indent + "GROUP BY GROUPING SETS (")
	g.r.lines(indent+"  ", sets)
	out.WriteString("\n" + indent + ")")
	if bucketed := g.bucketed(a); bucketed != "" {
		out.WriteString("\n" + indent + "HAVING " + g.r.grouping(keys[:1]) + " = 1 OR " + bucketed)
	}
}

// bucketed keeps what stands at a bucket, where rows of the whole range's window lie beside those of buckets.
func (g *leg) bucketed(a aggregation) string {
	if !a.period || g.leg.Windows == nil || g.leg.Windows.Whole == nil {
		return ""
	}
	return rowAlias + "." + g.r.quote(a.keys[0]) + " IS NOT NULL"
}

// term writes a term's aggregate. Where the whole range has a window of its own, only its rows count for what is not
// told apart by buckets.
func (g *leg) term(a aggregation, i int) string {
	t, x, cond := &g.leg.Terms[i], g.inputs[i], g.conditions[i]
	each := g.r.term(t, x, cond)
	if g.leg.Windows == nil || g.leg.Windows.Whole == nil || a.period && a.sets == nil {
		return each
	}
	whole := rowAlias + "." + g.r.quote(g.keys[0]) + " IS NULL"
	if cond != "" {
		whole = "(" + cond + ") AND " + whole
	}
	all := g.r.term(t, x, whole)
	if !a.period {
		return all
	}
	return "CASE WHEN " + g.r.grouping([]string{rowAlias + "." + g.r.quote(a.keys[0])}) + " = 0 THEN " + each + " ELSE " + all + " END"
}

// groupsSets reports whether sets of keys are grouped in one SELECT.
func (r *renderer) groupsSets() bool { return r.grouping(nil) != "" }

// pick takes items by their places.
func pick(items []string, places []int) []string {
	out := make([]string, len(places))
	for i, p := range places {
		out[i] = items[p]
	}
	return out
}

// everyCondition returns the terms' conditions when each term has one: a row that no term counts brings no key.
func (g *leg) everyCondition() []string {
	var each []string
	for _, c := range g.conditions {
		if c == "" {
			return nil
		}
		each = append(each, c)
	}
	return each
}

// keyType is the type of a key.
func (r *renderer) keyType(place int) expr.Type { return r.plan.Keys[place].Type }
