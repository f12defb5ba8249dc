package jwt

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
)

// maxSet is the size of a set of keys, in bytes.
const maxSet = 512 << 10

var (
	errUnreached = errors.New("the address of the keys does not answer")
	errStatus    = errors.New("the address of the keys answers with no 200")
	errLong      = errors.New("the set of keys is larger than 512 KiB")
	errFile      = errors.New("the file of the keys cannot be read")
)

// FromURL reads a set from an address, which must give it itself: no other is followed.
func FromURL(address string) func(context.Context) ([]byte, error) {
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return func(ctx context.Context) ([]byte, error) {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
		if err != nil {
			return nil, errUnreached
		}
		r.Header.Set("Accept", "application/jwk-set+json, application/json")
		resp, err := client.Do(r)
		if err != nil {
			return nil, errUnreached
		}
		defer resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			return nil, errStatus
		}
		return bounded(resp.Body, errUnreached)
	}
}

// FromFile reads a set from a file, which may be replaced while the service runs.
func FromFile(path string) func(context.Context) ([]byte, error) {
	return func(context.Context) ([]byte, error) {
		f, err := os.Open(path)
		if err != nil {
			return nil, errFile
		}
		defer f.Close()
		return bounded(f, errFile)
	}
}

func bounded(from io.Reader, broken error) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(from, maxSet+1))
	switch {
	case err != nil:
		return nil, broken
	case len(text) > maxSet:
		return nil, errLong
	}
	return text, nil
}
