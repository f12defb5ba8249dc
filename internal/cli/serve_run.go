package cli

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"time"

	"sutura.dev/internal/render"
	"sutura.dev/internal/serve"
	plain "sutura.dev/internal/serve/http"
	"sutura.dev/internal/serve/identity"
	"sutura.dev/internal/serve/mcp"
	"sutura.dev/internal/serve/ops"
)

// lastStop is how long cancelled statements may take to stop at the end.
const lastStop = 5 * time.Second

// run serves until it is told to stop, or until the peer of standard input is gone.
func (d *deployment) run(ctx context.Context, service *serve.Service, watch *ops.Ops) error {
	stopped := false
	stop := func() {
		if !stopped {
			stopped = true
			d.stop(service)
		}
	}
	defer watch.Close(time.Second)
	defer stop()
	if err := d.listen(); err != nil {
		return err
	}
	if d.operations != nil {
		watched, err := d.watched(service, watch)
		if err != nil {
			return err
		}
		defer d.background(d.operations, watched, nil)()
	}
	if !d.flags.dry {
		d.app.linger(d.serving.ShutdownGrace + lastStop)
	}
	if !d.app.flags.quiet {
		d.posture(service)
	}
	if d.flags.dry {
		return nil
	}
	defer d.reloads(ctx, service)()
	surface := mcp.New(service, mcp.Options{Version: buildFacts().Version, MalformedAsResult: d.serving.MalformedAsResult, ProseOmitted: d.serving.ProseOmitted,
		Grace: d.serving.ShutdownGrace, Log: d.log})
	if d.listener == nil {
		if err := surface.Serve(ctx, d.caller, d.app.In, d.app.Out); err != nil {
			return failed("standard input or output broke", "")
		}
		return nil
	}
	handler, err := d.routes(service, surface)
	if err != nil {
		return err
	}
	failedAt := make(chan error, 1)
	shutdown := d.background(d.listener, handler, failedAt)
	select {
	case <-ctx.Done():
	case err = <-failedAt:
		err = failed("the listener broke", "See the log.")
	}
	d.log.Info("stopping: running questions may finish", "grace", d.serving.ShutdownGrace.String())
	stop()
	shutdown()
	return err
}

// routes are what the network reaches: every request is of this host, of no other site's page, and of a known caller.
func (d *deployment) routes(service *serve.Service, surface *mcp.Surface) (http.Handler, error) {
	agents := surface.Handler(func(r *http.Request) serve.Caller { return serve.CallerOf(r.Context(), "mcp") })
	others := plain.Handler(service, func(r *http.Request) serve.Caller { return serve.CallerOf(r.Context(), "http") },
		plain.Options{Version: buildFacts().Version, Token: d.serving.HTTP.Auth != "none", Log: d.log})
	// A path is what it says: the library's multiplexer would clean it and send the peer there.
	root := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if mcp.Owns(r.URL.Path) {
			agents.ServeHTTP(w, r)
			return
		}
		others.ServeHTTP(w, r)
	})
	turned := func(r *http.Request, request, kind, why string) {
		transport, outcome := "http", serve.OutcomeForeign
		if mcp.Owns(r.URL.Path) {
			transport = "mcp"
		}
		switch kind {
		case "unauthenticated":
			outcome = serve.OutcomeUnauthenticated
		case "keys":
			outcome, why = serve.OutcomeUnauthenticated, kind
		default:
			why = kind
		}
		service.TurnedAway(r.Context(), request, transport, outcome, why)
	}
	known := identity.Authenticate(d.who, turned, root)
	if d.serving.HTTP.Auth == "jwt" {
		known = d.resource().Handler(known)
	}
	guarded, err := identity.Guard(identity.Rules{Hosts: d.serving.HTTP.Hosts, Origins: d.serving.HTTP.Origins}, turned, known)
	if err != nil {
		return nil, failed("http.origins holds what is no origin", "Write origins such as https://tools.example.org.")
	}
	return ops.Traced(guarded), nil
}

// watched is what operators see, for those who name this host.
func (d *deployment) watched(service *serve.Service, watch *ops.Ops) (http.Handler, error) {
	return identity.Guard(identity.Rules{Hosts: d.serving.HTTP.Hosts, NoPages: true}, nil, watch.Handler(service))
}

// listen opens the addresses.
func (d *deployment) listen() error {
	open := func(addr, what string, to *net.Listener) error {
		if addr == "" {
			return nil
		}
		l, err := net.Listen("tcp", addr)
		if err != nil {
			return failed("nothing can listen at "+render.Escape(addr)+" ("+what+")", "Another process may be there; name another address, or off for ops_addr.")
		}
		*to = l
		d.closers = append(d.closers, func() { _ = l.Close() })
		return nil
	}
	return errors.Join(open(d.serving.HTTP.Addr, "http.addr", &d.listener), open(d.serving.OpsAddr, "ops_addr", &d.operations))
}

// background serves a listener. The function that it returns ends it once what runs has been answered.
func (d *deployment) background(l net.Listener, h http.Handler, broke chan<- error) (shutdown func()) {
	// The library takes the end of ReadTimeout for a peer that has gone, after the body too: it is longer than any answer takes.
	whole := d.serving.RequestTimeout + 10*time.Second
	server := &http.Server{
		Handler: h, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: whole, WriteTimeout: whole,
		IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10, ErrorLog: slog.NewLogLogger(d.log.Handler(), slog.LevelWarn),
	}
	at := limited(l, d.serving.HTTP.MaxConnections)
	server.ConnState = at.changed
	go func() {
		if err := server.Serve(at); !errors.Is(err, http.ErrServerClosed) {
			d.log.Error("a listener broke", "address", l.Addr().String(), "error", err.Error())
			if broke != nil {
				broke <- err
			}
		}
	}()
	return func() {
		ctx, cancel := context.WithTimeout(context.Background(), lastStop)
		defer cancel()
		if server.Shutdown(ctx) != nil {
			_ = server.Close()
		}
	}
}

// stop lets running questions finish, then cancels them.
func (d *deployment) stop(service *serve.Service) {
	grace, cancel := context.WithTimeout(context.Background(), d.serving.ShutdownGrace)
	defer cancel()
	last, cancelLast := context.WithTimeout(context.Background(), d.serving.ShutdownGrace+lastStop)
	defer cancelLast()
	if !service.Stop(grace, last) {
		d.log.Error("a source did not stop, and is left behind")
	}
}

// reloads reads and verifies everything again at each SIGHUP, and swaps the bundle where it holds. The returned function
// ends that.
func (d *deployment) reloads(ctx context.Context, service *serve.Service) (end func()) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-ctx.Done():
				return
			case <-d.hangup:
				d.reload(ctx, service)
			}
		}
	}()
	return func() { cancel(); <-done }
}

func (d *deployment) reload(ctx context.Context, service *serve.Service) {
	w, s, _, found, err := d.read()
	if err != nil {
		service.Kept(err.Error())
		return
	}
	pin, more := d.pin(ctx, w, s)
	defer debug.FreeOSMemory() // compiling takes much, and for a moment
	if found = append(found, more...); found.HasErrors() || pin == nil {
		if pin != nil {
			pin.Close()
		}
		if ctx.Err() != nil { // it ends
			return
		}
		for _, f := range found.Sorted() {
			d.log.Error("the reload found", "code", string(f.Code), "at", f.Range.File, "line", f.Range.Start.Line, "message", f.Message)
		}
		service.Kept("what would be served does not hold")
		return
	}
	service.Swap(pin)
}
