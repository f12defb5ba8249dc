package serve

import (
	"context"
	"encoding/json"
	"reflect"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/serve/cards"
)

func describeCapability() Capability {
	return capability(Capability{
		Name: "describe_catalog", Doors: []Door{DoorMetrics}, Scope: CatalogRead,
		Title: "What is measured",
		Description: "List the metrics that can be asked about, or say all about up to eight of them: what they mean, their dimensions, values and grains, " +
			"and what can be asked together. Read it before the first question.",
		Input: cards.Fields(), Outputs: []reflect.Type{output[cards.Catalog]()},
	}, func(arguments []byte) (cards.Request, error) {
		return decodeInto[cards.Request](arguments, cards.Fields())
	}, func(_ context.Context, c *call, in cards.Request) (any, error) {
		return c.seen.describer().Describe(in, c.seen.engine.Clock())
	})
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
