package serve

import (
	"context"
	"reflect"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/answer"
)

func askCapability() Capability {
	return capability(Capability{
		Name: "ask_metric", Doors: []Door{DoorMetrics}, Scope: MetricsAsk,
		Title: "Ask certified metrics",
		Description: "Answer one typed question about certified metrics with rows and their provenance, or refuse it and say what to ask instead. " +
			"Names and values come from describe_catalog. A refusal is an outcome, not an error: its suggestions can be sent as they are.",
		Input: question.Fields(), Outputs: outcomes(), costs: true,
	}, question.Decode, func(ctx context.Context, c *call, q question.Question) (any, error) {
		return c.seen.engine.Ask(ctx, q)
	})
}

// outcomes are the wire types of a question's outcome.
func outcomes() []reflect.Type {
	return []reflect.Type{output[answer.Answer](), output[answer.Refused]()}
}
