package serve

import (
	"context"
	"reflect"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/serve/cards"
)

func getObjectCapability() Capability {
	return capability(Capability{
		Name: "get_object", Doors: []Door{DoorModel}, Scope: CatalogRead,
		Title: "Describe one thing",
		Description: "Say all about one thing of the catalog by its id: a metric, model, dimension, role, saved query, term or area. " +
			"An id that is not there is refused, as is one that the caller may not see: the two look the same.",
		Input: cards.ObjectFields(), Outputs: []reflect.Type{output[cards.Object](), output[answer.Refused]()},
	}, func(arguments []byte) (cards.ObjectRequest, error) {
		return decodeInto[cards.ObjectRequest](arguments, cards.ObjectFields())
	}, func(_ context.Context, c *call, in cards.ObjectRequest) (any, error) {
		if o := c.seen.registry().Get(in.ID, c.service.settings.ExposePhysical); o != nil {
			return o, nil
		}
		return &answer.Refused{Outcome: "refusal", Refusal: question.Refusal{
			Code: question.ObjectUnknown, Detail: "There is nothing of that id; list_objects lists what there is, and search finds it by a person's words.",
			About: []string{}, Suggestions: []question.Question{},
		}}, nil
	})
}
