package serve

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"sutura.dev/bundle/question"
	"sutura.dev/compiler/plan"
	"sutura.dev/internal/answer"
)

// MaxArguments is the size of a call's arguments, in bytes.
const MaxArguments = question.MaxBytes

// margin is how much earlier a statement's deadline is than its request's.
const margin = time.Second

// call is one call on its way. What runs a capability finds here who asks and what exists for them.
type call struct {
	caller  Caller
	request string
	service *Service
	text    func(any) string
	began   time.Time

	row    *Capability
	input  any
	pin    *Pin
	seen   *seen
	waited time.Duration

	// Of query: the question that was asked, and what a saved one was filled in with.
	asked  question.Question
	filled plan.Saved
}

// Call runs one capability for a caller: switch, scope, size, shape, budget, admission, deadline, run, audit, in this
// order. arguments are the JSON object as it arrived. The outcome is in the audit before it is returned.
func (s *Service) Call(ctx context.Context, caller Caller, name string, arguments []byte, options ...Option) (Reply, error) {
	c := &call{caller: caller, request: strings.ToLower(rand.Text()[:16]), service: s, began: s.now()}
	for _, o := range options {
		o(c)
	}
	ctx, ended := s.observer.Begin(ctx, c.request, caller.Transport)
	reply, err := s.decide(ctx, c, name, arguments)
	reply.Request = c.request
	e := Event{Transport: caller.Transport, Waited: c.waited, Took: s.now().Sub(c.began)}
	if c.row != nil {
		e.Capability = c.row.Name
	}
	e.Outcome, e.Code = outcomeOf(reply, err)
	e.Rows, _ = rowsOf(reply.Value)
	if e.Outcome == OutcomeFailed {
		s.log.Error("a call failed", "request", c.request, "capability", e.Capability, "error", reason(err))
		err = &Failed{c.request}
	}
	if wrong := s.audit.write(s.lineOf(c, e, reply)); wrong != nil {
		s.log.Error("the audit cannot be written, so the outcome is not returned", "request", c.request, "error", wrong.Error())
		e.Outcome, e.Code, e.Rows = OutcomeFailed, "", 0
		reply, err = Reply{Request: c.request}, &Failed{c.request}
	}
	ended(e)
	if err != nil {
		return Reply{Request: c.request, RetryAfter: reply.RetryAfter}, err
	}
	reply.Refused, reply.Code = e.Outcome == OutcomeRefusal, e.Code
	return reply, nil
}

// reason is an error for the log, with the causes that its sentence leaves out.
func reason(err error) string {
	var out []string
	for ; err != nil; err = errors.Unwrap(err) {
		if text := err.Error(); len(out) == 0 || !strings.HasSuffix(out[len(out)-1], text) {
			out = append(out, text)
		}
	}
	return strings.Join(out, ": ")
}

// decide carries a call to its reply or its error.
func (s *Service) decide(ctx context.Context, c *call, name string, arguments []byte) (reply Reply, err error) {
	defer func() {
		if p := recover(); p != nil {
			reply, err = Reply{}, s.panicked(c, p)
		}
	}()
	i := slices.IndexFunc(s.table, func(row Capability) bool { return row.answersTo(name) })
	if i < 0 {
		return Reply{}, &Unknown{}
	}
	c.row = &s.table[i]
	switch {
	case !c.caller.has(c.row.Scope):
		return Reply{}, &Denied{c.row.Scope}
	case len(arguments) > MaxArguments:
		return Reply{}, &question.Malformed{Accepted: "at most 1 MiB of JSON"}
	}
	if c.input, err = c.row.decode(arguments); err != nil {
		c.input = nil
		return Reply{}, err
	}
	if c.row.costs {
		if refused, wait := s.budget.take(c.caller.Subject); refused != nil {
			reply, _, err = s.fit(c, refused)
			reply.RetryAfter = wait
			return reply, err
		}
	}
	return s.admit(ctx, c)
}

// panicked logs a panic under the request's id. Its text never leaves.
func (s *Service) panicked(c *call, p any) error {
	s.log.Error("a panic was caught", "request", c.request, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
	return errors.New("a panic, logged above")
}

// admit waits for a slot and for the work, the whole no longer than the request's timeout. The work keeps its slot
// until the source has stopped, whoever still waits for it.
func (s *Service) admit(ctx context.Context, c *call) (Reply, error) {
	whole, cancel := context.WithTimeout(ctx, s.settings.RequestTimeout)
	defer cancel()
	leave := s.slots.enter(whole, c.caller.Subject, s.settings.AdmissionTimeout)
	c.waited = s.now().Sub(c.began)
	if leave == nil {
		if ctx.Err() != nil {
			return Reply{}, ctx.Err()
		}
		return Reply{RetryAfter: time.Second}, &Busy{time.Second}
	}
	c.pin = s.acquire()
	work := s.start(ctx, c, leave)
	select {
	case done := <-work:
		return done.reply, done.err
	case <-whole.Done():
	}
	select {
	case done := <-work: // at the same moment
		return done.reply, done.err
	default:
	}
	if ctx.Err() != nil {
		return Reply{}, ctx.Err()
	}
	return Reply{}, &Stuck{}
}

type worked struct {
	reply Reply
	err   error
}

// start does the work of an admitted call beside its caller. What it touches of c nobody else writes.
func (s *Service) start(ctx context.Context, c *call, leave func()) <-chan worked {
	out := make(chan worked, 1)
	limit := s.settings.RequestTimeout - c.waited
	limit -= min(margin, limit/2)
	ctx, cancel := context.WithTimeout(ctx, limit)
	unhook := context.AfterFunc(s.running, cancel)
	pin := c.pin
	s.workers.do(func() {
		var w worked
		defer func() {
			if p := recover(); p != nil {
				w = worked{err: s.panicked(c, p)}
			}
			unhook()
			cancel()
			pin.release()
			leave()
			out <- w
		}()
		w.reply, w.err = s.work(ctx, c)
		if took := s.now().Sub(c.began); took > s.settings.RequestTimeout {
			s.log.Warn("a source stopped long after its deadline; nobody waited any more", "request", c.request, "took", took.String())
		}
	})
	return out
}

// work runs the capability and encodes what it comes to.
func (s *Service) work(ctx context.Context, c *call) (Reply, error) {
	c.seen = c.pin.seenBy(c.caller)
	value, err := c.row.run(ctx, c, c.input)
	switch {
	case err == nil:
	case s.running.Err() != nil:
		return Reply{}, &Busy{time.Second}
	case errors.Is(err, context.DeadlineExceeded):
		value = tooLong()
	default:
		return Reply{}, err
	}
	return s.encode(ctx, c, value)
}

func tooLong() *answer.Refused {
	return &answer.Refused{Outcome: "refusal", Refusal: question.Refusal{Code: question.DeadlineExceeded,
		Detail: "There was not enough time to answer; ask for a shorter range or fewer dimensions.", About: []string{}, Suggestions: []question.Question{}}}
}
