package catalog

import (
	"fmt"
	"slices"

	"sutura.dev/internal/diag"
)

// Bounds of a catalog's definitions.
const (
	maxMetrics     = 10_000
	maxValues      = 1_000 // closed values of a dimension
	maxValueLength = 256   // characters
	maxDescription = 4 << 10
	maxHops        = 4 // joins on a path
	everyone       = "everyone"
)

func (k *checker) about() {
	path := []string{"about"}
	k.description(at(path, "description"), k.About.Description)
	k.repeated(at(path, "audience"), k.About.Audience, "audience")
	k.zone(at(path, "calendar", "timezone"), k.About.Calendar.Timezone)
	if len(k.Metrics) > maxMetrics {
		k.report(diag.OverBound, []string{"metrics"}, "Split the catalog.", "%d metrics; a catalog has at most 10,000", len(k.Metrics))
	}
}

func (k *checker) source(name string) {
	path := []string{"sources", name}
	k.description(at(path, "description"), k.Sources[name].Description)
	if s := k.Sources[name].Schema; s != "" {
		k.identifier(diag.TableForm, at(path, "schema"), "schema", s)
	}
}

func (k *checker) prose(path []string, p Prose) {
	k.description(at(path, "description"), p.Description)
	k.distinct(at(path, "tags"), p.Tags, "tag")
	k.terms(at(path, "synonyms"), p.Synonyms)
	for _, locale := range names(p.I18n) {
		k.description(at(path, "i18n", locale, "description"), p.I18n[locale].Description)
		k.terms(at(path, "i18n", locale, "synonyms"), p.I18n[locale].Synonyms)
	}
}

func (k *checker) terms(path []string, terms []Term) {
	texts := make([]string, len(terms))
	for i, t := range terms {
		texts[i] = t.Text
	}
	k.distinct(path, texts, "word")
}

func (k *checker) description(path []string, text string) {
	if len(text) > maxDescription {
		k.report(diag.OverBound, path, "Keep what a reader needs to choose; link to the rest.", "a description of %d bytes; at most 4 KiB", len(text))
	}
}

func (k *checker) zone(path []string, name string) {
	if name == "" {
		return
	}
	if _, ok := slices.BinarySearch(k.zones, name); !ok {
		k.report(diag.UnknownZone, path, k.near.name(name, k.zones, `Write a name of the tz database, such as "Europe/Prague" or "UTC".`),
			"%s is no time zone", name)
	}
}

// identifier reports a table's part or a column's name that is not visible text.
func (k *checker) identifier(code diag.Code, path []string, what, name string) {
	if kind := unclean(name); name == "" || kind != "" {
		reason := "is empty"
		if name != "" {
			reason = "holds " + kind
		}
		k.report(code, path, "Give it a name of visible text.", "the name of this %s %s", what, reason)
	}
}

// folded reports names that are equal once case is folded.
func (k *checker) folded(path []string, all []string, what string) {
	seen := map[string]string{}
	for _, name := range all {
		f := fold(name)
		if other, ok := seen[f]; ok {
			d := diag.Diagnostic{
				Code: diag.NamesFold, Range: k.places.label(at(path, name)),
				Message: fmt.Sprintf("%s and %s differ in case only", other, name), Hint: "Rename one " + what + ".",
				Related: []diag.Related{{Range: k.places.label(at(path, other)), Message: other + " is here"}},
			}
			k.add(d, at(path, name))
			continue
		}
		seen[f] = name
	}
}
