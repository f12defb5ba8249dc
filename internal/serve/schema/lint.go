package schema

import (
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"regexp"
	"slices"
)

// namePattern is how properties and tools are called.
var namePattern = regexp.MustCompile(`^[a-z][a-z0-9_]{0,39}$`)

// IsName reports whether a tool or a property may be called name.
func IsName(name string) bool { return namePattern.MatchString(name) }

var (
	types = []string{"object", "array", "string", "integer", "number", "boolean"}
	known = []string{"type", "description", "enum", "minimum", "maximum", "items", "properties", "required", "additionalProperties"}
)

// Lint lists what some client would refuse or misread in a schema as it is sent; nothing where all of it is fine. An
// input is closed and typed throughout. In an output a value may be untyped, as a cell of rows is.
func Lint(data []byte, input bool) []string {
	l := linter{input: input}
	var root any
	if err := json.Unmarshal(data, &root); err != nil {
		return []string{"the root is no JSON"}
	}
	if s, ok := root.(map[string]any); !ok || s["type"] != "object" {
		l.say("", "the root is no object")
	}
	l.schema("", root)
	return l.problems
}

type linter struct {
	input    bool
	problems []string
}

func (l *linter) say(path, problem string) {
	if path == "" {
		path = "root"
	}
	l.problems = append(l.problems, path+": "+problem)
}

func (l *linter) schema(path string, v any) {
	s, ok := v.(map[string]any)
	if !ok {
		l.say(path, "a schema that is no object")
		return
	}
	for key := range sorted(s) {
		if !slices.Contains(known, key) {
			l.say(path, key+" is not read by every client")
		}
	}
	kind, typed := s["type"].(string)
	switch {
	case s["type"] == nil && l.input:
		l.say(path, "no type")
	case s["type"] != nil && !typed:
		l.say(path, "more than one type")
	case typed && !slices.Contains(types, kind):
		l.say(path, "no type that is known")
	}
	if other, ok := s["additionalProperties"]; ok && other != false {
		l.say(path, "additionalProperties is not false")
	}
	if kind == "array" && s["items"] == nil {
		l.say(path, "an array without items")
	}
	if items, ok := s["items"]; ok {
		l.schema(path+"[]", items)
	}
	l.enum(path, s)
	if kind == "object" {
		l.object(path, s)
	}
}

func (l *linter) enum(path string, s map[string]any) {
	enum, ok := s["enum"]
	if !ok {
		return
	}
	members, _ := enum.([]any)
	if len(members) == 0 {
		l.say(path, "an enum without members")
	}
	for _, m := range members {
		if text, ok := m.(string); !ok || text == "" {
			l.say(path, "a member of enum that is no text or an empty one")
		}
	}
}

func (l *linter) object(path string, s map[string]any) {
	if l.input && s["additionalProperties"] != false {
		l.say(path, "an input that is not closed")
	}
	properties, _ := s["properties"].(map[string]any)
	required, _ := s["required"].([]any)
	for _, name := range required {
		if name, _ := name.(string); properties[name] == nil {
			l.say(path, fmt.Sprintf("requires %q, which is no property", name))
		}
	}
	for name, p := range sorted(properties) {
		at := join(path, name)
		if l.input && !IsName(name) {
			l.say(at, "a name other than [a-z][a-z0-9_]{0,39}")
		}
		if p, ok := p.(map[string]any); ok {
			if text, _ := p["description"].(string); text == "" {
				l.say(at, "not described")
			}
		}
		l.schema(at, p)
	}
}

// sorted yields a map in the order of its keys.
func sorted(m map[string]any) iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		for _, key := range slices.Sorted(maps.Keys(m)) {
			if !yield(key, m[key]) {
				return
			}
		}
	}
}
