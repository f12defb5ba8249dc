package schema

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/parser"
	"cuelang.org/go/cue/token"
)

// Kind says what a Shape accepts.
type Kind uint8

const (
	Struct  Kind = iota // named fields
	Map                 // any number of fields whose names Key accepts
	List                // elements of one shape
	Text                // a string, held to Pattern where there is one
	Integer             // a whole number within Bounds
	Number              // a number within Bounds
	Boolean             // true or false, or only one of them (Only)
	Enum                // one of Values
	Union               // one of Arms
)

// Shape is a definition of the schema as a tree, read from its syntax. It explains an error, or documents a field; it
// never decides whether a value is right: CUE does.
type Shape struct {
	Kind    Kind
	Name    string   // of the definition, such as "#Metric"; empty where it has none
	Fields  []Field  // of a Struct, in the order of the file
	Key     *Shape   // of a Map; nil accepts any name
	Elem    *Shape   // of a Map or List
	Pattern string   // of Text: a regular expression, or empty
	Bounds  []string // of numbers, such as ">=1"
	Only    string   // of Boolean: the one that is accepted, or empty
	Values  []string // of an Enum, in the order of the file
	Arms    []*Shape // of a Union, none of them a Union
}

// Field is a field of a struct.
type Field struct {
	Name     string
	Doc      string // the comment above it
	Required bool
	Shape    *Shape
}

// Root returns the shape of a whole catalog.
func Root() *Shape { return newReader().definition("#Catalog") }

// Field returns the field of that name.
func (s *Shape) Field(name string) (Field, bool) {
	i := slices.IndexFunc(s.Fields, func(f Field) bool { return f.Name == name })
	if i < 0 {
		return Field{}, false
	}
	return s.Fields[i], true
}

// Names returns the names of the fields, in the order of the file.
func (s *Shape) Names() []string {
	out := make([]string, len(s.Fields))
	for i, f := range s.Fields {
		out[i] = f.Name
	}
	return out
}

// Step returns the shape of a field or an element, by its label, and false where the schema has no place for it. Of a
// Union it is the first arm's that has one. A Map has a place for every name, whether Key accepts it or not.
func (s *Shape) Step(label string) (*Shape, bool) {
	switch s.Kind {
	case Struct:
		f, ok := s.Field(label)
		return f.Shape, ok
	case Map, List:
		return s.Elem, true
	case Union:
		for _, arm := range s.Arms {
			if next, ok := arm.Step(label); ok {
				return next, true
			}
		}
	}
	return nil, false
}

// Arm returns the arm of a Union of that kind, the shape itself where it is of that kind, and nil elsewhere.
func (s *Shape) Arm(k Kind) *Shape {
	if s.Kind == k {
		return s
	}
	for _, arm := range s.Arms {
		if arm.Kind == k {
			return arm
		}
	}
	return nil
}

type reader struct {
	sources map[string]ast.Expr
	memo    map[string]*Shape
}

func newReader() *reader {
	r := &reader{sources: map[string]ast.Expr{}, memo: map[string]*Shape{}}
	for _, file := range Package(ImportPath) {
		f, err := parser.ParseFile(file.Path, file.Data, parser.ParseComments)
		if err != nil {
			panic("catalog/schema: " + err.Error()) // the files are ours and tested
		}
		for _, d := range f.Decls {
			if field, ok := d.(*ast.Field); ok {
				name, _, _ := ast.LabelName(field.Label)
				r.sources[name] = field.Value
			}
		}
	}
	return r
}

func (r *reader) definition(name string) *Shape {
	if s, ok := r.memo[name]; ok {
		return s
	}
	s := &Shape{}
	r.memo[name] = s // before it is read: definitions are recursive
	*s = *r.expr(r.sources[name])
	s.Name = name
	return s
}

// expr reads the few forms that the schema is written in, and panics at any other: a test reads all of it.
func (r *reader) expr(x ast.Expr) *Shape {
	switch x := x.(type) {
	case *ast.Ident:
		switch x.Name {
		case "string":
			return &Shape{Kind: Text}
		case "int":
			return &Shape{Kind: Integer}
		case "number":
			return &Shape{Kind: Number}
		case "bool":
			return &Shape{Kind: Boolean}
		}
		return r.definition(x.Name)
	case *ast.ParenExpr:
		return r.expr(x.X)
	case *ast.BasicLit:
		if x.Kind == token.STRING {
			return &Shape{Kind: Enum, Values: []string{unquote(x)}}
		}
		return &Shape{Kind: Boolean, Only: x.Value}
	case *ast.UnaryExpr:
		if x.Op == token.MAT {
			return &Shape{Kind: Text, Pattern: unquote(x.X.(*ast.BasicLit))}
		}
		return &Shape{Kind: Number, Bounds: []string{x.Op.String() + number(x.X)}}
	case *ast.BinaryExpr:
		return r.binary(x)
	case *ast.ListLit:
		return &Shape{Kind: List, Elem: r.expr(x.Elts[0].(*ast.Ellipsis).Type)}
	case *ast.StructLit:
		return r.structure(x)
	}
	panic(fmt.Sprintf("catalog/schema: cannot read %T at %s", x, x.Pos()))
}

func (r *reader) binary(x *ast.BinaryExpr) *Shape {
	a, b := r.expr(x.X), r.expr(x.Y)
	if x.Op == token.AND {
		return &Shape{Kind: a.Kind, Bounds: slices.Concat(a.Bounds, b.Bounds)}
	}
	if a.Kind == Enum && b.Kind == Enum {
		return &Shape{Kind: Enum, Values: slices.Concat(a.Values, b.Values)}
	}
	u := &Shape{Kind: Union}
	for _, s := range []*Shape{a, b} {
		if s.Kind == Union {
			u.Arms = append(u.Arms, s.Arms...)
		} else {
			u.Arms = append(u.Arms, s)
		}
	}
	return u
}

func (r *reader) structure(x *ast.StructLit) *Shape {
	s := &Shape{Kind: Struct}
	for _, d := range x.Elts {
		switch d := d.(type) {
		case *ast.EmbedDecl:
			s.Fields = append(s.Fields, r.expr(d.Expr).Fields...)
		case *ast.Field:
			if key, ok := d.Label.(*ast.ListLit); ok {
				return &Shape{Kind: Map, Key: r.expr(key.Elts[0]), Elem: r.expr(d.Value)}
			}
			name, _, _ := ast.LabelName(d.Label)
			s.Fields = append(s.Fields, Field{
				Name: name, Doc: doc(d), Required: d.Constraint == token.NOT, Shape: r.expr(d.Value),
			})
		}
	}
	return s
}

func doc(n ast.Node) string {
	for _, g := range ast.Comments(n) {
		if g.Doc {
			return strings.TrimSpace(g.Text())
		}
	}
	return ""
}

func number(x ast.Expr) string {
	if minus, ok := x.(*ast.UnaryExpr); ok {
		return minus.Op.String() + number(minus.X)
	}
	return x.(*ast.BasicLit).Value
}

func unquote(x *ast.BasicLit) string {
	s, err := strconv.Unquote(x.Value)
	if err != nil {
		panic("catalog/schema: " + x.Value)
	}
	return s
}
