package jwt

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sutura.dev/internal/serve/identity"
	"sutura.dev/internal/serve/identity/jwt/idptest"
)

const audience = "https://metrics.example.org/mcp"

// moving is a clock that the test moves.
type moving struct {
	mu sync.Mutex
	at time.Time
}

func (m *moving) now() time.Time          { m.mu.Lock(); defer m.mu.Unlock(); return m.at }
func (m *moving) pass(time time.Duration) { m.mu.Lock(); defer m.mu.Unlock(); m.at = m.at.Add(time) }

// setting is a provider, and a verifier of its tokens.
type setting struct {
	*idptest.Provider
	*Verifier
	clock  *moving
	failed []string
}

func open(t *testing.T, algorithms ...string) *setting {
	t.Helper()
	s := &setting{Provider: idptest.New(t), clock: &moving{at: time.Date(2026, 3, 3, 10, 0, 0, 0, time.UTC)}}
	keys := NewKeys(KeyOptions{Read: FromURL(s.JWKS()), Refetch: time.Minute, MaxAge: 10 * time.Minute, MaxStale: time.Hour, Clock: s.clock.now,
		Failed: func(why string) { s.failed = append(s.failed, why) }})
	if err := keys.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	if algorithms == nil {
		algorithms = Algorithms()
	}
	s.Verifier = New(Options{Issuer: s.Issuer(), Audiences: []string{"other", audience}, Algorithms: algorithms, Keys: keys,
		ScopesClaim: "scope", GroupsClaim: "/realm_access/roles", Groups: map[string][]string{"board": {"finance", "board"}, "finance": {"finance"}}, Clock: s.clock.now})
	return s
}

// claims are those of a token that holds, with changes; nil takes one out.
func (s *setting) claims(changes map[string]any) map[string]any {
	now := s.clock.now().Unix()
	out := map[string]any{"iss": s.Issuer(), "aud": audience, "sub": "alice", "exp": now + 300, "nbf": now - 10, "iat": now - 10, "scope": "catalog.read metrics.ask"}
	maps.Copy(out, changes)
	maps.DeleteFunc(out, func(_ string, v any) bool { return v == nil })
	return out
}

type object = map[string]any

// why is the reason for which a token does not hold; empty where it does.
func why(t *testing.T, err error) string {
	t.Helper()
	if err == nil {
		return ""
	}
	unfit, ok := errors.AsType[*identity.Unfit](err)
	if !ok || !errors.Is(err, identity.ErrToken) || err.Error() != identity.ErrToken.Error() {
		t.Fatalf("the error is %#v", err)
	}
	return unfit.Why
}

func TestHolds(t *testing.T) {
	s := open(t)
	for _, key := range []string{"rs", "es", "ed"} {
		who, err := s.Verify(t.Context(), s.Sign(key, s.claims(nil)))
		if err != nil {
			t.Errorf("%s: %v", key, err)
			continue
		}
		if who.Subject != "alice" || !slices.Equal(who.Scopes, []string{"catalog.read", "metrics.ask"}) || who.Audiences == nil || len(who.Audiences) != 0 {
			t.Errorf("%s: %+v", key, who)
		}
	}
	for name, changes := range map[string]object{
		"one of several audiences":     {"aud": []string{"nobody", "other"}},
		"no times but the end":         {"nbf": nil, "iat": nil},
		"ended within the leeway":      {"exp": s.clock.now().Unix() - 29},
		"begins within the leeway":     {"nbf": s.clock.now().Unix() + 29, "iat": s.clock.now().Unix() + 29},
		"fractions of a second":        {"exp": float64(s.clock.now().Unix()) + 0.5},
		"a subject of other letters":   {"sub": "auth0|Žofie"},
		"claims that nobody knows":     {"x": object{"y": []any{1, "z", nil}}},
		"no scopes":                    {"scope": nil},
		"a chain of actors":            {"act": object{"sub": "gateway", "act": object{"sub": "agent", "client_id": "x"}}},
		"groups, of which one is none": {"realm_access": object{"roles": []string{"board", "uma", "finance"}}},
	} {
		who, err := s.Verify(t.Context(), s.Sign("es", s.claims(changes)))
		if err != nil {
			t.Errorf("%s: %s", name, why(t, err))
		}
		switch {
		case changes["act"] != nil && !slices.Equal(who.Token.Actors, []string{"gateway", "agent"}):
			t.Errorf("%s: %q", name, who.Token.Actors)
		case changes["realm_access"] != nil && (!slices.Equal(who.Audiences, []string{"board", "finance"}) || !slices.Equal(who.Token.Groups, []string{"board", "uma", "finance"})):
			t.Errorf("%s: %+v %+v", name, who, who.Token)
		case strings.HasPrefix(name, "no scopes") && (who.Scopes == nil || len(who.Scopes) > 0):
			t.Errorf("%s: %q", name, who.Scopes)
		}
	}
	if _, err := s.Verify(t.Context(), ""); err != identity.ErrNoToken {
		t.Errorf("nothing gives %v", err)
	}
}

