package dialect

import (
	"errors"
	"fmt"
	"slices"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/compiler/plan"
)

// MaxStatement is the longest statement, in bytes.
const MaxStatement = 64 << 10

// Errors of Render; what a dialect cannot compute is an *Unsupported. A catalog that compiled gives none of them for its own source's dialect.
var (
	ErrDialect    = errors.New("sutura has no dialect of that name")
	ErrIdentifier = errors.New("a name is longer than the dialect keeps")
	ErrTooLong    = fmt.Errorf("the statement would be longer than %d KiB", MaxStatement>>10)
)

// Render writes a plan as one statement of a dialect. The plan's values become binds; its text depends on nothing
// else of the question's values.
func Render(p *plan.Plan, dialect string) (_ Statement, err error) {
	defer unwritten(&err)
	s, ok := specOf(dialect)
	if !ok {
		return Statement{}, ErrDialect
	}
	r := &renderer{spec: s, plan: p, ctes: newScope(s)}
	r.out.Grow((1 + len(p.Legs)) << 10)
	r.statement()
	if most := s.lexicon().MostParts; most > 0 && len(r.ctes.taken) > most {
		cannot(s, ManyParts)
	}
	text, binds := placed(s, r.out.String(), r.binds)
	switch {
	case r.unfit:
		return Statement{}, ErrIdentifier
	case len(text) > MaxStatement:
		return Statement{}, ErrTooLong
	}
	return Statement{dialect: s.name(), text: text, binds: binds, columns: outputs(p), tables: r.tables}, nil
}

// outputs are the answer's columns, then the markers that tell rows, others and totals apart.
func outputs(p *plan.Plan) []Column {
	columns := make([]Column, 0, p.Columns()+2)
	for _, k := range p.Keys {
		columns = append(columns, Column{Name: k.Name, Type: k.Type})
	}
	for _, m := range p.Metrics {
		columns = append(columns, Column{Name: m.Name, Type: m.Type})
	}
	if p.Top != nil && p.Top.Others {
		columns = append(columns, Column{Name: rankName, Type: expr.Type{Kind: expr.Integer}, Marker: MarkRank})
	}
	if p.Totals {
		columns = append(columns, Column{Name: levelName, Type: expr.Type{Kind: expr.Integer}, Marker: MarkLevel})
	}
	return columns
}

// fit notes a table whose names the dialect would cut. Names that are equal once case is folded are in no bundle.
func (r *renderer) fit(m *bundle.Model) {
	most := r.maxIdentifier()
	if most == 0 {
		return
	}
	for _, part := range m.Table {
		r.unfit = r.unfit || len(part) > most
	}
	for i := range m.Columns {
		r.unfit = r.unfit || len(m.Columns[i].Name) > most
	}
}

// statement writes the legs, their meeting, what becomes of its rows, and the final SELECT. One leg whose terms are the
// metrics themselves is the final SELECT.
func (r *renderer) statement() {
	legs := make([]*leg, len(r.plan.Legs))
	for i := range r.plan.Legs {
		legs[i] = r.newLeg(&r.plan.Legs[i])
	}
	if r.plain() {
		g := legs[0]
		g.writeRows()
		a := r.everyKey(g)
		a.level, a.answers = levelName, true
		g.writeAggregates("", a, func(i int) string { return r.plan.Metrics[i].Name })
		r.tail(func(column int) string { return rowAlias + "." + r.quote(g.keys[column]) })
		return
	}
	r.name(legs)
	top := r.plan.Top
	switch {
	case top == nil:
		r.final(r.meet(legs, r.everyGroup()), nil)
	case top.Others:
		for _, g := range legs {
			g.writeRows()
		}
		ranked := r.rankTuples(r.meet(r.current(legs), r.tuples()), false)
		for _, g := range legs {
			g.writeRanked(ranked)
		}
		r.final(r.meet(legs, r.rankedGroups()), nil)
	case r.plan.Grained():
		by := r.everyGroup()
		by.kept = true // ranked, and then shown
		groups := r.meet(legs, by)
		ranked := r.rankTuples(groups, true)
		r.final(groups, &ranked)
	default:
		r.final(r.rankRows(r.meet(legs, r.everyGroup())), nil)
	}
}

// current are the legs of the range itself; those of an earlier one come after them, and rank nothing.
func (r *renderer) current(legs []*leg) []*leg {
	if i := slices.IndexFunc(legs, func(g *leg) bool { return g.leg.Compared }); i >= 0 {
		return legs[:i]
	}
	return legs
}

// plain reports whether the only leg's terms are the metrics, in order, and nothing needs the rows once more.
func (r *renderer) plain() bool {
	p := r.plan
	if p.Totals && !r.groupsSets() { // an order cannot name the columns of one of several SELECTs
		return false
	}
	if len(p.Legs) > 1 || p.Top != nil || len(p.Having) > 0 || p.Fill != nil {
		return false
	}
	for i, m := range p.Metrics {
		if m.Value.Op != bundle.ValueTerm || m.Value.Term != i {
			return false
		}
	}
	for _, o := range p.Order {
		if o.Column >= len(p.Keys) {
			return false
		}
	}
	return len(p.Metrics) == len(p.Legs[0].Terms)
}

// with starts a common table expression; kept is one that is read more than once.
func (r *renderer) with(name string, kept bool) {
	if r.out.Len() == 0 {
		r.out.WriteString("WITH ")
	} else {
		r.out.WriteString(",\n")
	}
	r.write(r.quote(name), r.as(kept), "\n")
}

func (r *renderer) endWith() { r.out.WriteString("\n)") }

// tail writes order and cap. output writes a column of the answer, or the rank.
func (r *renderer) tail(output func(column int) string) {
	items := make([]string, 0, len(r.plan.Order))
	for _, o := range r.plan.Order {
		text, t := output(o.Column), expr.Type{Kind: expr.Integer}
		switch {
		case o.Column == plan.RankColumn:
		case o.Column < len(r.plan.Keys):
			t = r.plan.Keys[o.Column].Type
		default:
			t = r.plan.Metrics[o.Column-len(r.plan.Keys)].Type
		}
		items = append(items, r.sortedBy(text, t, o.Descending))
	}
	if len(items) > 0 {
		r.out.WriteString("\nORDER BY")
		r.lines("  ", items)
	}
	most := r.plan.Limit + 1 + r.plan.Apart
	label := "cap of rows, and one more"
	if r.plan.Apart > 0 {
		label = "cap of rows, one more, others and totals"
	}
	cap := r.parameter(Bind{Type: expr.Type{Kind: expr.Integer}, Value: int64(most), Label: label})
	r.write("\n", r.limit(r.limited(cap), len(items) > 0), "\n")
	if end := r.ending(); end != "" {
		r.write(end, "\n")
	}
}

// sortedBy is one item of an order; text by code point.
func (r *renderer) sortedBy(text string, t expr.Type, descending bool) string {
	if t.Kind == expr.String {
		text = r.comparable(r.collate(text))
	}
	return r.sorted(text, descending)
}
