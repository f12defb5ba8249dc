package jwt

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	strict "github.com/go-jose/go-jose/v4/json"

	"sutura.dev/internal/serve/identity"
	"sutura.dev/internal/settings"
)

const (
	maxSubject = 255 // bytes
	maxActors  = 8
)

// identify holds a verified payload to what a token must say, and makes the caller of it.
func (v *Verifier) identify(payload []byte) (identity.Identity, error) {
	claims, ok := decode(payload)
	if !ok {
		return identity.Identity{}, unfit(whyClaims)
	}
	if why := v.wrong(claims); why != "" {
		return identity.Identity{}, unfit(why)
	}
	scopes, fine := texts(settings.ClaimOf(claims, v.o.ScopesClaim))
	groups, also := texts(settings.ClaimOf(claims, v.o.GroupsClaim))
	actors, too := actorsOf(claims["act"])
	if !fine || !also || !too {
		return identity.Identity{}, unfit(whyClaims)
	}
	who := identity.Identity{Subject: claims["sub"].(string), Scopes: scopes, Audiences: []string{},
		Token: &identity.Token{Groups: groups, Actors: actors, Claims: claims}}
	for _, g := range groups {
		who.Audiences = append(who.Audiences, v.o.Groups[g]...)
	}
	slices.Sort(who.Audiences)
	who.Audiences = slices.Compact(who.Audiences)
	return who, nil
}

// decode reads claims; false where a name is repeated, at any depth, or the text is none.
func decode(payload []byte) (map[string]any, bool) {
	var once, claims map[string]any
	if !utf8.Valid(payload) || strict.Unmarshal(payload, &once) != nil {
		return nil, false
	}
	d := json.NewDecoder(bytes.NewReader(payload))
	d.UseNumber()
	return claims, d.Decode(&claims) == nil && claims != nil
}

// wrong says what keeps claims from holding here; empty for nothing.
func (v *Verifier) wrong(claims map[string]any) string {
	issuer, _ := claims["iss"].(string)
	audience, fine := texts(claims["aud"])
	if one, single := claims["aud"].(string); single {
		audience = []string{one} // an audience may hold spaces
	}
	subject, _ := claims["sub"].(string)
	now := v.o.Clock()
	until, ends := moment(claims["exp"])
	from, begins := moment(claims["nbf"])
	issued, dated := moment(claims["iat"])
	switch {
	case issuer != v.o.Issuer:
		return whyIssuer
	case !fine || !slices.ContainsFunc(audience, func(a string) bool { return slices.Contains(v.o.Audiences, a) }):
		return whyAudience
	case !ends || !now.Before(until.Add(Leeway)):
		return whyExpired
	case claims["nbf"] != nil && !begins || claims["iat"] != nil && !dated:
		return whyClaims
	case begins && now.Before(from.Add(-Leeway)) || dated && now.Before(issued.Add(-Leeway)):
		return whyEarly
	case subject == "" || len(subject) > maxSubject || strings.ContainsFunc(subject, unicode.IsControl):
		return whySubject
	}
	return ""
}

// lastMoment bounds times: the end of the year 9999, in seconds.
const lastMoment = 253_402_300_799

// moment reads a time, in seconds since 1970.
func moment(claim any) (time.Time, bool) {
	number, ok := claim.(json.Number)
	if !ok {
		return time.Time{}, false
	}
	seconds, err := number.Float64()
	if err != nil || seconds < 0 || seconds > lastMoment {
		return time.Time{}, false
	}
	return time.UnixMilli(int64(seconds * 1000)), true
}

// texts are the words of a claim, a text with spaces between them or a list; none where there is no claim, false where it
// is something else.
func texts(claim any) ([]string, bool) {
	switch c := claim.(type) {
	case nil:
		return []string{}, true
	case string:
		return strings.Fields(c), true
	case []any:
		out := make([]string, len(c))
		for i, one := range c {
			word, ok := one.(string)
			if !ok {
				return nil, false
			}
			out[i] = word
		}
		return out, true
	}
	return nil, false
}

// actorsOf are those who act for the subject, the present one first; false where the chain is none.
func actorsOf(act any) ([]string, bool) {
	var out []string
	for act != nil {
		object, ok := act.(map[string]any)
		if !ok || len(out) == maxActors {
			return nil, false
		}
		name, _ := object["sub"].(string)
		if name == "" || len(name) > maxSubject || strings.ContainsFunc(name, unicode.IsControl) {
			return nil, false
		}
		out, act = append(out, name), object["act"]
	}
	return out, true
}
