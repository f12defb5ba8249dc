package bundle

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// prose finds what of the metric reads otherwise, and for whom.
func (c comparison) prose() {
	was, is := c.was, c.is
	c.audience(was.Audience, is.Audience)
	c.status()
	c.words("", "", was.Prose, is.Prose)
	if was.Format != is.Format {
		c.add(FormatChanged, "", "", was.Format, is.Format)
	}
	if !slices.Equal(was.Caveats, is.Caveats) {
		c.add(CaveatsChanged, "", "", linesText(was.Caveats), linesText(is.Caveats))
	}
	if !sameDefinition(was.Anchors, is.Anchors) {
		c.add(AnchorsChanged, "", "", anchorsText(was.Anchors), anchorsText(is.Anchors))
	}
	for _, name := range was.Dimensions {
		if _, kept := slices.BinarySearch(is.Dimensions, name); kept {
			c.dimensionProse(name)
		}
	}
}

func (c comparison) dimensionProse(name string) {
	was, is := c.before.Resolve(c.was.models()[0], name), c.after.Resolve(c.is.models()[0], name)
	c.words(is.origin(), is.Dimension.Name, was.Dimension.Prose, is.Dimension.Prose)
	if was.Dimension.Personal != is.Dimension.Personal {
		text := map[bool]string{true: "personal", false: "not personal"}
		c.add(PersonalChanged, is.origin(), is.Dimension.Name, text[was.Dimension.Personal], text[is.Dimension.Personal])
	}
}

// words compares prose; of is the dimension that it is about, empty for the metric.
func (c comparison) words(origin, of string, was, is Prose) {
	for _, f := range changedWords(was, is) {
		subject := f.name
		if of != "" {
			subject += " of the dimension " + of
		}
		c.add(ProseChanged, origin, subject, f.before, f.after)
	}
}

// wordChange is a field of prose that changed.
type wordChange struct{ name, before, after string }

func changedWords(was, is Prose) []wordChange {
	var out []wordChange
	for _, f := range []wordChange{
		{"title", was.Title, is.Title},
		{"description", was.Description, is.Description},
		{"owner", was.Owner, is.Owner},
		{"tags", strings.Join(was.Tags, ", "), strings.Join(is.Tags, ", ")},
		{"synonyms", termsText(was.Synonyms), termsText(is.Synonyms)},
		{"translations", localesText(was.Locales), localesText(is.Locales)},
		{"labels", mapText(was.Labels, plainText), mapText(is.Labels, plainText)},
		{"words for values", mapText(was.ValueWords, termsText), mapText(is.ValueWords, termsText)},
	} {
		if f.before != f.after {
			out = append(out, f)
		}
	}
	return out
}

func plainText(s string) string { return s }

func termsText(terms []Term) string {
	parts := make([]string, len(terms))
	for i, t := range terms {
		parts[i] = t.Text
		if t.Match != "" {
			parts[i] += " (" + t.Match + ")"
		}
		if t.Lemma != nil && !*t.Lemma {
			parts[i] += " (not inflected)"
		}
	}
	return strings.Join(parts, ", ")
}

// localesText spells translations, a field of one language a line.
func localesText(locales []Locale) string {
	var lines []string
	for _, l := range locales {
		for _, f := range []wordChange{{"title", "", l.Title}, {"description", "", l.Description}, {"synonyms", "", termsText(l.Synonyms)}} {
			if f.after != "" {
				lines = append(lines, l.Locale+" "+f.name+": "+f.after)
			}
		}
	}
	return linesText(lines)
}

// mapText spells a map, one key a line, sorted.
func mapText[V any](m map[string]V, text func(V) string) string {
	lines := make([]string, 0, len(m))
	for _, key := range slices.Sorted(maps.Keys(m)) {
		lines = append(lines, key+": "+text(m[key]))
	}
	return linesText(lines)
}

// linesText is a list of texts, each on a line of its own: what two such lists differ by can be told line by line.
func linesText(texts []string) string {
	var out strings.Builder
	for _, t := range texts {
		out.WriteString(strings.Join(strings.Fields(t), " ") + "\n")
	}
	return out.String()
}

// anchorsText spells published values with when they are of.
func anchorsText(anchors []Anchor) string {
	parts := make([]string, len(anchors))
	for i, a := range anchors {
		parts[i] = a.Value
		if a.Within != "" {
			parts[i] += " within " + a.Within
		}
		if a.Start != "" {
			parts[i] += " from " + a.Start + " to before " + a.End
		}
		for _, f := range a.Filters {
			parts[i] += " where " + f.Dimension + " " + cmp.Or(f.Op, "in") + " " + strings.Join(f.Values, "/")
			if f.IncludeNull {
				parts[i] += " or null"
			}
		}
		if a.On != "" && a.On != "source" {
			parts[i] += " on " + a.On
		}
	}
	return strings.Join(parts, ", ")
}

// audience compares who may see the metric. Everyone is the widest audience, whoever else is named beside it.
func (c comparison) audience(was, is []string) {
	everyoneWas, everyoneIs := slices.Contains(was, Everyone), slices.Contains(is, Everyone)
	old, now := strings.Join(was, ", "), strings.Join(is, ", ")
	lost, gained := without(was, is), without(is, was)
	switch {
	case everyoneWas && everyoneIs:
		lost, gained = "", ""
	case everyoneWas:
		lost, gained = Everyone, ""
	case everyoneIs:
		lost, gained = "", Everyone
	}
	if lost != "" {
		c.add(AudienceNarrowed, "", lost, old, now)
	}
	if gained != "" {
		c.add(AudienceWidened, "", gained, old, now)
	}
}

// status compares what the metric is certified as.
func (c comparison) status() {
	was, is := c.was, c.is
	switch {
	case was.Status == Draft && is.Status != Draft:
		c.add(MetricPublished, "", "", was.Status, is.Status)
	case was.Status != Draft && is.Status == Draft:
		c.add(MetricWithdrawn, "", "", was.Status, is.Status)
	case was.Status == Certified && is.Status == Deprecated:
		c.add(MetricDeprecated, "", "", "", is.advice())
	case was.Status == Deprecated && is.Status == Certified:
		c.add(MetricRestored, "", "", was.advice(), "")
	case was.advice() != is.advice():
		c.add(DeprecationChanged, "", "", was.advice(), is.advice())
	}
}

// advice is what a deprecated metric says.
func (m *Metric) advice() string {
	var parts []string
	if m.Use != "" {
		parts = append(parts, "use "+m.Use)
	}
	if m.Until != "" {
		parts = append(parts, "it stays until "+m.Until)
	}
	return cmp.Or(strings.Join(parts, "; "), "nothing is said to replace it")
}
