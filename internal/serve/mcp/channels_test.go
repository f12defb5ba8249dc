package mcp_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"sutura.dev/internal/serve"
	"sutura.dev/internal/serve/mcp"
	"sutura.dev/internal/settings"
)

const (
	january = `{"metrics":["revenue"],"range":{"period":"2026-01"}}`
	byDay   = `{"metrics":["revenue"],"range":{"period":"2026-01"},"grain":"hour"}`
)

// transports are the ways to a surface: each row of the table of channels holds on all of them.
var transports = map[string]func(*world, testing.TB, serve.Caller) *sdk.ClientSession{
	"lines": func(w *world, t testing.TB, c serve.Caller) *sdk.ClientSession { return w.piped(t, c) },
	"http":  func(w *world, t testing.TB, c serve.Caller) *sdk.ClientSession { return w.served(t, c, "/mcp") },
	"door":  func(w *world, t testing.TB, c serve.Caller) *sdk.ClientSession { return w.served(t, c, "/mcp/metrics") },
}

func everywhere(t *testing.T, s settings.Serving, o mcp.Options, caller serve.Caller, test func(*testing.T, *world, *sdk.ClientSession)) {
	t.Helper()
	for name, connect := range transports {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := open(t, s, o)
			test(t, w, connect(w, t, caller))
			if slots := w.service.Slots(); slots.Running != 0 {
				t.Errorf("%d slots are still held", slots.Running)
			}
		})
	}
}

func TestAnswered(t *testing.T) {
	everywhere(t, settings.Serving{}, mcp.Options{}, local(), func(t *testing.T, _ *world, session *sdk.ClientSession) {
		res := called(t, session, "ask_metric", january)
		object, ok := res.StructuredContent.(map[string]any)
		if !ok || res.IsError || object["outcome"] != "answer" {
			t.Fatalf("no answer: %v", res)
		}
		if diff := cmp.Diff([]any{[]any{"14.75"}}, object["rows"]); diff != "" {
			t.Error(diff)
		}
		if text := textOf(t, res); !strings.HasPrefix(text, "revenue\n14.75\n") {
			t.Errorf("text:\n%s", text)
		}
	})
}

func TestRefused(t *testing.T) {
	everywhere(t, settings.Serving{}, mcp.Options{}, local(), func(t *testing.T, _ *world, session *sdk.ClientSession) {
		res := called(t, session, "ask_metric", byDay)
		object, ok := res.StructuredContent.(map[string]any)
		if !ok || res.IsError || object["outcome"] != "refusal" || object["code"] != "grain_not_supported" {
			t.Fatalf("no refusal: %v", object)
		}
		// A suggestion can be sent as it is, from either half.
		suggestions, _ := object["suggestions"].([]any)
		if len(suggestions) == 0 {
			t.Fatal("no suggestions")
		}
		first, err := json.Marshal(suggestions[0].(map[string]any)["arguments"])
		if err != nil {
			t.Fatal(err)
		}
		var fromText string
		for line := range strings.Lines(textOf(t, res)) {
			if strings.HasPrefix(line, "{") {
				fromText = line
				break
			}
		}
		for _, arguments := range []string{string(first), fromText} {
			if again, _ := called(t, session, "ask_metric", arguments).StructuredContent.(map[string]any); again["outcome"] != "answer" {
				t.Errorf("the suggestion %s comes to %v", arguments, again)
			}
		}
	})
}

// fails expects an error of the protocol.
func fails(t *testing.T, session *sdk.ClientSession, tool, arguments string) *jsonrpc.Error {
	t.Helper()
	res, err := session.CallTool(context.Background(), &sdk.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments)})
	wrong, ok := errors.AsType[*jsonrpc.Error](err)
	if !ok {
		t.Fatalf("%s %s: %v, %v", tool, arguments, res, err)
	}
	return wrong
}

