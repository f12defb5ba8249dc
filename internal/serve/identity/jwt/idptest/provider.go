// Package idptest is an identity provider for tests: a real HTTP server with real keys, which signs what it is told to,
// and serves what it is told to serve. It checks nothing.
package idptest

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/go-jose/go-jose/v4"
)

// Provider signs tokens with keys whose public halves it serves.
type Provider struct {
	*httptest.Server
	t testing.TB

	mu     sync.Mutex
	keys   map[string]jose.JSONWebKey // private, by id
	served []string                   // ids, in the order of the set
	extra  []json.RawMessage          // served as they are
	broken bool
	fetch  int
}

// New starts a provider with one key of each algorithm: rs, es and ed.
func New(t testing.TB) *Provider {
	p := &Provider{t: t, keys: map[string]jose.JSONWebKey{}}
	p.Server = httptest.NewServer(http.HandlerFunc(p.serve))
	t.Cleanup(p.Close)
	for id, algorithm := range map[string]string{"rs": "RS256", "es": "ES256", "ed": "EdDSA"} {
		p.Add(id, algorithm)
	}
	p.Serve("rs", "es", "ed")
	return p
}

// Issuer is the provider's name.
func (p *Provider) Issuer() string { return p.URL }

// JWKS is where its keys are.
func (p *Provider) JWKS() string { return p.URL + "/keys" }

// Add makes a key, which is not served yet.
func (p *Provider) Add(id string, algorithm string) {
	p.t.Helper()
	var private crypto.Signer
	var err error
	switch algorithm {
	case "RS256":
		private, err = rsa.GenerateKey(rand.Reader, 2048)
	case "ES256":
		private, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	default:
		_, private, err = ed25519.GenerateKey(rand.Reader)
	}
	if err != nil {
		p.t.Fatal(err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.keys[id] = jose.JSONWebKey{Key: private, KeyID: id, Algorithm: algorithm, Use: "sig"}
}

// Serve has the set hold these keys, and what else is given, as it is.
func (p *Provider) Serve(ids ...string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.served = ids
}

// Beside has the set hold more, as it is.
func (p *Provider) Beside(keys ...string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.extra = nil
	for _, k := range keys {
		p.extra = append(p.extra, json.RawMessage(k))
	}
}

// Break has the set answer 500, or not.
func (p *Provider) Break(broken bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.broken = broken
}

// Fetched is how often the set was read.
func (p *Provider) Fetched() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.fetch
}

func (p *Provider) serve(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if r.URL.Path != "/keys" {
		http.NotFound(w, r)
		return
	}
	p.fetch++
	if p.broken {
		http.Error(w, "broken", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(p.set())
}

// Set is what is served.
func (p *Provider) Set() []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.set()
}

func (p *Provider) set() []byte {
	keys := append([]json.RawMessage{}, p.extra...)
	for _, id := range p.served {
		private := p.keys[id]
		text, err := json.Marshal(private.Public())
		if err != nil {
			panic(err)
		}
		keys = append(keys, text)
	}
	text, err := json.Marshal(map[string]any{"keys": keys})
	if err != nil {
		panic(err)
	}
	return text
}

// Sign signs claims with a key, by the book.
func (p *Provider) Sign(id string, claims map[string]any) string {
	p.t.Helper()
	text, err := json.Marshal(claims)
	if err != nil {
		p.t.Fatal(err)
	}
	return p.Raw(id, map[string]any{"alg": p.key(id).Algorithm, "kid": id, "typ": "at+jwt"}, string(text))
}

func (p *Provider) key(id string) jose.JSONWebKey {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.keys[id]
}

// Raw signs a payload under any header with a key, which signs as its own algorithm does whatever the header says.
func (p *Provider) Raw(id string, header map[string]any, payload string) string {
	p.t.Helper()
	head, err := json.Marshal(header)
	if err != nil {
		p.t.Fatal(err)
	}
	return p.Text(id, string(head), payload)
}

// Text is Raw with the header's text.
func (p *Provider) Text(id, header, payload string) string {
	p.t.Helper()
	signed := encode(header) + "." + encode(payload)
	return signed + "." + encode(string(p.sign(p.key(id).Key.(crypto.Signer), signed)))
}

// PEM is the public half of a key as its file would be: what a forger takes for the secret of an HMAC.
func (p *Provider) PEM(id string) []byte {
	der, err := x509.MarshalPKIXPublicKey(p.key(id).Key.(crypto.Signer).Public())
	if err != nil {
		p.t.Fatal(err)
	}
	return fmt.Appendf(nil, "-----BEGIN PUBLIC KEY-----\n%s\n-----END PUBLIC KEY-----\n", base64.StdEncoding.EncodeToString(der))
}

func encode(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }

// Forge signs with HMAC, as HS256 does, and a secret of the forger's.
func Forge(t testing.TB, secret []byte, header map[string]any, payload string) string {
	t.Helper()
	head, err := json.Marshal(header)
	if err != nil {
		t.Fatal(err)
	}
	signed := encode(string(head)) + "." + encode(payload)
	return signed + "." + encode(string(mac(secret, signed)))
}

// Unsigned is a token without a signature.
func Unsigned(header, payload string) string { return encode(header) + "." + encode(payload) + "." }

// Swap replaces the payload of a token, and leaves the signature.
func Swap(token, payload string) string {
	parts := strings.Split(token, ".")
	return parts[0] + "." + encode(payload) + "." + parts[2]
}
