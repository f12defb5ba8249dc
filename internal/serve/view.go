package serve

import "sutura.dev/bundle"

// View lends the bundle as a caller sees it: a metric outside it does not exist. done gives it back.
func (s *Service) View(c Caller) (view *bundle.View, done func()) {
	p := s.acquire()
	return p.seenBy(c).view, p.release
}
