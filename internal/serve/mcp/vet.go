package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxDepth is how deep a message may nest. A question nests five levels below its message.
const maxDepth = 64

// maxID keeps whole numbers that a double holds: what goes back is what came.
const maxID = 1<<53 - 1

// ofCall are the params of tools/call that are held to their shape here, by hand: it is the call that comes all the time.
var ofCall = []string{"name", "arguments", "_meta"}

// message is what a message says of itself, read before anything acts on it.
type message struct {
	id        json.RawMessage // a string or a whole number; nil for a notification or a response
	method    string          // empty for a response
	tool      string          // of tools/call
	arguments json.RawMessage // of tools/call, nil where there are none
	dated     bool            // its _meta names a revision of the protocol
	silent    bool            // a notification that is no good: nobody waits for an answer
}

// methods are those that are served, and what their params are. No other reaches the library.
var methods = map[string]func() any{
	"initialize":           func() any { return new(sdk.InitializeParams) },
	"ping":                 func() any { return new(sdk.PingParams) },
	"server/discover":      func() any { return new(sdk.DiscoverParams) },
	"tools/list":           func() any { return new(sdk.ListToolsParams) },
	"tools/call":           func() any { return new(sdk.CallToolParamsRaw) },
	"subscriptions/listen": func() any { return new(sdk.SubscriptionsListenParams) },

	"notifications/initialized":        func() any { return new(sdk.InitializedParams) },
	"notifications/cancelled":          func() any { return new(sdk.CancelledParams) },
	"notifications/progress":           func() any { return new(sdk.ProgressNotificationParams) },
	"notifications/roots/list_changed": func() any { return new(sdk.RootsListChangedParams) },
}

// vet reads one message. The error says, in our words, what is wrong with it; the message has then what could be read.
func vet(data []byte) (message, *jsonrpc.Error) {
	var m message
	if wrong := vetText(data); wrong != nil {
		if wrong.Code == codeInvalid {
			m.id = peeked(data)
		}
		return m, wrong
	}
	top, wrong := members(data)
	if wrong != nil {
		return m, wrong
	}
	if id := part(top, "id"); id != nil {
		if !validID(id) {
			return m, fault(codeInvalid, "id is text or a whole number", nil)
		}
		m.id = id
	}
	if !bytes.Equal(part(top, "jsonrpc"), []byte(`"2.0"`)) {
		return m, fault(codeInvalid, `jsonrpc is "2.0"`, nil)
	}
	method := part(top, "method")
	switch {
	case method == nil && m.id != nil && (part(top, "result") != nil || part(top, "error") != nil): // nothing was asked; it goes nowhere
		m.id = nil
		return m, nil
	case json.Unmarshal(method, &m.method) != nil:
		return m, fault(codeInvalid, "method is the name of a method", nil)
	}
	params, ok := methods[m.method]
	if !ok {
		return m, fault(codeMethod, "there is no such method here; this server has tools: tools/list and tools/call", nil)
	}
	return m, m.vetParams(part(top, "params"), params)
}

func tooLong() *jsonrpc.Error { return fault(codeInvalid, "a message has at most 1 MiB", nil) }

// vetText holds data to what can be read at all.
func vetText(data []byte) *jsonrpc.Error {
	switch {
	case len(data) > maxMessage:
		return tooLong()
	case !utf8.Valid(data):
		return fault(codeParse, "the message is not valid UTF-8", nil)
	case depth(data) > maxDepth:
		return fault(codeInvalid, fmt.Sprintf("the message nests deeper than %d levels", maxDepth), nil)
	}
	if !json.Valid(data) {
		var nothing any
		err := json.Unmarshal(data, &nothing)
		sentence := "the message is no JSON"
		if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
			sentence += "; it stops being JSON at byte " + strconv.FormatInt(syntax.Offset, 10)
		}
		return fault(codeParse, sentence, nil)
	}
	switch bytes.TrimLeft(data, " \t\r\n")[0] {
	case '[':
		return fault(codeInvalid, "one message at a time: batches are not taken", nil)
	case '{':
		return nil
	}
	return fault(codeInvalid, "a message is a JSON object", nil)
}