func TestMalformed(t *testing.T) {
	everywhere(t, settings.Serving{}, mcp.Options{}, local(), func(t *testing.T, _ *world, session *sdk.ClientSession) {
		for _, tt := range []struct{ arguments, path, says string }{
			{`{"metrics":["revenue"],"range":{"last":{"count":0,"unit":"day"}}}`, "range.last.count", "a whole number from 1 to 1000000"},
			{`{"metrics":["revenue"],"range":{"last":{"count":1000000000,"unit":"day"}}}`, "range.last.count", "a whole number from 1 to 1000000"},
			{`{"metrics":["revenue"],"range":{"period":"9999"}}`, "range", "is 9999-12-31 or earlier"},
			{`{"metrics":["revenue"],"sql":"select secret"}`, "sql", "one of the fields"},
			{`{"metrics":"revenue"}`, "metrics", "a list"},
			{`{"metrics":["revenue"],"filters":[{"dimension":"region","values":[{"secret":1}]}]}`, "filters[0].values[0]", "a string, a number or a boolean"}, // H101
			{`{"metrics":["revenue"],"metrics":["revenue"]}`, "metrics", "once"},
			{`{}`, "metrics", ""},
		} {
			wrong := fails(t, session, "ask_metric", tt.arguments)
			var data struct{ Path, Accepted, Request string }
			if err := json.Unmarshal(wrong.Data, &data); err != nil {
				t.Fatal(err)
			}
			if wrong.Code != jsonrpc.CodeInvalidParams || data.Path != tt.path || !strings.Contains(data.Accepted, tt.says) || data.Request == "" {
				t.Errorf("%s: %d %s %s", tt.arguments, wrong.Code, wrong.Message, wrong.Data)
			}
			if strings.Contains(wrong.Message+string(wrong.Data), "secret") {
				t.Errorf("%s: the error says the value: %s", tt.arguments, wrong.Message)
			}
		}
	})
}

func TestMalformedAsResult(t *testing.T) {
	everywhere(t, settings.Serving{}, mcp.Options{MalformedAsResult: true}, local(), func(t *testing.T, _ *world, session *sdk.ClientSession) {
		res := called(t, session, "ask_metric", `{"metrics":["revenue"],"range":{"last":{"count":0,"unit":"day"}}}`)
		if text := textOf(t, res); !res.IsError || res.StructuredContent != nil || !strings.Contains(text, "range.last.count: how many units, a whole number from 1") {
			t.Errorf("%v %s", res.IsError, text)
		}
	})
}

func TestUnknownTool(t *testing.T) {
	everywhere(t, settings.Serving{}, mcp.Options{}, local(), func(t *testing.T, w *world, session *sdk.ClientSession) {
		for _, tool := range []string{"run_sql", "secret", "Ask_metric", "list_objects"} { // unknown and switched off look the same
			wrong := fails(t, session, tool, `{}`)
			if wrong.Code != jsonrpc.CodeInvalidParams || !strings.HasPrefix(wrong.Message, "there is no such tool here; there are describe_catalog, ") {
				t.Errorf("%s: %d %s", tool, wrong.Code, wrong.Message)
			}
			if strings.Contains(wrong.Message, "secret") {
				t.Error("the error says the name")
			}
		}
		if !strings.HasSuffix(t.Name(), "/door") && strings.Count(w.audit.String(), `"unknown"`) != 4 {
			t.Errorf("the audit: %s", w.audit)
		}
	})
}

