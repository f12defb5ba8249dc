package settings

import (
	"slices"
	"strings"
	"time"

	"sutura.dev/internal/diag"
)

// JWT is whose tokens are taken, with http.auth: jwt.
type JWT struct {
	Issuer     string
	Audience   []string // a token is for one of them
	Algorithms []string
	JWKSURL    string // one of the two says where the keys are
	JWKSFile   string // ready to open
	Refetch    time.Duration
	MaxAge     time.Duration
	MaxStale   time.Duration
	// ScopesClaim and GroupsClaim are names of claims or JSON pointers to them.
	ScopesClaim string
	GroupsClaim string
	Groups      map[string][]string // to audiences
}

// jwtKeys is the part of the table that says whose tokens are taken.
func jwtKeys() []Key {
	hour := 3_600_000
	return []Key{
		{Path: "http.jwt.algorithms", Kind: Choices, Enum: []string{"RS256", "ES256", "EdDSA"}, Default: "RS256", Doc: "the algorithms that tokens may be signed with; no other is looked at"},
		{Path: "http.jwt.audience", Kind: Names, Doc: "the audience (aud) that a token must be for; of several, one"},
		{Path: "http.jwt.groups", Kind: Groups, Doc: "the audiences whose metrics the members of each group see, besides everyone's"},
		{Path: "http.jwt.groups_claim", Kind: Claim, Default: "groups", Doc: "the claim that lists the caller's groups"},
		{Path: "http.jwt.issuer", Kind: Link, Doc: "the identity provider's name, exactly as its tokens have it (iss)"},
		{Path: "http.jwt.jwks_file", Kind: Path, Doc: "the file that holds the provider's public keys (JWKS)"},
		{Path: "http.jwt.jwks_max_age", Kind: Duration, Default: "15m", Least: 10_000, Most: 24 * hour, Doc: "after how long the keys are read again"},
		{Path: "http.jwt.jwks_max_stale", Kind: Duration, Default: "4h", Least: 10_000, Most: 168 * hour, Doc: "how long keys hold while they cannot be read again; after that no token does"},
		{Path: "http.jwt.jwks_refetch", Kind: Duration, Default: "30s", Least: 1000, Most: hour, Doc: "the least time between two readings of the keys: a token with an unknown key causes one at most as often"},
		{Path: "http.jwt.jwks_url", Kind: Link, Doc: "the address of the provider's public keys (JWKS), https or of this machine"},
		{Path: "http.jwt.scopes_claim", Kind: Claim, Default: "scope", Doc: "the claim that lists what the caller may do, as a list or as words with spaces between them"},
	}
}

// jwt gathers the values, or their defaults.
func (r *reader) jwt(text, file func(string) string, list func(string) []string, duration func(string) time.Duration) JWT {
	return JWT{
		Issuer: text("http.jwt.issuer"), Audience: list("http.jwt.audience"), Algorithms: list("http.jwt.algorithms"),
		JWKSURL: text("http.jwt.jwks_url"), JWKSFile: file("http.jwt.jwks_file"),
		Refetch: duration("http.jwt.jwks_refetch"), MaxAge: duration("http.jwt.jwks_max_age"), MaxStale: duration("http.jwt.jwks_max_stale"),
		ScopesClaim: text("http.jwt.scopes_claim"), GroupsClaim: text("http.jwt.groups_claim"), Groups: groups(text("http.jwt.groups")),
	}
}

// Subjects says who an asker is at a source.
type Subjects struct {
	// RoleClaim names the role; else SubjectRoles does, by sub, or GroupRoles.
	RoleClaim    string
	SubjectRoles map[string]string
	GroupRoles   map[string]string
	// Claims are settings of the session, such as app.tenant, and the claim that each is set to.
	Claims map[string]string
}

// subjects reads who askers are at a source: nil where questions run as the connection's own login.
func (r *reader) subjects(alias string, at diag.Range) *Subjects {
	text := func(field string) string { return r.values["sources."+alias+"."+field].text }
	out := &Subjects{RoleClaim: text("role_claim"), SubjectRoles: pairs(text("subject_roles")), GroupRoles: pairs(text("group_roles")), Claims: pairs(text("claims"))}
	mapped := out.SubjectRoles != nil || out.GroupRoles != nil
	switch {
	case text("identity") != "subject" && (mapped || out.RoleClaim != "" || out.Claims != nil):
		r.add(diag.SettingsIdentity, at, "the source "+alias+" says who askers are there, and its questions do not run as them", "Say identity: subject, or remove role_claim, subject_roles, group_roles and claims.")
	case text("identity") != "subject":
	case !mapped && out.RoleClaim == "" && out.Claims == nil:
		r.add(diag.SettingsIdentity, at, "the questions of the source "+alias+" run as those who ask, and nothing says who they are there", "Say role_claim, subject_roles or group_roles, or claims that the session is told.")
	case mapped && out.RoleClaim != "":
		r.add(diag.SettingsIdentity, at, "the source "+alias+" finds an asker's role in two ways", "Keep role_claim, or subject_roles and group_roles.")
	default:
		for name := range out.Claims {
			if !sessionForm.MatchString(name) {
				r.add(diag.SettingsIdentity, at, "claims of the source "+alias+" holds a name that is no setting of a session's own", "Name settings with a dot, such as app.tenant.")
				return nil
			}
		}
		return out
	}
	return nil
}

// inOrder sorts keys by path.
func inOrder(keys []Key) []Key {
	slices.SortFunc(keys, func(a, b Key) int { return strings.Compare(a.Path, b.Path) })
	return keys
}

// ClaimOf finds a claim by its name, or by a JSON pointer to it (RFC 6901); nil where there is none.
func ClaimOf(claims map[string]any, name string) any {
	path, pointer := strings.CutPrefix(name, "/")
	if !pointer {
		return claims[name]
	}
	var at any = claims
	for step := range strings.SplitSeq(path, "/") {
		object, ok := at.(map[string]any)
		if !ok {
			return nil
		}
		at = object[strings.NewReplacer("~1", "/", "~0", "~").Replace(step)]
	}
	return at
}
