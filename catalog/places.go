package catalog

import (
	"strconv"
	"sync"
	"weak"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/token"

	"sutura.dev/internal/diag"
)

// places finds where something was written. It indexes the authors' syntax by path when it is first asked; what a
// template or a comprehension made has the place that CUE gives its value.
type places struct {
	index func() *place
	nodes func() map[token.Pos]ast.Node // the innermost node that begins at each position
	value func() cue.Value              // nil where CUE gave up
}

// place is a path: everywhere it is written, and what is below it.
type place struct {
	spots    []spot
	children map[string]*place
}

// spot is one field, or one element of a list.
type spot struct {
	label ast.Node // nil for elements
	value ast.Expr
}

// newPlaces keeps the syntax of an evaluated catalog, but not its value: of ten thousand metrics that is 300 MB, and few
// places need it. Where one does and the value is gone, the same syntax is evaluated again.
func newPlaces(s *syntax, e evaluated) places {
	files := s.files
	index := func() *place {
		root := &place{}
		for _, f := range files {
			root.decls(f.Decls)
		}
		return root
	}
	nodes := func() map[token.Pos]ast.Node {
		all := map[token.Pos]ast.Node{}
		for _, f := range files {
			ast.Walk(f, func(n ast.Node) bool {
				if _, isFile := n.(*ast.File); !isFile {
					all[n.Pos()] = n
				}
				return true
			}, nil)
		}
		return all
	}
	return places{value: kept(s, e.value), index: sync.OnceValue(index), nodes: sync.OnceValue(nodes)}
}

// kept returns a value for as long as someone else holds it, and evaluates it again from then on.
func kept(s *syntax, v *cue.Value) func() cue.Value {
	if v == nil {
		return nil
	}
	held := weak.Make(v)
	again := sync.OnceValue(func() cue.Value {
		v, _ := instantiate(s) // as it was before, without an error
		return v
	})
	return func() cue.Value {
		if v := held.Value(); v != nil {
			return *v
		}
		return again()
	}
}

// evaluated is the catalog's value; the zero Value where CUE gave up.
func (p places) evaluated() cue.Value {
	if p.value == nil {
		return cue.Value{}
	}
	return p.value()
}

func (p *place) child(label string) *place {
	if p.children == nil {
		p.children = map[string]*place{}
	}
	c := p.children[label]
	if c == nil {
		c = &place{}
		p.children[label] = c
	}
	return c
}

func (p *place) decls(decls []ast.Decl) {
	for _, d := range decls {
		switch d := d.(type) {
		case *ast.Field:
			name, _, err := ast.LabelName(d.Label)
			if err != nil || d.Constraint != token.ILLEGAL {
				continue // a pattern, a computed label, or a constraint
			}
			c := p.child(name)
			c.spots = append(c.spots, spot{d.Label, d.Value})
			c.expr(d.Value)
		case *ast.EmbedDecl:
			p.expr(d.Expr)
		case *ast.Comprehension:
			p.expr(d.Value)
		}
	}
}

func (p *place) expr(x ast.Expr) {
	switch x := x.(type) {
	case *ast.StructLit:
		p.decls(x.Elts)
	case *ast.ParenExpr:
		p.expr(x.X)
	case *ast.Alias:
		p.expr(x.Expr)
	case *ast.BinaryExpr:
		if x.Op == token.AND {
			p.expr(x.X)
			p.expr(x.Y)
		}
	case *ast.ListLit:
		for i, e := range x.Elts {
			switch e.(type) {
			case *ast.Comprehension, *ast.Ellipsis:
				return // the elements after it have no fixed index
			}
			c := p.child(strconv.Itoa(i))
			c.spots = append(c.spots, spot{nil, e})
			c.expr(e)
		}
	}
}

// find returns the place of a path, or nil.
func (p *place) find(path []string) *place {
	for _, label := range path {
		if p = p.children[label]; p == nil {
			return nil
		}
	}
	return p
}

// maker returns the spot that may have made what is below the place and written nowhere: the first that is more than
// a struct's literal.
func (p *place) maker() spot {
	for _, s := range p.spots {
		if _, plain := s.value.(*ast.StructLit); !plain {
			return s
		}
	}
	return p.spots[0]
}

// rangeOf is where a spot is shown: its value, or its label where the value is a struct.
func (s spot) rangeOf() diag.Range {
	switch x := s.value.(type) {
	case *ast.BinaryExpr:
		if s.label != nil && x.Op == token.AND {
			return rangeOf(s.label)
		}
	case *ast.StructLit:
		if s.label != nil {
			return rangeOf(s.label)
		}
		return opening(x)
	}
	return rangeOf(s.value)
}

