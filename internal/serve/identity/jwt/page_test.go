package jwt

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"sutura.dev/internal/serve/identity/jwt/idptest"
	"sutura.dev/internal/settings"
)

// TestPage holds the settings that docs/serving.md shows for identity providers to tokens with the claims that it shows for
// them: they hold, and grant what the page says.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../../../docs/serving.md")
	if err != nil {
		t.Fatal(err)
	}
	for product, subject := range map[string]string{"Keycloak": "3f0c1a52-6e58-4d0c-9c55-0b6f2d7c1f0e", "Entra ID": "AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ", "Auth0": "auth0|62f0c1"} {
		_, section, ok := strings.Cut(string(page), "\n### "+product+"\n")
		if !ok {
			t.Errorf("the page has no section on %s", product)
			continue
		}
		s := shownSettings(t, block(t, section, "yaml"))
		var claims map[string]any
		if err := json.Unmarshal([]byte(block(t, section, "json")), &claims); err != nil {
			t.Fatal(product, err)
		}
		j := s.Serving.HTTP.JWT
		if !strings.HasPrefix(j.JWKSURL, "https://") || s.Serving.HTTP.Auth != "jwt" {
			t.Errorf("%s: %+v", product, s.Serving.HTTP)
		}
		idp := idptest.New(t)
		v := New(Options{Issuer: j.Issuer, Audiences: j.Audience, Algorithms: j.Algorithms, Keys: NewKeys(KeyOptions{Read: FromURL(idp.JWKS()), Refetch: j.Refetch, MaxAge: j.MaxAge, MaxStale: j.MaxStale}),
			ScopesClaim: j.ScopesClaim, GroupsClaim: j.GroupsClaim, Groups: j.Groups})
		claims["exp"], claims["iat"] = time.Now().Unix()+300, time.Now().Unix()
		who, err := v.Verify(t.Context(), idp.Raw("rs", object{"alg": "RS256", "kid": "rs", "typ": "JWT"}, string(must(json.Marshal(claims)))))
		if err != nil {
			t.Errorf("%s: %s", product, why(t, err))
			continue
		}
		if who.Subject != subject || !slices.Equal(who.Audiences, []string{"finance"}) || !slices.Contains(who.Scopes, "catalog.read") || !slices.Contains(who.Scopes, "metrics.ask") {
			t.Errorf("%s: %+v", product, who)
		}
	}
}

func must(text []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return text
}

// block is the first block of a language in a section.
func block(t *testing.T, section, language string) string {
	t.Helper()
	m := regexp.MustCompile("(?s)\n```" + language + "\n(.*?)\n```\n").FindStringSubmatch(section)
	if m == nil {
		t.Fatalf("a section has no %s", language)
	}
	return m[1]
}

func shownSettings(t *testing.T, text string) *settings.Settings {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, settings.FileName), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s, found := settings.Load(settings.Find(dir, "", nil), nil)
	if len(found) > 0 {
		t.Fatal(found)
	}
	return s
}
