package lemma_test

import (
	"strings"
	"testing"

	"sutura.dev/internal/words"
	"sutura.dev/internal/words/lemma"
)

// Each line is forms of one word; no two lines share a stem.
var forms = map[string][]string{
	"en": {"company companies", "loss losses", "box boxes", "branch branches", "dish dishes", "flight flights", "status", "analysis", "address addresses", "delay delays", "market", "gas"},
	"de": {"Umsatz Umsätze Umsätzen Umsatzes", "Filiale Filialen", "Kunde Kunden", "Kundin Kundinnen", "Haus Häuser Häusern Hauses", "Artikel Artikeln Artikels", "Flug Flüge Flügen", "Tag Tage Tagen", "Bestellung Bestellungen", "Gut"},
	"cs": {
		"octavia octavii octavie octavií octaviemi octaviím", "pobočka pobočky pobočce pobočku pobočkou poboček pobočkách pobočkám", "tržba tržbu tržby tržeb tržbách tržbou",
		"zákazník zákazníka zákazníci zákazníků zákazníkům zákaznících zákazníkem", "výrobec výrobce výrobců výrobci", "Brno Brna Brně Brnem Brnu", "Praha Prahy Praze Prahu Prahou",
		"Plzeň Plzně Plzni Plzní", "Ostrava Ostravy Ostravě", "kategorie kategorií kategoriemi kategoriích", "objednávka objednávek objednávkami", "Olomouc Olomouci", "Liberec Liberce Liberci", "let",
	},
}

func TestStem(t *testing.T) {
	for language, lines := range forms {
		s, ok := lemma.For(language + "-XX")
		if !ok {
			t.Fatal(language)
		}
		seen := map[string]string{}
		for _, line := range lines {
			list := strings.Fields(line)
			stem := s.Stem(words.Fold(list[0]))
			for _, form := range list {
				if got := s.Stem(words.Fold(form)); got != stem {
					t.Errorf("%s: %s has the stem %s, not %s as %s", language, form, got, stem, list[0])
				}
			}
			if other := seen[stem]; other != "" {
				t.Errorf("%s: %s and %s are one", language, list[0], other)
			}
			seen[stem] = list[0]
		}
	}
}

// Codes, numbers and short words are their own stems, and no language is no stemmer.
func TestNoStem(t *testing.T) {
	for _, l := range lemma.Languages() {
		s, _ := lemma.For(l)
		for _, w := range []string{"", "px", "abs", "a320s", "b6es", "2026s"} {
			if got := s.Stem(w); got != w {
				t.Errorf("%s: %s becomes %s", l, w, got)
			}
		}
	}
	if _, ok := lemma.For("fr"); ok {
		t.Error("there is a stemmer of French")
	}
}
