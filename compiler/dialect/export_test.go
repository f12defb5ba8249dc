package dialect

import (
	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/compiler/plan"
)

// Each renders trees for the rows of a table whose column id is from a number to another, in its order.
func Each(b *bundle.Bundle, dialect string, table []string, trees []*expr.Node, from, to int) (_ Statement, err error) {
	defer unwritten(&err)
	s, ok := specOf(dialect)
	if !ok {
		panic(dialect)
	}
	r := &renderer{spec: s, plan: &plan.Plan{Bundle: b}, ctes: newScope(s)}
	column := func(c expr.Column, t expr.Type) string {
		text := rowAlias + "." + r.quote(c.Name)
		if t.Kind == expr.String {
			return r.textColumn(text)
		}
		return text
	}
	r.write("SELECT")
	items := make([]string, len(trees))
	var columns []Column
	for i, n := range trees {
		name := "x" + digits(i)
		items[i] = r.expr(n, column, 0) + " AS " + r.quote(name)
		columns = append(columns, Column{Name: name, Type: n.Type})
	}
	r.lines("  ", items)
	integer := expr.Type{Kind: expr.Integer}
	r.write("\nFROM ", r.table(table), " AS ", rowAlias, "\nWHERE ", rowAlias, ".", r.quote("id"), " BETWEEN ",
		r.bind(integer, int64(from), "first"), " AND ", r.bind(integer, int64(to), "last"), "\nORDER BY ", rowAlias, ".", r.quote("id"))
	text, binds := placed(s, r.out.String(), r.binds)
	return Statement{dialect: s.name(), text: text, binds: binds, columns: columns, tables: r.tables}, nil
}
