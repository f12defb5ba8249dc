// Package mcp shows the governed service to agents, over the Model Context Protocol.
//
// Handler serves Streamable HTTP without sessions, Serve one peer over lines of JSON; both speak the revision of
// 2026-07-28 and those before it. Everything that is decided is decided by serve.Service: this package lists what it
// grants, hands it the arguments as they came, and says what it answered in the protocol's words. A message is vetted
// before anything else reads it, so that no text of a library and no value of a peer comes back in an error.
package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"sutura.dev/internal/serve"
	"sutura.dev/internal/serve/schema"
)

// maxMessage is the size of a message, in bytes.
const maxMessage = 1 << 20

// Options say how a service is shown. Zero values take the documented defaults.
type Options struct {
	Version string
	// MalformedAsResult gives arguments that are no question back as a tool's result, not as an error of the protocol.
	MalformedAsResult bool
	// ProseOmitted leaves out of both halves of a result what the catalog's authors wrote for people, and says so.
	ProseOmitted bool
	// Grace is how long running calls of a peer over lines may go on once it has closed its side.
	Grace time.Duration
	Log   *slog.Logger
}

// Surface is a service as the protocol shows it. It is safe for concurrent use.
type Surface struct {
	service *serve.Service
	options Options

	mu     sync.Mutex
	stands map[string]*stand // by the door and the tools that are listed
}

// stand is the library's server for all callers with the same tools.
type stand struct {
	*sdk.Server
	tools []*sdk.Tool
}

func (s *stand) lists(name string) bool {
	return slices.ContainsFunc(s.tools, func(t *sdk.Tool) bool { return t.Name == name })
}

// New shows a service.
func New(service *serve.Service, o Options) *Surface {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Surface{service: service, options: o, stands: make(map[string]*stand)}
}

// peer is who is at the other end, in the context of each of its calls.
type peer struct {
	caller serve.Caller
	door   serve.Door // empty for all that are open
	server *stand
	gone   context.Context // done when nobody waits for the answer any more
}

type peerKey struct{}

func (p *peer) in(ctx context.Context) context.Context { return context.WithValue(ctx, peerKey{}, p) }

func peerOf(ctx context.Context) *peer { return ctx.Value(peerKey{}).(*peer) }

// doors are those that the peer came through.
func (p *peer) doors() []serve.Door {
	if p.door == "" {
		return nil
	}
	return []serve.Door{p.door}
}

// meet makes the peer of a caller: every caller with the same tools has the same server.
func (s *Surface) meet(ctx context.Context, caller serve.Caller, door serve.Door) *peer {
	caller.Door = door
	p := &peer{caller: caller, door: door, gone: ctx}
	granted := s.service.Granted(caller, p.doors()...)
	key := string(door)
	for _, c := range granted {
		key += " " + c.Name
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stands[key] == nil {
		s.stands[key] = s.standOf(granted)
	}
	p.server = s.stands[key]
	return p
}

func (s *Surface) standOf(granted []serve.Capability) *stand {
	server := sdk.NewServer(
		&sdk.Implementation{Name: "sutura", Title: "sutura", Version: s.options.Version},
		&sdk.ServerOptions{
			Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{}}, // nothing else, and no notifications
			SetCacheable: func(_ context.Context, _ sdk.Request, c *sdk.Cacheable) { *c = sdk.Cacheable{CacheScope: "private"} },
		})
	at := &stand{server, toolsOf(granted)}
	for _, tool := range at.tools { // the library reads a schema again at every call, so the one that it has is the least
		server.AddTool(&sdk.Tool{Name: tool.Name, InputSchema: json.RawMessage(`{"type":"object"}`)}, s.call)
	}
	server.AddReceivingMiddleware(s.recovering, s.listing(at), s.calling(at))
	return at
}

// toolsOf shows capabilities. A field that a tool shares with one before it is described there.
func toolsOf(granted []serve.Capability) []*sdk.Tool {
	tools := make([]*sdk.Tool, len(granted))
	for i, c := range granted {
		input := schema.Input(c.Input)
		for _, before := range granted[:i] {
			input.Refer(schema.Input(before.Input), "as in "+before.Name)
		}
		output, _ := schema.Output(wireTypes(c.Outputs)...) // a test holds that all of it is described
		tools[i] = &sdk.Tool{
			Name: c.Name, Title: c.Title, Description: c.Description, InputSchema: encoded(input), OutputSchema: encoded(output),
			Annotations: &sdk.ToolAnnotations{ReadOnlyHint: !c.Writes, IdempotentHint: !c.Writes, DestructiveHint: new(false), OpenWorldHint: new(false)},
		}
	}
	return tools
}

func encoded(s *schema.Schema) json.RawMessage {
	data, err := json.Marshal(s)
	if err != nil { // a schema is text, numbers and booleans
		panic(err)
	}
	return data
}

// listing shows tools in the order of the table, and tells who connects what there is, as that caller sees it now.
func (s *Surface) listing(at *stand) sdk.Middleware {
	return func(next sdk.MethodHandler) sdk.MethodHandler {
		return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
			res, err := next(ctx, method, req)
			if err != nil {
				return nil, err
			}
			switch r := res.(type) {
			case *sdk.ListToolsResult:
				r.Tools = slices.Clone(at.tools)
			case *sdk.InitializeResult:
				r.Instructions = s.instructions(peerOf(ctx))
			case *sdk.DiscoverResult:
				r.Instructions = s.instructions(peerOf(ctx))
			}
			return res, nil
		}
	}
}

// instructions are those of a peer: they name the tools of its door.
func (s *Surface) instructions(p *peer) string { return s.service.Instructions(p.caller, p.doors()...) }

// calling lets a name through that is not listed, for the service to decide: another name of a capability, one that is
// not granted, or none. Behind a door, what the door does not have does not exist.
func (s *Surface) calling(at *stand) sdk.Middleware {
	return func(next sdk.MethodHandler) sdk.MethodHandler {
		return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
			call, ok := req.(*sdk.CallToolRequest)
			if !ok || at.lists(call.Params.Name) {
				return next(ctx, method, req)
			}
			if p := peerOf(ctx); p.door != "" && !s.offered(p, call.Params.Name) {
				return nil, unknownTool(at.tools)
			}
			return s.call(ctx, call)
		}
	}
}

// offered reports whether a peer's door has a capability of a name, granted or not.
func (s *Surface) offered(p *peer, name string) bool {
	return slices.ContainsFunc(s.service.Granted(serve.Caller{}, p.doors()...), func(c serve.Capability) bool {
		return c.Name == name || slices.Contains(c.Aliases, name)
	})
}

// recovering keeps the process when something panics; what it was stands in the log.
func (s *Surface) recovering(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (res sdk.Result, err error) {
		defer func() {
			if p := recover(); p != nil {
				id := newRequest()
				s.options.Log.Error("panic", "request", id, "method", method, "panic", fmt.Sprint(p), "stack", stack())
				res, err = nil, fault(codeInternal, (&serve.Failed{Request: id}).Error(), map[string]any{"request": id})
			}
		}()
		return next(ctx, method, req)
	}
}

func unknownTool(listed []*sdk.Tool) error {
	names := make([]string, len(listed))
	for i, t := range listed {
		names[i] = t.Name
	}
	there := "; there are " + strings.Join(names, ", ")
	if len(names) == 0 {
		there = ", and no other"
	}
	return fault(codeInvalidParams, (&serve.Unknown{}).Error()+there, nil)
}
