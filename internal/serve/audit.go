package serve

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"slices"
	"sync"
	"time"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/propose"
	"sutura.dev/internal/serve/cards"
)

// audit writes one JSON line for each outcome. A line is written whole, with one write, before the outcome is returned.
type audit struct {
	clear bool
	key   []byte // of the hashes; new with each process, so that nobody can look values up

	mu    sync.Mutex
	to    io.Writer
	torn  bool // the last line is there in part
	flood flood
}

func newAudit(to io.Writer, clear bool) *audit {
	key := make([]byte, 32)
	_, _ = rand.Read(key) // never fails: it ends the process instead
	return &audit{clear: clear, key: key, to: to}
}

// line is what the audit says of a call. Names are those of the documentation; the order is that of a reader.
type line struct {
	Time         string   `json:"time"`
	Request      string   `json:"request"`
	Subject      string   `json:"subject"`
	Actors       []string `json:"actors,omitempty"` // who act for the subject, the present one first
	Audiences    []string `json:"audiences"`        // null: all
	Transport    string   `json:"transport,omitempty"`
	Capability   string   `json:"capability"` // as it was asked for where there is one; else empty
	Outcome      Outcome  `json:"outcome"`
	Code         string   `json:"code,omitempty"`
	Arguments    any      `json:"arguments,omitempty"`
	Bundle       string   `json:"bundle,omitempty"`
	Statement    string   `json:"statement,omitempty"`
	Rows         *int     `json:"rows,omitempty"`
	LeftOut      int      `json:"left_out,omitempty"` // requests that were turned away and have no line of their own
	WaitedMillis float64  `json:"waited_ms"`
	TookMillis   float64  `json:"took_ms"`
}

// write adds a line.
func (a *audit) write(l line) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.append(l)
}

// append writes a line. The lock is held.
func (a *audit) append(l line) error {
	text, err := json.Marshal(struct {
		Kind string `json:"log"`
		line
	}{"audit", l})
	if err != nil {
		return err
	}
	text = append(text, '\n')
	if a.torn {
		text = append([]byte{'\n'}, text...)
	}
	n, err := a.to.Write(text)
	a.torn = err != nil && (n > 0 || a.torn)
	return err
}

// value is a caller's value as the audit shows it: equal ones are equal, within one process.
func (a *audit) value(v string) string {
	if a.clear || v == "" {
		return v
	}
	mac := hmac.New(sha256.New, a.key)
	mac.Write([]byte(v))
	return "hmac:" + hex.EncodeToString(mac.Sum(nil)[:12])
}

// arguments are a decoded input as the audit shows it: what a caller may have put a value or a person's words into goes
// through value. A type without a case shows nothing.
func (a *audit) arguments(in any) any {
	switch in := in.(type) {
	case question.Question:
		return a.question(in)
	case previewRequest:
		return previewLine{a.question(in.question), in.dialect}
	case queryRequest:
		in.Question = a.question(in.Question)
		in.Parameters = slices.Clone(in.Parameters)
		for i, p := range in.Parameters {
			in.Parameters[i].Values = a.values(p.Values)
		}
		in.Hide, in.Locale = a.values(in.Hide), a.value(in.Locale)
		return in
	case searchRequest:
		in.Query = a.value(in.Query)
		return in
	case matchRequest:
		in.Name, in.Category = a.value(in.Name), a.value(in.Category)
		return in
	case resolveRequest:
		return resolveLine{a.value(in.Text), in.Reference, a.value(in.Locale), a.value(in.Conversation), in.Token != ""}
	case groundRequest:
		in.Text, in.Context.Locale = a.value(in.Text), a.value(in.Context.Locale)
		return in
	case cards.ObjectsRequest:
		return objectsLine{in.Kind, a.value(in.Area), in.Cursor != ""}
	case cards.ObjectRequest:
		in.ID = a.value(in.ID)
		return in
	case cards.ModelRequest:
		in.Areas, in.Locale = a.values(in.Areas), a.value(in.Locale)
		return in
	case cards.QueriesRequest:
		in.Area = a.value(in.Area)
		return in
	case cards.AreaRequest:
		in.Area = a.value(in.Area)
		return in
	case propose.Metric: // whose name and model are the catalog's; the rest somebody's words
		return proposeLine{in.Name, in.Model}
	case rawRequest: // as it is: a statement that nobody can read later is no record
		return in
	case cards.Request:
		return describeLine{in.Metrics, a.value(in.Search), in.Cursor != ""}
	}
	return nil
}

// values are several.
func (a *audit) values(of []string) []string {
	out := make([]string, len(of))
	for i, v := range of {
		out[i] = a.value(v)
	}
	return out
}

type objectsLine struct {
	Kind      string `json:"kind,omitempty"`
	Area      string `json:"area,omitempty"`
	Continued bool   `json:"continued,omitempty"` // with a cursor
}

type proposeLine struct {
	Name  string `json:"name"`
	Model string `json:"model,omitempty"`
}

type previewLine struct {
	question.Question
	Dialect string `json:"target_dialect,omitempty"`
}

type resolveLine struct {
	Text         string `json:"text,omitempty"`
	Reference    string `json:"reference,omitempty"`
	Locale       string `json:"locale,omitempty"`
	Conversation string `json:"conversation_id,omitempty"`
	Resumed      bool   `json:"resumed,omitempty"` // with a token
}

type describeLine struct {
	Metrics   []string `json:"metrics,omitempty"`
	Search    string   `json:"search,omitempty"`
	Continued bool     `json:"continued,omitempty"` // with a cursor
}

// question is a question with its values as value shows them. Names stay: they are the catalog's, or of its form.
func (a *audit) question(q question.Question) question.Question {
	filters := make([]question.Filter, len(q.Filters))
	for i, f := range q.Filters {
		f.Values = a.values(f.Values)
		filters[i] = f
	}
	having := make([]question.Having, len(q.Having))
	for i, h := range q.Having {
		h.Value = a.value(h.Value)
		having[i] = h
	}
	q.Filters, q.Having = filters, having
	return q
}

// lineOf is the line of a call that ended.
func (s *Service) lineOf(c *call, e Event, reply Reply) line {
	l := line{Time: c.began.Format(time.RFC3339Nano), Request: c.request, Subject: c.caller.Subject, Actors: c.caller.Actors, Audiences: c.caller.Audiences,
		Transport: c.caller.Transport, Capability: e.Capability, Outcome: e.Outcome, Code: string(e.Code),
		WaitedMillis: milliseconds(e.Waited), TookMillis: milliseconds(e.Took)}
	if c.input != nil {
		l.Arguments = s.audit.arguments(c.input)
	}
	if c.pin != nil {
		l.Bundle = c.pin.bundle.Digest()
	}
	if n, answered := rowsOf(reply.Value); answered {
		l.Rows = &n
	}
	switch v := undressed(reply.Value).(type) {
	case *answer.Answer:
		l.Statement = v.Provenance.Statement
	case *answer.Preview:
		l.Statement = v.Statement
	case *Ungoverned:
		l.Rows = new(v.Fetched)
	}
	return l
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
