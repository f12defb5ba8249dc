package textdiff_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sutura.dev/goldens/textdiff"
)

func TestWords(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"", "", ""},
		{"same words", "same words", "same words"},
		{"flights that left; early ones count", "flights that arrived; early ones count", "flights that [-left-]{+arrived+}; early ones count"},
		{"what was paid by customers", "what was ever ordered by customers", "what was [-paid-]{+ever ordered+} by customers"},
		{"a few old words, all kept", "all kept", "[-a few old words, -]all kept"},
		{"Orders", "Cancelled returns", "[-Orders-]{+Cancelled returns+}"},
		{"", "New words", "{+New words+}"},
		{"Tržby za měsíc", "Tržby za rok", "Tržby za [-měsíc-]{+rok+}"},
	} {
		got := ""
		for _, w := range textdiff.Words(c.old, c.new) {
			got += map[textdiff.Kind]string{textdiff.Same: w.Text, textdiff.Gone: "[-" + w.Text + "-]", textdiff.New: "{+" + w.Text + "+}"}[w.Kind]
		}
		if got = strings.ReplaceAll(strings.ReplaceAll(got, "[--]", ""), "{++}", ""); got != c.want {
			t.Errorf("%q to %q: %q, want %q", c.old, c.new, got, c.want)
		}
	}
}

// What is in both and what is gone is the old text, what is in both and what is new the new one.
func TestWordsAddUp(t *testing.T) {
	text := rapid.StringMatching(`([a-cé]{1,2}|[ ,]){0,12}`)
	rapid.Check(t, func(t *rapid.T) {
		old, new := text.Draw(t, "old"), text.Draw(t, "new")
		was, now := "", ""
		for _, w := range textdiff.Words(old, new) {
			if w.Kind != textdiff.New {
				was += w.Text
			}
			if w.Kind != textdiff.Gone {
				now += w.Text
			}
		}
		if was != old || now != new {
			t.Fatalf("%q to %q: the words are of %q and %q", old, new, was, now)
		}
	})
}
