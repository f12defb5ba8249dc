package identity

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/oauthex"
)

// TestResource holds the metadata to another's reader: it is found where a challenge says, and names the address that was
// called.
func TestResource(t *testing.T) {
	static, err := NewStatic(token, Identity{Subject: "static"})
	if err != nil {
		t.Fatal(err)
	}
	at := Resource{Issuer: "https://id.example.org/realms/shop", Scopes: []string{"catalog.read", "metrics.ask", "sql.preview"}, Basic: []string{"catalog.read", "metrics.ask"},
		Owns: func(path string) bool { return path == "/mcp" || path == "/mcp/query" }}
	guarded, err := Guard(Rules{}, nil, at.Handler(Authenticate(static, nil, http.HandlerFunc(whoami))))
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(guarded)
	t.Cleanup(server.Close)
	for path, resource := range map[string]string{"/mcp": "/mcp", "/mcp/query": "/mcp/query", "/v1/ask": ""} {
		resp, err := http.Post(server.URL+path, "application/json", strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		challenges, err := oauthex.ParseWWWAuthenticate(resp.Header.Values("WWW-Authenticate"))
		if err != nil || len(challenges) != 1 || challenges[0].Scheme != "bearer" || challenges[0].Params["scope"] != "catalog.read metrics.ask" {
			t.Fatalf("%s: %v %v", path, challenges, err)
		}
		found, err := oauthex.GetProtectedResourceMetadata(t.Context(), challenges[0].Params["resource_metadata"], server.URL+resource, http.DefaultClient)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		if !slices.Equal(found.AuthorizationServers, []string{at.Issuer}) || !slices.Equal(found.ScopesSupported, at.Scopes) || !slices.Equal(found.BearerMethodsSupported, []string{"header"}) {
			t.Errorf("%s: %+v", path, found)
		}
	}
	for path, status := range map[string]int{wellKnown + "/elsewhere": 401, wellKnown + "x": 401, wellKnown + "/mcp/other": 401, "/.well-known/openid-configuration": 401} {
		resp, err := http.Get(server.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if resp.StatusCode != status {
			t.Errorf("%s is %d", path, resp.StatusCode)
		}
	}
}
