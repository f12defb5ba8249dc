package identity

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

const token = "0123456789abcdef0123456789abcdef"

func whoami(w http.ResponseWriter, r *http.Request) {
	who, ok := Of(r.Context())
	if !ok {
		who.Subject = "nobody"
	}
	_, _ = w.Write([]byte(who.Subject))
}

func TestAuthenticate(t *testing.T) {
	static, err := NewStatic(token, Identity{Subject: "static", Scopes: []string{"catalog.read"}})
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	turned := func(_ *http.Request, request, kind, _ string) { told = append(told, request+" "+kind) }
	h := Authenticate(static, turned, http.HandlerFunc(whoami))
	for _, c := range []struct {
		headers   []string
		status    int
		challenge string
	}{
		{[]string{"Bearer " + token}, 200, ""},
		{[]string{"bearer  " + token}, 200, ""},
		{nil, 401, "Bearer"},
		{[]string{"Basic " + token}, 401, "Bearer"},
		{[]string{token}, 401, "Bearer"},
		{[]string{"Bearer "}, 401, "Bearer"},
		{[]string{"Bearer " + token + "0"}, 401, `Bearer error="invalid_token"`},
		{[]string{"Bearer " + token[1:]}, 401, `Bearer error="invalid_token"`},
		{[]string{"Bearer " + token, "Bearer " + token}, 401, "Bearer"},
	} {
		r := httptest.NewRequest("POST", "/mcp", nil)
		r.Header["Authorization"] = c.headers
		w := httptest.NewRecorder()
		told = nil
		h.ServeHTTP(w, r)
		if w.Code == 200 && told != nil || w.Code == 401 && !slices.Equal(told, []string{w.Header().Get("X-Request-Id") + " unauthenticated"}) {
			t.Errorf("%q is told as %q", c.headers, told)
		}
		if w.Code != c.status || w.Header().Get("WWW-Authenticate") != c.challenge {
			t.Errorf("%q gives %d, %q", c.headers, w.Code, w.Header().Get("WWW-Authenticate"))
		}
		if w.Code == 200 && w.Body.String() != "static" || w.Code == 401 && strings.Contains(w.Body.String(), token[1:]) {
			t.Errorf("%q gives %s", c.headers, w.Body)
		}
	}
}

func TestNewStatic(t *testing.T) {
	for token, want := range map[string]error{token: nil, token[1:]: ErrShort, "": ErrShort, token + " ": ErrForm, token + "ä": ErrForm, token + "\n": ErrForm} {
		if _, err := NewStatic(token, Identity{}); err != want {
			t.Errorf("%d characters give %v", len(token), err)
		}
	}
}

func TestGuard(t *testing.T) {
	told := ""
	turned := func(_ *http.Request, _, kind, _ string) { told = kind }
	h, err := Guard(Rules{Hosts: []string{"Metrics.example.org"}, Origins: []string{"https://tools.example.org"}}, turned, http.HandlerFunc(whoami))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		host, local string
		headers     map[string]string
		status      int
	}{
		{"127.0.0.1:8080", "127.0.0.1:8080", nil, 200},
		{"localhost:8080", "127.0.0.1:8080", nil, 200},
		{"[::1]:8080", "[::1]:8080", nil, 200},
		{"metrics.example.org", "127.0.0.1:8080", nil, 200},
		{"METRICS.example.org:443", "10.0.0.5:8080", nil, 200},
		{"10.0.0.5:8080", "10.0.0.5:8080", nil, 200},
		{"localhost:8080", "10.0.0.5:8080", nil, 403},
		{"10.0.0.6:8080", "10.0.0.5:8080", nil, 403},
		{"evil.example.net:8080", "127.0.0.1:8080", nil, 403}, // a name that was made to lead here
		{"", "127.0.0.1:8080", nil, 403},
		{"localhost:8080", "127.0.0.1:8080", map[string]string{"Sec-Fetch-Site": "cross-site"}, 403},
		{"localhost:8080", "127.0.0.1:8080", map[string]string{"Origin": "https://evil.example.net"}, 403},
		{"localhost:8080", "127.0.0.1:8080", map[string]string{"Origin": "null"}, 403},
		{"localhost:8080", "127.0.0.1:8080", map[string]string{"Origin": "http://localhost:8080"}, 200},
		{"localhost:8080", "127.0.0.1:8080", map[string]string{"Origin": "https://tools.example.org", "Sec-Fetch-Site": "cross-site"}, 200},
	} {
		for _, method := range []string{"POST", "GET", "HEAD", "OPTIONS"} {
			r := httptest.NewRequest(method, "/mcp", nil)
			r.Host = c.host
			local, _ := net.ResolveTCPAddr("tcp", c.local)
			r = r.WithContext(contextWithLocal(r, local))
			for k, v := range c.headers {
				r.Header.Set(k, v)
			}
			w := httptest.NewRecorder()
			told = ""
			h.ServeHTTP(w, r)
			if w.Code != c.status || (told != "") != (w.Code == 403) {
				t.Errorf("%s for %q at %s with %v gives %d, told as %q", method, c.host, c.local, c.headers, w.Code, told)
			}
		}
	}
	alone, err := Guard(Rules{NoPages: true}, turned, http.HandlerFunc(whoami))
	if err != nil {
		t.Fatal(err)
	}
	local, _ := net.ResolveTCPAddr("tcp", "127.0.0.1:8080")
	for origin, status := range map[string]int{"": 200, "http://localhost:8080": 403, "null": 403, "https://evil.example.net": 403} {
		r := httptest.NewRequest("GET", "http://localhost:8080/status", nil)
		r = r.WithContext(contextWithLocal(r, local))
		if origin != "" {
			r.Header.Set("Origin", origin)
		}
		w := httptest.NewRecorder()
		if alone.ServeHTTP(w, r); w.Code != status {
			t.Errorf("where no page may call, one of %q gets %d", origin, w.Code)
		}
	}
	if _, err := Guard(Rules{Origins: []string{"tools.example.org"}}, nil, nil); err == nil {
		t.Error("an origin that is none is taken")
	}
}

func TestLoopback(t *testing.T) {
	for address, want := range map[string]bool{"127.0.0.1:80": true, "[::1]:80": true, "localhost:0": true, "127.8.8.8:1": true,
		":80": false, "0.0.0.0:80": false, "[::]:80": false, "10.1.2.3:80": false, "example.org:80": false, "localhost.example.org:80": false, "127.0.0.1": false} {
		if got := Loopback(address); got != want {
			t.Errorf("%s gives %v", address, got)
		}
	}
}

func contextWithLocal(r *http.Request, local net.Addr) context.Context {
	return context.WithValue(r.Context(), http.LocalAddrContextKey, local)
}