func TestNotGranted(t *testing.T) {
	reader := serve.Caller{Subject: "reader", Scopes: []serve.Scope{serve.CatalogRead}, Transport: "mcp"}
	everywhere(t, settings.Serving{}, mcp.Options{}, reader, func(t *testing.T, w *world, session *sdk.ClientSession) {
		tools, err := session.ListTools(context.Background(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, tool := range tools.Tools {
			if tool.Name == "ask_metric" || tool.Name == "compile" {
				t.Errorf("%s is listed", tool.Name)
			}
		}
		wrong := fails(t, session, "ask_metric", january)
		if wrong.Code != jsonrpc.CodeInvalidParams || wrong.Message != "this needs the scope metrics.ask" {
			t.Errorf("%d %s", wrong.Code, wrong.Message)
		}
		if !strings.Contains(w.audit.String(), `"denied"`) {
			t.Errorf("the audit does not have it: %s", w.audit)
		}
	})
}

func TestBusy(t *testing.T) {
	s := settings.Serving{MaxConcurrent: 1, AdmissionTimeout: time.Millisecond}
	everywhere(t, s, mcp.Options{}, local(), func(t *testing.T, w *world, session *sdk.ClientSession) {
		open := w.source.close()
		first := make(chan *sdk.CallToolResult, 1)
		go func() { first <- called(t, session, "ask_metric", january) }()
		<-w.source.waiting
		res := called(t, session, "ask_metric", january)
		if text := textOf(t, res); !res.IsError || text != "busy, ask again shortly" {
			t.Errorf("%v %s", res.IsError, text)
		}
		open()
		if res := <-first; res.IsError {
			t.Errorf("the first: %s", textOf(t, res))
		}
	})
}

func TestDeadline(t *testing.T) {
	s := settings.Serving{RequestTimeout: 4 * time.Second} // the statement has a second less
	everywhere(t, s, mcp.Options{}, local(), func(t *testing.T, w *world, session *sdk.ClientSession) {
		open := w.source.close()
		defer open()
		object, _ := called(t, session, "ask_metric", january).StructuredContent.(map[string]any)
		if object["code"] != "deadline_exceeded" {
			t.Errorf("%v", object)
		}
		<-w.source.stopped
	})
}

func TestStuck(t *testing.T) {
	s := settings.Serving{RequestTimeout: time.Second}
	everywhere(t, s, mcp.Options{}, local(), func(t *testing.T, w *world, session *sdk.ClientSession) {
		w.source.deaf.Store(true)
		open := w.source.close()
		res := called(t, session, "ask_metric", january)
		if text := textOf(t, res); !res.IsError || text != "took too long; ask for less" {
			t.Errorf("%v %s", res.IsError, text)
		}
		if slots := w.service.Slots(); slots.Running != 1 {
			t.Errorf("%d slots are held while the source works", slots.Running)
		}
		open()
		w.settle(t)
	})
}

func TestFailed(t *testing.T) {
	for what, plant := range map[string]func(*world){
		"error": func(w *world) { w.source.breaks.Store(true) },
		"panic": func(w *world) { w.source.panics.Store(true) },
		"audit": func(w *world) { w.audit.fill(true) },
	} {
		t.Run(what, func(t *testing.T) {
			everywhere(t, settings.Serving{}, mcp.Options{}, local(), func(t *testing.T, w *world, session *sdk.ClientSession) {
				plant(w)
				res := called(t, session, "ask_metric", january)
				text := textOf(t, res)
				_, id, ok := strings.Cut(text, "say the request id ")
				id, _, _ = strings.Cut(id, " ")
				if !res.IsError || res.StructuredContent != nil || !ok || !strings.Contains(w.log.String(), id) {
					t.Errorf("%v %s\n%s", res.IsError, text, w.log)
				}
				if strings.Contains(text, "planted") {
					t.Errorf("the text says what broke: %s", text)
				}
				w.audit.fill(false)
				w.source.breaks.Store(false)
				w.source.panics.Store(false)
				called(t, session, "ask_metric", january) // it goes on
			})
		})
	}
}

// A panic that is none of the service's: an error with a request's id, and its text in the log alone.
func TestPanic(t *testing.T) {
	w := open(t, settings.Serving{}, mcp.Options{})
	_, err := w.Recovering(func(context.Context, string, sdk.Request) (sdk.Result, error) { panic("planted: a secret") })(context.Background(), "tools/list", nil)
	wrong, ok := errors.AsType[*jsonrpc.Error](err)
	if !ok || wrong.Code != jsonrpc.CodeInternalError || strings.Contains(wrong.Message+string(wrong.Data), "planted") {
		t.Fatalf("got %v", err)
	}
	var data struct{ Request string }
	if err := json.Unmarshal(wrong.Data, &data); err != nil || data.Request == "" || !strings.Contains(w.log.String(), data.Request) || !strings.Contains(w.log.String(), "planted") {
		t.Errorf("%s is not in the log:\n%s", wrong.Data, w.log)
	}
}

// A peer that takes its call back, or goes away: the statement stops at the source, and nothing is sent.
func TestCancelled(t *testing.T) {
	everywhere(t, settings.Serving{}, mcp.Options{}, local(), func(t *testing.T, w *world, session *sdk.ClientSession) {
		open := w.source.close()
		defer open()
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan error, 1)
		go func() {
			_, err := session.CallTool(ctx, &sdk.CallToolParams{Name: "ask_metric", Arguments: json.RawMessage(january)})
			done <- err
		}()
		<-w.source.waiting
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		if err := <-w.source.stopped; !errors.Is(err, context.Canceled) {
			t.Errorf("the source was told %v", err)
		}
		w.settle(t)
		open()
		called(t, session, "ask_metric", january)
	})
}

// settle waits until no slot is held.
func (w *world) settle(t *testing.T) {
	t.Helper()
	for range 1000 {
		if w.service.Slots().Running == 0 {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatal("a slot is held")
}
