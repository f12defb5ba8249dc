package schema

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Doc is what a Go type does not say about a property of an output.
type Doc struct {
	Text string   // a description, no full stop
	Enum []string // the closed set of its values, where it is one
	Free bool     // an object, or a list of them, whose properties are not listed
}

// Output is the schema of what encoding/json writes of any of the types, each a struct: every property of any of them,
// those required that all of them require. A property is described by its tag `jsonschema:"..."`, or by the package's
// table for the types that have none. The error names those that neither describes; the schema stands beside it.
func Output(types ...reflect.Type) (*Schema, error) {
	var out *Schema
	g := generator{docs: described}
	for _, t := range types {
		s := g.schema(t)
		if out == nil {
			out = s
			continue
		}
		out = either(out, s)
	}
	normalise(out)
	if len(g.problems) > 0 {
		slices.Sort(g.problems)
		return out, fmt.Errorf("the schema of %v: %s", types, strings.Join(slices.Compact(g.problems), "; "))
	}
	return out, nil
}

// either is an object that is one of two. Where both describe a property, the first one's description stands.
func either(a, b *Schema) *Schema {
	out := &Schema{Type: "object", Properties: slices.Clone(a.Properties)}
	for _, p := range b.Properties {
		if out.Property(p.Name) == nil {
			out.Properties = append(out.Properties, p)
		}
	}
	for _, name := range a.Required {
		if slices.Contains(b.Required, name) {
			out.Required = append(out.Required, name)
		}
	}
	return out
}

type generator struct {
	docs     map[string]Doc
	problems []string
}

var (
	textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()
	marshaler     = reflect.TypeFor[json.Marshaler]()
)

func (g *generator) schema(t reflect.Type) *Schema {
	t = elem(t)
	switch {
	case t.Implements(textMarshaler):
		return &Schema{Type: "string"}
	case t.Implements(marshaler): // json.RawMessage too
		return &Schema{}
	}
	switch t.Kind() {
	case reflect.String:
		return &Schema{Type: "string"}
	case reflect.Bool:
		return &Schema{Type: "boolean"}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return &Schema{Type: "integer"}
	case reflect.Float32, reflect.Float64:
		return &Schema{Type: "number"}
	case reflect.Interface:
		return &Schema{}
	case reflect.Map:
		return &Schema{Type: "object"}
	case reflect.Slice, reflect.Array:
		return &Schema{Type: "array", Items: g.schema(t.Elem())}
	case reflect.Struct:
		s := &Schema{Type: "object", Properties: []Property{}}
		g.fields(s, t)
		return s
	}
	g.problems = append(g.problems, "JSON has no "+t.String())
	return &Schema{}
}

// fields adds the properties that encoding/json writes of a struct, those of embedded structs in their place.
func (g *generator) fields(s *Schema, t reflect.Type) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-":
			continue
		case f.Anonymous && name == "" && elem(f.Type).Kind() == reflect.Struct:
			g.fields(s, elem(f.Type))
			continue
		case !f.IsExported():
			continue
		case name == "":
			name = f.Name
		}
		s.Properties = append(s.Properties, Property{name, g.property(t, f, name)})
		if !strings.Contains(options, "omit") {
			s.Required = append(s.Required, name)
		}
	}
}

func (g *generator) property(t reflect.Type, f reflect.StructField, name string) *Schema {
	doc := g.docs[t.String()+"."+name]
	if text, ok := f.Tag.Lookup("jsonschema"); ok {
		doc.Text = text
	}
	if doc.Text == "" {
		g.problems = append(g.problems, t.String()+"."+name+" is not described")
	}
	var p *Schema
	switch {
	case !doc.Free:
		p = g.schema(f.Type)
	case elem(f.Type).Kind() == reflect.Slice && !f.Type.Implements(marshaler):
		p = &Schema{Type: "array", Items: &Schema{Type: "object"}}
	default:
		p = &Schema{Type: "object"}
	}
	p.Description, p.Enum = doc.Text, slices.Clone(doc.Enum)
	return p
}

func elem(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}
