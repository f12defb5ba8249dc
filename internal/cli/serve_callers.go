package cli

import (
	"context"
	"maps"
	"net/url"
	"slices"
	"strings"

	"sutura.dev/internal/diag"
	"sutura.dev/internal/serve"
	"sutura.dev/internal/serve/identity"
	"sutura.dev/internal/serve/identity/jwt"
	"sutura.dev/internal/serve/mcp"
	"sutura.dev/internal/settings"
)

// identify decides who callers are.
func (d *deployment) identify(ctx context.Context) diag.List {
	as := identity.Identity{Subject: "local", Scopes: d.serving.Scopes, Audiences: d.serving.Audiences}
	h := d.serving.HTTP
	refuse := func(message, hint string) diag.List {
		return diag.List{{Code: diag.ServeCallers, Message: message, Hint: hint}}
	}
	switch {
	case h.Addr == "":
		d.caller = serve.CallerFor(as, "stdio")
		return nil
	case h.Auth == "":
		return refuse("nothing says how callers over HTTP are known", "Say --auth jwt or --auth token, or --auth none at a loopback address.")
	case h.Auth == "none" && !identity.Loopback(h.Addr):
		return refuse("without authentication only this machine may be served, and the address is none of its own", "Serve at 127.0.0.1, or say --auth jwt or --auth token.")
	case h.Auth == "none":
		d.who = identity.Open{As: as}
	case h.Auth == "jwt":
		as = identity.Identity{} // for what is printed: tokens say the rest
		if found := d.tokens(ctx); found != nil {
			return found
		}
	default:
		as.Subject = "token"
		token, found := d.token()
		if found != nil {
			return found
		}
		static, err := identity.NewStatic(token, as)
		if err != nil {
			return refuse("the static token is none: it "+strings.TrimPrefix(err.Error(), "the token "), "Make one: `openssl rand -hex 32`.")
		}
		d.who = static
	}
	d.caller = serve.CallerFor(as, "http")
	return nil
}

// token reads the static token from where the settings say, by default from SUTURA_TOKEN.
func (d *deployment) token() (string, diag.List) {
	h := d.serving.HTTP
	if h.TokenFile != "" && h.TokenEnv != "" {
		return "", diag.List{{Code: diag.ServeCallers, Message: "the static token is in two places", Hint: "Keep one of http.token_env and http.token_file."}}
	}
	if h.TokenFile != "" {
		text, err := readText(h.TokenFile, 4<<10)
		if err != nil {
			return "", diag.List{{Code: diag.ServeFile, Message: "the file that http.token_file names cannot be read", Hint: "Correct the path or its permissions."}}
		}
		return strings.TrimSpace(text), nil
	}
	name := h.TokenEnv
	if name == "" {
		name = "SUTURA_TOKEN"
	}
	if token := d.app.getenv(name); token != "" {
		return token, nil
	}
	return "", diag.List{{Code: diag.ServeCallers, Message: "the environment variable " + name + " holds no token", Hint: "Set it, or name another with http.token_env, or a file with http.token_file."}}
}

// tokens makes the verifier of an identity provider's tokens. Every reason that it cannot be is told at once.
func (d *deployment) tokens(ctx context.Context) diag.List {
	j, v := d.serving.HTTP.JWT, d.serving
	var found diag.List
	add := func(message, hint string) {
		found = append(found, diag.Diagnostic{Code: diag.ServeCallers, Message: message, Hint: hint})
	}
	if v.Scopes != nil || v.Audiences != nil {
		add("scopes and audiences are those of one configured caller, and with tokens of an identity provider each says its own", "Leave scopes and audiences out; http.jwt.groups maps groups to audiences.")
	}
	switch {
	case j.Issuer == "":
		add("http.jwt.issuer does not say whose tokens are taken", "Write the provider's name as its tokens have it (iss).")
	case !secure(j.Issuer):
		add("http.jwt.issuer is no https address", "Only a provider on this machine may be reached without TLS.")
	}
	if len(j.Audience) == 0 {
		add("http.jwt.audience does not say for whom tokens have to be", "Write the audience (aud) that the provider puts into tokens for this service, such as https://metrics.example.org/mcp.")
	}
	if len(j.Algorithms) == 0 {
		add("http.jwt.algorithms pins no algorithm", "Write RS256, ES256 or EdDSA.")
	}
	if v.HTTP.PublicURL != "" && !bare(v.HTTP.PublicURL) {
		add("http.public_url has a path", "Write scheme and host alone, such as https://metrics.example.org.")
	}
	read := jwt.FromFile(j.JWKSFile)
	switch {
	case (j.JWKSURL == "") == (j.JWKSFile == ""):
		add("the provider's keys are in no place, or in two", "Set one of http.jwt.jwks_url and http.jwt.jwks_file.")
	case j.JWKSURL != "" && !secure(j.JWKSURL):
		add("http.jwt.jwks_url is no https address", "Only a provider on this machine may be reached without TLS.")
	case j.JWKSURL != "":
		read = jwt.FromURL(j.JWKSURL)
	}
	if found != nil {
		return found
	}
	keys := jwt.NewKeys(jwt.KeyOptions{Read: read, Refetch: j.Refetch, MaxAge: j.MaxAge, MaxStale: j.MaxStale,
		Failed: func(why string) { d.log.Warn("the keys of the identity provider cannot be read again", "why", why) }})
	if err := keys.Load(ctx); err != nil {
		add("the identity provider's keys cannot be had: "+err.Error(), "Correct http.jwt.jwks_url or http.jwt.jwks_file, and see that the provider can be reached.")
		return found
	}
	d.who = jwt.New(jwt.Options{Issuer: j.Issuer, Audiences: j.Audience, Algorithms: j.Algorithms, Keys: keys,
		ScopesClaim: j.ScopesClaim, GroupsClaim: j.GroupsClaim, Groups: j.Groups})
	return nil
}

