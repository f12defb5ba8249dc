package settings

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestServing(t *testing.T) {
	s, found, root := load(t, `doors: [metrics, model]
max_concurrent: 3
request_timeout: 1m30s
audiences: finance
scopes: []
audit: {path: log/audit.jsonl, values: clear}
http:
  addr: 127.0.0.1:8080
  auth: token
  token_env: MY_TOKEN
  hosts: [metrics.example.org]
  origins: ["https://tools.example.org"]
ops_addr: off
`, "SUTURA_MAX_TEXT_BYTES=2048", "SUTURA_HTTP_ADDR=[::1]:0", "SUTURA_BUDGETS_ROWS_PER_DAY=7", "SUTURA_UPDATE=1", "SUTURA_TOKEN=x")
	if len(found) > 0 {
		t.Fatal(found)
	}
	v := s.Serving
	if !slices.Equal(v.Doors, []string{"metrics", "model"}) || v.MaxConcurrent != 3 || v.RequestTimeout != 90*time.Second || v.AdmissionTimeout != 5*time.Second {
		t.Errorf("bounds are %+v", v)
	}
	if !slices.Equal(v.Audiences, []string{"finance"}) || v.Scopes == nil || len(v.Scopes) != 0 {
		t.Errorf("grants are %q and %q", v.Scopes, v.Audiences)
	}
	if v.AuditPath != filepath.Join(root, "log", "audit.jsonl") || !v.AuditClear || v.OpsAddr != "off" {
		t.Errorf("operations are %+v", v)
	}
	if v.HTTP.Addr != "[::1]:0" || v.HTTP.Auth != "token" || v.HTTP.TokenEnv != "MY_TOKEN" || v.HTTP.Hosts[0] != "metrics.example.org" || v.HTTP.Origins[0] != "https://tools.example.org" {
		t.Errorf("HTTP is %+v", v.HTTP)
	}
	if v.MaxTextBytes != 2048 || v.RowsPerDay != 7 || v.QuestionsPerMinute != 0 {
		t.Errorf("the environment gives %+v", v)
	}
}

func TestServingDefaults(t *testing.T) {
	s, found, _ := load(t, "")
	v := s.Serving
	if len(found) > 0 || !slices.Equal(v.Doors, []string{"metrics"}) || v.MaxConcurrent != 8 || v.MaxTextBytes != 64<<10 || v.ShutdownGrace != 10*time.Second {
		t.Errorf("defaults are %+v, %v", v, found)
	}
	if v.Scopes != nil || v.Audiences != nil || v.MalformedAsResult || v.ProseOmitted || v.AuditClear {
		t.Errorf("what was not said is %+v", v)
	}
	for _, k := range servingKeys() {
		if k.Doc == "" || strings.HasSuffix(k.Doc, ".") || k.Default != "" && !fits(k, k.Default) {
			t.Errorf("the row of %s is wrong: %+v", k.Path, k)
		}
	}
}

func TestServingFindings(t *testing.T) {
	for text, says := range map[string]string{
		"max_concurrent: 0\n":                          "SUT204 max_concurrent is a whole number from 1 to 1000, and this is none",
		"max_concurrent: [8]\n":                        "SUT204 max_concurrent is a whole number",
		"request_timeout: 1s\n":                        "SUT204 request_timeout is a time from 2s to 1h0m0s, such as 30s",
		"request_timeout: 30\n":                        "SUT204 request_timeout is a time",
		"doors: [metrics, sqls]\n":                     "SUT204 doors is a list of metrics, query",
		"http: {addr: localhost}\n":                    "SUT204 http.addr is a host and a port",
		"http: {addr: off}\n":                          "SUT204 http.addr is a host and a port",
		"http: {auth: basic}\n":                        "SUT204 http.auth is one of none, token",
		"http: {token: abc}\n":                         "SUT202 there is no such setting; Did you mean token_env?",
		"http: {token_env: 0123456789abcdef=}\n":       "SUT207 http.token_env names an environment variable",
		"telemetry: {traces: \"http://u:p@host\"}\n":   "SUT204 telemetry.traces is an http or https address without a user",
		"digest: sha256:abc\n":                         "SUT204 digest is a digest",
		"audit: {valeus: clear}\n":                     "SUT202 there is no such setting; Did you mean values?",
		"audit:\n  path: a\nmax_concurrent: 5\naudit:": "SUT203 the key is here twice",
	} {
		_, found, _ := load(t, text)
		if len(found) != 1 || !strings.HasPrefix(string(found[0].Code)+" "+found[0].Message+"; "+found[0].Hint, says) {
			t.Errorf("%q gives %v, wanted %s", text, found, says)
		}
	}
	_, found, _ := load(t, "", "SUTURA_MAX_CONCURENT=3", "SUTURA_DOORS=all")
	if len(found) != 2 || found[0].Message != "SUTURA_DOORS is a list of metrics, query, model, lexicon, grounding, sql, and this is none" ||
		found[1].Hint != "Did you mean SUTURA_MAX_CONCURRENT?" {
		t.Errorf("the environment gives %v", found)
	}
}
