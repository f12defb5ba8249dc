package serve

import (
	"context"
	"time"
)

// TurnedAway takes note of a request that a transport answered without a call: OutcomeUnauthenticated or OutcomeForeign,
// and why, a word of a closed set. It is counted, and gets its line in the audit as long as there are not too many:
// nothing is known of who sends them, and a flood must not fill the disk.
func (s *Service) TurnedAway(ctx context.Context, request, transport string, outcome Outcome, why string) {
	_, ended := s.observer.Begin(ctx, request, transport)
	now := s.now()
	l := line{Time: now.Format(time.RFC3339Nano), Request: request, Audiences: []string{}, Transport: transport, Outcome: outcome, Code: why}
	if err := s.audit.turned(l, now); err != nil {
		s.log.Error("the audit cannot be written", "request", request, "error", err.Error())
	}
	ended(Event{Transport: transport, Outcome: outcome})
}

// mostTurned is how many requests that were turned away have a line of their own in a minute.
const mostTurned = 60

// flood counts the requests that were turned away since a minute began.
type flood struct {
	began   time.Time
	written int
	left    map[Outcome]int // that have no line
}

// turned writes the line of a request that was turned away, or counts it. What was counted in a minute gets one line for
// each outcome with the first that comes after it, or when the service ends.
func (a *audit) turned(l line, now time.Time) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if since := now.Sub(a.flood.began); since >= time.Minute || since < 0 {
		if err := a.settle(now); err != nil {
			return err
		}
		a.flood = flood{began: now}
	}
	if a.flood.written >= mostTurned {
		if a.flood.left == nil {
			a.flood.left = map[Outcome]int{}
		}
		a.flood.left[l.Outcome]++
		return nil
	}
	a.flood.written++
	return a.append(l)
}

// settle writes how many were counted only. The lock is held.
func (a *audit) settle(now time.Time) error {
	for _, outcome := range []Outcome{OutcomeUnauthenticated, OutcomeForeign} {
		n := a.flood.left[outcome]
		if n == 0 {
			continue
		}
		if err := a.append(line{Time: now.Format(time.RFC3339Nano), Audiences: []string{}, Outcome: outcome, LeftOut: n}); err != nil {
			return err
		}
		delete(a.flood.left, outcome)
	}
	return nil
}

// settled writes what is left to be said at the end.
func (s *Service) settled() {
	s.audit.mu.Lock()
	defer s.audit.mu.Unlock()
	if err := s.audit.settle(s.now()); err != nil {
		s.log.Error("the audit cannot be written", "error", err.Error())
	}
}
