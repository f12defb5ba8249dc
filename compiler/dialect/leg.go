package dialect

import (
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
	"sutura.dev/compiler/plan"
)

// leg is the writing of one plan.Leg: its rows as a common table expression (when there are keys), then a SELECT that
// aggregates them.
type leg struct {
	r       *renderer
	leg     *plan.Leg
	aliases map[string]string // by path of joins; "" is the model's own table
	joins   []joinStep
	// rows is the name of the expression that holds the rows; empty when the tables are aggregated directly.
	rows     string
	ranked   string // rows with their tuples' ranks
	prepared bool
	scope    scope
	items    []string // select list of rows, as written
	names    map[string]string
	// projected are the columns of rows that are no keys.
	projected []string
	keys      []string // names of the keys in rows
	at        string   // the rows' local time, where windows place them
	// taken, per and asked are columns of rows that a snapshot looks at: time, entity, whether requests let the row pass.
	taken string
	per   []string
	asked string
	where []string // of rows
	// inputs and conditions of each term, as the aggregating SELECT writes them.
	inputs, conditions []string
}

type joinStep struct {
	plan.Step
	on string
}

// rowAlias names the rows in the SELECT that aggregates them.
const rowAlias = "f"

func (r *renderer) newLeg(l *plan.Leg) *leg {
	g := &leg{r: r, leg: l, aliases: map[string]string{}, scope: newScope(r.spec), names: map[string]string{}}
	r.fit(l.Model)
	aliases := newScope(r.spec)
	g.aliases[""] = aliases.name(l.Model.Name)
	g.join(aliases)
	return g
}

// join gives every path of joins that the leg reads an alias, each after those it starts from.
func (g *leg) join(aliases scope) {
	for _, s := range g.leg.Steps(g.r.plan.Bundle) {
		g.r.fit(s.Right)
		g.aliases[s.Path] = aliases.name(strings.ReplaceAll(s.Path, ".", "_"))
		g.joins = append(g.joins, joinStep{Step: s})
	}
}

// column writes a column of the leg's tables; text is made exact.
func (g *leg) column(c expr.Column, t expr.Type) string {
	text := g.r.quote(g.aliases[c.Role]) + "." + g.r.quote(c.Name)
	if t.Kind == expr.String {
		return g.r.textColumn(text)
	}
	return text
}

// project adds an expression to the rows under a name near want, once, and returns how the aggregating SELECT reads it.
func (g *leg) project(text, want string) string {
	name, ok := g.names[text]
	if !ok {
		name = g.scope.name(want)
		g.names[text] = name
		g.projected = append(g.projected, name)
		g.items = append(g.items, text+" AS "+g.r.quote(name))
	}
	return rowAlias + "." + g.r.quote(name)
}

// prepare writes the leg's expressions: keys, inputs, conditions, then what the rows must pass, in this order, which
// is that of the text.
func (g *leg) prepare() {
	g.prepared = true
	grouped := g.grouped()
	others := g.r.plan.Top != nil && g.r.plan.Top.Others // keys become the winners', and no input may read them
	if others {
		g.scope.taken[strings.ToLower(g.r.named.rank)] = true
	}
	for i, k := range g.leg.Keys {
		text := ""
		switch {
		case k.Bucket != nil && g.leg.Windows != nil: // the window's
			g.keys = append(g.keys, g.scope.name(g.r.plan.Keys[i].Name))
			g.prepareTime()
			continue
		case k.Bucket != nil:
			text = g.shown(k.Bucket)
		default:
			text = g.r.grouped(g.r.expr(k.Expr, g.column, 0), g.r.keyType(i))
		}
		name := g.scope.name(g.r.plan.Keys[i].Name)
		g.items = append(g.items, text+" AS "+g.r.quote(name))
		g.keys = append(g.keys, name)
		if !others {
			g.names[text] = name
		}
	}
	for i := range g.leg.Terms {
		t := &g.leg.Terms[i]
		input, condition := "", ""
		if !grouped && (t.Func == bundle.Median || t.Func == bundle.Percentile) { // written before its input
			g.r.continuousAt(t)
		}
		if t.Expr != nil {
			read := g.read
			if t.Func == bundle.CountIf {
				read = g.readCondition
			}
			input = read(t.Expr, inputName(t), grouped)
		}
		if len(t.Where) > 0 {
			condition = g.readCondition(conjunction(t.Where), t.Name+"_counts", grouped)
		}
		if !grouped && t.Func == bundle.PercentileDiscrete { // written after both
			g.r.discreteAt(t)
		}
		g.inputs, g.conditions = append(g.inputs, input), append(g.conditions, condition)
	}
	g.prepareSnapshot()
	g.prepareJoins()
	g.prepareWhere()
}

// grouped reports whether rows are written as an expression of their own.
func (g *leg) grouped() bool { return len(g.leg.Keys) > 0 || g.leg.Snapshot != nil }

