package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// told is standard error: it can be read while it is written.
type told struct {
	mu   sync.Mutex
	text bytes.Buffer
	more *sync.Cond
}

func (w *told) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.more.Broadcast()
	return w.text.Write(p)
}

// wait returns the groups of the first match, once there is one.
func (w *told) wait(pattern string) []string {
	re := regexp.MustCompile(pattern)
	w.mu.Lock()
	defer w.mu.Unlock()
	for {
		if m := re.FindStringSubmatch(w.text.String()); m != nil {
			return m
		}
		w.more.Wait()
	}
}

// serving runs `sutura serve` over the starter catalog in dir.
func serving(t *testing.T, dir string, in io.Reader, out io.Writer, args ...string) (*told, <-chan int) {
	t.Helper()
	if code := Main(Process{Args: []string{"--quiet", "init", dir}, Out: io.Discard, Err: io.Discard}); code != exitClean {
		t.Fatalf("init ends with %d", code)
	}
	msg := &told{}
	msg.more = sync.NewCond(&msg.mu)
	code := make(chan int, 1)
	p := Process{Args: append([]string{"serve", dir}, args...), In: in, Out: out, Err: msg, Environ: []string{"SUTURA_TOKEN=" + strings.Repeat("0123456789", 4)}}
	go func() { code <- Main(p) }()
	return msg, code
}

func fetch(t *testing.T, method, url, token, body string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(text)
}

// TestServeHTTP serves, reloads twice, of which one fails, and stops.
func TestServeHTTP(t *testing.T) {
	dir := t.TempDir()
	var out bytes.Buffer
	msg, code := serving(t, dir, strings.NewReader(""), &out, "--http", "127.0.0.1:0", "--auth", "token", "--ops", "127.0.0.1:0")
	at := msg.wait(`reached +(http://[0-9.:]+)`)[1]
	operations := msg.wait(`operations +(http://[0-9.:]+)`)[1]
	token := strings.Repeat("0123456789", 4)
	q := `{"metrics":["revenue"],"range":{"period":"2026-01"}}`
	if status, body := fetch(t, "POST", at+"/v1/ask", token, q); status != 200 || !strings.Contains(body, `"outcome":"answer"`) {
		t.Errorf("an answer is %d, %s", status, body)
	}
	if status, _ := fetch(t, "POST", at+"/v1/ask", "", q); status != 401 {
		t.Errorf("without a token there is %d", status)
	}
	msg.wait(`"capability":"","outcome":"unauthenticated"`)
	if status, _ := fetch(t, "POST", at+"//v1/ask", token, q); status != 404 {
		t.Errorf("a path that is nearly one is %d", status)
	}
	for name, value := range map[string]string{"Origin": "https://evil.example.net", "Sec-Fetch-Site": "cross-site", "Host": "evil.example.net"} {
		r, err := http.NewRequestWithContext(t.Context(), "POST", at+"/mcp", strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set(name, value)
		r.Header.Set("Authorization", "Bearer "+token)
		if name == "Host" {
			r.Host = value
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if resp.StatusCode != 403 {
			t.Errorf("with the %s of another there is %d", name, resp.StatusCode)
		}
	}
	msg.wait(`"capability":"","outcome":"foreign"`)
	if _, body := fetch(t, "GET", operations+"/metrics", "", ""); !strings.Contains(body, `sutura_calls_total{outcome="unauthenticated",tool="none",transport="http"} 1`) ||
		!strings.Contains(body, `sutura_calls_total{outcome="foreign",tool="none",transport="mcp"} 3`) {
		t.Errorf("what was turned away is counted as %s", body)
	}
	if status, body := fetch(t, "POST", at+"/v1/compile", token, q); status != 403 {
		t.Errorf("what the token does not grant is %d, %s", status, body)
	}
	for path, want := range map[string]string{"/health": "ok", "/ready": "ready", "/status": `"reachable": true`, "/metrics": `sutura_calls_total{outcome="answer",tool="ask_metric",transport="http"} 1`} {
		if status, body := fetch(t, "GET", operations+path, "", ""); status != 200 || !strings.Contains(body, want) {
			t.Errorf("%s is %d, %s", path, status, body)
		}
	}

	edit := func(old, new string) {
		path := filepath.Join(dir, "catalog", "orders.cue")
		text, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(text, []byte(old)) {
			t.Fatal(err, "nothing to edit")
		}
		if err := os.WriteFile(path, bytes.Replace(text, []byte(old), []byte(new), 1), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Kill(os.Getpid(), syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
	}
	digest := func() string {
		var status struct{ Bundle struct{ Digest string } }
		_, body := fetch(t, "GET", operations+"/status", "", "")
		if err := json.Unmarshal([]byte(body), &status); err != nil {
			t.Fatal(err)
		}
		return status.Bundle.Digest
	}
	first := digest()
	edit("Orders placed, whatever became of them.", "Orders placed.")
	msg.wait(`another bundle is served`)
	second := digest()
	if first == second {
		t.Error("the reload serves the same bundle")
	}
	edit("quantity * unit_price", "quantity * unit_prize")
	msg.wait(`the reload failed, and the bundle stays as it was`)
	if digest() != second || !strings.Contains(msg.wait(`"code":"(SUT\d+)"`)[0], "SUT") {
		t.Error("a reload that fails changes the bundle")
	}
	if status, body := fetch(t, "POST", at+"/v1/ask", token, q); status != 200 {
		t.Errorf("after the reloads there is %d, %s", status, body)
	}
	if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if c := <-code; c != exitClean || out.Len() > 0 {
		t.Errorf("it ends with %d, and on standard output is %q", c, out.String())
	}
	if strings.Contains(msg.text.String(), token) {
		t.Error("the token is printed")
	}
}

// TestServeLinesStops is told to stop while its peer is still there.
func TestServeLinesStops(t *testing.T) {
	in, feed := io.Pipe()
	defer feed.Close()
	var out bytes.Buffer
	msg, code := serving(t, t.TempDir(), in, &out)
	msg.wait(`operations +off`)
	if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if c := <-code; c != exitClean || out.Len() > 0 {
		t.Errorf("it ends with %d, and on standard output is %q", c, out.String())
	}
}

// TestServeLines talks over standard input and output: nothing but JSON-RPC is there, and the end of input ends it.
func TestServeLines(t *testing.T) {
	in, feed := io.Pipe()
	back, out := io.Pipe()
	_, code := serving(t, t.TempDir(), in, out)
	lines := bufio.NewScanner(back)
	talk := func(line string) string {
		if _, err := io.WriteString(feed, line+"\n"); err != nil {
			t.Fatal(err)
		}
		if !lines.Scan() || !json.Valid(lines.Bytes()) || !strings.HasPrefix(lines.Text(), `{"jsonrpc":"2.0"`) {
			t.Fatalf("to %.60s comes %q", line, lines.Text())
		}
		return lines.Text()
	}
	talk(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`)
	got := talk(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"ask_metric","arguments":{"metrics":["revenue"],"range":{"period":"2026-01"}}}}`)
	if !strings.Contains(got, `"outcome":"answer"`) {
		t.Errorf("a question gets %s", got)
	}
	talk(`this is no JSON`)
	if err := feed.Close(); err != nil {
		t.Fatal(err)
	}
	if c := <-code; c != exitClean {
		t.Errorf("it ends with %d", c)
	}
}
