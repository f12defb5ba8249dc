package serve

import (
	"context"
	"slices"

	"sutura.dev/internal/serve/identity"
	"sutura.dev/internal/warehouse"
)

// Caller is who asks, as a transport has established it.
type Caller struct {
	// Subject names the caller in the audit and shares slots and budgets; never empty.
	Subject string
	// Scopes are granted. Nil grants all, which only a local process has.
	Scopes []Scope
	// Audiences are those whose metrics exist for the caller. Nil sees all; an empty list sees what everyone sees.
	Audiences []string
	// Actors act for the subject, the one that sent the request first; none where the subject asks itself.
	Actors []string
	// Asker is who asks as the caller's token has it; nil where the caller has none of an identity provider.
	Asker *warehouse.Asker
	// Transport is what the caller came through, for audit and metrics: "stdio", "mcp" or "http".
	Transport string
	// Door is the one that the caller came through alone; empty for all that are open.
	Door Door
}

// Scope is a permission that a capability asks for.
type Scope string

// The closed set of scopes.
const (
	CatalogRead    Scope = "catalog.read"
	MetricsAsk     Scope = "metrics.ask"
	SQLPreview     Scope = "sql.preview"
	SQLRun         Scope = "sql.run"
	CatalogPropose Scope = "catalog.propose"
)

// Scopes lists every scope, in the order of the documentation.
func Scopes() []Scope { return []Scope{CatalogRead, MetricsAsk, SQLPreview, SQLRun, CatalogPropose} }

// has reports whether the caller holds a scope.
func (c Caller) has(s Scope) bool { return c.Scopes == nil || slices.Contains(c.Scopes, s) }

// CallerOf is the caller of a request whose identity was established; one that may do nothing, and sees what everyone
// sees, where it was not.
func CallerOf(ctx context.Context, transport string) Caller {
	who, ok := identity.Of(ctx)
	if !ok {
		who = identity.Identity{Scopes: []string{}, Audiences: []string{}}
	}
	return CallerFor(who, transport)
}

// CallerFor is an identity as a caller through a transport.
func CallerFor(who identity.Identity, transport string) Caller {
	c := Caller{Subject: who.Subject, Audiences: who.Audiences, Transport: transport}
	if who.Scopes != nil {
		c.Scopes = make([]Scope, len(who.Scopes))
		for i, s := range who.Scopes {
			c.Scopes[i] = Scope(s)
		}
	}
	if who.Token != nil {
		c.Actors = who.Token.Actors
		c.Asker = &warehouse.Asker{Subject: who.Subject, Groups: who.Token.Groups, Claims: who.Token.Claims}
	}
	return c
}

// Binding is a text that no other caller has: what is given to one caller to be sent back, such as a token to resume by,
// is bound to it. It does not say what the caller may do or see, which is looked at anew with each call.
func (c Caller) Binding() string {
	kind := "local"
	if c.Asker != nil {
		kind = "token"
	}
	return kind + "\x00" + c.Subject
}