// TestRefused: whatever is wrong with a token, it does not hold, the caller is told the same, and the operator why.
func TestRefused(t *testing.T) {
	s := open(t)
	now := s.clock.now().Unix()
	good := s.Sign("es", s.claims(nil))
	text := func(changes object) string { // the payload of a good token, changed
		t.Helper()
		signed := s.Sign("es", s.claims(changes))
		return payload(t, signed)
	}
	type token struct{ name, token, why string }
	var tokens []token
	for _, c := range []struct {
		name    string
		changes object
		why     string
	}{
		{"another issuer", object{"iss": "https://evil.example.net"}, "issuer"},
		{"nearly the issuer", object{"iss": s.Issuer() + "/"}, "issuer"},
		{"no issuer", object{"iss": nil}, "issuer"},
		{"issuers", object{"iss": []string{s.Issuer()}}, "issuer"},
		{"another audience", object{"aud": "https://other.example.org"}, "audience"},
		{"no audience", object{"aud": nil}, "audience"},
		{"an audience among words", object{"aud": "x " + audience}, "audience"},
		{"an audience that is a number", object{"aud": 1}, "audience"},
		{"expired", object{"exp": now - 31}, "expired"},
		{"at the end of the leeway", object{"exp": now - 30}, "expired"},
		{"no end", object{"exp": nil}, "expired"},
		{"an end that is text", object{"exp": fmt.Sprint(now + 300)}, "expired"},
		{"an end beyond time", object{"exp": 1e300}, "expired"},
		{"not yet valid", object{"nbf": now + 31}, "early"},
		{"a beginning that is text", object{"nbf": "0"}, "claims"},
		{"issued in the future", object{"iat": now + 31}, "early"},
		{"no subject", object{"sub": nil}, "subject"},
		{"an empty subject", object{"sub": ""}, "subject"},
		{"a subject that is a number", object{"sub": 7}, "subject"},
		{"a subject over two lines", object{"sub": "alice\nbob"}, "subject"},
		{"a long subject", object{"sub": strings.Repeat("a", 256)}, "subject"},
		{"scopes that are a number", object{"scope": 5}, "claims"},
		{"groups that are an object", object{"realm_access": object{"roles": object{}}}, "claims"},
		{"groups that are numbers", object{"realm_access": object{"roles": []int{1}}}, "claims"},
		{"an actor that is text", object{"act": "gateway"}, "claims"},
		{"an actor without a name", object{"act": object{}}, "claims"},
		{"too many actors", object{"act": deep(9)}, "claims"},
	} {
		tokens = append(tokens, token{c.name, s.Sign("es", s.claims(c.changes)), c.why})
	}
	s.Add("foreign", "ES256")
	s.Add("again", "ES256")
	header := object{"alg": "ES256", "kid": "es"}
	with := func(name string, value any) object {
		out := maps.Clone(header)
		out[name] = value
		return out
	}
	body := text(nil)
	tokens = append(tokens, []token{
		{"no algorithm", idptest.Unsigned(`{"alg":"none"}`, body), "algorithm"},
		{"no algorithm, in capitals", idptest.Unsigned(`{"alg":"NONE","kid":"es"}`, body), "algorithm"},
		{"no algorithm and a signature", s.Raw("es", object{"alg": "none", "kid": "es"}, body), "algorithm"},
		{"HMAC with the public key", idptest.Forge(t, s.PEM("rs"), object{"alg": "HS256", "kid": "rs"}, body), "algorithm"},
		{"HMAC said to be RSA", idptest.Forge(t, s.PEM("rs"), object{"alg": "RS256", "kid": "rs"}, body), "signature"},
		{"an algorithm that is not pinned", s.Raw("rs", object{"alg": "RS512", "kid": "rs"}, body), "algorithm"},
		{"an algorithm that is not the key's", s.Raw("rs", object{"alg": "ES256", "kid": "rs"}, body), "key"},
		{"another's key", s.Raw("foreign", header, body), "signature"},
		{"an unknown key", s.Raw("foreign", with("kid", "foreign"), body), "key"},
		{"no key named, and one fits", s.Raw("foreign", object{"alg": "ES256"}, body), "signature"},
		{"a key that it brings", s.Raw("foreign", with("jwk", object{"kty": "oct", "k": "AAAA"}), body), "form"},
		{"an address of keys that it brings", s.Raw("foreign", with("jku", s.JWKS()), body), "signature"},
		{"a payload that was swapped", idptest.Swap(good, text(object{"sub": "bob"})), "signature"},
		{"no signature", strings.Join(strings.Split(good, ".")[:2], ".") + ".", "signature"},
		{"what must be understood", s.Raw("es", with("crit", []string{"exp"}), body), "header"},
		{"another type", s.Raw("es", with("typ", "logout+jwt"), body), "header"},
		{"an algorithm said twice", s.Text("es", `{"alg":"none","alg":"ES256","kid":"es"}`, body), "form"},
		{"a subject said twice", s.Raw("es", header, strings.Replace(body, `"sub":"alice"`, `"sub":"alice","sub":"bob"`, 1)), "claims"},
		{"a claim said twice, inside", s.Raw("es", header, strings.Replace(body, `{`, `{"x":{"y":1,"y":2},`, 1)), "claims"},
		{"a subject that is no text", s.Raw("es", header, strings.Replace(body, `"alice"`, "\"a\xff\"", 1)), "claims"},
		{"no claims", s.Raw("es", header, `null`), "claims"},
		{"a list", s.Raw("es", header, `[]`), "claims"},
		{"two objects", s.Raw("es", header, body+body), "claims"},
		{"huge", s.Sign("es", s.claims(object{"x": strings.Repeat("x", MaxToken)})), "size"},
		{"words", "not a token", "form"},
		{"dots", "..", "form"},
		{"more parts", good + "." + good, "form"},
		{"a space", good + " ", "form"},
		{"a line break inside", good[:len(good)-4] + "\n" + good[len(good)-4:], "form"},
		{"unused bits of the signature", loosened(good, 2), "form"},
		{"unused bits of the header", loosened(s.Raw("es", object{"alg": "ES256", "kid": "es", "typ": "JWT"}, body), 0), "form"},
		{"JSON", `{"payload":"","signatures":[]}`, "form"},
	}...)
	for _, c := range tokens {
		who, err := s.Verify(t.Context(), c.token)
		if got := why(t, err); got != c.why || err == nil || who.Subject != "" || who.Token != nil {
			t.Errorf("%s: %q of %+v, want %q", c.name, got, who, c.why)
		}
	}
	if _, err := s.Verify(t.Context(), good); err != nil {
		t.Error("the good one does not hold after that")
	}
	pinned := open(t, "EdDSA")
	for key, want := range map[string]string{"rs": "algorithm", "es": "algorithm", "ed": ""} {
		if _, err := pinned.Verify(t.Context(), pinned.Sign(key, pinned.claims(nil))); why(t, err) != want {
			t.Errorf("with EdDSA pinned, %s gives %v", key, err)
		}
	}
}