// depth is how deep data nests, as far as it is JSON.
func depth(data []byte) int {
	level, deepest, text, escaped := 0, 0, false, false
	for _, c := range data {
		switch {
		case escaped:
			escaped = false
		case text:
			escaped, text = c == '\\', c != '"'
		case c == '"':
			text = true
		case c == '{' || c == '[':
			level++
			deepest = max(deepest, level)
		case c == '}' || c == ']':
			level--
		}
	}
	return deepest
}

// member is a named part of an object, as it is spelled.
type member struct {
	name  string
	value json.RawMessage
}

// part is the value of a member; nil where there is none.
func part(of []member, name string) json.RawMessage {
	for _, m := range of {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

// members splits an object, which is valid JSON, into its members. None may stand twice.
func members(data []byte) ([]member, *jsonrpc.Error) {
	out := make([]member, 0, 4)
	at := bytes.IndexByte(data, '{') + 1
	for {
		if at = past(data, at, " \t\r\n,"); data[at] == '}' {
			return out, nil
		}
		end := value(data, at)
		name := string(data[at+1 : end-1])
		if strings.Contains(name, `\`) && json.Unmarshal(data[at:end], &name) != nil {
			return nil, fault(codeInvalid, "a field of the message has no name", nil)
		}
		at = past(data, end, " \t\r\n:")
		end = value(data, at)
		if part(out, name) != nil {
			return nil, fault(codeInvalid, "a field of the message stands twice", nil)
		}
		out = append(out, member{name, data[at:end]})
		at = end
	}
}

// past is the place of the first byte from at on that is none of skip.
func past(data []byte, at int, skip string) int {
	for strings.IndexByte(skip, data[at]) >= 0 {
		at++
	}
	return at
}

// value is the end of the value that begins at at, in valid JSON.
func value(data []byte, at int) int {
	level, text := 0, false
	for ; at < len(data); at++ {
		switch c := data[at]; {
		case text && c == '\\':
			at++
		case c == '"':
			if text = !text; !text && level == 0 {
				return at + 1
			}
		case text:
		case c == '{' || c == '[':
			level++
		case c == '}' || c == ']':
			if level--; level == 0 {
				return at + 1
			}
			if level < 0 { // of what it stands in
				return at
			}
		case level == 0 && strings.IndexByte(" \t\r\n,:", c) >= 0:
			return at
		}
	}
	return at
}

func validID(id json.RawMessage) bool {
	if id[0] == '"' {
		return true
	}
	n, err := strconv.ParseInt(string(id), 10, 64)
	return err == nil && n >= -maxID && n <= maxID
}

// vetParams holds params to the shape that the library reads, and takes the tool and its arguments from them.
func (m *message) vetParams(params json.RawMessage, into func() any) *jsonrpc.Error {
	if params == nil {
		if m.method == "tools/call" || m.method == "initialize" {
			return fault(codeInvalidParams, m.method+" has params", nil)
		}
		return nil
	}
	if params[0] != '{' {
		return fault(codeInvalidParams, "params is an object", nil)
	}
	parts, wrong := members(params)
	if wrong != nil {
		return wrong
	}
	if meta := part(parts, "_meta"); meta != nil && meta[0] != '{' {
		return fault(codeInvalidParams, "_meta is an object", nil)
	}
	if meta := part(parts, "_meta"); meta != nil {
		of, wrong := members(meta)
		if wrong != nil {
			return wrong
		}
		m.dated = part(of, sdk.MetaKeyProtocolVersion) != nil
	}
	plain := m.method == "tools/call" && !slices.ContainsFunc(parts, func(p member) bool { return !slices.Contains(ofCall, p.name) })
	if !plain && json.Unmarshal(params, into()) != nil {
		return fault(codeInvalidParams, "the params are not those of "+m.method, nil)
	}
	if m.method != "tools/call" {
		return nil
	}
	if json.Unmarshal(part(parts, "name"), &m.tool) != nil || m.tool == "" {
		return fault(codeInvalidParams, "name: the name of a tool", nil)
	}
	if m.arguments = part(parts, "arguments"); string(m.arguments) == "null" {
		m.arguments = nil
	}
	if m.arguments != nil && m.arguments[0] != '{' {
		return fault(codeInvalidParams, "arguments: a JSON object; send it as JSON, not as a string that holds JSON", nil)
	}
	return nil
}
