package serve

import (
	"context"
	"reflect"

	"sutura.dev/internal/serve/cards"
)

func listQueriesCapability() Capability {
	return capability(Capability{
		Name: "list_queries", Doors: []Door{DoorModel}, Scope: CatalogRead,
		Title:       "Saved queries",
		Description: "List the saved questions, of one area or all: what each answers, which metrics it asks, and the parameters that it takes.",
		Input:       cards.QueriesFields(), Outputs: []reflect.Type{output[cards.Queries]()},
	}, func(arguments []byte) (cards.QueriesRequest, error) {
		return decodeInto[cards.QueriesRequest](arguments, cards.QueriesFields())
	}, func(_ context.Context, c *call, in cards.QueriesRequest) (any, error) {
		return c.seen.registry().Queries(in), nil
	})
}
