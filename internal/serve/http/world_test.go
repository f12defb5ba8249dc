package http_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	web "net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"sutura.dev/bundle"
	"sutura.dev/catalog"
	"sutura.dev/compiler"
	"sutura.dev/compiler/dialect"
	"sutura.dev/internal/clock"
	"sutura.dev/internal/serve"
	rest "sutura.dev/internal/serve/http"
	"sutura.dev/internal/serve/identity"
	"sutura.dev/internal/settings"
	"sutura.dev/internal/sources"
	"sutura.dev/internal/warehouse"
)

const demo = "../../../catalog/demo"

var now = time.Date(2014, 1, 1, 12, 0, 0, 0, time.UTC)

// Tokens, one for each kind of caller.
const (
	everything = "everything-0123456789abcdef012345"
	reader     = "reader-0123456789abcdef0123456789" // catalog.read only
)

// callers knows the tokens.
type callers map[string]identity.Identity

func (c callers) Verify(_ context.Context, token string) (identity.Identity, error) {
	who, ok := c[token]
	switch {
	case token == "":
		return who, identity.ErrNoToken
	case !ok:
		return who, identity.ErrToken
	}
	return who, nil
}

// gate is a source whose statements can be held back or broken.
type gate struct {
	warehouse.Source
	breaks  atomic.Pointer[error]
	panics  atomic.Bool
	deaf    atomic.Bool                   // a held statement does not stop when it is told to
	hold    atomic.Pointer[chan struct{}] // statements wait for it; nil for none
	waiting chan struct{}                 // one for each that waits
	stopped chan error                    // why each that waited did not run
}

func (g *gate) Query(ctx context.Context, s dialect.Statement) (*warehouse.Result, error) {
	if g.panics.Load() {
		panic("planted: secret of the source")
	}
	if err := g.breaks.Load(); err != nil {
		return nil, *err
	}
	if hold := g.hold.Load(); hold != nil {
		g.waiting <- struct{}{}
		if g.deaf.Load() {
			<-*hold
		}
		select {
		case <-*hold:
		case <-ctx.Done():
			kind := warehouse.Cancelled
			if errors.Is(ctx.Err(), context.DeadlineExceeded) {
				kind = warehouse.Deadline
			}
			g.stopped <- ctx.Err()
			return nil, &warehouse.Error{Kind: kind, Err: ctx.Err()}
		}
	}
	return g.Source.Query(ctx, s)
}

// close holds statements back until the function is called.
func (g *gate) close() (open func()) {
	hold := make(chan struct{})
	g.hold.Store(&hold)
	return sync.OnceFunc(func() { g.hold.Store(nil); close(hold) })
}

// world is the demonstration, served over the network to those who have a token.
type world struct {
	*httptest.Server
	t       testing.TB
	service *serve.Service
	source  *gate
	log     *records
	audit   *records
	// document is what every body is held to; nil until it was read.
	document *jsonschema.Compiler
}

// records keeps what was written.
type records struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (r *records) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.Write(p)
}

func (r *records) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.String()
}

var compiled = sync.OnceValue(func() *bundle.Bundle {
	files, err := catalog.ReadDir(demo)
	if err != nil {
		panic(err)
	}
	b, _ := compiler.Build(files)
	return b
})

