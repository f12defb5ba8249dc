package serve

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/clock"
)

// Options are what a Service is made with. Zero values take the documented defaults.
type Options struct {
	Doors []Door // metrics when none
	// Log takes what operators read; never what a caller may see. Discarded when nil.
	Log *slog.Logger
	// Clock tells the time of budgets and the audit.
	Clock   clock.Clock
	Version string
}

// Service answers calls over one pin at a time. It is safe for concurrent use.
type Service struct {
	options Options
	table   []Capability
	pin     atomic.Pointer[Pin]
}

// Reply is what a call comes to.
type Reply struct {
	// Request identifies the call in log and audit; set beside an error too.
	Request string
	// Value is of one of the capability's Outputs; nil beside an error.
	Value any
	// JSON is Value, encoded once: an object.
	JSON json.RawMessage
	// Text is the text half, where the transport asked for one (WithText).
	Text string
	// Refused says that Value is an *answer.Refused, with this code.
	Refused bool
	Code    question.Code
	// RetryAfter is set where the same call may succeed after this time.
	RetryAfter time.Duration
}

// An Option is what a transport wants of a Reply.
type Option func(*call)

// WithText asks for a text half, rendered by the transport from the Value. An answer whose text is longer than
// max_text_bytes is refused as result_too_large.
func WithText(render func(value any) string) Option { return func(c *call) { c.text = render } }

// call is one call on its way. What runs a capability finds here who asks and what exists for them.
type call struct {
	caller  Caller
	request string
	service *Service
	seen    *seen
	text    func(any) string
}

// New makes a service over a verified pin.
func New(p *Pin, o Options) *Service {
	if len(o.Doors) == 0 {
		o.Doors = []Door{DoorMetrics}
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Clock == nil {
		o.Clock = clock.System
	}
	s := &Service{options: o}
	for _, c := range Capabilities() {
		if c.on(o.Doors) {
			s.table = append(s.table, c)
		}
	}
	s.pin.Store(p)
	return s
}

// Granted lists the capabilities that are on and that the caller may use, those of some doors only where any are named.
func (s *Service) Granted(c Caller, doors ...Door) []Capability {
	var out []Capability
	for _, row := range s.table {
		if c.has(row.Scope) && (len(doors) == 0 || row.on(doors)) {
			out = append(out, row)
		}
	}
	return out
}

// Call runs one capability for a caller. arguments are the JSON object as it arrived.
func (s *Service) Call(ctx context.Context, caller Caller, name string, arguments []byte, options ...Option) (Reply, error) {
	c := &call{caller: caller, request: strings.ToLower(rand.Text()), service: s}
	for _, o := range options {
		o(c)
	}
	reply := Reply{Request: c.request}
	i := slices.IndexFunc(s.table, func(row Capability) bool { return row.answersTo(name) })
	switch {
	case i < 0:
		return reply, &Unknown{}
	case !caller.has(s.table[i].Scope):
		return reply, &Denied{s.table[i].Scope}
	}
	in, err := s.table[i].decode(arguments)
	if err != nil {
		return reply, err
	}
	c.seen = s.pin.Load().seenBy(caller)
	if reply.Value, err = s.table[i].run(ctx, c, in); err != nil {
		return reply, err
	}
	reply.JSON, err = json.Marshal(reply.Value)
	return reply, err
}
