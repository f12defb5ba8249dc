package http

import (
	"context"
	"encoding/json"
	"errors"
	web "net/http"
	"time"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/serve"
	"sutura.dev/internal/serve/identity"
)

// problem is the body of what is neither an answer nor a refusal.
type problem struct {
	Request string `json:"request" jsonschema:"identifies the request in log and audit"`
	Error   string `json:"error" jsonschema:"what is wrong and what to do, a sentence"`
	Kind    string `json:"kind" jsonschema:"malformed, unauthenticated, keys, denied, host, origin, unknown, method, media_type, too_large, slow, busy, stuck or failed"`
	// Path, Accepted, Nearest and Code are of what is malformed.
	Path     string `json:"path,omitempty" jsonschema:"the field that is malformed; left out for the whole"`
	Accepted string `json:"accepted,omitempty" jsonschema:"what the field takes"`
	Nearest  string `json:"nearest,omitempty" jsonschema:"the nearest word that it takes"`
	Code     string `json:"code,omitempty" jsonschema:"a stable code of what is malformed, where it has one"`
	Scope    string `json:"scope,omitempty" jsonschema:"the scope that is needed"`
}

// deny answers with a problem, which is logged under the request's id where the service did not see it.
func (x *exchange) deny(status int, p problem) {
	x.options.Log.Debug("a request was turned away", "request", x.request, "status", status, "kind", p.Kind)
	x.send(status, p)
}

func (x *exchange) send(status int, p problem) {
	p.Request = x.request
	body, err := json.Marshal(p)
	if err != nil { // text encodes
		panic(err)
	}
	x.write(status, body)
}

func (x *exchange) notAllowed(allowed string) {
	x.w.Header().Set("Allow", allowed)
	x.deny(web.StatusMethodNotAllowed, problem{Kind: "method", Error: "this takes " + allowed})
}

// fail answers with an error of the service's.
func (x *exchange) fail(err error, wait time.Duration) {
	var (
		malformed *question.Malformed
		unknown   *serve.Unknown
		denied    *serve.Denied
		busy      *serve.Busy
		stuck     *serve.Stuck
	)
	p := problem{Error: err.Error()}
	switch {
	case errors.Is(err, context.Canceled): // who asked is gone
	case errors.As(err, &malformed):
		p.Kind, p.Path, p.Accepted, p.Nearest, p.Code = "malformed", malformed.Path, malformed.Accepted, malformed.Nearest, malformed.Code
		x.send(web.StatusBadRequest, p)
	case errors.As(err, &unknown):
		p.Kind = "unknown"
		x.send(web.StatusNotFound, p)
	case errors.As(err, &denied):
		p.Kind, p.Scope = "denied", string(denied.Scope)
		x.w.Header().Set("WWW-Authenticate", identity.Challenge(x.r.Context(), "insufficient_scope", p.Scope))
		x.send(web.StatusForbidden, p)
	case errors.As(err, &busy):
		p.Kind = "busy"
		x.retryAfter(max(wait, busy.RetryAfter))
		x.send(web.StatusServiceUnavailable, p)
	case errors.As(err, &stuck):
		p.Kind = "stuck"
		x.send(web.StatusGatewayTimeout, p)
	default:
		p.Kind, p.Error = "failed", (&serve.Failed{Request: x.request}).Error()
		x.send(web.StatusInternalServerError, p)
	}
}
