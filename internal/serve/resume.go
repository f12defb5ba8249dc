package serve

import (
	"bytes"
	"compress/flate"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"sync"
	"time"

	"sutura.dev/internal/clock"
	"sutura.dev/internal/words/resolve"
)

const (
	// MaxResumeToken is the size of a token, in bytes.
	MaxResumeToken = 8 << 10
	// resumeFor is how long a token can be resumed, from the clarification that began it.
	resumeFor = time.Hour
	// maxResumed bounds what a token unpacks to.
	maxResumed = 256 << 10
)

// resumed is what a token holds: ids, numbers and dates, and no words.
type resumed struct {
	Expires int64         `json:"x"` // seconds of the epoch
	Locale  string        `json:"l,omitempty"`
	State   resolve.State `json:"s"`
}

// sealer signs what is to be resumed, so that only who was asked can go on, and only from where the words stopped. It is safe for concurrent use.
type sealer struct {
	now clock.Clock

	mu   sync.Mutex
	keys []sealKey // the first one signs; the others only open
	made bool      // they are made here, and rotate
}

type sealKey struct {
	id     [4]byte
	secret []byte
	since  time.Time
}

// newSealer signs with the first of some secrets. Without any it makes its own, a new one each hour: they end with the process.
func newSealer(now clock.Clock, secrets [][]byte) *sealer {
	s := &sealer{now: now, made: len(secrets) == 0}
	for _, secret := range secrets {
		s.keys = append(s.keys, sealKeyOf(secret, time.Time{}))
	}
	return s
}

func sealKeyOf(secret []byte, since time.Time) sealKey {
	sum := sha256.Sum256(append([]byte("sutura resume key\x00"), secret...))
	return sealKey{[4]byte(sum[:4]), secret, since}
}

// signing is the key of new tokens.
func (s *sealer) signing() sealKey {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now := s.now(); s.made && (len(s.keys) == 0 || now.Sub(s.keys[0].since) >= resumeFor) {
		secret := make([]byte, 32)
		_, _ = rand.Read(secret) // never fails: it ends the process instead
		kept := s.keys
		if len(kept) > 1 { // what the others signed has expired
			kept = kept[:1]
		}
		s.keys = append([]sealKey{sealKeyOf(secret, now)}, kept...)
	}
	return s.keys[0]
}

func (s *sealer) key(id []byte) (sealKey, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, k := range s.keys {
		if bytes.Equal(k.id[:], id) {
			return k, true
		}
	}
	return sealKey{}, false
}

// sign is the signature of a body for one caller: what the token is bound to is signed, and not in it.
func (k sealKey) sign(body []byte, bound []string) []byte {
	mac := hmac.New(sha256.New, k.secret)
	var size [8]byte
	for _, part := range append(bound, string(body)) {
		binary.BigEndian.PutUint64(size[:], uint64(len(part)))
		mac.Write(size[:])
		mac.Write([]byte(part))
	}
	return mac.Sum(nil)
}

var (
	errNoToken   = errors.New("no token that can be resumed")
	errLongToken = errors.New("the token is longer than it may be")
)

// seal makes a token. The error is errLongToken.
func (s *sealer) seal(k sealKey, r resumed, bound []string) (string, error) {
	plain, err := json.Marshal(r)
	if err != nil {
		return "", err
	}
	var packed bytes.Buffer
	w, _ := flate.NewWriter(&packed, flate.BestCompression) // of a level that there is
	if _, err = w.Write(plain); err == nil {
		err = w.Close()
	}
	if err != nil {
		return "", err
	}
	body := append(k.id[:], packed.Bytes()...)
	token := base64.RawURLEncoding.EncodeToString(append(body, k.sign(body, bound)...))
	if len(token) > MaxResumeToken {
		return "", errLongToken
	}
	return token, nil
}

// open reads a token that was sealed for the same caller, and is of this hour, with the key that signed it. The error is errNoToken,
// whatever is wrong with it.
func (s *sealer) open(token string, bound []string) (resumed, sealKey, error) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(token) > MaxResumeToken || strings.ContainsAny(token, "\r\n") || len(raw) < 4+sha256.Size {
		return resumed{}, sealKey{}, errNoToken
	}
	body, signature := raw[:len(raw)-sha256.Size], raw[len(raw)-sha256.Size:]
	k, ok := s.key(body[:4])
	if !ok || !hmac.Equal(signature, k.sign(body, bound)) {
		return resumed{}, sealKey{}, errNoToken
	}
	var r resumed
	plain, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(body[4:])), maxResumed))
	if err != nil || json.Unmarshal(plain, &r) != nil || s.now().Unix() >= r.Expires {
		return resumed{}, sealKey{}, errNoToken
	}
	return r, k, nil
}

// bound is what a token is bound to: who asks, through which door, of which bundle, in which conversation.
func (c *call) bound(conversation string) []string {
	sum := sha256.Sum256([]byte(conversation))
	return []string{"resolve_bind", c.caller.Subject, string(c.caller.Door), c.pin.bundle.Digest(), hex.EncodeToString(sum[:])}
}
