package mcp

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"sutura.dev/internal/serve"
	"sutura.dev/internal/serve/identity"
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
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		door, named := strings.CutPrefix(r.URL.Path, root+"/")
		if named && !slices.Contains(s.service.Settings().Doors, door) || !named && r.URL.Path != root {
			deny(w, http.StatusNotFound, nil, fault(codeInvalid, "there is nothing here; tools are at /mcp, those of one door at /mcp/<door>", nil))
			return
		}
		if !named {
			door = ""
		}
		if !takes(w, r) {
			return
		}
		p := s.meet(r.Context(), caller(r), serve.Door(door))
		if s.admit(w, r, p) {
			library.ServeHTTP(w, r.WithContext(p.in(r.Context())))
		}
	})
}

// root is where all that is switched on is served.
const root = "/mcp"

// Owns reports whether a path is of the Handler.
func Owns(path string) bool { return path == root || strings.HasPrefix(path, root+"/") }

// takes answers what the library would refuse in words of its own: another method, type of body or of answer, a revision
// that is none.
func takes(w http.ResponseWriter, r *http.Request) bool {
	no := func(status int, message string) bool {
		deny(w, status, nil, fault(codeInvalid, message, nil))
		return false
	}
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		return no(http.StatusMethodNotAllowed, "this takes POST; there are no sessions, and no stream to listen to")
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return no(http.StatusUnsupportedMediaType, "the body is JSON: send it with `Content-Type: application/json`")
	}
	if revision := r.Header.Get("Mcp-Protocol-Version"); revision < ownStatuses && !spoken(revision) {
		return no(http.StatusBadRequest, unspoken())
	}
	if !accepts(r.Header.Values("Accept")) {
		return no(http.StatusBadRequest, "send `Accept: application/json, text/event-stream`")
	}
	return true
}

// spoken reports whether a header names a revision that is spoken here, or none.
func spoken(revision string) bool {
	return revision == "" || slices.Contains(sdk.SupportedProtocolVersions(), revision)
}

func unspoken() string {
	return "the header MCP-Protocol-Version names none of the revisions that are spoken here: " + strings.Join(sdk.SupportedProtocolVersions(), ", ")
}

// accepts reports whether a peer takes both kinds of answer, as the protocol has it.
func accepts(values []string) bool {
	var object, stream bool
	for _, value := range values {
		for kind := range strings.SplitSeq(value, ",") {
			kind, _, _ = strings.Cut(kind, ";")
			switch strings.ToLower(strings.TrimSpace(kind)) {
			case "application/json", "application/*":
				object = true
			case "text/event-stream", "text/*":
				stream = true
			case "*/*":
				return true
			}
		}
	}
	return object && stream
}

// admit reads and vets the message of a request before the library does, and answers what does not get that far.
func (s *Surface) admit(w http.ResponseWriter, r *http.Request, p *peer) bool {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxMessage))
	if _, long := errors.AsType[*http.MaxBytesError](err); long {
		deny(w, http.StatusRequestEntityTooLarge, nil, tooLong())
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
	if !spoken(r.Header.Get("Mcp-Protocol-Version")) && !m.dated { // where the message names one too, that is an error of the protocol
		deny(w, http.StatusBadRequest, m.id, fault(codeInvalid, unspoken(), nil))
		return false
	}
	if m.tool != "" && !s.granted(p, m.tool) && s.offered(p, m.tool) {
		if reply, err := s.service.Call(r.Context(), p.caller, m.tool, m.arguments); err != nil {
			if denied, ok := errors.AsType[*serve.Denied](err); ok {
				w.Header().Set("WWW-Authenticate", identity.Challenge(r.Context(), "insufficient_scope", string(denied.Scope)))
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
