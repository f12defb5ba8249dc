package serve

import (
	"context"
	"reflect"

	"sutura.dev/internal/serve/cards"
)

func getModelCapability() Capability {
	return capability(Capability{
		Name: "get_model", Doors: []Door{DoorModel}, Scope: CatalogRead,
		Title: "The semantic model",
		Description: "Give the models, metrics and dimensions of some areas, or of all, at once, in a language that the catalog has. " +
			"What has no room is left out and said: name fewer areas then.",
		Input: cards.ModelFields(), Outputs: []reflect.Type{output[cards.Model]()},
	}, func(arguments []byte) (cards.ModelRequest, error) {
		return decodeInto[cards.ModelRequest](arguments, cards.ModelFields())
	}, func(_ context.Context, c *call, in cards.ModelRequest) (any, error) {
		return c.seen.registry().Model(in, c.seen.engine.Clock()), nil
	})
}
