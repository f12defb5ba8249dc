package settings

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sutura.dev/internal/diag"
)

func TestJWT(t *testing.T) {
	s, found, root := load(t, `http:
  jwt:
    issuer: https://id.example.org/realms/shop
    audience: [https://metrics.example.org/mcp, "api://metrics"]
    algorithms: [ES256, EdDSA]
    jwks_file: keys.json
    jwks_refetch: 10s
    scopes_claim: scp
    groups_claim: /realm_access/roles
    groups: {/finance: finance, "8f6a": [finance, board], 7: hr}
`)
	if len(found) > 0 {
		t.Fatal(found)
	}
	want := JWT{Issuer: "https://id.example.org/realms/shop", Audience: []string{"https://metrics.example.org/mcp", "api://metrics"}, Algorithms: []string{"ES256", "EdDSA"},
		JWKSFile: root + "/keys.json", Refetch: 10 * time.Second, MaxAge: 15 * time.Minute, MaxStale: 4 * time.Hour, ScopesClaim: "scp", GroupsClaim: "/realm_access/roles",
		Groups: map[string][]string{"/finance": {"finance"}, "8f6a": {"finance", "board"}, "7": {"hr"}}}
	if diff := cmp.Diff(want, s.Serving.HTTP.JWT); diff != "" {
		t.Error(diff)
	}
	s, found, _ = load(t, "", `SUTURA_HTTP_JWT_GROUPS={"a":["b","c"],"d":"e"}`, "SUTURA_HTTP_JWT_ISSUER=https://id.example.org")
	if diff := cmp.Diff(map[string][]string{"a": {"b", "c"}, "d": {"e"}}, s.Serving.HTTP.JWT.Groups); diff != "" || len(found) > 0 {
		t.Error(diff, found)
	}
	for text, says := range map[string]string{
		"http: {jwt: {algorithms: [HS256]}}\n":                  "a list of RS256, ES256, EdDSA",
		"http: {jwt: {algorithms: none}}\n":                     "a list of RS256, ES256, EdDSA",
		"http: {jwt: {issuer: id.example.org}}\n":               "an http or https address",
		"http: {jwt: {groups: [a]}}\n":                          "a mapping of names to lists of words",
		"http: {jwt: {groups: {a: []}}}\n":                      "a mapping of names to lists of words",
		"http: {jwt: {groups: {a: {b: c}}}}\n":                  "a mapping holds names, and words or lists of words",
		"http: {jwt: {groups: {a: [1.5]}}}\n":                   "a mapping holds names, and words or lists of words",
		"http: {jwt: {groups: {a: b, a: c}}}\n":                 "the key is here twice",
		"http: {jwt: {groups_claim: \"a b\"}}\n":                "the name of a claim",
		"http: {jwt: {isuer: x}}\n":                             "Did you mean issuer?",
		"http: {jwt: {issuer: {a: b}}}\n":                       "an http or https address",
		"sources: {s: {dsn_env: A, identity: asker}}\n":         "one of service, subject",
		"sources: {s: {dsn_env: A, subject_roles: {a: [b]}}}\n": "a mapping of names to a word each",
	} {
		if _, found, _ := load(t, text); len(found) != 1 || !strings.Contains(found[0].Message+found[0].Hint, says) {
			t.Errorf("%s gives %v", text, found)
		}
	}
}

func TestSubjects(t *testing.T) {
	s, found, _ := load(t, `sources:
  roles: {dsn_env: A, identity: subject, subject_roles: {alice: sales_eu}, group_roles: {/eu: sales_eu}}
  claim: {dsn_env: A, identity: subject, role_claim: /app/role, claims: {app.tenant: tenant, request.jwt.sub: sub}}
  plain: {dsn_env: A, identity: service}
`, `SUTURA_SOURCES_PLAIN_MAX_CONNECTIONS=2`)
	if len(found) > 0 {
		t.Fatal(found)
	}
	for alias, want := range map[string]*Subjects{
		"roles": {SubjectRoles: map[string]string{"alice": "sales_eu"}, GroupRoles: map[string]string{"/eu": "sales_eu"}},
		"claim": {RoleClaim: "/app/role", Claims: map[string]string{"app.tenant": "tenant", "request.jwt.sub": "sub"}},
		"plain": nil,
	} {
		if diff := cmp.Diff(want, s.Sources[alias].Subjects); diff != "" {
			t.Errorf("%s: %s", alias, diff)
		}
	}
	for text, says := range map[string]string{
		"sources: {s: {dsn_env: A, identity: subject}}\n":                                           "nothing says who they are there",
		"sources: {s: {dsn_env: A, role_claim: role}}\n":                                            "do not run as them",
		"sources: {s: {dsn_env: A, identity: service, claims: {a.b: c}}}\n":                         "do not run as them",
		"sources: {s: {dsn_env: A, identity: subject, role_claim: role, subject_roles: {a: b}}}\n":  "in two ways",
		"sources: {s: {dsn_env: A, identity: subject, claims: {search_path: c}}}\n":                 "no setting of a session's own",
		"sources: {s: {dsn_env: A, identity: subject, claims: {\"a.b; DROP TABLE x\": c}}}\n":       "no setting of a session's own",
		"sources: {s: {dsn_env: A, identity: subject, role_claim: x, claims: {\"App.Tenant\": c}}}": "no setting of a session's own",
	} {
		if _, found, _ := load(t, text); len(found) != 1 || found[0].Code != diag.SettingsIdentity || !strings.Contains(found[0].Message+found[0].Hint, says) {
			t.Errorf("%s gives %v", text, found)
		}
	}
}

func TestClaimOf(t *testing.T) {
	claims := map[string]any{"a": map[string]any{"b": map[string]any{"c/d": "deep", "e~f": "tilde"}}, "https://x.example/g": "flat", "a.b": "dots"}
	for name, want := range map[string]any{"a.b": "dots", "https://x.example/g": "flat", "/a/b/c~1d": "deep", "/a/b/e~0f": "tilde", "/a/x": nil, "/a/b/c~1d/x": nil, "b": nil, "/": nil} {
		if diff := cmp.Diff(want, ClaimOf(claims, name)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
