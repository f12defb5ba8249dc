package schema_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
	"sutura.dev/compiler/plan"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/serve/schema"
)

func TestQuestion(t *testing.T) {
	s := schema.Input(question.Fields())
	want := strings.Fields(`metrics
		range range.start range.end range.period range.last range.last.count range.last.unit range.last.include_current
		grain dimensions
		filters filters[].dimension filters[].op filters[].values filters[].include_null
		having having[].metric having[].op having[].value
		top top.n top.by top.direction others totals fill
		compare compare.to compare.count compare.unit
		order order[].by order[].direction`)
	if diff := cmp.Diff(want, s.Paths()); diff != "" {
		t.Errorf("the properties of a question (-want +got):\n%s", diff)
	}
	data := marshal(t, s)
	if problems := schema.Lint(data, true); problems != nil {
		t.Errorf("lint: %s", strings.Join(problems, "\n"))
	}
	golden(t, "question.json", data)
}

// The schema and the decoder agree on what is a question, as an independent validator reads the schema.
func TestQuestionAgrees(t *testing.T) {
	check := validator(t, marshal(t, schema.Input(question.Fields())))
	for _, tt := range []struct {
		question string
		is       bool
	}{
		{`{"metrics":["revenue"],"range":{"period":"2026"}}`, true},
		{`{"metrics":["revenue"],"range":{"last":{"count":3,"unit":"month","include_current":true}},"grain":"month"}`, true},
		{`{"metrics":["revenue"],"range":{"start":"2026-01-01","end":"2026-02-01"},"filters":[{"dimension":"region","op":"in","values":["EU"],"include_null":true}]}`, true},
		{`{"metrics":["revenue"],"having":[{"metric":"orders","op":"gt","value":"3"}],"top":{"n":3,"by":"revenue"},"order":[{"by":"revenue"}]}`, true},
		{`{"metrics":["revenue"],"compare":{"to":"offset","count":1,"unit":"year"}}`, true},
		{`{}`, false},
		{`{"metrics":"revenue"}`, false},
		{`{"metrics":["revenue"],"sql":"select 1"}`, false},
		{`{"metrics":["revenue"],"range":{"period":"2026","table":"orders"}}`, false},
		{`{"metrics":["revenue"],"grain":"decade"}`, false},
		{`{"metrics":["revenue"],"top":{"n":0,"by":"revenue"}}`, false},
		{`{"metrics":["revenue"],"top":{"by":"revenue"}}`, false},
		{`{"metrics":["revenue"],"filters":[{"dimension":"region","values":[{"$ne":null}]}]}`, false},
		{`[]`, false},
	} {
		_, err := question.Decode([]byte(tt.question))
		if (err == nil) != tt.is {
			t.Errorf("the decoder on %s: %v", tt.question, err)
		}
		if err := check(tt.question); (err == nil) != tt.is {
			t.Errorf("the schema on %s: %v", tt.question, err)
		}
	}
}

type inner struct {
	Kind  string `json:"kind" jsonschema:"which"`
	Count int64  `json:"count,omitempty" jsonschema:"how many"`
}

type outer struct {
	inner
	Share   *float64        `json:"share,omitempty" jsonschema:"a share"`
	Rows    [][]any         `json:"rows" jsonschema:"rows of cells"`
	Parts   []inner         `json:"parts" jsonschema:"parts"`
	Raw     json.RawMessage `json:"raw" jsonschema:"anything"`
	Labels  map[string]int  `json:"labels" jsonschema:"by label"`
	Done    bool            `json:"done" jsonschema:"whether"`
	Secret  string          `json:"-"`
	private string
}

func TestOutput(t *testing.T) {
	s, err := schema.Output(reflect.TypeFor[outer]())
	if err != nil {
		t.Fatal(err)
	}
	data := marshal(t, s)
	if problems := schema.Lint(data, false); problems != nil {
		t.Errorf("lint: %s", strings.Join(problems, "\n"))
	}
	golden(t, "output.json", data)

	written, err := json.Marshal(outer{Rows: [][]any{{1, nil, "x"}}, Parts: []inner{{}}, Raw: json.RawMessage(`[1]`), Labels: map[string]int{"x": 1}, inner: inner{Kind: "a"}, private: "p"})
	if err != nil {
		t.Fatal(err)
	}
	if err := validator(t, data)(string(written)); err != nil {
		t.Errorf("what Go writes is not what the schema says: %v", err)
	}
}

// An answer and a refusal are one object to a client; what Go writes of either is what the schema says.
func TestOutcome(t *testing.T) {
	s, err := schema.Output(reflect.TypeFor[answer.Answer](), reflect.TypeFor[answer.Refused]())
	if err != nil {
		t.Fatal(err)
	}
	data := marshal(t, s)
	if problems := schema.Lint(data, false); problems != nil {
		t.Errorf("lint: %s", strings.Join(problems, "\n"))
	}
	if diff := cmp.Diff([]string{"outcome"}, s.Required); diff != "" {
		t.Errorf("required of either (-want +got):\n%s", diff)
	}
	golden(t, "outcome.json", data)
	check := validator(t, data)
	for _, outcome := range []any{
		answer.Answer{Outcome: "answer", Columns: []answer.Column{{Name: "revenue", Type: expr.Type{Kind: expr.Decimal, Precision: 12, Scale: 2}}}, Rows: [][]any{{1, nil, "x", true}}, Notes: []plan.Note{{}},
			Provenance: answer.Provenance{Metrics: []answer.MetricID{{}}, Legs: []answer.Leg{{}}, Bounds: &answer.Bounds{}}},
		answer.Refused{Outcome: "refusal", Refusal: question.Refusal{About: []string{}, Suggestions: []question.Question{{Metrics: []string{"x"}}},
			Space: &question.Space{Metrics: []string{}, Grains: []string{}, Dimensions: []question.SpaceDim{{}}, Combines: []string{}}}},
	} {
		written, err := json.Marshal(outcome)
		if err != nil {
			t.Fatal(err)
		}
		if err := check(string(written)); err != nil {
			t.Errorf("%s: %v", written, err)
		}
	}
}

