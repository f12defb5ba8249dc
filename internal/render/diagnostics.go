package render

import (
	"fmt"
	"slices"

	"sutura.dev/internal/diag"
)

// Files shows the places of diagnostics.
type Files struct {
	// Show turns a diagnostic's file into the path that the reader would type.
	Show func(file string) string
	// Read returns a file's bytes, nil where there are none to quote.
	Read func(file string) []byte
}

// Diagnostics is a sorted list, cut to what is worth reading.
type Diagnostics struct {
	Shown    diag.List
	Left     int // not shown
	Errors   int
	Warnings int
}

// Select sorts, drops repeats and keeps at most limit findings (0: all). Where some must go, errors stay first.
func Select(list diag.List, limit int) Diagnostics {
	sorted := list.Sorted()
	var d Diagnostics
	for _, x := range sorted {
		if x.Severity == diag.Error {
			d.Errors++
		} else {
			d.Warnings++
		}
	}
	d.Shown = sorted
	if limit > 0 && len(sorted) > limit {
		worst := slices.Clone(sorted)
		slices.SortStableFunc(worst, func(a, b diag.Diagnostic) int { return int(a.Severity) - int(b.Severity) })
		d.Shown, d.Left = worst[:limit].Sorted(), len(sorted)-limit
	}
	return d
}

// Diagnostics prints findings for people: place, what is wrong, the line with the range underlined, what to do.
func (p *Printer) Diagnostics(d Diagnostics, files Files) {
	for _, x := range d.Shown {
		p.diagnostic(x, files)
	}
	if d.Left > 0 {
		p.Line("and %d more", d.Left)
	}
}

// Summary is "2 errors, 1 warning", or "" for nothing.
func (d Diagnostics) Summary() string {
	switch {
	case d.Errors > 0 && d.Warnings > 0:
		return plural(d.Errors, "error") + ", " + plural(d.Warnings, "warning")
	case d.Errors > 0:
		return plural(d.Errors, "error")
	case d.Warnings > 0:
		return plural(d.Warnings, "warning")
	}
	return ""
}

func (p *Printer) diagnostic(d diag.Diagnostic, files Files) {
	word := p.style.err
	if d.Severity == diag.Warning {
		word = p.style.warn
	}
	kind := word.Render(fmt.Sprintf("%s[%s]", d.Severity, d.Code))
	where := p.place(d.Range, files)
	if where == "" && d.Path != "" {
		where = p.text(d.Path) + ": "
	}
	p.Line("%s%s: %s", where, kind, p.style.bold.Render(p.text(d.Message)))
	p.snippet(d.Range, files, word)
	if d.Hint != "" {
		p.Line("  %s %s", p.style.key.Render("hint:"), p.text(d.Hint))
	}
	for _, r := range d.Related {
		p.Line("  %s%s", p.place(r.Range, files), p.text(r.Message))
		p.snippet(r.Range, files, p.style.key)
	}
}

// place is "file:line:col: ", as much of it as is known.
func (p *Printer) place(r diag.Range, files Files) string {
	if r.File == "" {
		return ""
	}
	file := p.text(files.Show(r.File))
	if r.Start.Line == 0 {
		return file + ": "
	}
	return fmt.Sprintf("%s:%d:%d: ", file, r.Start.Line, r.Start.Column)
}
