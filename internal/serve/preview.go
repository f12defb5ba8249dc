package serve

import (
	"context"
	"reflect"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/answer"
)

// previewRequest is a question, and the dialect to write it in.
type previewRequest struct {
	question question.Question
	dialect  string
}

func compileCapability() Capability {
	return capability(Capability{
		Name: "compile", Doors: []Door{DoorMetrics, DoorQuery}, Scope: SQLPreview,
		Title: "Preview the statement",
		Description: "Show the SQL statement and parameters that a question becomes, and the plan in words. Nothing is executed. " +
			"Takes the question of ask_metric, and target_dialect to see another dialect than the source's.",
		Input:   previewFields(),
		Outputs: []reflect.Type{output[answer.Preview](), output[answer.Refused]()},
	}, decodePreview, func(_ context.Context, c *call, in previewRequest) (any, error) {
		return c.seen.engine.Preview(in.question, in.dialect)
	})
}

func previewFields() []question.Field {
	return append(question.Fields(), question.Field{Name: "target_dialect", Kind: question.Text,
		Accepts: "the dialect to write the statement in, such as postgresql or duckdb; the source's when not said"})
}

func decodePreview(arguments []byte) (previewRequest, error) {
	type wire struct {
		question.Question
		Dialect string `json:"target_dialect"`
	}
	in, err := decodeInto[wire](arguments, previewFields())
	if err != nil {
		return previewRequest{}, err
	}
	q, err := question.Decode(question.Encode(in.Question))
	return previewRequest{q, in.Dialect}, err
}
