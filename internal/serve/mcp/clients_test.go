package mcp_test

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// entry is one server as a client's configuration names it.
type entry struct {
	Command string            `json:"command"`
	Args    []string          `json:"args"`
	URL     string            `json:"url"`
	HTTPURL string            `json:"httpUrl"`
	Headers map[string]string `json:"headers"`
	Type    string            `json:"type"`
	Token   string            `json:"bearer_token_env_var"`
}

const staticToken = "0123456789abcdef0123456789abcdef"

// variable is each client's way to write the token's variable, or to ask for it.
var variable = regexp.MustCompile(`\$\{SUTURA_TOKEN\}|\$\{env:SUTURA_TOKEN\}|\$\{input:sutura_token\}|\$SUTURA_TOKEN`)

// testClients connects as every configuration of docs/clients.md says, each in its own form, to the program itself.
func testClients(t *testing.T, binary, root string) {
	page, err := os.ReadFile(filepath.FromSlash("../../../docs/clients.md"))
	if err != nil {
		t.Fatal(err)
	}
	address := startHTTP(t, binary, root)
	entries := entriesOf(t, string(page))
	if len(entries) < 14 {
		t.Errorf("%d configurations are found", len(entries))
	}
	for _, e := range entries {
		session, err := client().Connect(context.Background(), e.transport(t, binary, root, address), nil)
		if err != nil {
			t.Errorf("%+v: %v", e, err)
			continue
		}
		if text := textOf(t, called(t, session, "ask_metric", `{"metrics":["flights"],"range":{"period":"2013"}}`)); !strings.HasPrefix(text, "flights\n336776\n") {
			t.Errorf("%+v: %s", e, text)
		}
		_ = session.Close()
	}
}

// transport is the way to the server that an entry names.
func (e entry) transport(t *testing.T, binary, root, address string) sdk.Transport {
	t.Helper()
	url := e.URL + e.HTTPURL
	if url == "" {
		if e.Command != "sutura" {
			t.Errorf("%+v starts another program", e)
		}
		var args []string
		for _, a := range e.Args {
			args = append(args, strings.ReplaceAll(a, "/path/to/catalog", root))
		}
		return &sdk.CommandTransport{Command: exec.CommandContext(t.Context(), binary, args...)}
	}
	header := http.Header{}
	for name, value := range e.Headers {
		header.Set(name, variable.ReplaceAllString(value, staticToken))
	}
	if e.Token == "SUTURA_TOKEN" {
		header.Set("Authorization", "Bearer "+staticToken)
	}
	return &sdk.StreamableClientTransport{Endpoint: strings.Replace(url, "http://127.0.0.1:8080", address, 1), HTTPClient: &http.Client{Transport: sends{header}}}
}

// sends adds headers to every request.
type sends struct{ http.Header }

func (s sends) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	for name := range s.Header {
		r.Header.Set(name, s.Get(name))
	}
	return http.DefaultTransport.RoundTrip(r)
}

// startHTTP serves the demonstration over HTTP with a token, and says at which address.
func startHTTP(t *testing.T, binary, root string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), binary, "serve", "-C", root, "--http", "127.0.0.1:0", "--auth", "token", "--ops", "off")
	cmd.Env = append(os.Environ(), "SUTURA_TOKEN="+staticToken)
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	said := ""
	for lines := bufio.NewScanner(stderr); lines.Scan(); said += lines.Text() + "\n" {
		if rest, ok := strings.CutPrefix(lines.Text(), "reached"); ok {
			address, _, _ := strings.Cut(strings.TrimSpace(rest), ",")
			go func() {
				for lines.Scan() { // so that it never waits to write
				}
			}()
			return address
		}
	}
	t.Fatalf("it does not serve:\n%s", said)
	return ""
}

var block = regexp.MustCompile("(?ms)^```(\\S+)( client)?\n(.*?)^```$")

// entriesOf reads the configurations of the page: JSON, TOML of plain keys, and commands that add a server.
func entriesOf(t *testing.T, page string) []entry {
	t.Helper()
	var out []entry
	for _, b := range block.FindAllStringSubmatch(page, -1) {
		switch kind, text := b[1], b[3]; {
		case kind == "json":
			var file struct {
				Servers    map[string]entry `json:"servers"`
				MCPServers map[string]entry `json:"mcpServers"`
				Inputs     []map[string]any `json:"inputs"`
			}
			d := json.NewDecoder(strings.NewReader(text))
			d.DisallowUnknownFields()
			if err := d.Decode(&file); err != nil || len(file.Servers)+len(file.MCPServers) != 1 {
				t.Errorf("%v in %s", err, text)
			}
			for _, servers := range []map[string]entry{file.Servers, file.MCPServers} {
				if e, ok := servers["sutura"]; ok {
					out = append(out, e)
				}
			}
		case kind == "toml":
			out = append(out, tomlEntry(t, text))
		case b[2] != "":
			out = append(out, commandEntry(t, text))
		}
	}
	return out
}

// tomlEntry reads the one table of a text, whose values are spelled as in JSON.
func tomlEntry(t *testing.T, text string) entry {
	t.Helper()
	object := map[string]json.RawMessage{}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "[mcp_servers.sutura]" {
			continue
		}
		key, value, ok := strings.Cut(line, " = ")
		if !ok {
			t.Errorf("this is no key: %s", line)
		}
		object[key] = json.RawMessage(value)
	}
	var e entry
	if err := json.Unmarshal(encode(t, object), &e); err != nil {
		t.Errorf("%v in %s", err, text)
	}
	return e
}

// commandEntry reads `CLIENT mcp add [flags] sutura ...`.
func commandEntry(t *testing.T, line string) entry {
	t.Helper()
	words := strings.Fields(line)
	for i, w := range words[3:] {
		switch rest := words[3+i+1:]; {
		case w == "sutura" && rest[0] == "--", w == "sutura" && rest[0] == "sutura":
			return entry{Command: rest[len(rest)-4], Args: rest[len(rest)-3:]}
		case w == "sutura" && strings.HasPrefix(rest[0], "http"):
			_, header, _ := strings.Cut(strings.TrimSpace(line), `--header "`)
			name, value, _ := strings.Cut(strings.TrimSuffix(header, `"`), ": ")
			return entry{URL: rest[0], Headers: map[string]string{name: value}}
		}
	}
	t.Errorf("this adds no server: %s", line)
	return entry{}
}