// loosened changes the bits of a part's last character that no byte is made of, where it has such.
func loosened(token string, part int) string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	parts := strings.Split(token, ".")
	last := len(parts[part]) - 1
	at := strings.IndexByte(letters, parts[part][last])
	parts[part] = parts[part][:last] + letters[at+1:at+2]
	return strings.Join(parts, ".")
}

func deep(n int) object {
	if n == 0 {
		return nil
	}
	out := object{"sub": fmt.Sprint(n)}
	if inner := deep(n - 1); inner != nil {
		out["act"] = inner
	}
	return out
}

func payload(t *testing.T, token string) string {
	t.Helper()
	text, err := base64.RawURLEncoding.DecodeString(strings.Split(token, ".")[1])
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestChallenge holds every refusal over HTTP to one answer, but for the request's id.
func TestChallenge(t *testing.T) {
	s := open(t)
	at := identity.Resource{Base: "https://metrics.example.org", Issuer: s.Issuer(), Basic: []string{"catalog.read"}, Owns: func(path string) bool { return path == "/mcp" }}
	h := at.Handler(identity.Authenticate(s.Verifier, nil, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})))
	const metadata = `resource_metadata="https://metrics.example.org/.well-known/oauth-protected-resource/mcp"`
	var bodies []string
	for name, token := range map[string]string{
		"expired": s.Sign("es", s.claims(object{"exp": 1})), "unknown key": s.Raw("es", object{"alg": "ES256", "kid": "x"}, "{}"), "none": idptest.Unsigned(`{"alg":"none"}`, "{}"),
		"words": "x", "huge": strings.Repeat("x", MaxToken+1), "another audience": s.Sign("rs", s.claims(object{"aud": "x"})),
	} {
		r := httptest.NewRequest("POST", "/mcp", nil)
		r.Header.Set("Authorization", "Bearer "+token)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if got := w.Header().Get("WWW-Authenticate"); w.Code != 401 || got != `Bearer error="invalid_token", `+metadata {
			t.Errorf("%s: %d, %s", name, w.Code, got)
		}
		bodies = append(bodies, strings.ReplaceAll(w.Body.String(), w.Header().Get("X-Request-Id"), "ID"))
	}
	if slices.Sort(bodies); len(slices.Compact(bodies)) != 1 {
		t.Errorf("the bodies differ: %q", bodies)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("POST", "/mcp", nil))
	if got := w.Header().Get("WWW-Authenticate"); w.Code != 401 || got != `Bearer scope="catalog.read", `+metadata {
		t.Errorf("without a token: %d, %s", w.Code, got)
	}
}

