package serve

import (
	"context"
	"errors"
	"time"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/answer"
)

// Outcome is how a call ended.
type Outcome string

// The closed set of outcomes. OutcomeDone is of capabilities that read the catalog or preview.
const (
	OutcomeAnswer  Outcome = "answer"
	OutcomeRefusal Outcome = "refusal"
	OutcomeDone    Outcome = "done"
	// Of run_sql: the statement ran, or gave nothing.
	OutcomeUngoverned Outcome = "ungoverned"
	OutcomeNotRun     Outcome = "not_run"
	OutcomeMalformed  Outcome = "malformed"
	OutcomeUnknown    Outcome = "unknown"
	OutcomeDenied     Outcome = "denied"
	OutcomeBusy       Outcome = "busy"
	OutcomeStuck      Outcome = "stuck"
	OutcomeFailed     Outcome = "failed"
	OutcomeCancelled  Outcome = "cancelled"
	// Of requests that reach no capability: without a token that holds, and for another host or of another site's page.
	OutcomeUnauthenticated Outcome = "unauthenticated"
	OutcomeForeign         Outcome = "foreign"
)

// Outcomes lists every outcome.
func Outcomes() []Outcome {
	return []Outcome{OutcomeAnswer, OutcomeRefusal, OutcomeDone, OutcomeUngoverned, OutcomeNotRun, OutcomeMalformed, OutcomeUnknown, OutcomeDenied, OutcomeBusy,
		OutcomeStuck, OutcomeFailed, OutcomeCancelled, OutcomeUnauthenticated, OutcomeForeign}
}

// Event is a call that ended, for metrics and traces. Every word of it is of a closed set.
type Event struct {
	Capability string // empty where there is none of the name
	Transport  string
	Outcome    Outcome
	Code       question.Code // of a refusal
	Waited     time.Duration // for a slot
	Took       time.Duration // in all
	Rows       int
}

// Observer is told of calls. Begin returns the context that the call goes on with, and what to call at its end.
type Observer interface {
	Begin(ctx context.Context, request, transport string) (context.Context, func(Event))
}

// unobserved is the observer that nobody set.
type unobserved struct{}

func (unobserved) Begin(ctx context.Context, _, _ string) (context.Context, func(Event)) {
	return ctx, func(Event) {}
}

// outcomeOf tells how a call ended.
func outcomeOf(reply Reply, err error) (Outcome, question.Code) {
	if err == nil {
		switch v := undressed(reply.Value).(type) {
		case *answer.Answer:
			return OutcomeAnswer, ""
		case *answer.Refused:
			return OutcomeRefusal, v.Code
		case *Ungoverned:
			return OutcomeUngoverned, ""
		case *NotRun:
			return OutcomeNotRun, question.Code(v.Why)
		}
		return OutcomeDone, ""
	}
	switch err.(type) {
	case *question.Malformed:
		return OutcomeMalformed, ""
	case *Unknown:
		return OutcomeUnknown, ""
	case *Denied:
		return OutcomeDenied, ""
	case *Busy:
		return OutcomeBusy, ""
	case *Stuck:
		return OutcomeStuck, ""
	}
	if errors.Is(err, context.Canceled) {
		return OutcomeCancelled, ""
	}
	return OutcomeFailed, ""
}
