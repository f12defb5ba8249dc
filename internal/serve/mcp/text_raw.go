package mcp

import "sutura.dev/internal/serve"

// ungoverned says before and after the cells what they are not: an agent may keep either end only.
func (w *page) ungoverned(u *serve.Ungoverned) {
	w.line("%s", u.Warning)
	headings := make([]any, len(u.Headings))
	for i, h := range u.Headings {
		headings[i] = h.Heading
	}
	w.row(headings)
	for _, line := range u.Cells {
		w.row(line)
	}
	w.line("ungoverned: %s, no provenance", plural(u.Fetched, "line"))
}

func (w *page) notRun(n *serve.NotRun) {
	w.line("%s", n.Warning)
	w.line("nothing came back: %s", n.Why)
	w.line("%s", n.Because)
}