// at returns the place of a path, or of the nearest enclosing one that has a place.
func (p places) at(path []string) diag.Range {
	if p.index == nil {
		return diag.Range{}
	}
	for n := len(path); n > 0; n-- {
		if found := p.index().find(path[:n]); found != nil && len(found.spots) > 0 {
			if n < len(path) {
				return found.maker().rangeOf()
			}
			return found.spots[0].rangeOf()
		}
		if r := p.authored(lookup(p.evaluated(), path[:n])); r.File != "" {
			return r
		}
	}
	return diag.Range{}
}

// label returns the place of a definition's name.
func (p places) label(path []string) diag.Range {
	if p.index != nil {
		if found := p.index().find(path); found != nil && len(found.spots) > 0 && found.spots[0].label != nil {
			return rangeOf(found.spots[0].label)
		}
	}
	return p.at(path)
}

// inside returns the place of bytes [start, end) of the string at path.
func (p places) inside(path []string, start, end int) diag.Range {
	whole := p.at(path)
	if p.index == nil {
		return whole
	}
	found := p.index().find(path)
	if found == nil {
		return whole
	}
	for _, s := range found.spots {
		if r, ok := insideText(s.value, start, end); ok {
			return r
		}
	}
	return whole
}

// insideText returns the place of bytes [start, end) of the text that x is: a literal, or several added to each other.
func insideText(x ast.Expr, start, end int) (diag.Range, bool) {
	lits, ok := stringLiterals(x)
	before, found := 0, false
	var r diag.Range
	for i, lit := range lits {
		text, known := decodedText(lit.Value)
		if ok = ok && known; !ok {
			return r, false
		}
		last := i == len(lits)-1
		if at := start - before; !found && (at < len(text) || last) {
			from, _, inside := literalRange(lit.Value, at, at)
			r, found = diag.Range{File: lit.Pos().Filename(), Start: advance(lit, from)}, inside
		}
		if at := end - before; found && (at <= len(text) || last) {
			to, _, inside := literalRange(lit.Value, at, at)
			r.End = advance(lit, to)
			return r, inside
		}
		before += len(text)
	}
	return r, false
}

// stringLiterals are the literals that x adds to one text; ok is false where it is made in another way.
func stringLiterals(x ast.Expr) (lits []*ast.BasicLit, ok bool) {
	switch x := x.(type) {
	case *ast.ParenExpr:
		return stringLiterals(x.X)
	case *ast.BasicLit:
		return []*ast.BasicLit{x}, x.Kind == token.STRING
	case *ast.BinaryExpr:
		left, ok := stringLiterals(x.X)
		right, also := stringLiterals(x.Y)
		return append(left, right...), ok && also && x.Op == token.ADD
	}
	return nil, false
}

// advance returns the position of a byte of a literal.
func advance(lit *ast.BasicLit, offset int) diag.Position {
	at := diag.Position{Line: lit.Pos().Line(), Column: lit.Pos().Column()}
	for _, b := range []byte(lit.Value[:offset]) {
		at.Column++
		if b == '\n' {
			at.Line++
			at.Column = 1
		}
	}
	return at
}

// authored returns the first place of a value that is not in the schema.
func (p places) authored(v cue.Value) diag.Range {
	if !v.Exists() {
		return diag.Range{}
	}
	all := []cue.Value{v}
	if op, args := v.Expr(); op == cue.AndOp {
		all = append(all, args...)
	}
	for _, v := range all {
		if at := v.Pos(); at.IsValid() && !inSchema(at) {
			return p.extent(at)
		}
	}
	return diag.Range{}
}

// extent is the place of what stands at a position.
func (p places) extent(at token.Pos) diag.Range {
	switch n := p.nodes()[at].(type) {
	case nil:
		return pointAt(at)
	case *ast.StructLit:
		return opening(n)
	default:
		return rangeOf(n)
	}
}

// lookup follows a path whose labels may be fields or elements.
func lookup(v cue.Value, path []string) cue.Value {
	for _, label := range path {
		next := v.LookupPath(cue.MakePath(cue.Str(label)))
		if n, err := strconv.Atoi(label); !next.Exists() && err == nil && n >= 0 {
			next = v.LookupPath(cue.MakePath(cue.Index(n)))
		}
		v = next
	}
	return v
}

// labelText returns a field's name, or an element's index.
func labelText(s cue.Selector) string {
	if s.LabelType() == cue.IndexLabel {
		return strconv.Itoa(s.Index())
	}
	return s.Unquoted()
}