func TestOutputIsDescribed(t *testing.T) {
	type bare struct {
		Count int    `json:"count"`
		Call  func() `json:"call" jsonschema:"a function"`
	}
	_, err := schema.Output(reflect.TypeFor[bare]())
	if err == nil || !strings.Contains(err.Error(), "JSON has no func(); schema_test.bare.count is not described") {
		t.Errorf("got %v", err)
	}
}

// What another tool describes is described there, and what differs stays.
func TestRefer(t *testing.T) {
	s, other := schema.Input(append(question.Fields(), question.Field{Name: "limit", Accepts: "how many"})), schema.Input(question.Fields())
	s.Refer(other, "as in ask")
	for _, path := range []*schema.Schema{s.Property("grain"), s.Property("filters"), s.Property("filters").Items.Property("op"), s.Property("range").Property("last").Property("count")} {
		if path.Description != "as in ask" {
			t.Errorf("described as %q", path.Description)
		}
	}
	if got := s.Property("limit").Description; got != "how many" {
		t.Errorf("limit is described as %q", got)
	}
	if got := other.Property("grain").Description; got == "as in ask" {
		t.Error("the other changed")
	}
}

// Every rule of the lint finds what breaks it.
func TestLint(t *testing.T) {
	for _, tt := range []struct {
		name, schema, want string
		input              bool
	}{
		{"no JSON", `{`, "no JSON", true},
		{"root list", `{"type":"array","items":{}}`, "root: the root is no object", false},
		{"root anything", `{}`, "root: the root is no object", false},
		{"open input", `{"type":"object"}`, "root: an input that is not closed", true},
		{"open inside", `{"type":"object","additionalProperties":false,"properties":{"a":{"type":"object","description":"a"}}}`, "a: an input that is not closed", true},
		{"open list", `{"type":"object","additionalProperties":false,"properties":{"a":{"type":"array","description":"a","items":{"type":"object"}}}}`, "a[]: an input that is not closed", true},
		{"two types", `{"type":"object","properties":{"a":{"type":["null","array"],"description":"a","items":{}}}}`, "a: more than one type", false},
		{"no type", `{"type":"object","additionalProperties":false,"properties":{"a":{"description":"a"}}}`, "a: no type", true},
		{"null type", `{"type":"object","properties":{"a":{"type":"null","description":"a"}}}`, "a: no type that is known", false},
		{"combinator", `{"type":"object","oneOf":[{}]}`, "root: oneOf", false},
		{"combinator inside", `{"type":"object","properties":{"a":{"anyOf":[{}],"description":"a"}}}`, "a: anyOf", false},
		{"reference", `{"type":"object","properties":{"a":{"$ref":"#/$defs/a","description":"a"}}}`, "a: $ref", false},
		{"definitions", `{"type":"object","$defs":{}}`, "root: $defs", false},
		{"no items", `{"type":"object","properties":{"a":{"type":"array","description":"a"}}}`, "a: an array without items", false},
		{"boolean items", `{"type":"object","properties":{"a":{"type":"array","description":"a","items":true}}}`, "a[]: a schema that is no object", false},
		{"boolean property", `{"type":"object","properties":{"a":true}}`, "a: a schema that is no object", false},
		{"other properties", `{"type":"object","additionalProperties":{"type":"string"}}`, "root: additionalProperties is not false", false},
		{"empty member", `{"type":"object","properties":{"a":{"type":"string","description":"a","enum":["x",""]}}}`, "a: a member of enum", false},
		{"no member", `{"type":"object","properties":{"a":{"type":"string","description":"a","enum":[]}}}`, "a: an enum without members", false},
		{"null member", `{"type":"object","properties":{"a":{"type":"string","description":"a","enum":[null]}}}`, "a: a member of enum", false},
		{"not described", `{"type":"object","properties":{"a":{"type":"string"}}}`, "a: not described", false},
		{"name", `{"type":"object","additionalProperties":false,"properties":{"rowCount":{"type":"string","description":"a"}}}`, "rowCount: a name other than", true},
		{"long name", `{"type":"object","properties":{"` + strings.Repeat("a", 41) + `":{"type":"string","description":"a"}}}`, "a name other than", true},
		{"requires nothing", `{"type":"object","properties":{},"required":["b"]}`, `requires "b"`, false},
	} {
		problems := schema.Lint([]byte(tt.schema), tt.input)
		if !slices.ContainsFunc(problems, func(p string) bool { return strings.Contains(p, tt.want) }) {
			t.Errorf("%s: %q not found in %q", tt.name, tt.want, problems)
		}
	}
}

func marshal(t *testing.T, s *schema.Schema) []byte {
	t.Helper()
	data, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// validator reads a schema as another program does.
func validator(t *testing.T, data []byte) func(document string) error {
	t.Helper()
	parse := func(data string) any {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("mem:schema", parse(string(data))); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("mem:schema")
	if err != nil {
		t.Fatal(err)
	}
	return func(document string) error { return s.Validate(parse(document)) }
}

func golden(t *testing.T, name string, data []byte) {
	t.Helper()
	var got bytes.Buffer
	if err := json.Indent(&got, data, "", "  "); err != nil {
		t.Fatal(err)
	}
	got.WriteByte('\n')
	file := filepath.Join("testdata", name)
	if os.Getenv("SUTURA_UPDATE") != "" {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}
