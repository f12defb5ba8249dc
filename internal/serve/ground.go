package serve

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"unicode/utf8"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/words/ground"
)

// groundRequest is some words, and where the person stands who says them.
type groundRequest struct {
	Text    string `json:"text"`
	Context struct {
		Reference string `json:"reference"`
		Locale    string `json:"locale"`
	} `json:"context"`
}

func groundTextField(what string) question.Field {
	return question.Field{Name: "text", Kind: question.Text, Required: true, Accepts: "the words that say " + what + ", as a person said them"}
}

var groundLocale = question.Field{Name: "locale", Kind: question.Text,
	Accepts: "the language and region of the words, such as en-US, de or cs-CZ, where it decides between two readings"}

func groundTimeFields() []question.Field {
	return []question.Field{
		groundTextField("when"),
		{Name: "context", Kind: question.Object, Required: true, Accepts: "an object with reference and locale: where the person stands", Fields: []question.Field{
			{Name: "reference", Kind: question.Text, Required: true, Accepts: "the person's local time, such as 2026-05-15T12:00+02:00"},
			groundLocale,
		}},
	}
}

func groundMoneyFields() []question.Field {
	return []question.Field{
		groundTextField("how much"),
		{Name: "context", Kind: question.Object, Accepts: "an object with locale", Fields: []question.Field{groundLocale}},
	}
}

func groundGeoFields() []question.Field { return []question.Field{groundTextField("where")} }

func groundTimeCapability() Capability {
	return capability(Capability{
		Name: "ground_time", Doors: []Door{DoorGrounding}, Scope: CatalogRead,
		Title: "Read a time",
		Description: "Turn words for a time, in English, German or Czech, into half-open intervals in the catalog's calendar, and into a question's range. " +
			"Where they mean one of several times it gives the options: ask the person. Words that mean no time are no error.",
		Input: groundTimeFields(), Outputs: []reflect.Type{output[ground.Times]()},
	}, decodeGroundTime, func(_ context.Context, c *call, in groundRequest) (any, error) {
		return ground.Time(in.Text, ground.TimeContext{Reference: in.Context.Reference, Locale: in.Context.Locale, Calendar: c.seen.view.Calendar()})
	})
}

func groundMoneyCapability() Capability {
	return capability(Capability{
		Name: "ground_money", Doors: []Door{DoorGrounding}, Scope: CatalogRead,
		Title: "Read an amount",
		Description: "Turn words for an amount, in English, German or Czech, into operators and exact decimal numbers for filters and having, and a currency where one is said. " +
			"Where a number can be read in several ways it gives the options: ask the person. Words that mean no amount are no error.",
		Input: groundMoneyFields(), Outputs: []reflect.Type{output[ground.Amounts]()},
	}, decodeGround(groundMoneyFields()), func(_ context.Context, _ *call, in groundRequest) (any, error) {
		return ground.Money(in.Text, ground.MoneyContext{Locale: in.Context.Locale}), nil
	})
}

func groundGeoCapability() Capability {
	return capability(Capability{
		Name: "ground_geo", Doors: []Door{DoorGrounding}, Scope: CatalogRead,
		Title: "Read a place",
		Description: "Turn words for a place, in English, German or Czech, into a point, a circle or an area of the catalog's gazetteer: in Brno, within 20 km of Brno. " +
			"Where two places have the name it gives the options: ask the person. A name alone means no place, and is no error.",
		Input: groundGeoFields(), Outputs: []reflect.Type{output[ground.Areas]()},
	}, decodeGround(groundGeoFields()), func(_ context.Context, c *call, in groundRequest) (any, error) {
		return ground.Geo(in.Text, c.seen.places()), nil
	})
}

// decodeGround reads arguments by a table, and holds the words to their length.
func decodeGround(fields []question.Field) func([]byte) (groundRequest, error) {
	return func(arguments []byte) (groundRequest, error) {
		in, err := decodeInto[groundRequest](arguments, fields)
		if err == nil && utf8.RuneCountInString(in.Text) > ground.MaxLength {
			err = &question.Malformed{Path: "text", Accepted: fmt.Sprintf("1 to %d characters", ground.MaxLength)}
		}
		return in, err
	}
}

func decodeGroundTime(arguments []byte) (groundRequest, error) {
	in, err := decodeGround(groundTimeFields())(arguments)
	if err == nil {
		if _, wrong := ground.ParseReference(in.Context.Reference); errors.Is(wrong, ground.ErrReference) {
			err = &question.Malformed{Path: "context.reference", Accepted: ground.ErrReference.Error()}
		}
	}
	return in, err
}
