package mcp_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"sutura.dev/internal/serve/mcp"
	"sutura.dev/internal/settings"
)

const (
	hello = `{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`
	ready = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
)

func asking(id, arguments string) string {
	return `{"jsonrpc":"2.0","id":` + id + `,"method":"tools/call","params":{"name":"ask_metric","arguments":` + arguments + `}}`
}

// hostile is what no honest peer sends, and how it is answered: the code, and part of the sentence.
var hostile = []struct {
	name, line string
	code       int64
	says       string
}{
	{"a long line", `{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("secret", 10<<20/6) + `"}`, -32600, "at most 1 MiB"},
	{"1,000 levels of lists", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":` + strings.Repeat("[", 1000) + strings.Repeat("]", 1000) + `}`, -32600, "nests deeper than 64"},
	{"1,000 levels of arguments", asking("1", strings.Repeat(`{"metrics":`, 1000)+"1"+strings.Repeat("}", 1000)), -32600, "nests deeper than 64"},
	{"100,000 openings", strings.Repeat(`{"a":`, 100_000), -32600, "nests deeper than 64"},
	{"no JSON", `secret`, -32700, "stops being JSON at byte 1"},
	{"half of JSON", `{"jsonrpc":"2.0","id":1`, -32700, "stops being JSON"},
	{"two messages in a line", hello + hello, -32700, "stops being JSON"},
	{"a batch", `[` + hello + `,` + hello + `]`, -32600, "batches are not taken"},
	{"an empty batch", `[]`, -32600, "batches are not taken"},
	{"a number", `1`, -32600, "a JSON object"},
	{"null", `null`, -32600, "a JSON object"},
	{"broken UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\xfe\"}", -32700, "not valid UTF-8"},
	{"a field twice", `{"jsonrpc":"2.0","id":1,"method":"tools/list","method":"tools/call"}`, -32600, "stands twice"},
	{"params twice", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","name":"ask_metric"}}`, -32600, "stands twice"},
	{"another version", `{"jsonrpc":"1.0","id":1,"method":"tools/list"}`, -32600, `jsonrpc is "2.0"`},
	{"no version", `{"id":1,"method":"tools/list"}`, -32600, `jsonrpc is "2.0"`},
	{"no method", `{"jsonrpc":"2.0","id":1}`, -32600, "method is the name"},
	{"a method that is none", `{"jsonrpc":"2.0","id":1,"method":{"secret":1}}`, -32600, "method is the name"},
	{"null for an id", `{"jsonrpc":"2.0","id":null,"method":"tools/list"}`, -32600, "id is text or a whole number"},
	{"half an id", `{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}`, -32600, "id is text or a whole number"},
	{"an id beyond doubles", `{"jsonrpc":"2.0","id":9007199254740993,"method":"tools/list"}`, -32600, "id is text or a whole number"},
	{"an object for an id", `{"jsonrpc":"2.0","id":{"secret":1},"method":"tools/list"}`, -32600, "id is text or a whole number"},
	{"an unknown method", `{"jsonrpc":"2.0","id":1,"method":"secret/run"}`, -32601, "no such method here"},
	{"a method that is not there", `{"jsonrpc":"2.0","id":1,"method":"resources/list"}`, -32601, "no such method here"},
	{"logging", `{"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":"debug"}}`, -32601, "no such method here"},
	{"params as a list", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":["secret"]}`, -32602, "params is an object"},
	{"a cursor that is no text", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":{"secret":1}}}`, -32602, "not those of tools/list"},
	{"no tool", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"arguments":{}}}`, -32602, "name: the name of a tool"},
	{"no params", `{"jsonrpc":"2.0","id":1,"method":"tools/call"}`, -32602, "tools/call has params"},
	{"a tool that is no text", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":["secret"]}}`, -32602, ""},
	{"arguments in a string", asking("1", `"{\"metrics\":[\"secret\"]}"`), -32602, "not as a string that holds JSON"},
	{"arguments as a list", asking("1", `["secret"]`), -32602, "arguments: a JSON object"},
	{"no arguments", asking("1", `null`), -32602, "metrics: "},
	{"_meta that is none", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":"secret"}}`, -32602, "_meta is an object"},
	{"a field twice in a question", asking("1", `{"metrics":["revenue"],"metrics":["secret"]}`), -32602, "this field once"},
	{"half a character", asking("1", `{"metrics":["\ud800"]}`), -32602, "unpaired surrogates"},
	{"a name of SQL", asking("1", `{"metrics":["revenue"],"where":"1=1; DROP TABLE secret"}`), -32602, "one of the fields"},
}

type response struct {
	ID    json.RawMessage
	Error *struct {
		Code    int64
		Message string
	}
	Result json.RawMessage
}

// exchange writes lines to a surface, and returns what it answers until it ends.
func exchange(t *testing.T, w *world, lines ...string) (answers []response, raw string) {
	t.Helper()
	var out bytes.Buffer
	if err := w.Serve(context.Background(), local(), strings.NewReader(strings.Join(lines, "\n")+"\n"), &out); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(out.String()) {
		var r response
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("this is no message: %.200s", line)
		}
		answers = append(answers, r)
	}
	return answers, out.String()
}

func TestHostileLines(t *testing.T) {
	for _, tt := range hostile {
		t.Run(tt.name, func(t *testing.T) {
			w := open(t, settings.Serving{}, mcp.Options{Grace: unlimited})
			answers, raw := exchange(t, w, hello, ready, tt.line, asking("2", january))
			byID := map[string]response{}
			for _, a := range answers {
				byID[string(a.ID)] = a
			}
			wrong, ok := byID["1"]
			if !ok {
				wrong = byID["null"]
			}
			if wrong.Error == nil || wrong.Error.Code != tt.code || !strings.Contains(wrong.Error.Message, tt.says) {
				t.Errorf("answered %.300s", raw)
			}
			if len(answers) != 3 || !strings.Contains(string(byID["2"].Result), "14.75") {
				t.Errorf("it does not go on: %.300s", raw)
			}
			if strings.Contains(raw, "secret") {
				t.Errorf("a value comes back: %.300s", raw)
			}
		})
	}
}

func TestHostileBodies(t *testing.T) {
	for _, tt := range hostile {
		t.Run(tt.name, func(t *testing.T) {
			w := open(t, settings.Serving{}, mcp.Options{})
			url := w.listen(t, local()) + "/mcp"
			res, body := post(t, url, tt.line, nil)
			var wrong response
			if err := json.Unmarshal([]byte(body), &wrong); err != nil {
				t.Fatalf("%d: this is no message: %.200s", res.StatusCode, body)
			}
			if wrong.Error == nil || wrong.Error.Code != tt.code || !strings.Contains(wrong.Error.Message, tt.says) {
				t.Errorf("answered %d %.300s", res.StatusCode, body)
			}
			if res.StatusCode >= 500 {
				t.Errorf("status %d", res.StatusCode)
			}
			if strings.Contains(body, "secret") {
				t.Errorf("a value comes back: %.300s", body)
			}
			if _, body = post(t, url, asking("2", january), nil); !strings.Contains(body, "14.75") {
				t.Errorf("it does not go on: %.300s", body)
			}
		})
	}
}

// post sends one message.
func post(t testing.TB, url, body string, header http.Header) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(context.Background(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	for name, values := range header {
		if name == "Host" {
			req.Host = values[0]
		} else {
			req.Header[name] = values
		}
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(res.Body)
	if err = errors.Join(err, res.Body.Close()); err != nil {
		t.Fatal(err)
	}
	return res, string(data)
}

// What is no call has no answer, whatever it is; a peer may send blank lines and both kinds of line ends.
func TestNotAnswered(t *testing.T) {
	w := open(t, settings.Serving{}, mcp.Options{Grace: unlimited})
	answers, raw := exchange(t, w, hello, ready, "", "\r", `{"jsonrpc":"2.0","method":"notifications/secret"}`, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":77}}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{"a":1}}}`, `{"jsonrpc":"2.0","id":5,"result":{}}`, `{"jsonrpc":"2.0","id":6,"error":{"code":1,"message":"secret"}}`,
		asking("7", january)+"\r")
	if len(answers) != 2 || string(answers[1].ID) != "7" {
		t.Errorf("answered:\n%s", raw)
	}
}

// Two calls of one id: the second is told so, the first is answered. Text is another id than the number.
func TestSameID(t *testing.T) {
	w := open(t, settings.Serving{}, mcp.Options{Grace: unlimited})
	open := w.source.close()
	in, feed := io.Pipe()
	out, answers := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- w.Serve(context.Background(), local(), in, answers) }()
	go func() {
		for _, line := range []string{hello, ready, asking("1", january), asking("1", january), asking(`"1"`, `{"metrics":["nothing"]}`)} {
			if _, err := io.WriteString(feed, line+"\n"); err != nil {
				t.Error(err)
			}
		}
	}()
	lines := bufio.NewScanner(out)
	var before strings.Builder // in any order
	for range 3 {
		lines.Scan()
		before.WriteString(lines.Text() + "\n")
	}
	for _, want := range []string{`"id":"hello","result"`, "a call with this id is running", `"id":"1","result"`} {
		if !strings.Contains(before.String(), want) {
			t.Errorf("%s is not among\n%s", want, before.String())
		}
	}
	open()
	if !lines.Scan() || !strings.Contains(lines.Text(), `"id":1,"result"`) {
		t.Errorf("the first is answered by %s", lines.Text())
	}
	if err := errors.Join(feed.Close(), <-done); err != nil {
		t.Fatal(err)
	}
}

// A call that its peer takes back: the statement is cancelled, nothing is sent for it, and the next call is answered.
func TestTakenBack(t *testing.T) {
	w := open(t, settings.Serving{}, mcp.Options{Grace: unlimited})
	open := w.source.close()
	in, feed := io.Pipe()
	var out bytes.Buffer
	done := make(chan error, 1)
	go func() { done <- w.Serve(context.Background(), local(), in, &out) }()
	write := func(lines ...string) {
		if _, err := io.WriteString(feed, strings.Join(lines, "\n")+"\n"); err != nil {
			t.Error(err)
		}
	}
	write(hello, ready, asking("1", january))
	<-w.source.waiting
	write(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"enough"}}`)
	if err := <-w.source.stopped; !errors.Is(err, context.Canceled) {
		t.Errorf("the source was told %v", err)
	}
	open()
	write(asking("2", january))
	if err := errors.Join(feed.Close(), <-done); err != nil {
		t.Fatal(err)
	}
	if text := out.String(); strings.Contains(text, `"id":1,`) || strings.Count(text, "\n") != 2 || !strings.Contains(text, `"id":2,"result"`) {
		t.Errorf("sent:\n%s", text)
	}
	w.settle(t)
}

// Before initialize, and a second one: an error in our words.
func TestOutOfOrder(t *testing.T) {
	w := open(t, settings.Serving{}, mcp.Options{Grace: unlimited})
	_, raw := exchange(t, w, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, hello, ready, strings.Replace(hello, `"hello"`, "2", 1))
	if strings.Count(raw, "this message is not taken now: initialize comes first, and once") != 2 {
		t.Errorf("answered:\n%s", raw)
	}
}

// A peer that closes its side while a call runs: the statement is cancelled after the grace.
func TestPeerCloses(t *testing.T) {
	w := open(t, settings.Serving{}, mcp.Options{Grace: 1})
	open := w.source.close()
	defer open()
	in, feed := io.Pipe()
	var out bytes.Buffer
	done := make(chan error, 1)
	go func() { done <- w.Serve(context.Background(), local(), in, &out) }()
	if _, err := io.WriteString(feed, hello+"\n"+ready+"\n"+asking("1", january)+"\n"); err != nil {
		t.Fatal(err)
	}
	<-w.source.waiting
	if err := feed.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-w.source.stopped; !errors.Is(err, context.Canceled) {
		t.Errorf("the source was told %v", err)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	w.settle(t)
}

// A peer that does not read any more: reading ends, the statement is cancelled, the process goes on.
func TestPeerDeaf(t *testing.T) {
	w := open(t, settings.Serving{}, mcp.Options{Grace: unlimited})
	if err := w.Serve(context.Background(), local(), strings.NewReader(hello+"\n"+ready+"\n"+asking("1", january)+"\n"), broken{}); err == nil {
		t.Error("no error")
	}
	w.settle(t)
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// Told to stop, it lets calls end and returns.
func TestToldToStop(t *testing.T) {
	w := open(t, settings.Serving{}, mcp.Options{Grace: unlimited})
	open := w.source.close()
	in, feed := io.Pipe()
	defer feed.Close()
	var out bytes.Buffer
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- w.Serve(ctx, local(), in, &out) }()
	if _, err := io.WriteString(feed, hello+"\n"+ready+"\n"+asking("1", january)+"\n"); err != nil {
		t.Fatal(err)
	}
	<-w.source.waiting
	cancel()
	open()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "14.75") {
		t.Errorf("the call was not answered:\n%s", out.String())
	}
}

// FuzzMessage: whatever a peer sends, each line has one answer at most, all of it is JSON, and the peer is served after it.
func FuzzMessage(f *testing.F) {
	for _, tt := range hostile {
		if len(tt.line) < 4096 {
			f.Add([]byte(tt.line))
		}
	}
	f.Add([]byte(asking("1", january)))
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`))
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"notifications":{}}}`))
	w := open(f, settings.Serving{}, mcp.Options{Grace: unlimited})
	f.Fuzz(func(t *testing.T, line []byte) {
		if bytes.ContainsAny(line, "\n") || bytes.Contains(line, []byte("initialize")) {
			return
		}
		answers, raw := exchange(t, w, hello, ready, string(line), asking(`"last"`, `{}`))
		found := false
		for _, a := range answers {
			found = found || string(a.ID) == `"last"` && a.Error.Code == -32602
		}
		if !found || len(answers) > 4 {
			t.Errorf("answered %.300s", raw)
		}
	})
}