// nobody lists the sources whose questions run as those who ask, where no token says who that is.
func (d *deployment) nobody(s *settings.Settings) diag.List {
	var found diag.List
	for _, alias := range slices.Sorted(maps.Keys(s.Sources)) {
		place := s.Sources[alias]
		if place.Subjects == nil || d.serving.HTTP.Addr != "" && d.serving.HTTP.Auth == "jwt" {
			continue
		}
		found = append(found, diag.Diagnostic{Code: diag.SourceIdentity, Path: "sources." + alias, Range: place.Range,
			Message: "the questions of the source " + alias + " run as those who ask, and callers here have no identity that a provider vouches for",
			Hint:    "Serve over HTTP with --auth jwt, or leave the source's identity out."})
	}
	return found
}

// secure reports whether an address is reached over TLS, or is on this machine.
func secure(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	port := u.Port()
	if port == "" {
		port = "80"
	}
	return u.Scheme == "https" || identity.Loopback(hostPort(u.Hostname(), port))
}

func hostPort(host, port string) string {
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	return host + ":" + port
}

// bare reports whether an address has no path.
func bare(address string) bool {
	u, err := url.Parse(address)
	return err == nil && strings.Trim(u.Path, "/") == "" && u.RawQuery == "" && u.Fragment == ""
}

// audiences are those that callers may belong to.
func (d *deployment) audiences() []string {
	out := slices.Clone(d.serving.Audiences)
	if d.serving.HTTP.Auth == "jwt" {
		for _, of := range d.serving.HTTP.JWT.Groups {
			out = append(out, of...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// resource says where tokens can be had, and which scopes there are.
func (d *deployment) resource() identity.Resource {
	var scopes []string
	for _, c := range serve.Capabilities() {
		if on := slices.ContainsFunc(c.Doors, func(door serve.Door) bool { return slices.Contains(d.serving.Doors, string(door)) }); on && !slices.Contains(scopes, string(c.Scope)) {
			scopes = append(scopes, string(c.Scope))
		}
	}
	basic := slices.DeleteFunc([]string{string(serve.CatalogRead), string(serve.MetricsAsk)}, func(s string) bool { return !slices.Contains(scopes, s) })
	return identity.Resource{Base: d.serving.HTTP.PublicURL, Issuer: d.serving.HTTP.JWT.Issuer, Scopes: scopes, Basic: basic, Owns: mcp.Owns}
}

// provider says, for people, whose tokens are taken and what they grant.
func provider(j settings.JWT) [][2]string {
	keys := j.JWKSURL
	if keys == "" {
		keys = shown(j.JWKSFile)
	}
	mapped := "what everyone sees"
	if len(j.Groups) > 0 {
		mapped += ", and by " + j.GroupsClaim + " the audiences of " + count(len(j.Groups), "group")
	}
	return [][2]string{
		{"callers", "tokens of " + j.Issuer + " for " + listOr(j.Audience, "none") + ", signed with " + listOr(j.Algorithms, "none")},
		{"keys", keys},
		{"grants", "scopes by " + j.ScopesClaim + "; " + mapped},
	}
}
