package answer

import (
	"maps"
	"slices"
	"sync"

	"sutura.dev/internal/warehouse"
)

// Postures of a leg: as whom its statement ran.
const (
	PostureService = "service" // the connection's own login
	PostureSubject = "subject" // the one who asks
)

// For is the engine for the questions of one who asks, nil where no token says who that is: sources whose questions run as
// the asker are read as nobody else. What it finds out about them stays among askers whom the data system cannot tell
// apart. An engine that was not made by it reads every source as the connection's own login.
func (e *Engine) For(who *warehouse.Asker) *Engine {
	out := &Engine{View: e.View, Sources: e.Sources, Clock: e.Clock, Version: e.Version}
	key := ""
	for _, alias := range slices.Sorted(maps.Keys(e.Sources)) {
		source, ok := e.Sources[alias].(warehouse.Delegating)
		if !ok {
			continue
		}
		if out.asked == nil {
			out.Sources = maps.Clone(e.Sources)
		}
		as, known, found := warehouse.Nobody(source.Dialect()), "", false
		if who != nil {
			if asker, key, ok := source.For(*who); ok {
				as, known, found = asker, key, true
			}
		}
		if found {
			key += alias + "\x00" + known + "\x00\x00"
		}
		out.Sources[alias], out.asked = as, append(out.asked, alias)
	}
	if out.asked == nil {
		return e
	}
	out.shared = e.memory().of(key)
	return out
}

// Posture is as whom a source's statements run.
func (e *Engine) Posture(alias string) string {
	if slices.Contains(e.asked, alias) {
		return PostureSubject
	}
	return PostureService
}

// memory is what was found out about sources and statements. It holds for every view of the bundle.
type memory struct {
	declared declarations
	keys     keys
	newest   remembered[lookedAt, newest]
	facts    *facts

	mu     sync.Mutex
	askers map[string]*memory // by key
}

// facts are the same whoever asks.
type facts struct {
	zones zoneRules
	// shapes remembers the fingerprint of each text that passed the vetter: equal questions but for their values have
	// equal texts.
	shapes remembered[string, string]
}

// mostAskers bounds how many askers' memories are kept; past it all are forgotten.
const mostAskers = 256

// of is the memory of askers with a key: what a role may read, and which keys are unique among the rows that it sees,
// says nothing of another's.
func (m *memory) of(key string) *memory {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.askers[key] == nil {
		if m.askers == nil || len(m.askers) >= mostAskers {
			m.askers = map[string]*memory{}
		}
		m.askers[key] = &memory{facts: m.facts}
	}
	return m.askers[key]
}

func (e *Engine) memory() *memory {
	if e.shared != nil {
		return e.shared
	}
	e.begin.Do(func() { e.own.facts = &facts{} })
	return &e.own
}
