package serve

import (
	"context"
	"encoding/json"
	"reflect"

	"sutura.dev/bundle/question"
)

// describeRequest asks what is measured.
type describeRequest struct {
	Metrics []string `json:"metrics"`
	Search  string   `json:"search"`
	Cursor  string   `json:"cursor"`
}

// Catalog is what a caller can ask about.
type Catalog struct {
	Outcome string `json:"outcome" jsonschema:"catalog"`
	Metrics []Card `json:"metrics" jsonschema:"the metrics, by name"`
	Cursor  string `json:"cursor,omitempty" jsonschema:"send it to see the metrics after these"`
}

// Card is one metric of a catalog.
type Card struct {
	Name   string   `json:"name" jsonschema:"what ask_metric takes"`
	Title  string   `json:"title,omitempty" jsonschema:"what people call it"`
	Unit   string   `json:"unit,omitempty" jsonschema:"what its number counts"`
	Grains []string `json:"grains" jsonschema:"by which buckets of time it can be asked"`
}

func describeFields() []question.Field {
	return []question.Field{
		{Name: "metrics", Kind: question.Texts, Accepts: "a list of 1 to 8 names of metrics, to see all about them"},
		{Name: "search", Kind: question.Text, Accepts: "words to look for among the metrics"},
		{Name: "cursor", Kind: question.Text, Accepts: "the cursor of the list before"},
	}
}

func describeCapability() Capability {
	return capability(Capability{
		Name: "describe_catalog", Doors: []Door{DoorMetrics}, Scope: CatalogRead,
		Title:       "What is measured",
		Description: "List the metrics that can be asked about, or say all about up to eight of them: what they mean, their dimensions, values and grains, and what can be asked together. Read it before the first question.",
		Input:       describeFields(), Outputs: []reflect.Type{output[Catalog]()},
	}, func(arguments []byte) (describeRequest, error) {
		return decodeInto[describeRequest](arguments, describeFields())
	}, describe)
}

func describe(_ context.Context, c *call, _ describeRequest) (any, error) {
	out := &Catalog{Outcome: "catalog", Metrics: []Card{}}
	for _, name := range c.seen.view.Names() {
		m := c.seen.view.Metric(name)
		out.Metrics = append(out.Metrics, Card{Name: name, Title: m.Prose.Title, Unit: m.Unit, Grains: append([]string{}, m.Grains...)})
	}
	return out, nil
}

// decodeInto reads arguments strictly by a table of fields.
func decodeInto[T any](arguments []byte, fields []question.Field) (T, error) {
	var in T
	normal, err := question.Strict(arguments, fields)
	if err != nil {
		return in, err
	}
	if err := json.Unmarshal(normal, &in); err != nil {
		return in, &question.Malformed{Accepted: "one JSON object with the tool's arguments"}
	}
	return in, nil
}
