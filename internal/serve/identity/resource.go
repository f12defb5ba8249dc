package identity

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
)

// wellKnown is where the metadata of a protected resource is: the path of the resource comes after it (RFC 9728).
const wellKnown = "/.well-known/oauth-protected-resource"

// Resource says of what is protected here who issues tokens for it.
type Resource struct {
	// Base is the address that peers reach this by, without a path. Empty: http, and the host that a request is for.
	Base   string
	Issuer string
	// Scopes are all that a token may be granted here, and Basic those that a client should ask for first.
	Scopes []string
	Basic  []string
	// Owns reports whether a path is a resource of its own, such as /mcp. Requests for others are of the whole.
	Owns func(path string) bool
}

// metadata is the document, by the names of RFC 9728.
type metadata struct {
	Resource string   `json:"resource"`
	Servers  []string `json:"authorization_servers"`
	Scopes   []string `json:"scopes_supported"`
	Methods  []string `json:"bearer_methods_supported"`
	Name     string   `json:"resource_name"`
}

// Handler serves the metadata, which needs no token, and lets the rest on, so that Challenge names the metadata's address.
// It stands behind Guard: the host of a request is one of ours.
func (p Resource) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		base := strings.TrimSuffix(p.Base, "/")
		if base == "" {
			base = "http://" + r.Host
		}
		of, asked := strings.CutPrefix(r.URL.Path, wellKnown)
		switch {
		case asked && (of == "" || p.Owns(of)) && (r.Method == http.MethodGet || r.Method == http.MethodHead):
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Cache-Control", "max-age=300")
			_ = json.NewEncoder(w).Encode(metadata{base + of, []string{p.Issuer}, p.Scopes, []string{"header"}, "sutura"}) // who asked may be gone
			return
		case p.Owns(r.URL.Path):
			of = r.URL.Path
		default:
			of = ""
		}
		at := challenge{base + wellKnown + of, strings.Join(p.Basic, " ")}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), challengeKey{}, at)))
	})
}

// challenge is what a request's challenges name.
type challenge struct{ metadata, basic string }

type challengeKey struct{}

// Challenge is the value of WWW-Authenticate (RFC 6750, section 3). problem is empty where the request has no token, else
// invalid_token or insufficient_scope with the scopes that are needed.
func Challenge(ctx context.Context, problem string, scopes ...string) string {
	at, _ := ctx.Value(challengeKey{}).(challenge)
	var parts []string
	add := func(name, value string) {
		if value != "" {
			parts = append(parts, name+`="`+value+`"`)
		}
	}
	scope := strings.Join(scopes, " ")
	if problem == "" {
		scope = at.basic
	}
	add("error", problem)
	add("scope", scope)
	add("resource_metadata", at.metadata)
	return strings.TrimSpace("Bearer " + strings.Join(parts, ", "))
}
