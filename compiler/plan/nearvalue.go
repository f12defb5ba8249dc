package plan

import (
	"maps"
	"slices"

	"sutura.dev/bundle"
	"sutura.dev/internal/nearest"
)

// nearValues lists the declared values that a word is near to: by their own spelling, by what people call them, or by a
// synonym. Nearest first, limit at most.
func nearValues(d *bundle.Dimension, word string, limit int) []string {
	spelled := map[string][]string{} // the values of a spelling
	for _, v := range d.Values {
		spellings := []string{v}
		if label := d.Prose.Labels[v]; label != "" {
			spellings = append(spellings, label)
		}
		for _, t := range d.Prose.ValueWords[v] {
			spellings = append(spellings, t.Text)
		}
		for _, s := range spellings {
			spelled[s] = append(spelled[s], v)
		}
	}
	var out []string
	for _, s := range nearest.Names(word, slices.Sorted(maps.Keys(spelled)), len(spelled)) {
		for _, v := range spelled[s] {
			if len(out) < limit && !slices.Contains(out, v) {
				out = append(out, v)
			}
		}
	}
	return out
}
