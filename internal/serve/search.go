package serve

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"unicode/utf8"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/words"
)

// searchRequest looks words up.
type searchRequest struct {
	Query  string       `json:"query"`
	Kinds  []words.Kind `json:"kinds"`
	Limit  int          `json:"limit"`
	Locale string       `json:"locale"`
}

// Found is what words lead to.
type Found struct {
	Outcome string      `json:"outcome" jsonschema:"always found"`
	Count   int         `json:"count" jsonschema:"how many there are; the list has the best"`
	Results []words.Hit `json:"results" jsonschema:"the best first"`
}

func searchFields() []question.Field {
	return []question.Field{
		{Name: "query", Kind: question.Text, Required: true, Accepts: "the words to look for, as a person said them"},
		{Name: "kinds", Kind: question.Texts, Accepts: "what may be found, a list of not_defined, metric, dimension, value, glossary and query; everything when not said"},
		{Name: "limit", Kind: question.Whole, Least: 1, Most: words.MaxLimit, Accepts: "how many results at most, a whole number from 1 to 50; 10 when not said"},
		{Name: "locale", Kind: question.Text, Accepts: "the language of the words, such as en, de or cs; any when not said"},
	}
}

func searchCapability() Capability {
	return capability(Capability{
		Name: "search", Doors: []Door{DoorMetrics, DoorModel}, Scope: CatalogRead,
		Title: "Find by words",
		Description: "Find metrics, dimensions, values and terms by a person's words, typing mistakes included, and phrases that are recorded as not defined, with the reason. " +
			"Use it to turn words into the names and values that a question takes.",
		Input: searchFields(), Outputs: []reflect.Type{output[Found]()},
	}, decodeSearch, func(_ context.Context, c *call, in searchRequest) (any, error) {
		r := c.seen.index().Search(words.Words{Text: in.Query, Kinds: in.Kinds, Limit: in.Limit, Locale: in.Locale})
		return &Found{Outcome: "found", Count: r.Count, Results: r.Hits}, nil
	})
}

func decodeSearch(arguments []byte) (searchRequest, error) {
	in, err := decodeInto[searchRequest](arguments, searchFields())
	if err != nil {
		return in, err
	}
	if n := utf8.RuneCountInString(in.Query); n == 0 || n > words.MaxLength {
		return in, &question.Malformed{Path: "query", Accepted: fmt.Sprintf("1 to %d characters", words.MaxLength)}
	}
	for i, k := range in.Kinds {
		if !slices.Contains(words.Kinds(), k) {
			return in, &question.Malformed{Path: fmt.Sprintf("kinds[%d]", i), Accepted: "one of not_defined, metric, dimension, value, glossary and query"}
		}
	}
	return in, nil
}
