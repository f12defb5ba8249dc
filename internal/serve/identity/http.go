package identity

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"slices"
	"strings"
)

// Turned is told of a request that is turned away, before it is answered: "unauthenticated", "keys", "host" or "origin",
// the id that the answer bears, and, for those who run the service, why. Nil tells nobody.
type Turned func(r *http.Request, request, kind, why string)

// Authenticate lets a request on that has a token which holds, its identity in the context. Others are answered 401, and
// 503 where nobody can tell.
func Authenticate(v Verifier, turned Turned, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		who, err := v.Verify(r.Context(), bearer(r))
		switch {
		case err == nil:
			next.ServeHTTP(w, r.WithContext(In(r.Context(), who)))
		case errors.Is(err, ErrKeys):
			w.Header().Set("Retry-After", "5")
			turned.deny(w, r, http.StatusServiceUnavailable, "keys", "", ErrKeys.Error())
		case errors.Is(err, ErrToken):
			why := ""
			if unfit, ok := errors.AsType[*Unfit](err); ok {
				why = unfit.Why
			}
			w.Header().Set("WWW-Authenticate", Challenge(r.Context(), "invalid_token"))
			turned.deny(w, r, http.StatusUnauthorized, "unauthenticated", why, ErrToken.Error())
		default:
			w.Header().Set("WWW-Authenticate", Challenge(r.Context(), ""))
			turned.deny(w, r, http.StatusUnauthorized, "unauthenticated", "no_token", ErrNoToken.Error())
		}
	})
}

// bearer is the request's token (RFC 6750, section 2.1), empty where it has none or more than one.
func bearer(r *http.Request) string {
	headers := r.Header.Values("Authorization")
	if len(headers) != 1 {
		return ""
	}
	scheme, token, ok := strings.Cut(headers[0], " ")
	if !ok || !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

// Rules say what a request may be for, and which pages may send one.
type Rules struct {
	Hosts   []string // names, besides the address that was connected to and, on loopback, localhost
	Origins []string // such as https://tools.example.org
	NoPages bool     // nor a page of our own: whatever names an origin is refused
}

// Guard refuses what a web page of another site sent, and requests for a host that this is not: a page's own script
// could otherwise reach a service on the loopback address under a name of its own. What a page sent counts whatever its
// method: a GET costs a slot too. The error names an origin that is none.
func Guard(rules Rules, turned Turned, next http.Handler) (http.Handler, error) {
	pages := http.NewCrossOriginProtection()
	for _, origin := range rules.Origins {
		if err := pages.AddTrustedOrigin(origin); err != nil {
			return nil, err
		}
	}
	hosts := make([]string, len(rules.Hosts))
	for i, h := range rules.Hosts {
		hosts[i] = strings.ToLower(h)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !forUs(r, hosts) {
			turned.deny(w, r, http.StatusForbidden, "host", "", "this is no host of that name; the setting http.hosts lists the names")
			return
		}
		changing := *r
		changing.Method = http.MethodPost // the library lets the others pass
		if rules.NoPages && r.Header.Get("Origin") != "" {
			turned.deny(w, r, http.StatusForbidden, "origin", "", "no page may call here")
			return
		}
		if pages.Check(&changing) != nil {
			turned.deny(w, r, http.StatusForbidden, "origin", "", "pages of this origin may not call; the setting http.origins lists those that may")
			return
		}
		next.ServeHTTP(w, r)
	}), nil
}

// forUs reports whether a request is for the address that it came to, or for a name that the deployment lists.
func forUs(r *http.Request, hosts []string) bool {
	host := hostname(r.Host)
	if slices.Contains(hosts, host) {
		return true
	}
	addr, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return false
	}
	local := net.ParseIP(hostname(addr.String()))
	return local != nil && local.Equal(net.ParseIP(host)) || local.IsLoopback() && (host == "localhost" || net.ParseIP(host).IsLoopback())
}

func hostname(hostport string) string {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = hostport
	}
	return strings.ToLower(strings.Trim(host, "[]"))
}

// Loopback reports whether an address to listen at can be reached from this machine only.
func Loopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	return err == nil && (host == "localhost" || net.ParseIP(host).IsLoopback())
}

// deny answers in our own words, as plain HTTP answers every problem.
func (t Turned) deny(w http.ResponseWriter, r *http.Request, status int, kind, why, says string) {
	request := strings.ToLower(rand.Text()[:16])
	if t != nil {
		t(r, request, kind, why)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Request-Id", request)
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(struct {
		Request string `json:"request"`
		Error   string `json:"error"`
		Kind    string `json:"kind"`
	}{request, says, kind}) // who asked may be gone
}
