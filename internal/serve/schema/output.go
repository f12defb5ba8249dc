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
	Free bool     // an object whose properties are not listed
}

// Output is the schema of what encoding/json writes of a T, a struct. docs has a row for each of its properties, by
// the path as Paths gives it. The error names rows that are missing and rows that describe nothing.
func Output[T any](docs map[string]Doc) (*Schema, error) {
	g := generator{docs: docs, used: make(map[string]bool)}
	s := g.schema("", reflect.TypeFor[T]())
	for path := range docs {
		if !g.used[path] {
			g.problems = append(g.problems, fmt.Sprintf("%s: described, but no property", path))
		}
	}
	if len(g.problems) > 0 {
		slices.Sort(g.problems)
		return nil, fmt.Errorf("schema of %s: %s", reflect.TypeFor[T](), strings.Join(g.problems, "; "))
	}
	return normalise(s), nil
}

// Either is an object that is one of several: every property of any, those required that all of them require. Where two
// describe one property, the first one's description stands.
func Either(of ...*Schema) *Schema {
	out := &Schema{Type: "object"}
	for i, s := range of {
		for _, p := range s.Properties {
			if out.Property(p.Name) == nil {
				out.Properties = append(out.Properties, p)
			}
		}
		if i == 0 {
			out.Required = slices.Clone(s.Required)
		}
		out.Required = slices.DeleteFunc(out.Required, func(name string) bool { return !slices.Contains(s.Required, name) })
	}
	return normalise(out)
}

type generator struct {
	docs     map[string]Doc
	used     map[string]bool
	problems []string
}

var (
	textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()
	marshaler     = reflect.TypeFor[json.Marshaler]()
)

func (g *generator) schema(path string, t reflect.Type) *Schema {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
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
		return &Schema{Type: "array", Items: g.schema(path+"[]", t.Elem())}
	case reflect.Struct:
		s := &Schema{Type: "object", Properties: []Property{}}
		g.fields(s, path, t)
		return s
	}
	g.problems = append(g.problems, fmt.Sprintf("%s: JSON has no %s", path, t))
	return &Schema{}
}

// fields adds the properties that encoding/json writes of a struct, those of embedded structs in their place.
func (g *generator) fields(s *Schema, path string, t reflect.Type) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-":
			continue
		case f.Anonymous && name == "" && elem(f.Type).Kind() == reflect.Struct:
			g.fields(s, path, elem(f.Type))
			continue
		case !f.IsExported():
			continue
		case name == "":
			name = f.Name
		}
		at := join(path, name)
		doc, ok := g.docs[at]
		if !ok {
			g.problems = append(g.problems, at+": not described")
		}
		g.used[at] = true
		p := &Schema{Type: "object"}
		if !doc.Free {
			p = g.schema(at, f.Type)
		} else if list := elem(f.Type); list.Kind() == reflect.Slice {
			p = &Schema{Type: "array", Items: p}
		}
		p.Description, p.Enum = doc.Text, slices.Clone(doc.Enum)
		s.Properties = append(s.Properties, Property{name, p})
		if !strings.Contains(options, "omit") {
			s.Required = append(s.Required, name)
		}
	}
}

func elem(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}
