package propose

import (
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/format"
)

// Print writes a checked proposal as a file of a catalog.
func Print(m *Metric) (string, error) {
	var fields []any
	put := func(name, text string) {
		if text != "" {
			fields = append(fields, field(name, ast.NewString(text)))
		}
	}
	put("title", m.Title)
	put("description", m.Description)
	put("unit", m.Unit)
	put("model", m.Model)
	fields = append(fields, field("measure", m.Measure.tree()))
	if len(m.Where) > 0 {
		fields = append(fields, field("where", texts(m.Where)))
	}
	metric := &ast.Field{Label: ast.NewStringLabel(m.Name), Value: ast.NewStruct(fields...)}
	file := &ast.File{Decls: []ast.Decl{
		&ast.Package{Name: ast.NewIdent("catalog")},
		&ast.Field{Label: ast.NewIdent("metrics"), Value: ast.NewStruct(metric)},
	}}
	text, err := format.Node(file, format.Simplify())
	return string(text), err
}

func field(name string, v ast.Expr) *ast.Field {
	return &ast.Field{Label: ast.NewStringLabel(name), Value: v}
}

func texts(of []string) ast.Expr {
	var out []ast.Expr
	for _, t := range of {
		out = append(out, ast.NewString(t))
	}
	return ast.NewList(out...)
}

func (s *Simple) tree() ast.Expr {
	key, text, _ := s.one()
	return ast.NewStruct(field(key, ast.NewString(text)))
}

func (m *Measure) tree() ast.Expr {
	switch {
	case m.Ratio != nil:
		return ast.NewStruct(field("ratio", ast.NewStruct(field("numerator", m.Ratio.Numerator.tree()), field("denominator", m.Ratio.Denominator.tree()))))
	case m.Formula != nil:
		if len(m.Formula.Terms) == 0 {
			return ast.NewStruct(field("formula", ast.NewString(m.Formula.Expr)))
		}
		var terms []any
		for i := range m.Formula.Terms {
			terms = append(terms, field(m.Formula.Terms[i].Name, m.Formula.Terms[i].Term.tree()))
		}
		return ast.NewStruct(field("formula", ast.NewStruct(field("expr", ast.NewString(m.Formula.Expr)), field("terms", ast.NewStruct(terms...)))))
	}
	return m.Simple.tree()
}

func (t *Term) tree() ast.Expr {
	if t.Metric != "" {
		return ast.NewStruct(field("metric", ast.NewString(t.Metric)))
	}
	var fields []any
	if t.Model != "" {
		fields = append(fields, field("model", ast.NewString(t.Model)))
	}
	fields = append(fields, field("measure", t.Measure.tree()))
	if len(t.Where) > 0 {
		fields = append(fields, field("where", texts(t.Where)))
	}
	return ast.NewStruct(fields...)
}
