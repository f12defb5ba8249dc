package serve

import (
	"slices"
	"strings"
	"sync"

	"sutura.dev/bundle"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/serve/cards"
	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/words"
	"sutura.dev/internal/words/ground"
	"sutura.dev/internal/words/resolve"
)

// Pin is a bundle whose sources were found to hold what it declares. Only Verify makes one.
type Pin struct {
	bundle   *bundle.Bundle
	engine   *answer.Engine // over everything that any caller may see
	anchors  int            // that were met
	raw      warehouse.Raw  // where run_sql runs; nil: there is no such tool
	warnings []string       // what does not keep it from being served, in sentences without their stop

	mu      sync.Mutex
	views   map[string]*seen
	users   int
	retired bool
	close   func()
}

// seen is the bundle as one set of audiences sees it. Caches of one view belong here: they go with the bundle.
type seen struct {
	view   *bundle.View
	engine *answer.Engine
	// index, describer, registry, places and resolver are made when they are first asked for.
	index     func() *words.Index
	describer func() *cards.Describer
	registry  func() *cards.Registry
	places    func() *ground.Gazetteer
	resolver  func() *resolve.Resolver
}

func newSeen(view *bundle.View, engine *answer.Engine) *seen {
	s := &seen{view: view, engine: engine}
	s.index = sync.OnceValue(func() *words.Index { return words.New(view) })
	s.describer = sync.OnceValue(func() *cards.Describer { return cards.New(view, s.index()) })
	s.registry = sync.OnceValue(func() *cards.Registry { return cards.NewRegistry(s.describer()) })
	s.resolver = sync.OnceValue(func() *resolve.Resolver { return resolve.New(view, s.index()) })
	s.places = sync.OnceValue(func() *ground.Gazetteer { return ground.NewGazetteer(view.Knowledge().Places) })
	return s
}

// mostViews bounds how many sets of audiences are remembered.
const mostViews = 256

// seenBy is the pin as a caller sees it.
func (p *Pin) seenBy(c Caller) *seen {
	key := "*"
	if c.Audiences != nil {
		key = "=" + strings.Join(slices.Compact(slices.Sorted(slices.Values(c.Audiences))), "\x00")
	}
	return p.seenAs(key, c.Audiences).by(c.Asker)
}

// by is what is seen with the sources as one asker reads them: rows are never a matter of audiences.
func (s *seen) by(who *warehouse.Asker) *seen {
	out := *s
	out.engine = s.engine.For(who)
	return &out
}

// seenAs is the pin as a set of audiences sees it.
func (p *Pin) seenAs(key string, audiences []string) *seen {
	p.mu.Lock()
	defer p.mu.Unlock()
	if v, ok := p.views[key]; ok {
		return v
	}
	if p.views == nil || len(p.views) >= mostViews {
		p.views = map[string]*seen{}
	}
	view := p.bundle.View(audiences, false)
	p.views[key] = newSeen(view, p.engine.As(view))
	return p.views[key]
}

// Close gives the sources back. It is for a pin that no service has.
func (p *Pin) Close() { p.retire() }

// retire closes the sources once the last question is done.
func (p *Pin) retire() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.retired {
		return
	}
	p.retired = true
	if p.users == 0 && p.close != nil {
		p.close()
	}
}

// release ends one question's use.
func (p *Pin) release() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.users--; p.users == 0 && p.retired && p.close != nil {
		p.close()
	}
}

// acquire is the pin in force, kept open until it is released.
func (s *Service) acquire() *Pin {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pin.mu.Lock()
	defer s.pin.mu.Unlock()
	s.pin.users++
	return s.pin
}

// Reloads says what became of attempts to serve another bundle.
type Reloads struct {
	Done   int `json:"done"`
	Failed int `json:"failed"`
}

// Swap serves another verified pin from now on. Questions that run finish on the old one, whose sources are then closed.
func (s *Service) Swap(p *Pin) {
	s.mu.Lock()
	old := s.pin
	s.pin, s.pinned = p, s.now()
	s.reloads.Done++
	s.mu.Unlock()
	old.retire()
	s.log.Info("another bundle is served", "bundle", p.bundle.Digest(), "before", old.bundle.Digest())
}

// Kept notes that a reload failed and the bundle stayed as it was. why is for the log.
func (s *Service) Kept(why string) {
	s.mu.Lock()
	s.reloads.Failed++
	digest := s.pin.bundle.Digest()
	s.mu.Unlock()
	s.log.Error("the reload failed, and the bundle stays as it was", "bundle", digest, "why", why)
}
