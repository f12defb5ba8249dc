package plan

import "sutura.dev/bundle/expr"

// EachTree visits the expressions of a leg.
func (l *Leg) EachTree(visit func(*expr.Node)) {
	for _, k := range l.Keys {
		visit(k.Expr)
	}
	for i := range l.Terms {
		visit(l.Terms[i].Expr)
		for _, w := range l.Terms[i].Where {
			visit(w)
		}
	}
	for _, p := range l.Where {
		if p.Filter != nil {
			visit(p.Filter.Expr)
		}
		visit(p.Expr)
	}
}

// EachColumn visits the columns that a leg reads, in the order in which a statement writes them.
func (l *Leg) EachColumn(visit func(expr.Column)) {
	tree := func(n *expr.Node) {
		n.Walk(func(m *expr.Node) {
			if m.Column != nil {
				visit(*m.Column)
			}
		})
	}
	for _, k := range l.Keys {
		if k.Bucket != nil {
			visit(expr.Column{Role: k.Bucket.Time.Role, Name: k.Bucket.Time.Column})
		}
		tree(k.Expr)
	}
	for i := range l.Terms {
		tree(l.Terms[i].Expr)
		for _, w := range l.Terms[i].Where {
			tree(w)
		}
	}
	if l.Range != nil {
		visit(expr.Column{Role: l.Range.Time.Role, Name: l.Range.Time.Column})
	}
	for _, p := range l.Where {
		if p.Filter != nil {
			tree(p.Filter.Expr)
		}
		tree(p.Expr)
	}
}
