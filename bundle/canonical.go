package bundle

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// MaxBytes is the largest bundle that Read takes.
const MaxBytes = 128 << 20

// A bundle's bytes are its head, its definitions and an end:
//
//	{"format":1,"digest":"sha256:...","definitions":{...}}
type head struct {
	Format int    `json:"format"`
	Digest string `json:"digest"`
}

var (
	between = []byte(`,"definitions":`) // which no head holds
	end     = []byte("}\n")
)

// canonical encodes v: struct fields in their order, map keys sorted, no white space, no HTML escapes.
func canonical(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), nil
}

// hash returns sha256:HEX of a labelled text. The label keeps digests of different things, and of different forms, apart.
func hash(of string, text []byte) string {
	h := sha256.New()
	fmt.Fprintf(h, "sutura %s %d\n", of, Format)
	h.Write(text)
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}

// seal computes the bytes and their digest.
func (b *Bundle) seal() error {
	def, err := canonical(b.def)
	if err != nil {
		return fmt.Errorf("encoding the definitions: %w", err)
	}
	b.digest = hash("bundle", def)
	first, err := canonical(head{Format, b.digest})
	if err != nil {
		return fmt.Errorf("encoding the bundle: %w", err)
	}
	b.bytes = slices.Concat(bytes.TrimSuffix(first, []byte("}")), between, def, end)
	return nil
}

// Errors of Read, to be told apart by errors.Is.
var (
	ErrTooLarge  = errors.New("the bundle is larger than sutura reads")
	ErrFormat    = errors.New("the bundle's format is not the one this sutura reads; compile it again")
	ErrMalformed = errors.New("this is not a bundle as sutura writes it; compile it again from the catalog")
	ErrDigest    = errors.New("the bundle's digest does not match its definitions; compile it again from the catalog")
)

// Read takes the bytes of a bundle. It accepts exactly what Bytes gives: unknown, repeated, reordered or
// reformatted fields, another digest, or definitions that New would refuse are errors.
func Read(data []byte) (*Bundle, error) {
	if len(data) > MaxBytes {
		return nil, ErrTooLarge
	}
	first, rest, found := bytes.Cut(data, between)
	if !found {
		return nil, ErrMalformed
	}
	var h head
	if err := strict(append(bytes.Clone(first), '}'), &h); err != nil {
		return nil, fmt.Errorf("%w (%v)", ErrMalformed, err)
	}
	if h.Format != Format {
		return nil, ErrFormat
	}
	var def Definitions
	if err := strict(rest, &def); err != nil {
		return nil, fmt.Errorf("%w (%v)", ErrMalformed, err)
	}
	b, err := New(def)
	if err != nil {
		return nil, fmt.Errorf("%w (%v)", ErrMalformed, err)
	}
	if b.digest != h.Digest {
		return nil, ErrDigest
	}
	if !bytes.Equal(b.bytes, data) {
		return nil, ErrMalformed
	}
	return b, nil
}

func strict(data []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	return dec.Decode(into)
}