func open(t testing.TB, change func(*settings.Serving), configure ...func(*web.Server)) *world {
	t.Helper()
	s, found := settings.Load(settings.Find(demo, "", nil), nil)
	set, more := sources.Open(t.Context(), s, compiled())
	if len(found)+len(more) > 0 || set == nil {
		t.Fatal(found.String(), more.String())
	}
	serving := settings.ServingDefaults()
	if change != nil {
		change(&serving)
	}
	w := &world{t: t, log: &records{}, audit: &records{}, source: &gate{Source: set["flights_db"], waiting: make(chan struct{}, 100), stopped: make(chan error, 100)}}
	set["flights_db"] = w.source
	pin, problems := serve.Verify(context.Background(), serve.Candidate{
		Bundle: compiled(), Sources: set, Raw: raw(t, serving.Doors), Close: func() { _ = set.Close() }, Clock: clock.Fixed(now), Version: "v0"})
	if pin == nil {
		t.Fatal(problems.String())
	}
	log := slog.New(slog.NewTextHandler(w.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	w.service = serve.New(pin, serve.Options{Settings: serving, Audit: w.audit, Log: log, Clock: clock.Fixed(now)})
	h := rest.Handler(w.service, func(r *web.Request) serve.Caller { return serve.CallerOf(r.Context(), "http") },
		rest.Options{Version: "v0", Token: true, Log: log})
	known := callers{everything: {Subject: "all"}, reader: {Subject: "reader", Scopes: []string{"catalog.read"}}}
	guarded, err := identity.Guard(identity.Rules{Origins: []string{"https://tools.example.org"}}, nil, identity.Authenticate(known, nil, h))
	if err != nil {
		t.Fatal(err)
	}
	w.Server = httptest.NewUnstartedServer(guarded)
	for _, c := range configure {
		c(w.Config)
	}
	w.Start()
	if doc := w.send(request{method: "GET", path: "/openapi.json"}); doc.StatusCode == web.StatusOK {
		w.document, _ = resource(t, []byte(doc.text))
	}
	t.Cleanup(func() {
		w.Close()
		ended, cancel := context.WithCancel(context.Background())
		cancel()
		if !w.service.Stop(ended, context.Background()) {
			t.Error("something still runs")
		}
		if n := w.service.Slots().Running; n != 0 {
			t.Errorf("%d slots are held", n)
		}
	})
	return w
}

// request is what a client sends. Without a token it is everything's, without a body it is a GET.
type request struct {
	method, path, body string
	token              string // none: no header
	header             web.Header
}

// reply is what came back, and its body as JSON.
type reply struct {
	*web.Response
	text string
	body map[string]any
}

// send sends a request and holds what comes back to what is true of every body: JSON, an outcome or an error, the
// request's id, and nothing of it is kept.
func (w *world) send(in request) reply {
	w.t.Helper()
	r, err := web.NewRequestWithContext(context.Background(), in.method, w.URL+in.path, strings.NewReader(in.body))
	if err != nil {
		w.t.Fatal(err)
	}
	if in.method == web.MethodPost {
		r.Header.Set("Content-Type", "application/json")
	}
	for k, v := range in.header {
		r.Header[k] = v
	}
	if host := in.header.Get("Host"); host != "" {
		r.Host = host
	}
	switch in.token {
	case "":
		r.Header.Set("Authorization", "Bearer "+everything)
	case "none":
	default:
		r.Header.Set("Authorization", "Bearer "+in.token)
	}
	res, err := w.Client().Do(r)
	if err != nil {
		w.t.Fatal(err)
	}
	return w.read(res)
}

func (w *world) read(res *web.Response) reply {
	w.t.Helper()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	_ = res.Body.Close()
	out := reply{Response: res, text: string(text)}
	if err := json.Unmarshal(text, &out.body); err != nil {
		w.t.Fatalf("%d: %v: %s", res.StatusCode, err, text)
	}
	_, outcome := out.body["outcome"].(string)
	_, problem := out.body["error"].(string)
	id, _ := out.body["request"].(string)
	switch {
	case res.Request.URL.Path == "/openapi.json" && res.StatusCode == web.StatusOK:
		return out
	case outcome && problem, outcome == problem && out.body["ungoverned"] == nil:
		w.t.Errorf("%d: neither outcome nor error, or both: %s", res.StatusCode, text)
	case len(id) != 16 || res.Header.Get("X-Request-Id") != id:
		w.t.Errorf("%d: the request is %q in the body and %q in the header", res.StatusCode, id, res.Header.Get("X-Request-Id"))
	}
	if res.Header.Get("Content-Type") != "application/json" || res.Header.Get("Cache-Control") != "no-store" {
		w.t.Errorf("%d: %v", res.StatusCode, res.Header)
	}
	w.described(res, text)
	return out
}

func (w *world) ask(body string) reply {
	w.t.Helper()
	return w.send(request{method: "POST", path: "/v1/ask", body: body})
}
