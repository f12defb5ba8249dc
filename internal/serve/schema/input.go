package schema

import (
	"sutura.dev/bundle/question"
)

// Input is the schema of what a table of fields takes: closed objects, values as strings.
func Input(fields []question.Field) *Schema { return normalise(object(fields)) }

func object(fields []question.Field) *Schema {
	s := &Schema{Type: "object", Properties: make([]Property, 0, len(fields)), Closed: true}
	for _, f := range fields {
		p := field(f)
		p.Description = f.Accepts
		s.Properties = append(s.Properties, Property{f.Name, p})
		if f.Required {
			s.Required = append(s.Required, f.Name)
		}
	}
	return s
}

func field(f question.Field) *Schema {
	switch f.Kind {
	case question.Text:
		return &Schema{Type: "string", Enum: append([]string(nil), f.Enum...)}
	case question.Texts, question.Scalars:
		return &Schema{Type: "array", Items: &Schema{Type: "string"}}
	case question.Scalar:
		return &Schema{Type: "string"}
	case question.Whole:
		s := &Schema{Type: "integer", Minimum: new(f.Least)}
		if f.Most > 0 {
			s.Maximum = new(f.Most)
		}
		return s
	case question.Flag:
		return &Schema{Type: "boolean"}
	case question.Object:
		return object(f.Fields)
	case question.Objects:
		return &Schema{Type: "array", Items: object(f.Fields)}
	}
	panic("a kind of field without a schema") // a test builds one of every kind
}
