package dialect

import (
	"errors"
	"fmt"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/compiler/plan"
)

// MaxStatement is the longest statement, in bytes.
const MaxStatement = 64 << 10

// Errors of Render. A catalog that compiled gives none of them for its own source's dialect.
var (
	ErrDialect    = errors.New("sutura has no dialect of that name")
	ErrIdentifier = errors.New("a name is longer than the dialect keeps")
	ErrTooLong    = fmt.Errorf("the statement would be longer than %d KiB", MaxStatement>>10)
)

// Render writes a plan as one statement of a dialect. The plan's values become binds; its text depends on nothing
// else of the question's values.
func Render(p *plan.Plan, dialect string) (Statement, error) {
	s, ok := specOf(dialect)
	if !ok {
		return Statement{}, ErrDialect
	}
	r := &renderer{spec: s, plan: p, ctes: scope{}}
	r.out.Grow((1 + len(p.Legs)) << 10)
	r.statement()
	switch {
	case r.unfit:
		return Statement{}, ErrIdentifier
	case r.out.Len() > MaxStatement:
		return Statement{}, ErrTooLong
	}
	return Statement{dialect: s.name(), text: r.out.String(), binds: r.binds, columns: outputs(p), tables: r.tables}, nil
}

func outputs(p *plan.Plan) []Column {
	columns := make([]Column, 0, p.Columns())
	for _, k := range p.Keys {
		columns = append(columns, Column{Name: k.Name, Type: k.Type})
	}
	for _, m := range p.Metrics {
		columns = append(columns, Column{Name: m.Name, Type: m.Type})
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

// statement writes the legs, their meeting, and the final SELECT. One leg whose terms are the metrics themselves is
// the final SELECT.
func (r *renderer) statement() {
	legs := make([]*leg, len(r.plan.Legs))
	for i := range r.plan.Legs {
		legs[i] = r.newLeg(&r.plan.Legs[i])
	}
	if len(legs) == 1 && r.plainValues() {
		legs[0].writeRows()
		legs[0].writeAggregates("", func(i int) string { return r.plan.Metrics[i].Name })
		r.tail(func(column int) string { return rowAlias + "." + quote(legs[0].keys[column]) })
		return
	}
	r.meeting(legs)
}

// plainValues reports whether the leg's terms are the metrics, in order, and rows are sorted by keys only.
func (r *renderer) plainValues() bool {
	for i, m := range r.plan.Metrics {
		if m.Value.Op != bundle.ValueTerm || m.Value.Term != i {
			return false
		}
	}
	for _, o := range r.plan.Order {
		if o.Column >= len(r.plan.Keys) {
			return false
		}
	}
	return len(r.plan.Metrics) == len(r.plan.Legs[0].Terms)
}

// with starts a common table expression.
func (r *renderer) with(name string) {
	if r.out.Len() == 0 {
		r.out.WriteString("WITH ")
	} else {
		r.out.WriteString(",\n")
	}
	r.out.WriteString(quote(name) + " AS (\n")
}

func (r *renderer) endWith() { r.out.WriteString("\n)") }

// writeRows writes the rows of a grouped leg as an expression of their own, so that keys are grouped by name.
func (g *leg) writeRows() {
	g.prepare()
	if len(g.keys) == 0 {
		return
	}
	g.rows = g.r.ctes.name(g.leg.Model.Name)
	g.r.with(g.rows)
	g.r.out.WriteString("  SELECT")
	g.r.lines("    ", g.items)
	g.writeFrom("  ")
	g.r.endWith()
}

// writeAggregates writes the SELECT that aggregates the rows; name gives each term's column its name.
func (g *leg) writeAggregates(indent string, name func(term int) string) {
	out := &g.r.out
	if out.Len() > 0 && indent == "" {
		out.WriteByte('\n')
	}
	out.WriteString(indent + "SELECT")
	items := make([]string, 0, len(g.keys)+len(g.leg.Terms))
	for _, k := range g.keys {
		items = append(items, rowAlias+"."+quote(k))
	}
	for i := range g.leg.Terms {
		items = append(items, g.r.aggregate(&g.leg.Terms[i], g.inputs[i], g.conditions[i])+" AS "+quote(name(i)))
	}
	g.r.lines(indent+"  ", items)
	if g.rows == "" {
		g.writeFrom(indent)
		return
	}
	out.WriteString("\n" + indent + "FROM " + quote(g.rows) + " AS " + rowAlias)
	if each := g.everyCondition(); each != nil {
		g.r.conjuncts(indent, "WHERE", each, "OR")
	}
	out.WriteString("\n" + indent + "GROUP BY")
	g.r.lines(indent+"  ", items[:len(g.keys)])
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

// tail writes order and cap. key writes an output column that is a key.
func (r *renderer) tail(key func(column int) string) {
	items := make([]string, 0, len(r.plan.Order))
	for _, o := range r.plan.Order {
		text, t := "", expr.Type{}
		if o.Column < len(r.plan.Keys) {
			text, t = key(o.Column), r.plan.Keys[o.Column].Type
		} else {
			m := r.plan.Metrics[o.Column-len(r.plan.Keys)]
			text, t = key(o.Column), m.Type
		}
		if t.Kind == expr.String {
			text = r.collate(text)
		}
		direction := " ASC"
		if o.Descending {
			direction = " DESC"
		}
		items = append(items, text+direction+" NULLS LAST")
	}
	if len(items) > 0 {
		r.out.WriteString("\nORDER BY")
		r.lines("  ", items)
	}
	r.out.WriteString("\nLIMIT " + r.bind(expr.Type{Kind: expr.Integer}, int64(r.plan.Limit+1), "cap of rows, and one more"))
	r.out.WriteByte('\n')
}
