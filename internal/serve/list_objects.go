package serve

import (
	"context"
	"reflect"

	"sutura.dev/internal/serve/cards"
)

func listObjectsCapability() Capability {
	return capability(Capability{
		Name: "list_objects", Doors: []Door{DoorModel}, Scope: CatalogRead,
		Title: "List the catalog",
		Description: "List the ids and titles of what the catalog has: metrics, models, dimensions, roles, saved queries, terms and areas, of one kind or one area or all, page by page. " +
			"Use it to see what there is; get_object says all about one.",
		Input: cards.ObjectsFields(), Outputs: []reflect.Type{output[cards.Objects]()},
	}, func(arguments []byte) (cards.ObjectsRequest, error) {
		return decodeInto[cards.ObjectsRequest](arguments, cards.ObjectsFields())
	}, func(_ context.Context, c *call, in cards.ObjectsRequest) (any, error) {
		return c.seen.registry().List(in)
	})
}
