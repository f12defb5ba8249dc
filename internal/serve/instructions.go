package serve

// Instructions is what an agent reads on connecting: what is measured here, and how to ask.
func (s *Service) Instructions(c Caller) string {
	pin := s.acquire()
	defer pin.release()
	return instructions(pin.seenBy(c), s.Granted(c), s.additions)
}

// instructions derives the text from the bundle as the caller sees it and the capabilities granted; the operator's additions
// come last.
func instructions(seen *seen, _ []Capability, additions string) string {
	about := seen.view.About()
	return about.Name + " " + about.Version + "\n" + additions
}
