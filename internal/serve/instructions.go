package serve

import "sutura.dev/internal/serve/guidance"

// Instructions is what an agent reads on connecting: what is measured here, and how to ask. Where doors are named, it speaks
// of their tools only.
func (s *Service) Instructions(c Caller, doors ...Door) string {
	pin := s.acquire()
	defer pin.release()
	return guidance.Text(guidance.Reader{View: pin.seenBy(c).view, Tools: names(s.Granted(c, doors...)), Additions: s.additions})
}

// names lists what capabilities are called.
func names(of []Capability) []string {
	out := make([]string, len(of))
	for i, c := range of {
		out[i] = c.Name
	}
	return out
}
