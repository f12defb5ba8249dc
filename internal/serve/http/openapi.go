package http

import (
	"encoding/json"
	web "net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/serve"
	"sutura.dev/internal/serve/schema"
)

// object is a JSON object, written with its keys sorted.
type object = map[string]any

// document answers with the OpenAPI document of what the caller may use.
func (x *exchange) document() {
	if x.r.Method != web.MethodGet {
		x.notAllowed(web.MethodGet)
		return
	}
	doc, err := document(x.service.Granted(x.caller(x.r)), x.options)
	if err == nil {
		var body []byte
		if body, err = json.Marshal(doc); err == nil {
			x.write(web.StatusOK, body)
			return
		}
	}
	x.options.Log.Error("the OpenAPI document cannot be made", "request", x.request, "error", err.Error())
	x.fail(&serve.Failed{Request: x.request}, 0)
}

// document describes the capabilities in OpenAPI 3.1.
func document(granted []serve.Capability, o Options) (object, error) {
	problems, err := body(reflect.TypeFor[problem]())
	if err != nil {
		return nil, err
	}
	refusal, err := body(reflect.TypeFor[answer.Refused]())
	if err != nil {
		return nil, err
	}
	paths, schemas := object{}, object{"problem": problems}
	for _, r := range routes {
		c := capabilityOf(granted, r.capability)
		if c == nil {
			continue
		}
		output, err := body(outputs(c)...)
		if err != nil {
			return nil, err
		}
		schemas[c.Name+"_output"] = output
		switch {
		case encloses(c):
			output.Properties = append(output.Properties, schema.Property{Name: "content", Schema: &schema.Schema{Type: "string", Description: "the rows, written as format says; left out of a refusal"}})
		case refuses(c):
			schemas["refusal"] = refusal
		}
		operation := object{
			"operationId": c.Name, "summary": c.Title, "description": c.Description, "responses": responses(c, r.method),
		}
		if r.method == web.MethodGet {
			operation["parameters"] = parameters(c.Input)
		} else {
			schemas[c.Name+"_input"] = schema.Input(c.Input)
			operation["requestBody"] = object{"required": true, "content": content(c.Name + "_input")}
		}
		paths[r.path] = object{strings.ToLower(r.method): operation}
	}
	out := object{
		"openapi": "3.1.0",
		"info": object{"title": "sutura", "version": o.Version,
			"description": "Questions about certified metrics, answered with provenance or refused with what to ask instead."},
		"servers":    []object{{"url": "/"}},
		"paths":      paths,
		"components": object{"schemas": schemas},
	}
	if o.Token {
		out["components"].(object)["securitySchemes"] = object{"token": object{"type": "http", "scheme": "bearer"}}
		out["security"] = []object{{"token": []string{}}}
	}
	return out, nil
}

// body is the schema of what is sent of some types: the request's id comes first.
func body(types ...reflect.Type) (*schema.Schema, error) {
	s, err := schema.Output(types...)
	if err != nil {
		return nil, err
	}
	add := func(name, says string) {
		if s.Property(name) == nil {
			s.Properties = append([]schema.Property{{Name: name, Schema: &schema.Schema{Type: "string", Description: says}}}, s.Properties...)
			s.Required = append([]string{name}, s.Required...)
		}
	}
	if s.Property("error") == nil && s.Property("ungoverned") == nil {
		add("outcome", "what came of it: preview")
	}
	add("request", "identifies the request in log and audit")
	return s, nil
}

// outputs are the types of what is no refusal.
func outputs(c *serve.Capability) []reflect.Type {
	return slices.DeleteFunc(slices.Clone(c.Outputs), func(t reflect.Type) bool { return t == reflect.TypeFor[answer.Refused]() })
}

func refuses(c *serve.Capability) bool {
	return encloses(c) || slices.Contains(c.Outputs, reflect.TypeFor[answer.Refused]())
}

// encloses reports whether a capability gives its refusals in the envelope of its answers.
func encloses(c *serve.Capability) bool {
	return slices.Contains(c.Outputs, reflect.TypeFor[serve.Queried]())
}

func content(name string) object {
	return object{"application/json": object{"schema": object{"$ref": "#/components/schemas/" + name}}}
}

// parameters are the fields as query parameters.
func parameters(fields []question.Field) []object {
	out := []object{}
	described := schema.Input(fields)
	for _, f := range fields {
		s := *described.Property(f.Name)
		s.Description = ""
		out = append(out, object{"name": f.Name, "in": "query", "required": f.Required, "description": f.Accepts, "schema": &s, "explode": false})
	}
	return out
}

// responses are what a capability's route answers with, by status.
func responses(c *serve.Capability, method string) object {
	out := object{"200": object{"description": "the answer, or what was asked for", "content": content(c.Name + "_output")}}
	said := map[int][]string{}
	say := func(status int, what string) { said[status] = append(said[status], what) }
	for _, p := range problemStatuses {
		if p.method == "" || p.method == method {
			say(p.status, p.says)
		}
	}
	refusals := map[int][]string{}
	if refuses(c) {
		for _, r := range question.Refusals() {
			refusals[r.Status] = append(refusals[r.Status], string(r.Code))
		}
	}
	if slices.Contains(c.Outputs, reflect.TypeFor[serve.NotRun]()) {
		for status, says := range rawStatuses() {
			body := content(c.Name + "_output")
			if said[status] != nil {
				body = either(c.Name + "_output")
			}
			out[strconv.Itoa(status)] = object{"description": strings.Join(append(said[status], says), "; or "), "content": body}
			delete(said, status)
		}
	}
	refusal := "refusal"
	if encloses(c) {
		refusal = c.Name + "_output"
	}
	for status, codes := range refusals {
		says := "refused: " + strings.Join(codes, ", ")
		if with := said[status]; with != nil {
			out[strconv.Itoa(status)] = object{"description": strings.Join(with, "; ") + "; or " + says, "content": either(refusal)}
		} else {
			out[strconv.Itoa(status)] = object{"description": says, "content": content(refusal)}
		}
	}
	for status, says := range said {
		if refusals[status] == nil {
			out[strconv.Itoa(status)] = object{"description": strings.Join(says, "; "), "content": content("problem")}
		}
	}
	return out
}

// either is a body of a schema, or a problem.
func either(name string) object {
	return object{"application/json": object{"schema": object{"anyOf": []object{
		{"$ref": "#/components/schemas/" + name}, {"$ref": "#/components/schemas/problem"},
	}}}}
}

// problemStatuses are the statuses of problems, of every method or one.
var problemStatuses = []struct {
	status int
	method string
	says   string
}{
	{web.StatusBadRequest, "", "the arguments are malformed"},
	{web.StatusUnauthorized, "", "a token is needed, or it does not hold"},
	{web.StatusForbidden, "", "the token lacks the scope, or a page of another origin sent this"},
	{web.StatusNotFound, "", "there is no such capability here"},
	{web.StatusRequestTimeout, web.MethodPost, "the body took too long to arrive"},
	{web.StatusRequestEntityTooLarge, web.MethodPost, "the body has more than 1 MiB"},
	{web.StatusUnsupportedMediaType, web.MethodPost, "the body is no application/json"},
	{web.StatusInternalServerError, "", "something failed here"},
	{web.StatusServiceUnavailable, "", "busy: ask again after Retry-After"},
	{web.StatusGatewayTimeout, "", "took too long: ask for less"},
}
