package cli

import (
	"strings"
	"time"

	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
	lexicon "sutura.dev/internal/words"
	"sutura.dev/internal/words/resolve"
)

// inWords makes the question that a person's words mean, and says how they were understood. Words that mean several things, or
// nothing, are no question: the options and what was left over are the work's finding.
func (f *questionFlags) inWords(a *app, view *bundle.View) (question.Question, *question.Refusal, error) {
	var none question.Question
	now, err := a.clock()
	if err != nil {
		return none, nil, err
	}
	if len([]rune(f.words)) > resolve.MaxLength {
		return none, nil, usage("--words takes at most 256 characters", "Say it shorter.")
	}
	here := now().In(view.Bundle.Calendar().Zone()).Format(time.RFC3339)
	o, err := resolve.New(view, lexicon.New(view)).Resolve(f.words, resolve.Context{Reference: here})
	switch {
	case err != nil:
		return none, nil, usage("words are read with a clock between the years 2 and 9998", "Leave out --clock.")
	case o.Kind == resolve.NotDefined:
		return none, &question.Refusal{Code: question.NotDefined, Detail: o.Phrase + " is recorded as not defined: " + o.Why}, nil
	case o.Kind == resolve.Clarification:
		a.out.Line("%s may mean:", quoted(o.About.Text))
		for _, option := range o.Options {
			a.out.Line("  %-32s %s", strings.TrimPrefix(option.ID, "metric."), option.Label)
		}
		a.out.Line("Say more of the one that is meant.")
		return none, nil, errFound
	case o.Question == nil:
		return none, nil, a.notUnderstood(o)
	}
	if flags, ok := question.FlagsOf(*o.Question); ok {
		a.say("understood as:")
		a.msg.Command(append(a.again("ask"), flags.Args()...))
	}
	return *o.Question, nil, nil
}

// notUnderstood says which words mean nothing, and what a question still needs.
func (a *app) notUnderstood(o *resolve.Outcome) error {
	for _, left := range o.Unbound {
		a.out.Line("%s is nothing that the catalog knows", quoted(left.Text))
	}
	for _, m := range o.Missing {
		a.out.Line("missing: %s: %s", m.Field, m.Why)
	}
	if len(o.Unbound)+len(o.Missing) == 0 {
		a.out.Line("nothing of it is anything that the catalog knows")
	}
	a.out.Line("`sutura search` finds metrics, dimensions and values; `sutura describe` lists them.")
	return errFound
}

func quoted(words string) string { return `"` + words + `"` }
