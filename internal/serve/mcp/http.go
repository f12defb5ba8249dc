package mcp

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"sutura.dev/internal/serve"
)

// ownStatuses is the revision since which an error of the protocol has a status of its own.
const ownStatuses = "2026-07-28"

// Handler serves all that is switched on at /mcp, and each door alone at /mcp/<door>. It stands behind identity.Guard and
// identity.Authenticate; caller says whom they let through.
func (s *Surface) Handler(caller func(*http.Request) serve.Caller) http.Handler {
	library := sdk.NewStreamableHTTPHandler(func(r *http.Request) *sdk.Server { return peerOf(r.Context()).server.Server }, &sdk.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, MaxRequestBodyBytes: maxMessage, PropagateRequestCancellation: true,
		DisableLocalhostProtection: true, // identity.Guard knows the names that the deployment has
	})
	h := func(w http.ResponseWriter, r *http.Request) {
		door := serve.Door(r.PathValue("door"))
		if door != "" && !slices.Contains(s.service.Settings().Doors, string(door)) {
			http.NotFound(w, r)
			return
		}
		p := s.meet(r.Context(), caller(r), door)
		if r.Method == http.MethodPost && !s.admit(w, r, p) {
			return
		}
		library.ServeHTTP(w, r.WithContext(p.in(r.Context())))
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/mcp", h)
	mux.HandleFunc("/mcp/{door}", h)
	return mux
}

// admit reads and vets the message of a request before the library does, and answers what does not get that far.
func (s *Surface) admit(w http.ResponseWriter, r *http.Request, p *peer) bool {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxMessage))
	if _, long := errors.AsType[*http.MaxBytesError](err); long {
		deny(w, http.StatusRequestEntityTooLarge, nil, fault(codeInvalid, "a message has at most 1 MiB", nil))
		return false
	}
	if err != nil { // it ends early; nobody listens
		return false
	}
	m, wrong := vet(body)
	if wrong != nil {
		deny(w, statusOf(r, m, wrong), m.id, wrong)
		return false
	}
	if m.tool != "" && !s.granted(p, m.tool) && s.offered(p, m.tool) {
		if reply, err := s.service.Call(r.Context(), p.caller, m.tool, m.arguments); err != nil {
			if denied, ok := errors.AsType[*serve.Denied](err); ok {
				w.Header().Set("WWW-Authenticate", `Bearer error="insufficient_scope", scope="`+string(denied.Scope)+`"`)
				deny(w, http.StatusForbidden, m.id, fault(codeInvalidParams, denied.Error(), map[string]any{"scope": string(denied.Scope), "request": reply.Request}))
				return false
			}
		}
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return true
}

// granted reports whether a peer may use the capability of a name.
func (s *Surface) granted(p *peer, name string) bool {
	return p.server.lists(name) || slices.ContainsFunc(s.service.Granted(p.caller, p.doors()...), func(c serve.Capability) bool {
		return c.Name == name || slices.Contains(c.Aliases, name)
	})
}

// statusOf is the status of an error of the protocol. In older revisions a call that has been understood is answered
// with 200, whatever the answer says.
func statusOf(r *http.Request, m message, wrong *jsonrpc.Error) int {
	understood := m.id != nil && (wrong.Code == codeMethod || wrong.Code == codeInvalidParams)
	switch {
	case understood && r.Header.Get("Mcp-Protocol-Version") < ownStatuses:
		return http.StatusOK
	case understood && wrong.Code == codeMethod:
		return http.StatusNotFound
	}
	return http.StatusBadRequest
}

// deny answers a request with an error of the protocol.
func deny(w http.ResponseWriter, status int, id []byte, wrong *jsonrpc.Error) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(errorBody(id, wrong)) // who asked may be gone
}
