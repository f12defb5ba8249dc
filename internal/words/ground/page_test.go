package ground_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"sutura.dev/internal/words/ground"
	"sutura.dev/internal/words/lemma"
)

const pageFile = "../../../docs/words.md"

// The two marks between which docs/words.md is written from the tables.
const (
	pageBegins = "<!-- from the tables -->\n"
	pageEnds   = "<!-- end of the tables -->\n"
)

func examplesOf(t *testing.T, name string) []ground.Example {
	var out []ground.Example
	for _, r := range table(t, name) {
		means := strings.NewReplacer("/", " to before ", " or ", ", or ", "..", " to ").Replace(r.want)
		if means = strings.ReplaceAll(means, "T00:00:00", ""); r.want == "none" {
			means = "nothing"
		}
		out = append(out, ground.Example{Language: r.language, Rule: r.rule, Text: r.text, Means: means})
	}
	return out
}

// docs/words.md says what the tables say; SUTURA_UPDATE=1 writes it.
func TestPage(t *testing.T) {
	data, err := os.ReadFile(pageFile)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(data), pageBegins)
	_, after, too := strings.Cut(rest, pageEnds)
	if !ok || !too {
		t.Fatal("the marks of the tables are gone")
	}
	want := before + pageBegins + "\n" + ground.Page(examplesOf(t, "time.txt"), examplesOf(t, "money.txt"), examplesOf(t, "geo.txt")) + stemming() + pageEnds + after
	if want == string(data) {
		return
	}
	if os.Getenv("SUTURA_UPDATE") == "" {
		t.Fatal("docs/words.md is not what the tables say; SUTURA_UPDATE=1 go test ./internal/words/ground writes it")
	}
	if err := os.WriteFile(pageFile, []byte(want), 0o666); err != nil {
		t.Fatal(err)
	}
}

func stemming() string {
	var b strings.Builder
	b.WriteString("### Forms of words\n\n| | endings | become | |\n|---|---|---|---|\n")
	for _, l := range lemma.Languages() {
		for _, r := range lemma.Rules(l) {
			becomes := r.Becomes
			if r.Stays {
				becomes = "stay"
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", l, strings.Join(r.Endings, ", "), becomes, r.Doc)
		}
	}
	b.WriteString("\n")
	return b.String()
}

// Every rule has rows in every language.
func TestEveryRuleHasRows(t *testing.T) {
	time, money, geo := ground.RuleNames()
	for file, rules := range map[string][]string{"time.txt": time, "money.txt": money, "geo.txt": geo} {
		seen := map[string]int{}
		for _, r := range table(t, file) {
			seen[r.language+" "+r.rule]++
		}
		for _, rule := range rules {
			for _, l := range lemma.Languages() {
				if seen[l+" "+rule] < 1 {
					t.Errorf("%s has no row of %s in %s", file, rule, l)
				}
			}
		}
	}
}
