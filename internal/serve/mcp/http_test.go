package mcp_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"sutura.dev/internal/serve"
	"sutura.dev/internal/serve/mcp"
	"sutura.dev/internal/settings"
)

// A call that is not granted: 403, and the scope that it needs, in the header too.
func TestInsufficientScope(t *testing.T) {
	w := open(t, settings.Serving{}, mcp.Options{})
	url := w.listen(t, serve.Caller{Subject: "reader", Scopes: []serve.Scope{serve.CatalogRead}}) + "/mcp"
	res, body := post(t, url, asking("7", january), nil)
	if got, want := res.Header.Get("WWW-Authenticate"), `Bearer error="insufficient_scope", scope="metrics.ask"`; res.StatusCode != http.StatusForbidden || got != want {
		t.Errorf("%d %s", res.StatusCode, got)
	}
	var wrong struct {
		ID    int
		Error struct {
			Code int
			Data struct{ Scope, Request string }
		}
	}
	if err := json.Unmarshal([]byte(body), &wrong); err != nil {
		t.Fatal(err)
	}
	if wrong.ID != 7 || wrong.Error.Code != -32602 || wrong.Error.Data.Scope != "metrics.ask" || !strings.Contains(w.audit.String(), wrong.Error.Data.Request) {
		t.Errorf("%s\n%s", body, w.audit)
	}
	if n := strings.Count(w.audit.String(), "\n"); n != 1 {
		t.Errorf("%d lines of audit", n)
	}
	// What is switched off is unknown, whoever asks.
	if res, body := post(t, url, strings.Replace(asking("8", "{}"), "ask_metric", "run_sql", 1), nil); res.StatusCode != http.StatusOK || !strings.Contains(body, "there is no such tool here; there are describe_catalog, search") {
		t.Errorf("%d %s", res.StatusCode, body)
	}
}

// H106: a page of another site, and a name that is none of this host's.
func TestOtherSites(t *testing.T) {
	w := open(t, settings.Serving{}, mcp.Options{})
	url := w.listen(t, local()) + "/mcp"
	for _, tt := range []struct {
		header http.Header
		status int
	}{
		{nil, http.StatusOK},
		{http.Header{"Origin": {"https://evil.example.com"}}, http.StatusForbidden},
		{http.Header{"Origin": {"null"}}, http.StatusForbidden},
		{http.Header{"Sec-Fetch-Site": {"cross-site"}}, http.StatusForbidden},
		{http.Header{"Sec-Fetch-Site": {"same-origin"}}, http.StatusOK},
		{http.Header{"Origin": {"https://tools.example.org"}, "Sec-Fetch-Site": {"cross-site"}}, http.StatusOK},
		{http.Header{"Host": {"rebound.example.com"}}, http.StatusForbidden},
		{http.Header{"Host": {"localhost:1"}}, http.StatusOK},
	} {
		res, body := post(t, url, asking("1", january), tt.header)
		if res.StatusCode != tt.status {
			t.Errorf("%v: %d %s", tt.header, res.StatusCode, body)
		}
		if strings.Contains(body, "14.75") != (tt.status == http.StatusOK) {
			t.Errorf("%v: %s", tt.header, body)
		}
	}
}

// A door shows and answers its own tools only; one that is closed is not there.
func TestDoors(t *testing.T) {
	w := open(t, settings.Serving{Doors: []string{"metrics", "model"}}, mcp.Options{})
	url := w.listen(t, local())
	if tools := listed(t, w, "/mcp/model"); len(tools) != 7 || tools[0].Name != "search" || tools[1].Name != "resolve_bind" {
		t.Errorf("the model door lists %d tools", len(tools))
	}
	if _, body := post(t, url+"/mcp/model", asking("1", january), nil); !strings.Contains(body, "there is no such tool here; there are search, resolve_bind") {
		t.Errorf("the model door answers %s", body)
	}
	for _, path := range []string{"/mcp/sql", "/mcp/query", "/mcp/nothing", "/mcp/"} {
		if res, body := post(t, url+path, asking("1", january), nil); res.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d %s", path, res.StatusCode, body)
		}
	}
}

