package postgres

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/postgres/pgtest"
)

// secret is in every connection string of these tests, and must be in no message.
const secret = "pa55word"

// opening opens a source that cannot be, and returns what is said of it.
func refusal(t *testing.T, dsn string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	s, err := Open(ctx, Options{DSN: dsn})
	if err == nil {
		s.Close()
		t.Fatalf("%s can be opened", dsn)
	}
	if warehouse.KindOf(err) != warehouse.Unavailable {
		t.Errorf("%s gives kind %d", dsn, warehouse.KindOf(err))
	}
	for e := err; e != nil; e = errors.Unwrap(e) {
		for _, part := range []string{secret, "nobody_here", "no_such_db"} {
			if strings.Contains(e.Error(), part) {
				t.Errorf("%q names %s", e, part)
			}
		}
	}
	o, _ := errors.AsType[*warehouse.OpenError](err)
	return o.Problem
}

func TestOpenRefuses(t *testing.T) {
	super := pgtest.DSN(t, pgtest.ByCodePoint, pgtest.Super)
	host, _, _ := strings.Cut(super, " ")
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	port := closed.Addr().(*net.TCPAddr).Port
	admin := pgtest.Open(t, pgtest.ByCodePoint)
	if err := admin.Exec(t.Context(), "DROP DATABASE IF EXISTS latin"); err != nil {
		t.Fatal(err)
	}
	if err := admin.Exec(t.Context(), "CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ dsn, problem string }{
		{"postgres://x:" + secret + "@[", "its connection string cannot be read"},
		{"host=" + secret + " port=x", "its connection string cannot be read"},
		{"host=127.0.0.1 password=" + secret + " sslmode=perhaps", "its connection string cannot be read"},
		{host + " user=nobody_here dbname=sutura password=" + secret, "its server denied the login"},
		{host + " user=reader dbname=no_such_db password=" + secret, "its server has no such database"},
		{host + " user=reader dbname=latin password=" + secret, "its database does not keep text in UTF-8, so text cannot be ordered by code point"},
		{"host=/nowhere/" + secret + " user=reader", "its server cannot be reached"},
		{fmt.Sprintf("postgres://x:%s@127.0.0.1:%d/shop?sslmode=disable", secret, port), "its server cannot be reached"},
		{fmt.Sprintf("postgres://x:%s@%s.invalid/shop", secret, secret), "its server cannot be reached"},
	} {
		if got := refusal(t, c.dsn); got != c.problem {
			t.Errorf("%s gives %q", c.dsn, got)
		}
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Open(gone, Options{DSN: super}); warehouse.KindOf(err) != warehouse.Cancelled {
		t.Errorf("a cancelled opening gives %v", err)
	}
}

// certificates makes an authority and a certificate of its for 127.0.0.1, in PEM.
func certificates(t *testing.T) (authority, certificate, key []byte) {
	t.Helper()
	sign := func(template, parent *x509.Certificate, k, by *ecdsa.PrivateKey) []byte {
		der, err := x509.CreateCertificate(rand.Reader, template, parent, &k.PublicKey, by)
		if err != nil {
			t.Fatal(err)
		}
		return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	}
	newKey := func() *ecdsa.PrivateKey {
		k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	until := time.Now().Add(24 * time.Hour)
	root := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "tests"}, NotAfter: until, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}
	leaf := &x509.Certificate{SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "server"}, NotAfter: until, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	rootKey, leafKey := newKey(), newKey()
	der, err := x509.MarshalPKCS8PrivateKey(leafKey)
	if err != nil {
		t.Fatal(err)
	}
	return sign(root, root, rootKey, rootKey), sign(leaf, root, leafKey, rootKey), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})
}

// TLS is as the connection string says: verified in full, and refused where it cannot be had.
func TestTLS(t *testing.T) {
	cluster := pgtest.Start(t)
	authority, certificate, key := certificates(t)
	other, _, _ := certificates(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := listener.Addr().(*net.TCPAddr).Port
	listener.Close()
	admin := cluster.Open(pgtest.ByCodePoint)
	restart := func(statements ...string) {
		t.Helper()
		for _, text := range statements {
			if err := admin.Exec(t.Context(), text); err != nil {
				t.Fatal(err)
			}
		}
		cluster.Do("stop")
		cluster.Do("start")
	}
	file := func(name string, data []byte) string {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	dsn := func(more string) string {
		return fmt.Sprintf("postgres://reader:%s@127.0.0.1:%d/sutura?%s", secret, port, more)
	}
	restart("ALTER SYSTEM SET listen_addresses = '127.0.0.1'", fmt.Sprintf("ALTER SYSTEM SET port = %d", port))
	if got := refusal(t, dsn("sslmode=require")); got != "its server does not speak TLS, which the connection string asks for" {
		t.Errorf("a server without TLS gives %q", got)
	}
	admin = cluster.OpenPort(pgtest.ByCodePoint, port)
	keep := func(name string, data []byte) string {
		return fmt.Sprintf("COPY (SELECT 1) TO PROGRAM $$umask 077; cat > %s <<'END'\n%sEND\n$$", name, data)
	}
	restart(keep("server.crt", certificate), keep("server.key", key), "ALTER SYSTEM SET ssl = on")
	trusted := file("authority.crt", authority)
	s, err := Open(t.Context(), Options{DSN: dsn("sslmode=verify-full&sslrootcert=" + trusted)})
	if err != nil {
		t.Fatal(err, errors.Unwrap(errors.Unwrap(err)))
	}
	defer s.Close()
	if got, err := ask1(t.Context(), s, "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()", "boolean"); err != nil || got != true {
		t.Errorf("the connection is encrypted: %v, %v", got, err)
	}
	const untrusted = "its server's certificate is not trusted"
	if got := refusal(t, dsn("sslmode=verify-full&sslrootcert="+file("other.crt", other))); got != untrusted {
		t.Errorf("a certificate of another authority gives %q", got)
	}
	if got := refusal(t, strings.Replace(dsn("sslmode=verify-full&sslrootcert="+trusted), "127.0.0.1", "localhost", 1)); got != untrusted {
		t.Errorf("a certificate for another host gives %q", got)
	}
}
