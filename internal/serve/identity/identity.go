// Package identity establishes who sends a request, and that nobody sends it in another's name.
//
// A Verifier turns a bearer token into an Identity: Open knows everybody, Static one token, and jwt those that an identity
// provider signs. Guard refuses requests for other hosts and of other sites' pages, Authenticate those without a token
// that holds, and Resource says where one can be had. What an identity may do is decided in internal/serve, never here.
package identity

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"unicode/utf8"
)

// Identity is who asks, and what the deployment or the token grants.
type Identity struct {
	Subject   string
	Scopes    []string // nil: all
	Audiences []string // nil: all
	// Token is what an identity provider's token says besides; nil where the caller has none.
	Token *Token
}

// Token is what a verified token of an identity provider says.
type Token struct {
	Groups []string
	// Actors act for the subject, the one that sent the request first (RFC 8693, section 4.1).
	Actors []string
	// Claims are all of them, as encoding/json decodes them, numbers as json.Number. Nobody changes them.
	Claims map[string]any
}

// A Verifier finds out whom a token belongs to. The token is empty where a request has none. An error is ErrNoToken,
// ErrToken, an *Unfit or ErrKeys.
type Verifier interface {
	Verify(ctx context.Context, token string) (Identity, error)
}

// Errors of a Verifier.
var (
	ErrNoToken = errors.New("a token is needed: send it as `Authorization: Bearer TOKEN`")
	ErrToken   = errors.New("the token does not hold here")
	ErrKeys    = errors.New("tokens cannot be checked now; send the request again shortly")
)

// Unfit is an ErrToken with its reason, which is for those who run the service: a caller is told no more than ErrToken.
type Unfit struct{ Why string } // a word of a closed set

func (*Unfit) Error() string { return ErrToken.Error() }

// Unwrap gives ErrToken.
func (*Unfit) Unwrap() error { return ErrToken }

// Open lets everybody in as one caller. It is for this machine alone.
type Open struct{ As Identity }

// Verify returns the one caller.
func (o Open) Verify(context.Context, string) (Identity, error) { return o.As, nil }

// MinToken is the length of the shortest static token, in characters.
const MinToken = 32

// Static knows one token. Make one with NewStatic.
type Static struct {
	sum [sha256.Size]byte
	as  Identity
}

// Errors of NewStatic. They say what is wrong with the configured token and never show it.
var (
	ErrShort = errors.New("the token has fewer than 32 characters")
	ErrForm  = errors.New("the token holds something that no header can send: use printable ASCII without spaces")
)

// NewStatic knows a token, and what it grants.
func NewStatic(token string, as Identity) (*Static, error) {
	for _, r := range token {
		if r <= ' ' || r > '~' {
			return nil, ErrForm
		}
	}
	if utf8.RuneCountInString(token) < MinToken {
		return nil, ErrShort
	}
	return &Static{sum: sha256.Sum256([]byte(token)), as: as}, nil
}

// Verify compares in a time that does not depend on the token.
func (s *Static) Verify(_ context.Context, token string) (Identity, error) {
	if token == "" {
		return Identity{}, ErrNoToken
	}
	sum := sha256.Sum256([]byte(token))
	if subtle.ConstantTimeCompare(sum[:], s.sum[:]) != 1 {
		return Identity{}, ErrToken
	}
	return s.as, nil
}

type identityKey struct{}

// In puts an identity into a context.
func In(ctx context.Context, i Identity) context.Context {
	return context.WithValue(ctx, identityKey{}, i)
}

// Of is the identity that Authenticate put into a request's context; false where nobody was authenticated.
func Of(ctx context.Context) (Identity, bool) {
	i, ok := ctx.Value(identityKey{}).(Identity)
	return i, ok
}
