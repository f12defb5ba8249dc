package serve

import (
	"context"
	"fmt"
	"reflect"
	"unicode/utf8"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/words"
)

// matchRequest is a name to match.
type matchRequest struct {
	Name      string `json:"name"`
	Category  string `json:"category"`
	Algorithm string `json:"algorithm"`
	Limit     int    `json:"limit"`
}

// Matched is what a name may stand for.
type Matched struct {
	Outcome string        `json:"outcome" jsonschema:"always matched"`
	Count   int           `json:"count" jsonschema:"how many there are; the list has the best"`
	Matches []words.Match `json:"matches" jsonschema:"the best first"`
}

func matchFields() []question.Field {
	return []question.Field{
		{Name: "name", Kind: question.Text, Required: true, Accepts: "the name to match, as a person said it"},
		{Name: "category", Kind: question.Text, Accepts: "metric, dimension, value or glossary, or a dimension's name for its values; everything when not said, and nothing where there is no such category"},
		{Name: "algorithm", Kind: question.Text, Enum: []string{"LEVENSHTEIN", "JARO_WINKLER", "TOKENS", "TATRMAN"}, Accepts: "how to compare; precisely first and loosely only where that finds nothing, when not said; TATRMAN is TOKENS"},
		{Name: "limit", Kind: question.Whole, Least: 1, Most: words.MaxLimit, Accepts: "how many matches at most, a whole number from 1 to 50; 10 when not said"},
	}
}

func matchCapability() Capability {
	return capability(Capability{
		Name: "match", Doors: []Door{DoorLexicon}, Scope: CatalogRead,
		Title: "Match a name",
		Description: "Match one name to metrics, dimensions, values and terms: inflected forms, other orders of words and typing mistakes included, and says how each was found. " +
			"Evidence outranks scores; of weak evidence make nothing without asking.",
		Input: matchFields(), Outputs: []reflect.Type{output[Matched]()},
	}, decodeMatch, func(_ context.Context, c *call, in matchRequest) (any, error) {
		algorithm, _ := words.ParseAlgorithm(in.Algorithm)
		r := c.seen.index().Match(words.Name{Text: in.Name, Category: in.Category, Algorithm: algorithm, Limit: in.Limit})
		return &Matched{Outcome: "matched", Count: r.Count, Matches: r.Matches}, nil
	})
}

func decodeMatch(arguments []byte) (matchRequest, error) {
	in, err := decodeInto[matchRequest](arguments, matchFields())
	if err == nil && utf8.RuneCountInString(in.Name) > words.MaxLength {
		err = &question.Malformed{Path: "name", Accepted: fmt.Sprintf("1 to %d characters", words.MaxLength)}
	}
	return in, err
}
