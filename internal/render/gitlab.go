package render

// GitLab prints findings as a report of GitLab's Code Quality: a list of objects.
func (p *Printer) GitLab(r Report) error {
	out := []gitlabFinding{}
	marks := fingerprints(r.Findings.Shown)
	for i, d := range r.Findings.Shown {
		s := r.spotOf(d.Range)
		f := gitlabFinding{Description: sentences(d), Check: string(d.Code), Fingerprint: marks[i], Severity: "minor"}
		if r.failed(d) {
			f.Severity = "critical"
		}
		f.Location.Path = s.path
		f.Location.Lines.Begin, f.Location.Lines.End = max(s.line, 1), max(s.endLine, 1)
		out = append(out, f)
	}
	return p.JSON(out)
}

type gitlabFinding struct {
	Description string `json:"description"`
	Check       string `json:"check_name"`
	Fingerprint string `json:"fingerprint"`
	Severity    string `json:"severity"` // info, minor, major, critical, blocker
	Location    struct {
		Path  string `json:"path"`
		Lines struct {
			Begin int `json:"begin"`
			End   int `json:"end"`
		} `json:"lines"`
	} `json:"location"`
}
