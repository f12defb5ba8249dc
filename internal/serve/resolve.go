package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"unicode/utf8"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/words/ground"
	"sutura.dev/internal/words/resolve"
)

// resolveRequest is a person's words, or the choice of what some of them mean.
type resolveRequest struct {
	Text         string `json:"text"`
	Reference    string `json:"reference"`
	Locale       string `json:"locale"`
	Conversation string `json:"conversation_id"`
	Token        string `json:"resume_token"`
	Selected     string `json:"selected_option_id"`
}

// Resolved is what a person's words come to.
type Resolved struct {
	Outcome  string             `json:"outcome" jsonschema:"resolution, clarification, empty or refusal"`
	Question *question.Question `json:"question,omitempty" jsonschema:"for ask_metric, where nothing is missing or unbound"`
	Bindings []resolve.Binding  `json:"bindings,omitempty" jsonschema:"what the words name"`
	Missing  []resolve.Missing  `json:"missing,omitempty" jsonschema:"what a question still needs, and why"`
	Unbound  []resolve.Span     `json:"unbound,omitempty" jsonschema:"words that nothing explains: ask what they mean"`
	Unclear  *resolve.Span      `json:"unclear,omitempty" jsonschema:"the words that the options are for"`
	Options  []resolve.Option   `json:"options,omitempty" jsonschema:"what they may mean: let the person choose"`
	Token    string             `json:"resume_token,omitempty" jsonschema:"send it with the choice, within the hour"`
}

func resolveFields() []question.Field {
	return []question.Field{
		{Name: "text", Kind: question.Text, Accepts: "the person's words, 1 to 256 characters; none beside resume_token"},
		{Name: "reference", Kind: question.Text, Accepts: "the person's local time, such as 2026-05-15T12:00+02:00, for words such as last summer"},
		{Name: "locale", Kind: question.Text, Accepts: "their language, such as en, de or cs"},
		{Name: "conversation_id", Kind: question.Text, Accepts: "anything that names the conversation; a token is good in its own only"},
		{Name: "resume_token", Kind: question.Text, Accepts: "that of the clarification"},
		{Name: "selected_option_id", Kind: question.Text, Accepts: "the id of the option that was chosen"},
	}
}

func resolveCapability() Capability {
	return capability(Capability{
		Name: "resolve_bind", Aliases: []string{"resolve.bind:v1"}, Doors: []Door{DoorMetrics, DoorModel}, Scope: CatalogRead,
		Title:       "Read a question in words",
		Description: "Turn a person's question, in English, German or Czech, into one for ask_metric. It asks where words mean several things, and says what is unbound: it never guesses.",
		Input:       resolveFields(), Outputs: []reflect.Type{output[Resolved](), output[answer.Refused]()},
	}, decodeResolve, func(_ context.Context, c *call, in resolveRequest) (any, error) {
		if in.Token != "" {
			return c.resume(in)
		}
		o, err := c.seen.resolver().Resolve(in.Text, resolve.Context{Locale: in.Locale, Reference: in.Reference})
		if err != nil {
			return nil, err
		}
		return c.resolved(o, resumed{Expires: c.service.now().Add(resumeFor).Unix(), Locale: in.Locale}, c.service.seals.signing(), in.Conversation)
	})
}

// errors of a token that cannot be resumed: one message, whatever is wrong with it.
var malformedToken = question.Malformed{Path: "resume_token",
	Accepted: "a token that resolve_bind gave to this caller for this catalog within the hour, unchanged, with the same conversation_id and locale; else send the words again"}

// resume goes on from a clarification.
func (c *call) resume(in resolveRequest) (any, error) {
	from, key, err := c.service.seals.open(in.Token, c.bound(in.Conversation))
	if err != nil || in.Locale != "" && in.Locale != from.Locale {
		return nil, new(malformedToken)
	}
	o, err := c.seen.resolver().Resume(from.State, in.Selected, from.Locale)
	if errors.Is(err, resolve.ErrGone) {
		return nil, new(malformedToken)
	}
	if err != nil {
		return nil, &question.Malformed{Path: "selected_option_id", Accepted: "the id of one of the options that were offered"}
	}
	return c.resolved(o, from, key, in.Conversation)
}

// resolved is an outcome as it is sent. A token that goes on from another has its hour and its key, so that the same choice gives the same
// bytes.
func (c *call) resolved(o *resolve.Outcome, from resumed, key sealKey, conversation string) (any, error) {
	out := &Resolved{Outcome: string(o.Kind), Question: o.Question, Bindings: o.Bindings, Missing: o.Missing, Unbound: o.Unbound, Unclear: o.About, Options: o.Options}
	switch o.Kind {
	case resolve.NotDefined:
		return &answer.Refused{Outcome: "refusal", Refusal: question.Refusal{
			Code: question.NotDefined, Detail: fmt.Sprintf("%q is recorded as not defined: %s", o.Phrase, o.Why), About: []string{}, Suggestions: []question.Question{}}}, nil
	case resolve.Clarification:
		from.State = o.State
		token, err := c.service.seals.seal(key, from, c.bound(conversation))
		if errors.Is(err, errLongToken) {
			return &Resolved{Outcome: string(resolve.Empty), Missing: []resolve.Missing{{Field: "text", Why: "too many of the words mean several things; say less at once"}}}, nil
		}
		if err != nil {
			return nil, err
		}
		out.Token = token
	}
	return out, nil
}

func decodeResolve(arguments []byte) (resolveRequest, error) {
	in, err := decodeInto[resolveRequest](arguments, resolveFields())
	if err != nil {
		return in, err
	}
	no := func(path, accepted string) (resolveRequest, error) {
		return in, &question.Malformed{Path: path, Accepted: accepted}
	}
	n := utf8.RuneCountInString(in.Text)
	switch {
	case (in.Token == "") != (in.Selected == ""):
		return no(cmp.Or(map[bool]string{true: "resume_token"}[in.Token == ""], "selected_option_id"), "both of resume_token and selected_option_id, or neither")
	case in.Token == "" && (n == 0 || n > resolve.MaxLength):
		return no("text", fmt.Sprintf("1 to %d characters, or resume_token and selected_option_id", resolve.MaxLength))
	case in.Token != "" && in.Text != "":
		return no("text", "nothing beside resume_token: a choice goes on without the words")
	case len(in.Conversation) > question.MaxValueLength:
		return no("conversation_id", fmt.Sprintf("at most %d bytes", question.MaxValueLength))
	}
	if in.Reference != "" {
		if _, wrong := ground.ParseReference(in.Reference); wrong != nil {
			return no("reference", ground.ErrReference.Error())
		}
	}
	return in, nil
}
