package ground

import (
	"fmt"
	"strings"
)

// Example is some words, the rule that reads them, and what they mean, for the page.
type Example struct{ Language, Rule, Text, Means string }

// Page writes the rules in Markdown, each with examples of every language. docs/words.md holds it.
func Page(time, money, geo []Example) string {
	var b strings.Builder
	b.WriteString("### Times\n\n")
	for _, r := range timeRules() {
		section(&b, r.name, r.doc, time)
	}
	b.WriteString("### Amounts\n\n")
	for _, r := range moneyRules() {
		section(&b, r.name, r.doc, money)
	}
	b.WriteString("### Places\n\n")
	for _, r := range geoRules() {
		section(&b, r.name, r.doc, geo)
	}
	return b.String()
}

// perLanguage is how many examples a rule shows of a language.
const perLanguage = 2

func section(b *strings.Builder, name, doc string, examples []Example) {
	fmt.Fprintf(b, "**%s.** %s\n\n| | words | meaning |\n|---|---|---|\n", strings.ToUpper(name[:1])+name[1:], doc)
	for _, l := range languages() {
		shown := 0
		for _, e := range examples {
			if e.Language == l.code && e.Rule == name && shown < perLanguage {
				fmt.Fprintf(b, "| %s | %s | %s |\n", l.code, e.Text, e.Means)
				shown++
			}
		}
	}
	b.WriteString("\n")
}

// RuleNames lists the rules of times, amounts and places.
func RuleNames() (time, money, geo []string) {
	for _, r := range timeRules() {
		time = append(time, r.name)
	}
	for _, r := range moneyRules() {
		money = append(money, r.name)
	}
	for _, r := range geoRules() {
		geo = append(geo, r.name)
	}
	return time, money, geo
}

// ruleDoc is a rule of amounts or places.
type ruleDoc struct{ name, doc string }

// moneyRules are the rules of amounts, as Amounts.Rules names them.
func moneyRules() []ruleDoc {
	return []ruleDoc{
		{"comparator", "A word before a number, or behind it, that bounds a value. \"Around\" is a band of a tenth on both sides, its ends included. Words that say no turn the bound around: no more than 500 is at most 500. Two bounds from both sides hold together."},
		{"band", "Two numbers, both ends included. A scale behind the second is the first's too where that has none."},
		{"scale and currency", "A power of ten, and a currency by its sign, code or name, before or behind the number. A billion is 10^9 in English and 10^12 in German; where only the locale could tell, it asks. `$` is USD, `£` GBP."},
		{"number", "A bare number, where nothing else in the words is an amount. Groups of three by comma and a part by dot in English, the other way in German and Czech; spaces and apostrophes group everywhere. 1.200 asks where neither a locale nor the other words say the language."},
	}
}

// geoRules are the rules of places, as Areas.Rules names them.
func geoRules() []ruleDoc {
	return []ruleDoc{
		{"distance", "A distance from a place of the gazetteer: a circle around its point. Metres and miles become kilometres, exactly. Beyond a distance is nothing."},
		{"in", "In a place of the gazetteer, in any of its forms: what the catalog says it is, and the places within it. A name alone, near it, or outside it is nothing."},
	}
}
