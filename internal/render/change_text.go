package render

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"sutura.dev/bundle"
)

// namesShown is how many of many names are told.
const namesShown = 12

// Change prints what changed between two catalogs, for people.
func (p *Printer) Change(c Change) {
	p.Heading(c.Title())
	for _, o := range c.outlines() {
		p.Line("")
		p.Line("%s  %s", p.style.bold.Render(p.text(o.Title)), p.class(o.Class).Render(classWord(o.Class)))
		if o.Alike != "" {
			p.wrapped(o.alike())
		}
		for _, r := range o.Reasons {
			p.reason(r)
		}
		for _, text := range o.lines() {
			p.wrapped(text)
		}
		for _, f := range o.Fields {
			p.wrapped(f[0] + ": " + f[1])
		}
		p.deltas(o)
	}
	if line := c.spaceLine(); line != "" {
		p.Line("")
		p.Line("%s", line)
	}
}

// wrapped prints a line of an outline over as many as it takes.
func (p *Printer) wrapped(text string) {
	inner := strings.TrimLeft(text, " ")
	indent := strings.Repeat(" ", 2+len(text)-len(inner))
	for i, line := range wrap(p.text(inner), fieldWidth-4) {
		p.Line("%s%s%s", indent, strings.Repeat(" ", 2*min(i, 1)), line)
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

// alike says whose reasons are told.
func (o outline) alike() string {
	return "one definition makes them; of " + o.Alike + ", and alike of the others:"
}

// lines are what is said below an outline's reasons.
func (o outline) lines() []string {
	if o.Apart && len(o.Reaches) > 0 {
		return []string{plural(len(o.Reaches), "definition") + ": " + Some(o.Reaches)}
	}
	return o.Values
}

// Some lists names, of many the first.
func Some(names []string) string {
	if len(names) <= namesShown {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:namesShown], ", "), len(names)-namesShown)
}

func (p *Printer) deltas(o outline) {
	if o.Example != "" && len(o.Deltas) > 0 {
		p.Line("  for example, %s:", p.text(o.Example))
	}
	for _, d := range o.Deltas {
		line := p.style.dim.Render(d.Part + ":")
		if len(d.Command) > 0 {
			line += " " + p.style.key.Render(p.text(Shell(d.Command)))
		}
		p.Line("  %s", line)
		p.hunks(d.Was, d.Now, !d.Rows)
		if d.More > 0 {
			p.Line("  %s", p.style.dim.Render("and "+plural(d.More, "row")+" more"))
		}
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
