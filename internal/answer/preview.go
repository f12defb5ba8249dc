package answer

import (
	"errors"
	"fmt"
	"strings"

	"sutura.dev/bundle/question"
	"sutura.dev/compiler/dialect"
	"sutura.dev/compiler/plan"
	"sutura.dev/compiler/sqlvet"
	"sutura.dev/internal/nearest"
)

// Preview is the statement that a question becomes. Nothing was run.
type Preview struct {
	OK            bool        `json:"ok" jsonschema:"true: the question has a statement"`
	SQL           string      `json:"sql" jsonschema:"the statement, whose every value is a parameter"`
	Dialect       string      `json:"dialect" jsonschema:"the dialect that it is written in"`
	ParameterPlan []Parameter `json:"parameterPlan" jsonschema:"the parameters, in order"`
	Statement     string      `json:"statement" jsonschema:"digest of text and typed parameters, as in an answer's provenance"`
	Shape         string      `json:"shape,omitempty" jsonschema:"equal for statements that differ in values only"`
	Plan          string      `json:"plan" jsonschema:"what is computed, in words"`
}

func (*Preview) outcome() {}

// Parameter is one bind of a statement.
type Parameter struct {
	Name  string `json:"name" jsonschema:"its name in the statement"`
	Type  string `json:"type" jsonschema:"the type that it is cast to; [] after it for a list"`
	Bound string `json:"bound" jsonschema:"the value, as text; of a list, separated by commas; null for none"`
	Label string `json:"label" jsonschema:"what the value is for"`
}

// Preview resolves and renders a question in a dialect, its source's where none is named, and runs nothing. The outcome
// is a *Preview or a *Refused.
func (e *Engine) Preview(q question.Question, target string) (Outcome, error) {
	name := ""
	if target != "" {
		var known bool
		if name, known = dialect.Canonical(target); !known {
			m := &question.Malformed{Path: "target_dialect", Accepted: "one of the dialects " + strings.Join(dialect.Names(), ", ")}
			m.Nearest, _ = nearest.Name(target, dialect.Spellings())
			return nil, m
		}
	}
	p, refusal, malformed := plan.Resolve(e.View, q, e.Clock())
	switch {
	case malformed != nil:
		return nil, malformed
	case refusal != nil:
		return refused(refusal), nil
	case name == "":
		name = p.Source.Dialect
	}
	s, err := dialect.Render(p, name)
	if u, ok := errors.AsType[*dialect.Unsupported](err); ok {
		return refused(Unsupported(e.View, p, u)), nil
	}
	if err != nil {
		return nil, &Failure{Detail: "the statement cannot be written in " + name, Err: err}
	}
	out := &Preview{OK: true, SQL: s.Text(), Dialect: s.Dialect(), ParameterPlan: []Parameter{}, Statement: StatementDigest(s), Plan: p.Explain()}
	out.Shape = sqlvet.Shape(s)
	names := s.Placeholders()
	for i, b := range s.Binds() {
		out.ParameterPlan = append(out.ParameterPlan, Parameter{Name: names[i], Type: typeOf(b), Bound: spelled(b), Label: b.Label})
	}
	return out, nil
}

func typeOf(b dialect.Bind) string {
	if b.List {
		return b.Type.String() + "[]"
	}
	return b.Type.String()
}

func spelled(b dialect.Bind) string {
	switch v := b.Value.(type) {
	case nil:
		return "null"
	case []string:
		return strings.Join(v, ",")
	}
	return fmt.Sprint(b.Value)
}
