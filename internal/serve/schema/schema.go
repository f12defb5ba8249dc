// Package schema describes what tools and routes take and give, in the small part of JSON Schema that every client reads.
//
// An input is made from the table of fields that the strict decoder reads, an output from the Go type that is written:
// neither can say what the code does not do. Both pass one function, normalise, and Lint holds the JSON to the rules
// of the page on serving: single types, no combinators, no references, every property described. The package decides
// nothing and serves nobody.
package schema

import (
	"bytes"
	"encoding/json"
	"slices"
)

// Schema is one node. Its zero value takes anything.
type Schema struct {
	Type        string // object, array, string, integer, number or boolean; empty for anything
	Description string
	Enum        []string   // of a string; nil for any
	Minimum     *int       // of an integer
	Maximum     *int       // of an integer
	Items       *Schema    // of an array
	Properties  []Property // of an object, in the order in which they are shown
	Required    []string   // of an object
	Closed      bool       // of an object: it has no other properties
}

// Property is a named part of an object.
type Property struct {
	Name   string
	Schema *Schema
}

// Property returns the part called name; nil where there is none.
func (s *Schema) Property(name string) *Schema {
	for _, p := range s.Properties {
		if p.Name == name {
			return p.Schema
		}
	}
	return nil
}

// Refer says of each property that is the same in other, at the same path, only that it is as there: how is "as in x".
func (s *Schema) Refer(other *Schema, how string) {
	for _, p := range s.Properties {
		before := other.Property(p.Name)
		if before == nil || before.Description != p.Schema.Description {
			continue
		}
		p.Schema.Description = how
		from, to := before, p.Schema
		for from.Items != nil && to.Items != nil {
			from, to = from.Items, to.Items
		}
		to.Refer(from, how)
	}
}

// Paths lists the path of every property, as an error would name it: range.last.count, filters[].op.
func (s *Schema) Paths() []string {
	var out []string
	var walk func(path string, s *Schema)
	walk = func(path string, s *Schema) {
		for s.Items != nil {
			path, s = path+"[]", s.Items
		}
		for _, p := range s.Properties {
			at := join(path, p.Name)
			out = append(out, at)
			walk(at, p.Schema)
		}
	}
	walk("", s)
	return out
}

// MarshalJSON writes the schema, its keys in one order.
func (s *Schema) MarshalJSON() ([]byte, error) {
	w := writer{}
	w.schema(s)
	return w.out.Bytes(), nil
}

// normalise is the last step of every schema: it drops what some client would refuse, and puts the rest into one form.
func normalise(s *Schema) *Schema {
	// A member that is empty text is refused by some clients; an enum without members allows nothing.
	s.Enum = slices.DeleteFunc(s.Enum, func(member string) bool { return member == "" })
	if len(s.Enum) == 0 {
		s.Enum = nil
	}
	if s.Type == "array" && s.Items == nil {
		s.Items = &Schema{}
	}
	if s.Items != nil {
		normalise(s.Items)
	}
	order := make(map[string]int, len(s.Properties))
	for i, p := range s.Properties {
		order[p.Name] = i
		normalise(p.Schema)
	}
	slices.SortFunc(s.Required, func(a, b string) int { return order[a] - order[b] })
	return s
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

type writer struct{ out bytes.Buffer }

func (w *writer) schema(s *Schema) {
	members := 0
	key := func(name string) {
		if members > 0 {
			w.out.WriteByte(',')
		}
		members++
		w.value(name)
		w.out.WriteByte(':')
	}
	w.out.WriteByte('{')
	if s.Type != "" {
		key("type")
		w.value(s.Type)
	}
	if s.Description != "" {
		key("description")
		w.value(s.Description)
	}
	if s.Enum != nil {
		key("enum")
		w.value(s.Enum)
	}
	if s.Minimum != nil {
		key("minimum")
		w.value(*s.Minimum)
	}
	if s.Maximum != nil {
		key("maximum")
		w.value(*s.Maximum)
	}
	if s.Items != nil {
		key("items")
		w.schema(s.Items)
	}
	if s.Properties != nil {
		key("properties")
		w.out.WriteByte('{')
		for i, p := range s.Properties {
			if i > 0 {
				w.out.WriteByte(',')
			}
			w.value(p.Name)
			w.out.WriteByte(':')
			w.schema(p.Schema)
		}
		w.out.WriteByte('}')
	}
	if len(s.Required) > 0 {
		key("required")
		w.value(s.Required)
	}
	if s.Closed {
		key("additionalProperties")
		w.value(false)
	}
	w.out.WriteByte('}')
}

func (w *writer) value(v any) {
	enc := json.NewEncoder(&w.out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil { // text, lists of text, whole numbers and booleans encode
		panic(err)
	}
	w.out.Truncate(w.out.Len() - len("\n"))
}
