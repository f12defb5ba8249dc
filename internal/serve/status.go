package serve

import (
	"context"
	"maps"
	"slices"
	"time"

	"sutura.dev/internal/answer"
)

// Status is the service as its operators see it.
type Status struct {
	Bundle struct {
		Name    string `json:"name"`
		Version string `json:"version"`
		Digest  string `json:"digest"`
		Metrics int    `json:"metrics"`
		Anchors int    `json:"anchors"` // verified on the sources
		Pinned  string `json:"pinned"`
	} `json:"bundle"`
	Began    string         `json:"began"`
	Doors    []string       `json:"doors"`
	Tools    []string       `json:"tools"`
	Slots    Slots          `json:"slots"`
	Reloads  Reloads        `json:"reloads"`
	Stopping bool           `json:"stopping"`
	Warnings []string       `json:"warnings"`
	Sources  []SourceStatus `json:"sources"`
	// Fresh says of each model that declares it how far its data reaches.
	Fresh []answer.Freshness `json:"fresh"`
}

// Slots says how busy the service is.
type Slots struct {
	Max     int `json:"max"`
	Running int `json:"running"`
	Waiting int `json:"waiting"`
	Peak    int `json:"peak"`
}

// SourceStatus is one data system.
type SourceStatus struct {
	Name      string `json:"name"`
	Dialect   string `json:"dialect"`
	Posture   string `json:"posture"` // as whom questions run: service or subject
	Reachable bool   `json:"reachable"`
}

// Slots is how busy the service is.
func (s *Service) Slots() Slots {
	running, waiting, peak := s.slots.load()
	return Slots{s.settings.MaxConcurrent, running, waiting, peak}
}

// Status looks at the service and asks each source for a sign of life, until ctx ends.
func (s *Service) Status(ctx context.Context) Status {
	p := s.acquire()
	defer p.release()
	var out Status
	about := p.bundle.About()
	out.Bundle.Name, out.Bundle.Version, out.Bundle.Digest = about.Name, about.Version, p.bundle.Digest()
	out.Bundle.Metrics, out.Bundle.Anchors = len(p.engine.View.Names()), p.anchors
	s.mu.Lock()
	out.Bundle.Pinned, out.Reloads = s.pinned.UTC().Format(time.RFC3339), s.reloads
	s.mu.Unlock()
	out.Began, out.Doors, out.Slots = s.began.UTC().Format(time.RFC3339), s.settings.Doors, s.Slots()
	out.Stopping = s.slots.stopping()
	out.Tools, out.Warnings, out.Sources = []string{}, append([]string{}, p.warnings...), []SourceStatus{}
	for _, c := range s.table {
		out.Tools = append(out.Tools, c.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(p.engine.Sources)) {
		source := p.engine.Sources[name]
		out.Sources = append(out.Sources, SourceStatus{name, source.Dialect(), p.engine.For(nil).Posture(name), answer.Reach(ctx, source) == nil})
	}
	out.Fresh = p.engine.Freshness(ctx)
	return out
}

// Ready reports whether calls are taken and every source answers, until ctx ends.
func (s *Service) Ready(ctx context.Context) bool {
	status := s.Status(ctx)
	return !status.Stopping && !slices.ContainsFunc(status.Sources, func(s SourceStatus) bool { return !s.Reachable })
}

// Reloads says what became of attempts to serve another bundle.
func (s *Service) Reloads() Reloads {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.reloads
}
