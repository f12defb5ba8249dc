package serve

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"os"
	"sync"
	"time"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/clock"
	"sutura.dev/internal/settings"
)

// Options are what a Service is made with. Zero values take the documented defaults.
type Options struct {
	// Settings bound and switch. A zero bound has its default.
	Settings settings.Serving
	// Additions is the operator's text at the end of the instructions.
	Additions string
	// Audit takes one JSON line for each outcome, with one Write; standard error when nil.
	Audit io.Writer
	// Log takes what operators read; never what a caller may see. Discarded when nil.
	Log *slog.Logger
	// ResumeSecrets sign what resolve_bind resumes: the first one does, and the others are still taken. None: the service makes its own,
	// which end with it.
	ResumeSecrets [][]byte
	// Observer is told of every call.
	Observer Observer
	// Clock tells the time of budgets, audit and durations; the machine's when nil.
	Clock clock.Clock
}

// Service answers calls over one pin at a time. It is safe for concurrent use.
type Service struct {
	settings  settings.Serving
	additions string
	log       *slog.Logger
	observer  Observer
	now       clock.Clock
	table     []Capability
	slots     *admission
	workers   workers
	budget    *budget
	audit     *audit
	seals     *sealer
	began     time.Time

	// running ends the work that outlives shutdown's grace.
	running context.Context
	end     context.CancelFunc

	mu      sync.Mutex
	pin     *Pin
	pinned  time.Time
	reloads Reloads
}

// New makes a service over a verified pin, which it closes.
func New(p *Pin, o Options) *Service {
	defaults := settings.ServingDefaults()
	v := o.Settings
	if len(v.Doors) == 0 {
		v.Doors = defaults.Doors
	}
	v.MaxConcurrent = cmp.Or(v.MaxConcurrent, defaults.MaxConcurrent)
	v.MaxWaiting = cmp.Or(v.MaxWaiting, defaults.MaxWaiting)
	v.AdmissionTimeout = cmp.Or(v.AdmissionTimeout, defaults.AdmissionTimeout)
	v.RequestTimeout = cmp.Or(v.RequestTimeout, defaults.RequestTimeout)
	v.MaxTextBytes = cmp.Or(v.MaxTextBytes, defaults.MaxTextBytes)
	s := &Service{settings: v, additions: o.Additions, log: o.Log, observer: o.Observer, now: o.Clock, pin: p}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if s.observer == nil {
		s.observer = unobserved{}
	}
	if s.now == nil {
		s.now = clock.System
	}
	if o.Audit == nil {
		o.Audit = os.Stderr
	}
	s.began, s.pinned = s.now(), s.now()
	s.slots = newAdmission(v.MaxConcurrent, v.MaxWaiting)
	s.budget = newBudget(v.QuestionsPerMinute, v.RowsPerDay, s.now)
	s.seals = newSealer(s.now, o.ResumeSecrets)
	s.audit = newAudit(o.Audit, v.AuditClear)
	s.running, s.end = context.WithCancel(context.Background())
	s.workers = workers{jobs: make(chan func()), end: s.running.Done()}
	for _, c := range Capabilities() {
		if c.on(v.Doors) && (c.Name != rawName || p.raw != nil) {
			s.table = append(s.table, c)
		}
	}
	return s
}

// Settings are those in force.
func (s *Service) Settings() settings.Serving { return s.settings }

// Granted lists the capabilities that are on and that the caller may use, those of some doors only where any are named.
func (s *Service) Granted(c Caller, doors ...Door) []Capability {
	var out []Capability
	for _, row := range s.table {
		if c.has(row.Scope) && (len(doors) == 0 || row.in(doors)) {
			out = append(out, row)
		}
	}
	return out
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
