package serve

import (
	"context"
	"reflect"

	"sutura.dev/internal/serve/cards"
)

func resolveAreaCapability() Capability {
	return capability(Capability{
		Name: "resolve_area", Doors: []Door{DoorModel}, Scope: CatalogRead,
		Title:       "Find an area",
		Description: "Find the area that a word names, whatever its case and accents, and say how much it has. Where there is none, found is false, and the nearest are named.",
		Input:       cards.AreaFields(), Outputs: []reflect.Type{output[cards.Area]()},
	}, func(arguments []byte) (cards.AreaRequest, error) {
		return decodeInto[cards.AreaRequest](arguments, cards.AreaFields())
	}, func(_ context.Context, c *call, in cards.AreaRequest) (any, error) {
		return c.seen.registry().Area(in), nil
	})
}