// prepareTime writes the local day, or the hour, by which windows hold a row.
func (g *leg) prepareTime() {
	t := g.leg.Windows.At.Time
	text := ""
	if t.Type.Kind == expr.Date {
		text = g.column(expr.Column{Role: t.Role, Name: t.Column}, t.Type)
	} else {
		text = g.r.bucket(g.leg.Windows.At, g.column)
	}
	g.at = g.scope.name("at")
	g.items = append(g.items, text+" AS "+g.r.quote(g.at))
}

// read returns how the aggregating SELECT reads a tree: by its name in the rows, or directly where there are no rows.
func (g *leg) read(n *expr.Node, want string, grouped bool) string {
	text := g.r.expr(n, g.column, 0)
	if !grouped {
		return text
	}
	return g.project(text, want)
}

// readCondition is read, of a condition.
func (g *leg) readCondition(n *expr.Node, want string, grouped bool) string {
	if grouped {
		return g.r.valueCondition(g.read(n, want, grouped))
	}
	return g.r.condition(n, g.column, 0)
}

// inputName is the column's own name where the input is one, else the term's.
func inputName(t *plan.Term) string {
	if t.Expr.Op == expr.OpColumn {
		return t.Expr.Column.Name
	}
	return t.Name
}

func conjunction(conditions []*expr.Node) *expr.Node {
	if len(conditions) == 1 {
		return conditions[0]
	}
	return expr.Call(expr.OpAnd, expr.Type{Kind: expr.Boolean}, conditions...)
}

// prepareWhere writes the range, the definitions and the requests.
func (g *leg) prepareWhere() {
	and := expr.Strength(expr.OpAnd)
	if t := g.leg.Range; t != nil {
		col := g.column(expr.Column{Role: t.Time.Role, Name: t.Time.Column}, t.Time.Type)
		if t.Start != "" {
			g.where = append(g.where, col+" >= "+g.r.bind(t.Time.Type, t.Start, "range start"))
		}
		g.where = append(g.where, col+" < "+g.r.bind(t.Time.Type, t.End, "range end"))
	}
	for _, p := range g.leg.Where {
		if p.Filter != nil && g.leg.Snapshot != nil { // what is last is found before
			continue
		}
		if p.Filter != nil {
			g.where = append(g.where, g.filter(p.Filter))
			continue
		}
		if p.Expr.Op == expr.OpAnd {
			for _, a := range p.Expr.Args {
				g.where = append(g.where, g.r.condition(a, g.column, and))
			}
			continue
		}
		g.where = append(g.where, g.r.condition(p.Expr, g.column, and))
	}
}

// filter writes a requested clause. Its text depends on the operator and on include_null, never on values.
func (g *leg) filter(f *plan.Filter) string {
	r, t := g.r, plan.FilterType(f.Expr.Type)
	label := "filter " + f.Name
	x := ""
	if t == f.Expr.Type {
		x = r.exact([]*expr.Node{f.Expr}, g.column, expr.Strength(expr.OpEq))[0]
	} else {
		x = r.day(f.Expr, g.column)
	}
	value := func(i int) string { return r.bind(t, bindValue(t, f.Values[i]), label) }
	switch f.Op {
	case question.OpIn:
		text := r.equalsAny(x, r.bindList(t, f.Values, label), t)
		if f.IncludeNull {
			return "(" + text + " OR " + x + " IS NULL)"
		}
		return text
	case question.OpNotIn:
		text := r.truth("("+r.equalsAny(x, r.bindList(t, f.Values, label), t)+")", expr.OpIsNotTrue)
		if f.IncludeNull {
			return "(" + text + " AND " + x + " IS NOT NULL)"
		}
		return text
	case question.OpLt, question.OpLte, question.OpGt, question.OpGte:
		op := map[string]string{question.OpLt: " < ", question.OpLte: " <= ", question.OpGt: " > ", question.OpGte: " >= "}[f.Op]
		return r.keyed(x, t) + op + r.keyed(value(0), t)
	case question.OpBetween:
		return r.keyed(x, t) + " BETWEEN " + r.keyed(value(0), t) + " AND " + r.keyed(value(1), t)
	case question.OpStartsWith:
		return r.startsWith(x, value(0))
	case question.OpContains:
		return r.contains(x, value(0))
	case question.OpIsNull:
		return x + " IS NULL"
	case question.OpIsNotNull:
		return x + " IS NOT NULL"
	}
	panic("dialect: no form for filter " + f.Op)
}

// writeFrom writes the tables and what their rows must pass.
func (g *leg) writeFrom(indent string) {
	g.r.write("\n", indent, "FROM ", g.r.table(g.leg.Model.Table), " AS ", g.r.quote(g.aliases[""]))
	for _, j := range g.joins {
		g.r.write("\n", indent, "LEFT JOIN ", g.r.table(j.Right.Table), " AS ", g.r.quote(g.aliases[j.Path]), " ON ", j.on)
	}
	g.r.conjuncts(indent, "WHERE", g.where, "AND")
}

// conjuncts writes conditions one a line.
func (r *renderer) conjuncts(indent, word string, conditions []string, between string) {
	for i, c := range conditions {
		if i == 0 {
			r.write("\n", indent, word, " ", c)
		} else {
			r.write("\n", indent, "  ", between, " ", c)
		}
	}
}