func TestRotation(t *testing.T) {
	s := open(t)
	s.Add("next", "ES256")
	verify := func(key string) error {
		_, err := s.Verify(t.Context(), s.Sign(key, s.claims(nil)))
		return err
	}
	if err := verify("next"); why(t, err) != "key" || s.Fetched() != 1 {
		t.Errorf("a key that is not served: %v after %d readings", err, s.Fetched())
	}
	s.Serve("next", "ed")
	for range 50 {
		if err := verify("next"); why(t, err) != "key" || s.Fetched() != 1 {
			t.Fatalf("within the interval: %v after %d readings", err, s.Fetched())
		}
	}
	s.clock.pass(61 * time.Second)
	var together sync.WaitGroup
	var wrong sync.Map
	for range 20 {
		token := s.Sign("next", s.claims(nil))
		together.Go(func() {
			if _, err := s.Verify(context.Background(), token); err != nil {
				wrong.Store(err, true)
			}
		})
	}
	together.Wait()
	wrong.Range(func(err, _ any) bool { t.Errorf("a rotated key: %v", err); return true })
	if s.Fetched() != 2 {
		t.Errorf("20 at once read the keys %d times", s.Fetched()-1)
	}
	if err := verify("es"); why(t, err) != "key" {
		t.Errorf("a key that was taken back: %v", err)
	}
}

