package http

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"log/slog"
	web "net/http"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/serve"
)

// Options are what a handler is made with.
type Options struct {
	// Version is the program's.
	Version string
	// Token says that callers send a bearer token, for the OpenAPI document.
	Token bool
	// Log takes what operators read; discarded when nil.
	Log *slog.Logger
}

// Handler serves /v1 and the OpenAPI document. caller says who asks, of a request that has been authenticated.
func Handler(s *serve.Service, caller func(*web.Request) serve.Caller, o Options) web.Handler {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &handler{s, caller, o}
}

type handler struct {
	service *serve.Service
	caller  func(*web.Request) serve.Caller
	options Options
}

func (h *handler) ServeHTTP(w web.ResponseWriter, r *web.Request) {
	x := &exchange{handler: h, w: w, r: r, request: strings.ToLower(rand.Text()[:16])}
	defer func() {
		if p := recover(); p != nil {
			h.options.Log.Error("a panic was caught", "request", x.request, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			x.fail(&serve.Failed{Request: x.request}, 0)
		}
	}()
	if r.URL.Path == documentPath {
		x.document()
		return
	}
	where, allowed := routeOf(r.URL.Path, r.Method)
	switch {
	case where != nil:
		x.call(where)
	case allowed != "":
		x.notAllowed(allowed)
	default:
		x.deny(web.StatusNotFound, problem{Kind: "unknown", Error: "there is nothing here; " + documentPath + " says what there is"})
	}
}

// exchange is one request and its answer.
type exchange struct {
	*handler
	w       web.ResponseWriter
	r       *web.Request
	request string
}

// call runs a capability.
func (x *exchange) call(where *route) {
	arguments, turned := x.arguments(where)
	if turned {
		return
	}
	reply, err := x.service.Call(x.r.Context(), x.caller(x.r), where.capability, arguments)
	x.request = reply.Request
	if err != nil {
		x.fail(err, reply.RetryAfter)
		return
	}
	status := web.StatusOK
	if reply.Refused {
		status = statusOf(reply.Code)
	}
	if raw, ok := reply.Value.(*serve.NotRun); ok {
		status = rawStatus(raw)
	}
	head := `{"request":` + strconv.Quote(reply.Request) + ","
	if _, preview := reply.Value.(*answer.Preview); preview {
		head += `"outcome":"preview",`
	}
	if q, ok := reply.Value.(*serve.Queried); ok && q.OK {
		content, err := json.Marshal(q.Content())
		if err != nil { // text encodes
			panic(err)
		}
		head += `"content":` + string(content) + ","
	}
	x.retryAfter(reply.RetryAfter)
	x.write(status, append([]byte(head), reply.JSON[len("{"):]...))
}

// statusOf is the status of a refusal, by the table.
func statusOf(code question.Code) int {
	for _, r := range question.Refusals() {
		if r.Code == code {
			return r.Status
		}
	}
	return web.StatusUnprocessableEntity
}

// retryAfter says in whole seconds when the same request may succeed.
func (x *exchange) retryAfter(wait time.Duration) {
	if wait > 0 {
		x.w.Header().Set("Retry-After", strconv.Itoa(int((wait+time.Second-1)/time.Second)))
	}
}

// write sends a body, which is a JSON object.
func (x *exchange) write(status int, body []byte) {
	head := x.w.Header()
	head.Set("Content-Type", "application/json")
	head.Set("Cache-Control", "no-store")
	head.Set("X-Content-Type-Options", "nosniff")
	head.Set("X-Request-Id", x.request)
	x.w.WriteHeader(status)
	_, _ = x.w.Write(append(body, '\n')) // who asked may be gone
}
