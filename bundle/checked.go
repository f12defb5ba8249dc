package bundle

// Checked is the range that the published values of the whole metric lie in, held against the source: there is data in
// it. Empty where nothing is published.
func (m *Metric) Checked() (start, end string) {
	for _, a := range m.Anchors {
		switch {
		case a.On != "source" || a.Start == "" || len(a.Filters) > 0:
		case start == "":
			start, end = a.Start, a.End
		default:
			start, end = min(start, a.Start), max(end, a.End)
		}
	}
	return start, end
}
