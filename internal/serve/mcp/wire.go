package mcp

import (
	"encoding/json"
	"reflect"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/answer"
)

// refused is a refusal as an agent gets it: a suggestion is what the tool takes, whole.
type refused struct {
	Outcome     string          `json:"outcome" jsonschema:"refusal"`
	Code        question.Code   `json:"code" jsonschema:"why not; stable"`
	Detail      string          `json:"detail" jsonschema:"what to change, one sentence"`
	About       []string        `json:"about" jsonschema:"the names that it is about"`
	Suggestions []suggestion    `json:"suggestions" jsonschema:"questions that would be answered, nearest first"`
	Space       *question.Space `json:"space,omitempty"`
}

type suggestion struct {
	Arguments json.RawMessage `json:"arguments"`
}

// wire is a value in the form that this protocol gives it; false where it has no form of its own.
func wire(value any) (any, bool) {
	r, ok := value.(*answer.Refused)
	if !ok {
		return value, false
	}
	out := &refused{Outcome: r.Outcome, Code: r.Code, Detail: r.Detail, About: append([]string{}, r.About...), Suggestions: []suggestion{}, Space: r.Space}
	for _, q := range r.Suggestions {
		out.Suggestions = append(out.Suggestions, suggestion{question.Encode(q)})
	}
	return out, true
}

// wireTypes are the types of values as they are sent.
func wireTypes(types []reflect.Type) []reflect.Type {
	out := make([]reflect.Type, len(types))
	for i, t := range types {
		if out[i] = t; t == reflect.TypeFor[answer.Refused]() {
			out[i] = reflect.TypeFor[refused]()
		}
	}
	return out
}
