package resolve

import (
	"strings"

	"sutura.dev/bundle"
)

// label is what people call a choice, in a locale where the catalog has it.
func (r *Resolver) label(c Choice, locale string) string {
	if m := r.metric(c.ID); m != nil {
		return titled(m.Prose, m.Name, locale)
	}
	if d := r.dimension(c.ID); d != nil {
		title := titled(d.Dimension.Prose, d.Name, locale)
		if c.Role == AsGroup || len(c.Args) == 0 {
			return title + " (" + d.Name + ")"
		}
		value := c.Args[0]
		if l := d.Dimension.Prose.Labels[value]; l != "" {
			value = l
		}
		return value + " (" + title + ", " + d.Name + ")"
	}
	switch c.Role {
	case AsRange:
		if len(c.Args) == 2 {
			return "from " + c.Args[0] + " to before " + c.Args[1]
		}
	case AsTop, AsOrder:
		if c.Args[0] == "asc" {
			return "the smallest first"
		}
		return "the largest first"
	}
	return strings.Join(c.Args, " ")
}

func titled(p bundle.Prose, name, locale string) string {
	for _, l := range p.Locales {
		if l.Title != "" && language(l.Locale) == language(locale) {
			return l.Title
		}
	}
	if p.Title != "" {
		return p.Title
	}
	return name
}
