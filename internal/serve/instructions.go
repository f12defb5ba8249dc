package serve

// Instructions is what an agent reads on connecting: what is measured here, and how to ask.
func (s *Service) Instructions(c Caller) string {
	return instructions(s.pin.Load().seenBy(c), s.Granted(c))
}

// instructions derives the text from the bundle as the caller sees it and the capabilities granted.
func instructions(seen *seen, _ []Capability) string {
	about := seen.view.About()
	return about.Name + " " + about.Version
}
