package cli

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"sutura.dev/internal/serve/identity/jwt/idptest"
)

// served runs `sutura serve` over the starter catalog with an environment.
func served(t *testing.T, environ []string, args ...string) (*told, <-chan int) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "shop")
	if code := Main(Process{Args: []string{"--quiet", "init", dir}, Out: io.Discard, Err: io.Discard}); code != exitClean {
		t.Fatalf("init ends with %d", code)
	}
	msg := &told{}
	msg.more = sync.NewCond(&msg.mu)
	code := make(chan int, 1)
	go func() {
		code <- Main(Process{Args: append([]string{"serve", dir}, args...), In: strings.NewReader(""), Out: io.Discard, Err: msg, Environ: environ})
	}()
	return msg, code
}

// asks sends a request with headers, and returns what comes back.
func asks(t *testing.T, method, url, body string, headers map[string]string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	for k, v := range headers {
		if r.Header.Set(k, v); k == "Host" {
			r.Host = v
		}
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
	return resp, string(text)
}

// TestServeTokens serves those who have a token of an identity provider, each what it grants, and says to others where one
// can be had.
func TestServeTokens(t *testing.T) {
	idp := idptest.New(t)
	audit := filepath.Join(t.TempDir(), "audit.jsonl")
	msg, code := served(t, []string{"SUTURA_HTTP_JWT_ISSUER=" + idp.Issuer(), "SUTURA_HTTP_JWT_AUDIENCE=metrics", "SUTURA_HTTP_JWT_JWKS_URL=" + idp.JWKS(),
		"SUTURA_HTTP_JWT_ALGORITHMS=ES256", `SUTURA_HTTP_JWT_GROUPS={"staff":["finance"]}`, "SUTURA_HTTP_PUBLIC_URL=https://metrics.example.org", "SUTURA_AUDIT_PATH=" + audit},
		"--http", "127.0.0.1:0", "--auth", "jwt", "--ops", "127.0.0.1:0")
	at, operations := msg.wait(`reached +(http://[0-9.:]+), tokens of an identity provider`)[1], msg.wait(`operations +(http://[0-9.:]+)`)[1]
	for _, says := range []string{`callers +tokens of ` + idp.Issuer() + ` for metrics, signed with ES256\n`, `keys +` + idp.JWKS() + `\n`, `grants +scopes by scope; what everyone sees, and by groups the audiences of 1 group\n`} {
		msg.wait(says)
	}
	msg.wait(`no metric has the audience finance`)
	token := func(scope string, changes ...string) map[string]string {
		claims := map[string]any{"iss": idp.Issuer(), "aud": "metrics", "sub": "alice", "exp": time.Now().Unix() + 300, "scope": scope, "act": map[string]any{"sub": "agent"}}
		for i := 0; i < len(changes); i += 2 {
			claims[changes[i]] = changes[i+1]
		}
		return map[string]string{"Authorization": "Bearer " + idp.Sign("es", claims)}
	}
	const q = `{"metrics":["revenue"],"range":{"period":"2026-01"}}`
	const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ask_metric","arguments":` + q + `}}`
	const metadata = `resource_metadata="https://metrics.example.org/.well-known/oauth-protected-resource`
	for _, c := range []struct {
		path, body string
		headers    map[string]string
		status     int
		challenge  string
		says       string
	}{
		{"/v1/ask", q, token("metrics.ask"), 200, "", `"outcome":"answer"`},
		{"/mcp", call, token("metrics.ask"), 200, "", `"outcome":"answer"`},
		{"/v1/ask", q, token("catalog.read"), 403, `Bearer error="insufficient_scope", scope="metrics.ask", ` + metadata + `"`, `"scope":"metrics.ask"`},
		{"/mcp", call, token("catalog.read"), 403, `Bearer error="insufficient_scope", scope="metrics.ask", ` + metadata + `/mcp"`, `"scope":"metrics.ask"`},
		{"/v1/ask", q, token(""), 403, `Bearer error="insufficient_scope", scope="metrics.ask", ` + metadata + `"`, ""},
		{"/v1/ask", q, nil, 401, `Bearer scope="catalog.read metrics.ask", ` + metadata + `"`, `"kind":"unauthenticated"`},
		{"/mcp", call, token("metrics.ask", "aud", "other"), 401, `Bearer error="invalid_token", ` + metadata + `/mcp"`, "the token does not hold here"},
		{"/mcp", call, map[string]string{"Authorization": "Bearer x"}, 401, `Bearer error="invalid_token", ` + metadata + `/mcp"`, "the token does not hold here"},
		{"/mcp", call, map[string]string{"Origin": "https://evil.example.net", "Authorization": token("metrics.ask")["Authorization"]}, 403, "", `"kind":"origin"`}, // H106
	} {
		resp, text := asks(t, "POST", at+c.path, c.body, c.headers)
		if resp.StatusCode != c.status || resp.Header.Get("WWW-Authenticate") != c.challenge || !strings.Contains(text, c.says) {
			t.Errorf("%s with %v is %d, %q, %s", c.path, c.headers, resp.StatusCode, resp.Header.Get("WWW-Authenticate"), text)
		}
	}
	if resp, text := asks(t, "GET", at+"/.well-known/oauth-protected-resource/mcp", "", nil); resp.StatusCode != 200 ||
		text != `{"resource":"https://metrics.example.org/mcp","authorization_servers":["`+idp.Issuer()+`"],"scopes_supported":["catalog.read","metrics.ask","sql.preview"],"bearer_methods_supported":["header"],"resource_name":"sutura"}`+"\n" {
		t.Errorf("the metadata is %d, %s", resp.StatusCode, text)
	}
	for host, status := range map[string]int{"evil.example.net": 403, "localhost:1": 200, "127.0.0.1": 200} {
		if resp, _ := asks(t, "GET", operations+"/health", "", map[string]string{"Host": host}); resp.StatusCode != status {
			t.Errorf("the operations listener answers %s with %d", host, resp.StatusCode)
		}
	}
	for _, page := range []map[string]string{{"Origin": "https://evil.example.net", "Sec-Fetch-Site": "cross-site"}, {"Origin": operations}, {"Origin": "https://tools.example.org"}} {
		if resp, _ := asks(t, "GET", operations+"/status", "", page); resp.StatusCode != 403 {
			t.Errorf("the operations listener answers a page, %v, with %d", page, resp.StatusCode)
		}
	}
	for range 200 {
		asks(t, "POST", at+"/v1/ask", q, map[string]string{"Authorization": "Bearer x"})
	}
	if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if got := <-code; got != exitClean {
		t.Errorf("it ends with %d: %s", got, msg.text.String())
	}
	lines, err := os.ReadFile(audit)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"subject":"alice","actors":["agent"],"audiences":[],"transport":"mcp","capability":"ask_metric","outcome":"answer"`,
		`"outcome":"unauthenticated","code":"no_token"`, `"outcome":"unauthenticated","code":"audience"`, `"outcome":"unauthenticated","code":"form"`, `"outcome":"foreign","code":"origin"`, `"left_out":14`} {
		if !bytes.Contains(lines, []byte(want)) {
			t.Errorf("the audit lacks %s", want)
		}
	}
	if n := bytes.Count(lines, []byte(`"outcome":"unauthenticated"`)); n > 62 {
		t.Errorf("%d lines are of requests that were turned away", n)
	}
}

// TestServeTokensRefused: what cannot be honoured is not served, and every reason is told.
func TestServeTokensRefused(t *testing.T) {
	idp := idptest.New(t)
	good := []string{"SUTURA_HTTP_ADDR=127.0.0.1:0", "SUTURA_HTTP_AUTH=jwt", "SUTURA_HTTP_JWT_ISSUER=" + idp.Issuer(), "SUTURA_HTTP_JWT_AUDIENCE=metrics", "SUTURA_HTTP_JWT_JWKS_URL=" + idp.JWKS(), "SUTURA_OPS_ADDR=off"}
	for _, c := range []struct {
		change string
		says   []string
	}{
		{"SUTURA_HTTP_JWT_JWKS_URL=" + idp.URL + "/x", []string{"the identity provider's keys cannot be had: the address of the keys answers with no 200"}},
		{"SUTURA_HTTP_JWT_JWKS_URL=http://id.example.org/keys", []string{"http.jwt.jwks_url is no https address"}},
		{"SUTURA_HTTP_JWT_ISSUER=http://id.example.org", []string{"http.jwt.issuer is no https address"}},
		{"SUTURA_HTTP_JWT_JWKS_FILE=keys.json", []string{"the provider's keys are in no place, or in two"}},
		{"SUTURA_HTTP_JWT_AUDIENCE=", []string{"http.jwt.audience does not say for whom tokens have to be"}},
		{"SUTURA_HTTP_PUBLIC_URL=https://metrics.example.org/mcp", []string{"http.public_url has a path"}},
		{"SUTURA_SCOPES=catalog.read", []string{"scopes and audiences are those of one configured caller"}},
		{"SUTURA_HTTP_JWT_ALGORITHMS=HS256", []string{"error[SUT204]", "a list of RS256, ES256, EdDSA"}},
	} {
		msg, code := served(t, append(good[:len(good):len(good)], c.change), "--check")
		if got := <-code; got == exitClean {
			t.Errorf("%s is served", c.change)
		}
		for _, says := range c.says {
			if !strings.Contains(msg.text.String(), says) {
				t.Errorf("%s: %s", c.change, msg.text.String())
			}
		}
	}
	msg, code := served(t, append(good, "SUTURA_HTTP_ADDR=0.0.0.0:0"), "--check")
	if got := <-code; got != exitClean {
		t.Errorf("what is right ends with %d: %s", got, msg.text.String())
	}
}
