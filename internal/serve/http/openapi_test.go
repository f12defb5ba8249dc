package http_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	web "net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/serve"
)

// resource compiles schemas of a JSON document.
func resource(t testing.TB, text []byte) (*jsonschema.Compiler, any) {
	t.Helper()
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	if err := c.AddResource("document.json", parsed); err != nil {
		t.Fatal(err)
	}
	return c, parsed
}

// The document is valid OpenAPI 3.1 by the official schema.
func openAPI(t *testing.T, w *world) {
	got := w.send(request{method: "GET", path: "/openapi.json"})
	text, err := os.ReadFile("testdata/openapi-schema-3.1-2022-10-07.json")
	if err != nil {
		t.Fatal(err)
	}
	official, _ := resource(t, text)
	valid, err := official.Compile("document.json")
	if err != nil {
		t.Fatal(err)
	}
	_, document := resource(t, []byte(got.text))
	if err := valid.Validate(document); err != nil {
		t.Error(err)
	}
	document.(map[string]any)["paths"].(map[string]any)["/v1/ask"].(map[string]any)["responses"] = 1
	if valid.Validate(document) == nil {
		t.Error("the schema lets anything pass")
	}
}

// operation is one of the document.
type operation struct {
	ID         string `json:"operationId"`
	Parameters []struct {
		Name     string
		Required bool
	}
	RequestBody struct {
		Content map[string]struct {
			Schema struct {
				Ref string `json:"$ref"`
			}
		}
	}
	Responses map[string]any
}

// Every capability has one route, and takes what its table of fields says; a caller without a scope sees none of its.
func capabilities(t *testing.T, w *world) {
	var doc struct {
		Paths      map[string]map[string]operation
		Components struct {
			Schemas map[string]struct{ Properties map[string]any }
		}
	}
	read := func(token string) map[string]operation {
		doc.Paths = nil
		if err := json.Unmarshal([]byte(w.send(request{method: "GET", path: "/openapi.json", token: token}).text), &doc); err != nil {
			t.Fatal(err)
		}
		out := map[string]operation{}
		for _, methods := range doc.Paths {
			for _, o := range methods {
				out[o.ID] = o
			}
		}
		return out
	}
	found := read(everything)
	for _, c := range serve.Capabilities() {
		o, ok := found[c.Name]
		if !ok {
			t.Errorf("%s has no route", c.Name)
			continue
		}
		var takes, fields []string
		for _, p := range o.Parameters {
			takes = append(takes, p.Name)
		}
		ref := o.RequestBody.Content["application/json"].Schema.Ref
		takes = append(takes, slices.Collect(maps.Keys(doc.Components.Schemas[strings.TrimPrefix(ref, "#/components/schemas/")].Properties))...)
		for _, f := range c.Input {
			fields = append(fields, f.Name)
		}
		if slices.Sort(takes); !slices.Equal(takes, slices.Sorted(slices.Values(fields))) {
			t.Errorf("%s takes %v, and its table has %v", c.Name, takes, fields)
		}
	}
	for _, r := range question.Refusals() {
		if says := fmt.Sprint(found["ask_metric"].Responses[strconv.Itoa(r.Status)]); !strings.Contains(says, string(r.Code)) {
			t.Errorf("%s is not said of %d: %s", r.Code, r.Status, says)
		}
	}
	if ids := slices.Sorted(maps.Keys(read(reader))); !slices.Equal(ids, []string{"describe_catalog", "get_model", "get_object", "ground_geo", "ground_money", "ground_time",
		"list_objects", "list_queries", "match", "resolve_area", "resolve_bind", "search"}) {
		t.Errorf("a reader is shown %v", ids)
	}
}

// described holds a body to what the document says of its path, method and status.
func (w *world) described(res *web.Response, text []byte) {
	w.t.Helper()
	if w.document == nil {
		return
	}
	path := strings.ReplaceAll(res.Request.URL.Path, "/", "~1")
	pointer := fmt.Sprintf("document.json#/paths/%s/%s/responses/%d/content/application~1json/schema", path, strings.ToLower(res.Request.Method), res.StatusCode)
	s, err := w.document.Compile(pointer)
	if err != nil && res.StatusCode == web.StatusOK {
		w.t.Errorf("the document says nothing of %s %s with %d", res.Request.Method, res.Request.URL.Path, res.StatusCode)
		return
	}
	if err != nil { // of a path or method that there is not
		if s, err = w.document.Compile("document.json#/components/schemas/problem"); err != nil {
			w.t.Fatal(err)
		}
	}
	w.holds(s, text)
}

func (w *world) holds(s *jsonschema.Schema, text []byte) {
	w.t.Helper()
	body, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		w.t.Fatal(err)
	}
	if err := s.Validate(body); err != nil {
		w.t.Errorf("%v: %s", err, text)
	}
}
