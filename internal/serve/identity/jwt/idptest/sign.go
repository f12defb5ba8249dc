package idptest

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
)

// sign signs as the key's algorithm does, with the standard library: what reads it is another one's.
func (p *Provider) sign(private crypto.Signer, text string) []byte {
	p.t.Helper()
	sum := sha256.Sum256([]byte(text))
	var out []byte
	var err error
	switch k := private.(type) {
	case *rsa.PrivateKey:
		out, err = rsa.SignPKCS1v15(rand.Reader, k, crypto.SHA256, sum[:])
	case *ecdsa.PrivateKey:
		r, s, wrong := ecdsa.Sign(rand.Reader, k, sum[:])
		if err = wrong; err == nil {
			out = append(r.FillBytes(make([]byte, 32)), s.FillBytes(make([]byte, 32))...)
		}
	case ed25519.PrivateKey:
		out = ed25519.Sign(k, []byte(text))
	}
	if err != nil {
		p.t.Fatal(err)
	}
	return out
}

func mac(secret []byte, text string) []byte {
	m := hmac.New(sha256.New, secret)
	m.Write([]byte(text))
	return m.Sum(nil)
}
