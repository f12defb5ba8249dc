package serve

import "context"

// Stop turns new calls away and waits for the running ones until ctx ends; then it cancels them and waits until their
// sources have stopped, at most as long as stopped does. It reports whether nothing runs any more. A second call only waits.
func (s *Service) Stop(ctx, stopped context.Context) bool {
	idle := s.slots.close()
	select {
	case <-idle:
		s.end()
		s.retire()
		return true
	case <-ctx.Done():
	}
	running, _, _ := s.slots.load()
	s.log.Warn("questions still run after the grace, and are cancelled", "running", running)
	s.end()
	select {
	case <-idle:
		s.retire()
		return true
	case <-stopped.Done():
		return false
	}
}

// retire gives up the pin for good.
func (s *Service) retire() {
	s.settled()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pin.retire()
}
