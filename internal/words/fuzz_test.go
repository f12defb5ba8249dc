package words_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"sutura.dev/internal/words"
)

// Whatever is typed, folding it again changes nothing, hits are in order and within their bounds, and only what exists is
// found.
func FuzzSearch(f *testing.F) {
	for _, c := range found {
		f.Add(c.text, "", 5)
	}
	f.Add("ΣΑΣ İstanbul Åse ﬁn 한글 á́", "cs-CZ", -1)
	f.Add("\xff\xfe\x00", "\xff", 1<<30)
	f.Add(strings.Repeat("flights ", 500), "de", 0)
	f.Add(strings.Repeat("ž", 5000), "de", 0)
	view := flights(f).View(nil, false)
	x := words.New(view)
	f.Fuzz(func(t *testing.T, text, locale string, limit int) {
		folded := words.Fold(text)
		if again := words.Fold(folded); again != folded {
			t.Errorf("%q folds to %q", folded, again)
		}
		if !utf8.ValidString(folded) {
			t.Errorf("%q is no text", folded)
		}
		r := x.Search(words.Words{Text: text, Locale: locale, Limit: limit})
		if len(r.Hits) > r.Count || len(r.Hits) > words.MaxLimit {
			t.Errorf("%d of %d hits", len(r.Hits), r.Count)
		}
		for i, h := range r.Hits {
			if h.Score <= 0 || h.Score > 1 || i > 0 && h.Score > r.Hits[i-1].Score {
				t.Errorf("%s: score %v", h.ID, h.Score)
			}
			if h.Kind == words.Metric && view.Metric(h.Name) == nil || !slices.Contains(words.Kinds(), h.Kind) {
				t.Errorf("%s is nothing", h.ID)
			}
			if n := utf8.RuneCountInString(h.Snippet); n > 130 || n == 0 {
				t.Errorf("%s: a snippet of %d characters", h.ID, n)
			}
		}
	})
}

// Folding is done once: again it changes nothing, and what folds is text in which no case or mark is left to tell apart.
func FuzzFold(f *testing.F) {
	for _, s := range []string{"Zákazník", "Straße", "İstanbul", "ΣΑΣ", "ﬁn", "한글", "á́", "\xff\xfe", "ǅ", "ȷ̈", "Å"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		folded := words.Fold(s)
		if words.Fold(folded) != folded || !utf8.ValidString(folded) {
			t.Errorf("%q folds to %q", s, folded)
		}
		if again := words.Fold(norm.NFC.String(s)); utf8.ValidString(s) && again != folded {
			t.Errorf("%q folds to %q, composed to %q", s, folded, again)
		}
	})
}