// TestStale: keys hold while their address is broken, for a time, and then nothing does.
func TestStale(t *testing.T) {
	s := open(t)
	s.Break(true)
	verify := func() error {
		_, err := s.Verify(t.Context(), s.Sign("es", s.claims(nil)))
		return err
	}
	settle := func() { // what was begun beside the caller
		s.o.Keys.mu.Lock()
		done := s.o.Keys.reading
		s.o.Keys.mu.Unlock()
		wait(t.Context(), done)
	}
	s.clock.pass(11 * time.Minute)
	for range 50 {
		if err := verify(); err != nil {
			t.Fatalf("old keys: %v", err)
		}
		settle()
	}
	if s.Fetched() != 2 || !slices.Equal(s.failed, []string{errStatus.Error()}) {
		t.Errorf("%d readings, of which failed %q", s.Fetched(), s.failed)
	}
	s.clock.pass(50 * time.Minute)
	if err := verify(); err != identity.ErrKeys {
		t.Errorf("keys that are too old: %v", err)
	}
	if err := verify(); err != identity.ErrKeys || s.Fetched() != 3 {
		t.Errorf("once more: %v after %d readings", err, s.Fetched())
	}
	s.Break(false)
	s.clock.pass(61 * time.Second)
	if err := verify(); err != nil {
		t.Errorf("the address is whole again: %v", err)
	}
}

// TestRefreshed: a key that was taken back at the provider stops to hold when keys are read again, without any other cause.
func TestRefreshed(t *testing.T) {
	s := open(t)
	s.Serve("rs")
	s.clock.pass(11 * time.Minute)
	_, _ = s.Verify(t.Context(), s.Sign("rs", s.claims(nil)))
	s.o.Keys.mu.Lock()
	done := s.o.Keys.reading
	s.o.Keys.mu.Unlock()
	wait(t.Context(), done)
	if _, err := s.Verify(t.Context(), s.Sign("es", s.claims(nil))); why(t, err) != "key" {
		t.Errorf("a key that is served no more: %v", err)
	}
}

func TestKeySets(t *testing.T) {
	p := idptest.New(t)
	p.Serve("es")
	p.Beside(`{"kty":"oct","kid":"es","k":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}`, `{"kty":"RSA","kid":"short","n":"wQ","e":"AQAB"}`, `{"kty":"XYZ","kid":"new"}`, `{"kty":"EC"}`, `7`,
		strings.Replace(strings.TrimSuffix(strings.TrimPrefix(string(p.Set()), `{"keys":[`), `]}`), `"use":"sig"`, `"use":"enc"`, 1))
	set, err := parse(p.Set())
	if err != nil || len(set) != 1 || set[0].id != "es" || set[0].algorithm != "ES256" {
		t.Errorf("%v %v", set, err)
	}
	file := filepath.Join(t.TempDir(), "keys.json")
	for text, want := range map[string]error{"": errSet, "{}": errNone, `{"keys":[]}`: errNone, `{"keys":{}}`: errSet, `{"keys":[],"keys":[]}`: errSet,
		`{"keys":[` + strings.Repeat(`{},`, maxKeys) + `{}]}`: errSet, strings.Repeat(" ", maxSet+1): errLong} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := NewKeys(KeyOptions{Read: FromFile(file)}).Load(t.Context()); err != want {
			t.Errorf("%.40q gives %v", text, err)
		}
	}
	if err := NewKeys(KeyOptions{Read: FromFile(file + "x")}).Load(t.Context()); err != errFile {
		t.Errorf("no file gives %v", err)
	}
	for address, want := range map[string]error{p.URL + "/other": errStatus, "http://127.0.0.1:1/keys": errUnreached, moved(t, p.JWKS()): errStatus} {
		if err := NewKeys(KeyOptions{Read: FromURL(address)}).Load(t.Context()); err != want {
			t.Errorf("%s gives %v", address, err)
		}
	}
}

// moved is an address that sends its readers to another.
func moved(t *testing.T, to string) string {
	s := httptest.NewServer(http.RedirectHandler(to, http.StatusFound))
	t.Cleanup(s.Close)
	return s.URL
}