// Errors of the protocol have a status of their own since the revision of 2026-07-28, and 200 before it.
func TestStatuses(t *testing.T) {
	w := open(t, settings.Serving{}, mcp.Options{})
	url := w.listen(t, local()) + "/mcp"
	meta := `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
	now := func(method, name string) http.Header {
		return http.Header{"Mcp-Protocol-Version": {"2026-07-28"}, "Mcp-Method": {method}, "Mcp-Name": {name}}
	}
	before := http.Header{"Mcp-Protocol-Version": {"2025-11-25"}}
	call := func(arguments string) string {
		return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ask_metric","arguments":` + arguments + `,` + meta + `}}`
	}
	for _, tt := range []struct {
		what, body string
		header     http.Header
		status     int
		says       string
	}{
		{"an answer", call(january), now("tools/call", "ask_metric"), 200, "14.75"},
		{"a refusal", call(byDay), now("tools/call", "ask_metric"), 200, "grain_not_supported"},
		{"malformed", call(`{}`), now("tools/call", "ask_metric"), 400, "-32602"},
		{"malformed before", asking("1", `{}`), before, 200, "-32602"},
		{"no method", `{"jsonrpc":"2.0","id":1,"method":"prompts/list","params":{` + meta + `}}`, now("prompts/list", ""), 404, "-32601"},
		{"no method before", `{"jsonrpc":"2.0","id":1,"method":"prompts/list"}`, before, 200, "-32601"},
		{"a notification that is none", `{"jsonrpc":"2.0","method":"secret"}`, before, 400, "-32601"},
		{"a notification", ready, before, 202, ""},
		{"a revision that is none", asking("1", january), http.Header{"Mcp-Protocol-Version": {"2020-01-01"}}, 400, "none of the revisions"},
		{"a revision that is no day", asking("1", january), http.Header{"Mcp-Protocol-Version": {"junk"}}, 400, `"id":1,"error":{"code":-32600,"message":"the header MCP-Protocol-Version names none`},
		{"a revision that is still to come", asking("1", january), http.Header{"Mcp-Protocol-Version": {"2099-01-01"}}, 400, "the header MCP-Protocol-Version names none"},
		{"the same in the message", strings.ReplaceAll(call(january), "2026-07-28", "v999.0.0"), http.Header{"Mcp-Protocol-Version": {"v999.0.0"}, "Mcp-Method": {"tools/call"}, "Mcp-Name": {"ask_metric"}}, 400, "-32022"},
		{"a message without the revision", asking("1", january), now("tools/call", "ask_metric"), 400, "_meta"},
		{"no kind of answer", asking("1", january), http.Header{"Accept": {"text/html"}}, 400, "text/event-stream"},
		{"no tools in a body without a type", asking("1", january), http.Header{"Content-Type": {"text/plain"}}, 415, "application/json"},
	} {
		res, body := post(t, url, tt.body, tt.header)
		if res.StatusCode != tt.status || !strings.Contains(body, tt.says) {
			t.Errorf("%s: %d %s", tt.what, res.StatusCode, body)
		}
	}
	for _, method := range []string{http.MethodGet, http.MethodDelete, http.MethodPut} {
		req, err := http.NewRequestWithContext(context.Background(), method, url, nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(res.Body)
		if err != nil || !strings.Contains(string(body), "this takes POST") {
			t.Errorf("%s says %s, %v", method, body, err)
		}
		if res.Body.Close(); res.StatusCode != http.StatusMethodNotAllowed || res.Header.Get("Allow") != "POST" {
			t.Errorf("%s: %d, allows %s", method, res.StatusCode, res.Header.Get("Allow"))
		}
	}
}

// A client whose connection ends, of any revision: the statement is cancelled at the source.
func TestConnectionEnds(t *testing.T) {
	for _, version := range []string{"", "2025-03-26", "2025-11-25", "2026-07-28"} {
		t.Run("revision "+version, func(t *testing.T) {
			w := open(t, settings.Serving{}, mcp.Options{})
			open := w.source.close()
			defer open()
			body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ask_metric","arguments":` + january +
				`,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`
			if version != "2026-07-28" {
				body = asking("1", january)
			}
			ctx, cancel := context.WithCancel(context.Background())
			req, err := http.NewRequestWithContext(ctx, http.MethodPost, w.listen(t, local())+"/mcp", strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			req.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
			if version != "" {
				req.Header.Set("Mcp-Protocol-Version", version)
			}
			req.Header.Set("Mcp-Method", "tools/call")
			req.Header.Set("Mcp-Name", "ask_metric")
			done := make(chan error, 1)
			go func() {
				res, err := http.DefaultClient.Do(req)
				if err == nil {
					res.Body.Close()
				}
				done <- err
			}()
			<-w.source.waiting
			cancel()
			if err := <-w.source.stopped; !errors.Is(err, context.Canceled) {
				t.Errorf("the source was told %v", err)
			}
			if err := <-done; !errors.Is(err, context.Canceled) {
				t.Errorf("the client got %v", err)
			}
			w.settle(t)
		})
	}
}
