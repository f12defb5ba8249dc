package serve

import (
	"context"
	"time"
)

// TurnedAway takes note of a request that a transport answered without a call: OutcomeUnauthenticated or OutcomeForeign.
// It gets its line in the audit and is counted. Nothing is known of who sent it.
func (s *Service) TurnedAway(ctx context.Context, request, transport string, outcome Outcome) {
	_, ended := s.observer.Begin(ctx, request, transport)
	l := line{Time: s.now().Format(time.RFC3339Nano), Request: request, Audiences: []string{}, Transport: transport, Outcome: outcome}
	if err := s.audit.write(l); err != nil {
		s.log.Error("the audit cannot be written", "request", request, "error", err.Error())
	}
	ended(Event{Transport: transport, Outcome: outcome})
}
