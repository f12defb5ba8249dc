package bundle

import (
	"cmp"
	"encoding/json"
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
		c.add(CaveatsChanged, "", "", strings.Join(was.Caveats, " "), strings.Join(is.Caveats, " "))
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
		{"labels", mapText(was.Labels), mapText(is.Labels)},
		{"words for values", mapText(was.ValueWords), mapText(is.ValueWords)},
	} {
		if f.before != f.after {
			out = append(out, f)
		}
	}
	return out
}

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

func localesText(locales []Locale) string {
	parts := make([]string, len(locales))
	for i, l := range locales {
		parts[i] = l.Locale + ": " + strings.Join([]string{l.Title, l.Description, termsText(l.Synonyms)}, "; ")
	}
	return strings.Join(parts, " ")
}

// mapText spells a map as JSON, keys sorted; empty for none.
func mapText[V any](m map[string]V) string {
	if len(m) == 0 {
		return ""
	}
	text, err := json.Marshal(m)
	if err != nil {
		return "" // maps of text can be encoded
	}
	return string(text)
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
