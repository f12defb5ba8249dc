package jwt

import (
	"context"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
	"errors"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"
	strict "github.com/go-jose/go-jose/v4/json"

	"sutura.dev/internal/clock"
	"sutura.dev/internal/serve/identity"
)

// KeyOptions say where keys are and how often they are read.
type KeyOptions struct {
	// Read reads the set (RFC 7517): FromURL or FromFile.
	Read func(context.Context) ([]byte, error)
	// Refetch is the least time between two readings: a key that nobody knows causes one at most as often.
	Refetch time.Duration
	// MaxAge is after how long keys are read again, and MaxStale how long they hold where that fails.
	MaxAge   time.Duration
	MaxStale time.Duration
	Clock    clock.Clock // the machine's when nil
	// Failed is told that a reading failed, in our own words; may be nil.
	Failed func(why string)
}

// patience is how long one reading may take.
const patience = 10 * time.Second

// Keys are a provider's public keys as they are now. It is safe for concurrent use.
type Keys struct {
	o KeyOptions

	mu      sync.Mutex
	set     []key
	at      time.Time     // of the last reading that succeeded, when it began
	tried   time.Time     // of the last one
	reading chan struct{} // closed at the end of the one that is on its way; nil for none
}

// key is one of the set, and the algorithm that it is for.
type key struct {
	id, algorithm string
	public        any
}

// NewKeys makes an empty set: Load fills it, or the first token does.
func NewKeys(o KeyOptions) *Keys {
	if o.Clock == nil {
		o.Clock = clock.System
	}
	return &Keys{o: o}
}

// Load reads the keys for the first time, and says in our own words why it could not.
func (k *Keys) Load(ctx context.Context) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := k.o.Clock()
	set, err := k.read(ctx)
	if err == nil {
		k.set, k.at, k.tried = set, now, now
	}
	return err
}

func (k *Keys) read(ctx context.Context) ([]key, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	text, err := k.o.Read(ctx)
	if err != nil {
		return nil, err
	}
	return parse(text)
}

// find returns the keys of an id and an algorithm; without an id the only key of the algorithm. An id that is not known
// has the set read again, as often as that may be. The error is ErrKeys, where no keys hold any more.
func (k *Keys) find(ctx context.Context, id, algorithm string) ([]any, error) {
	k.mu.Lock()
	age := k.o.Clock().Sub(k.at)
	k.mu.Unlock()
	if age > min(k.o.MaxAge, k.o.MaxStale) {
		done := k.refresh()
		if age > k.o.MaxStale {
			wait(ctx, done)
		}
	}
	found, err := k.known(id, algorithm)
	if err == nil && len(found) == 0 {
		wait(ctx, k.refresh())
		found, err = k.known(id, algorithm)
	}
	return found, err
}

// known looks into the set as it is.
func (k *Keys) known(id, algorithm string) ([]any, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.o.Clock().Sub(k.at) > k.o.MaxStale {
		return nil, identity.ErrKeys
	}
	var out []any
	for _, key := range k.set {
		if key.algorithm == algorithm && (id == "" || key.id == id) {
			out = append(out, key.public)
		}
	}
	if id == "" && len(out) != 1 {
		return nil, nil
	}
	return out, nil
}

// refresh begins to read the set again, unless it was tried a moment ago, and returns what is closed at the end; nil for
// nothing to wait for. Who comes meanwhile waits for the same reading.
func (k *Keys) refresh() <-chan struct{} {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.reading != nil {
		return k.reading
	}
	now := k.o.Clock()
	if since := now.Sub(k.tried); since >= 0 && since < k.o.Refetch {
		return nil
	}
	done := make(chan struct{})
	k.tried, k.reading = now, done
	go func() { // beside the caller, who may go away
		defer close(done)
		set, err := k.read(context.Background())
		k.mu.Lock()
		defer k.mu.Unlock()
		k.reading = nil
		switch {
		case err == nil:
			k.set, k.at = set, now
		case k.o.Failed != nil:
			k.o.Failed(err.Error())
		}
	}()
	return done
}

func wait(ctx context.Context, done <-chan struct{}) {
	if done == nil {
		return
	}
	select {
	case <-done:
	case <-ctx.Done():
	}
}

const (
	maxKeys = 100
	minRSA  = 2048 // bits
	maxRSA  = 8192
)

var (
	errSet  = errors.New("what is there is no set of keys (JWKS)")
	errNone = errors.New("the set has no key that signs with RS256, ES256 or EdDSA")
)

// parse reads a set. Keys of other kinds and for other uses are left out; a set without any other is an error.
func parse(text []byte) ([]key, error) {
	var set struct {
		Keys []strict.RawMessage `json:"keys"`
	}
	if strict.Unmarshal(text, &set) != nil || len(set.Keys) > maxKeys {
		return nil, errSet
	}
	var out []key
	for _, one := range set.Keys {
		var read jose.JSONWebKey
		if read.UnmarshalJSON(one) != nil || !read.IsPublic() || read.Use != "" && read.Use != "sig" {
			continue
		}
		algorithm := algorithmOf(read.Key)
		if algorithm == "" || read.Algorithm != "" && read.Algorithm != algorithm {
			continue
		}
		out = append(out, key{read.KeyID, algorithm, read.Key})
	}
	if len(out) == 0 {
		return nil, errNone
	}
	return out, nil
}

// algorithmOf is the one algorithm that a public key is used with here; empty for a key that is not used.
func algorithmOf(public any) string {
	switch p := public.(type) {
	case *rsa.PublicKey:
		if bits := p.N.BitLen(); bits >= minRSA && bits <= maxRSA {
			return string(jose.RS256)
		}
	case *ecdsa.PublicKey:
		if p.Curve == elliptic.P256() {
			return string(jose.ES256)
		}
	case ed25519.PublicKey:
		return string(jose.EdDSA)
	}
	return ""
}
