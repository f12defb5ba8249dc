package mcp

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"runtime/debug"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/serve"
	"sutura.dev/internal/serve/cards"
)

const (
	codeParse         = jsonrpc.CodeParseError
	codeInvalid       = jsonrpc.CodeInvalidRequest
	codeMethod        = jsonrpc.CodeMethodNotFound
	codeInvalidParams = jsonrpc.CodeInvalidParams
	codeInternal      = jsonrpc.CodeInternalError
)

// fault is an error of the protocol, in our words. data holds what a program may want, and is an object.
func fault(code int64, message string, data map[string]any) *jsonrpc.Error {
	e := &jsonrpc.Error{Code: code, Message: message}
	if len(data) > 0 {
		e.Data, _ = json.Marshal(data) // of text only
	}
	return e
}

// call hands a tool's arguments to the service, and says what came of it.
func (s *Surface) call(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	p := peerOf(ctx)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(p.gone, cancel)()

	arguments := req.Params.Arguments
	if len(arguments) == 0 || string(arguments) == "null" {
		arguments = json.RawMessage("{}")
	}
	reply, err := s.service.Call(ctx, p.caller, req.Params.Name, arguments, serve.WithText(s.text))
	if err != nil {
		return s.failed(ctx, reply, err)
	}
	res := &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: reply.Text}}}
	own, other := wire(reply.Value)
	if s.options.ProseOmitted {
		if bare, ok := withoutProse(reply.Value); ok {
			own, other = bare, true
			if formed, has := wire(bare); has {
				own = formed
			}
			res.Meta = sdk.Meta{"sutura.dev/prose": "omitted"}
		}
	}
	if q, ok := own.(*serve.Queried); ok {
		if beside := remarks(q); beside != "" {
			res.Content = append(res.Content, &sdk.TextContent{Text: beside})
		}
	}
	structured := reply.JSON
	if other {
		if structured, err = json.Marshal(own); err != nil {
			return s.failed(ctx, reply, err)
		}
	}
	res.StructuredContent = structured
	return res, nil
}

// text is the half of a result that an agent reads where its client shows nothing else.
func (s *Surface) text(value any) string {
	if !s.options.ProseOmitted {
		return text(value)
	}
	bare, ok := withoutProse(value)
	if !ok {
		return text(value)
	}
	switch bare.(type) {
	case *serve.Found, *cards.Objects, *cards.Object, *cards.Model, *cards.Queries:
		return text(bare) + omitted
	}
	return text(bare) // which says it
}

// failed says what kept a call from an outcome: what the peer got wrong is an error of the protocol, what went wrong
// here is a tool's result, which an agent reads.
func (s *Surface) failed(ctx context.Context, reply serve.Reply, err error) (*sdk.CallToolResult, error) {
	if malformed, ok := errors.AsType[*question.Malformed](err); ok {
		if s.options.MalformedAsResult {
			if malformed.Code != "" {
				return trouble("malformed (" + malformed.Code + "): " + malformed.Error()), nil
			}
			return trouble("malformed: " + malformed.Error()), nil
		}
		data := map[string]any{"path": malformed.Path, "accepted": malformed.Accepted, "request": reply.Request}
		if malformed.Nearest != "" {
			data["nearest"] = malformed.Nearest
		}
		if malformed.Code != "" {
			data["code"] = malformed.Code
		}
		return nil, fault(codeInvalidParams, malformed.Error(), data)
	}
	if denied, ok := errors.AsType[*serve.Denied](err); ok {
		return nil, fault(codeInvalidParams, denied.Error(), map[string]any{"scope": string(denied.Scope)})
	}
	if _, ok := errors.AsType[*serve.Unknown](err); ok {
		return nil, unknownTool(peerOf(ctx).server.tools)
	}
	if busy, ok := errors.AsType[*serve.Busy](err); ok {
		return trouble(busy.Error()), nil
	}
	if stuck, ok := errors.AsType[*serve.Stuck](err); ok {
		return trouble(stuck.Error()), nil
	}
	if broken, ok := errors.AsType[*serve.Failed](err); ok {
		return trouble(broken.Error()), nil
	}
	if ctx.Err() != nil { // nobody is there to be told
		return nil, ctx.Err()
	}
	s.options.Log.Error("a call ended with an error of no known kind", "request", reply.Request, "error", err)
	return trouble((&serve.Failed{Request: reply.Request}).Error()), nil
}

// trouble is a result that an agent reads as an error.
func trouble(sentence string) *sdk.CallToolResult {
	return &sdk.CallToolResult{IsError: true, Content: []sdk.Content{&sdk.TextContent{Text: sentence}}}
}

func newRequest() string { return strings.ToLower(rand.Text()) }

func stack() string { return string(debug.Stack()) }
