// Package jwt knows callers by tokens that an identity provider signs (RFC 7519, RFC 9068).
//
// A Verifier takes a token whose algorithm is one of those that the deployment pins, which a key of the provider signed,
// and which is of the right issuer, for this audience, in force, and of somebody. All else is refused with the same
// error, whose reason is for the operator. Keys are read from a URL or a file, again at a bounded pace. Groups become
// audiences by the deployment's table; nothing here decides what a scope allows.
package jwt

import (
	"context"
	"encoding/base64"
	"slices"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
	strict "github.com/go-jose/go-jose/v4/json"

	"sutura.dev/internal/clock"
	"sutura.dev/internal/serve/identity"
)

const (
	// MaxToken is the size of the longest token, in bytes.
	MaxToken = 16 << 10
	// Leeway is how far the provider's clock may be from ours.
	Leeway = 30 * time.Second
)

// Algorithms are those that can be pinned: none of them is symmetric, and none is none.
func Algorithms() []string { return []string{"RS256", "ES256", "EdDSA"} }

// Options say whose tokens hold.
type Options struct {
	Issuer     string
	Audiences  []string // a token is for one of them
	Algorithms []string // of Algorithms
	Keys       *Keys
	// ScopesClaim and GroupsClaim are names of claims, or JSON pointers to them such as /realm_access/roles.
	ScopesClaim string
	GroupsClaim string
	// Groups are the audiences, in the catalog's sense, that the members of a group belong to.
	Groups map[string][]string
	Clock  clock.Clock // the machine's when nil
}

// Verifier knows the tokens of one identity provider. It is safe for concurrent use.
type Verifier struct {
	o    Options
	algs []jose.SignatureAlgorithm
}

var _ identity.Verifier = (*Verifier)(nil)

// New knows the tokens that the options describe.
func New(o Options) *Verifier {
	if o.Clock == nil {
		o.Clock = clock.System
	}
	v := &Verifier{o: o}
	for _, a := range o.Algorithms {
		v.algs = append(v.algs, jose.SignatureAlgorithm(a))
	}
	return v
}

// Why a token does not hold: what an operator reads in the audit.
const (
	whySize      = "size"
	whyForm      = "form"
	whyHeader    = "header"
	whyAlgorithm = "algorithm"
	whyKey       = "key"
	whySignature = "signature"
	whyClaims    = "claims" // repeated, or of another type than they are
	whyIssuer    = "issuer"
	whyAudience  = "audience"
	whyExpired   = "expired" // or without an end
	whyEarly     = "early"
	whySubject   = "subject"
)

func unfit(why string) error { return &identity.Unfit{Why: why} }

// Verify finds out whom a token belongs to. The signature is checked before anything of the claims is read.
func (v *Verifier) Verify(ctx context.Context, token string) (identity.Identity, error) {
	switch {
	case token == "":
		return identity.Identity{}, identity.ErrNoToken
	case len(token) > MaxToken:
		return identity.Identity{}, unfit(whySize)
	}
	head, err := v.header(token)
	if err != nil {
		return identity.Identity{}, err
	}
	if !spelledOnce(token) {
		return identity.Identity{}, unfit(whyForm)
	}
	signed, err := jose.ParseSignedCompact(token, v.algs)
	if err != nil {
		return identity.Identity{}, unfit(whyForm)
	}
	keys, err := v.o.Keys.find(ctx, head.Key, head.Algorithm)
	if err != nil {
		return identity.Identity{}, err
	}
	if len(keys) == 0 {
		return identity.Identity{}, unfit(whyKey)
	}
	for _, key := range keys {
		if payload, err := signed.Verify(key); err == nil {
			return v.identify(payload)
		}
	}
	return identity.Identity{}, unfit(whySignature)
}

// spelledOnce reports whether every part of a token is spelled in the one way that its bytes have: the library takes
// base64 whose unused bits are not zero, and a token could be another and still hold.
func spelledOnce(token string) bool {
	for part := range strings.SplitSeq(token, ".") {
		if _, err := base64.RawURLEncoding.Strict().DecodeString(part); err != nil || strings.ContainsAny(part, "\r\n") {
			return false
		}
	}
	return true
}

// header is what a token says about its signature.
type header struct {
	Algorithm string `json:"alg"`
	Key       string `json:"kid"`
	Type      string `json:"typ"`
	Critical  any    `json:"crit"`
}

// types are the media types of a token that grants access; many providers say only JWT, some nothing.
var types = []string{"", "jwt", "at+jwt", "application/at+jwt"}

// header reads the protected header, in which nothing is repeated and nothing is critical that is not known here. Keys
// that it brings, or the addresses of such, are never looked at.
func (v *Verifier) header(token string) (header, error) {
	var head header
	first, _, _ := strings.Cut(token, ".")
	text, err := base64.RawURLEncoding.Strict().DecodeString(first)
	if err != nil || strict.Unmarshal(text, &head) != nil {
		return head, unfit(whyForm)
	}
	switch {
	case !slices.Contains(v.algs, jose.SignatureAlgorithm(head.Algorithm)):
		return head, unfit(whyAlgorithm)
	case head.Critical != nil || !slices.Contains(types, strings.ToLower(head.Type)):
		return head, unfit(whyHeader)
	}
	return head, nil
}
