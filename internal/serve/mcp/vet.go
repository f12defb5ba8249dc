package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxDepth is how deep a message may nest. A question nests five levels below its message.
const maxDepth = 64

// maxID keeps whole numbers that a double holds: what goes back is what came.
const maxID = 1<<53 - 1

// message is what a message says of itself, read before anything acts on it.
type message struct {
	id        json.RawMessage // a string or a whole number; nil for a notification or a response
	method    string          // empty for a response
	tool      string          // of tools/call
	arguments json.RawMessage // of tools/call, nil where there are none
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
		return m, wrong
	}
	top, wrong := members(data)
	if wrong != nil {
		return m, wrong
	}
	if id, ok := top["id"]; ok {
		if !validID(id) {
			return m, fault(codeInvalid, "id is text or a whole number", nil)
		}
		m.id = id
	}
	if !bytes.Equal(top["jsonrpc"], []byte(`"2.0"`)) {
		return m, fault(codeInvalid, `jsonrpc is "2.0"`, nil)
	}
	method, isRequest := top["method"]
	switch {
	case !isRequest && m.id != nil && (top["result"] != nil || top["error"] != nil): // nothing was asked; it goes nowhere
		m.id = nil
		return m, nil
	case json.Unmarshal(method, &m.method) != nil:
		return m, fault(codeInvalid, "method is the name of a method", nil)
	}
	params, ok := methods[m.method]
	if !ok {
		return m, fault(codeMethod, "there is no such method here; this server has tools: tools/list and tools/call", nil)
	}
	return m, m.vetParams(top["params"], params())
}

// vetText holds data to what can be read at all.
func vetText(data []byte) *jsonrpc.Error {
	switch {
	case len(data) > maxMessage:
		return fault(codeInvalid, "a message has at most 1 MiB", nil)
	case !utf8.Valid(data):
		return fault(codeParse, "the message is not valid UTF-8", nil)
	case depth(data) > maxDepth:
		return fault(codeInvalid, fmt.Sprintf("the message nests deeper than %d levels", maxDepth), nil)
	}
	var raw json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
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

// members splits an object, which is valid JSON, into its members. None may stand twice.
func members(data []byte) (map[string]json.RawMessage, *jsonrpc.Error) {
	out := make(map[string]json.RawMessage, 4)
	d := json.NewDecoder(bytes.NewReader(data))
	if _, err := d.Token(); err != nil {
		return nil, fault(codeInvalid, "a message is a JSON object", nil)
	}
	for d.More() {
		t, err := d.Token()
		name, _ := t.(string)
		var value json.RawMessage
		if err = errors.Join(err, d.Decode(&value)); err != nil {
			return nil, fault(codeInvalid, "a message is a JSON object", nil)
		}
		if _, twice := out[name]; twice {
			return nil, fault(codeInvalid, "a field of the message stands twice", nil)
		}
		out[name] = value
	}
	return out, nil
}

func validID(id json.RawMessage) bool {
	if id[0] == '"' {
		return true
	}
	n, err := strconv.ParseInt(string(id), 10, 64)
	return err == nil && n >= -maxID && n <= maxID
}

// vetParams holds params to the shape that the library reads, and takes the tool and its arguments from them.
func (m *message) vetParams(params json.RawMessage, into any) *jsonrpc.Error {
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
	if meta, ok := parts["_meta"]; ok && meta[0] != '{' {
		return fault(codeInvalidParams, "_meta is an object", nil)
	}
	if json.Unmarshal(params, into) != nil {
		return fault(codeInvalidParams, "the params are not those of "+m.method, nil)
	}
	if m.method != "tools/call" {
		return nil
	}
	if json.Unmarshal(parts["name"], &m.tool) != nil || m.tool == "" {
		return fault(codeInvalidParams, "name: the name of a tool", nil)
	}
	m.arguments = parts["arguments"]
	if m.arguments != nil && m.arguments[0] != '{' {
		return fault(codeInvalidParams, "arguments: a JSON object; send it as JSON, not as a string that holds JSON", nil)
	}
	return nil
}
