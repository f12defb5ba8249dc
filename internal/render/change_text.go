package render

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"sutura.dev/bundle"
)

// reachShown is how many of the metrics that a cause reaches are named.
const reachShown = 12

// Change prints what changed between two catalogs, for people.
func (p *Printer) Change(c Change) {
	p.Heading(fmt.Sprintf("%s to %s: %s", c.From, c.To, c.Headline()))
	for _, o := range c.outlines() {
		p.Line("")
		p.Line("%s  %s", p.style.bold.Render(p.text(o.Title)), p.class(o.Class).Render(classWord(o.Class)))
		for _, r := range o.Reasons {
			p.Line("  %s", p.text(r))
		}
		for _, text := range o.reaches() {
			for i, line := range wrap(p.text(text), fieldWidth-4) {
				p.Line("  %s%s", strings.Repeat(" ", 2*min(i, 1)), line)
			}
		}
		p.deltas(o)
	}
	if line := c.spaceLine(); line != "" {
		p.Line("")
		p.Line("%s", line)
	}
}

// Demand prints which version a change demands.
func (p *Printer) Demand(c Change) {
	line := c.VersionLine()
	if line == "" {
		return
	}
	style := p.style.good
	if !c.VersionOK {
		style = p.style.err
	}
	p.Line("")
	p.Line("%s", style.Render(p.text(line)))
}

// reaches names the metrics that a change reaches, one line for each way.
func (o outline) reaches() []string {
	var out []string
	switch {
	case len(o.Reaches) > 0 && o.Title == elsewhere:
		out = append(out, plural(len(o.Reaches), "definition")+": "+some(o.Reaches))
	case len(o.Reaches) > 0:
		out = append(out, "it reaches "+plural(len(o.Reaches), "metric")+": "+some(o.Reaches))
	}
	if len(o.Through) > 0 {
		out = append(out, "computed from it: "+some(o.Through))
	}
	return out
}

// some lists names, not all of many.
func some(names []string) string {
	if len(names) <= reachShown {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:reachShown], ", "), len(names)-reachShown)
}

func (p *Printer) deltas(o outline) {
	if o.Example != "" {
		p.Line("  for example, %s:", p.text(o.Example))
	}
	for _, d := range o.Deltas {
		line := p.style.dim.Render(d.Part + ":")
		if len(d.Command) > 0 {
			line += " " + p.style.key.Render(p.text(Shell(d.Command)))
		}
		p.Line("  %s", line)
		p.Hunks(d.Was, d.Now)
	}
}

func (p *Printer) class(c bundle.Class) lipgloss.Style {
	switch c {
	case bundle.Breaking, bundle.MeaningChanged:
		return p.style.err
	case bundle.Additive:
		return p.style.good
	case bundle.ProseOnly:
	}
	return p.style.dim
}
