package bundle_test

import (
	"strings"
	"testing"

	"sutura.dev/bundle"
)

// TestDemands holds versions to semver.org: what each class of change demands, from where, and what is enough.
func TestDemands(t *testing.T) {
	before := compile(t, market(t))
	changed := map[bundle.Class]bundle.Changes{"": bundle.Diff(before, before)}
	for class, edit := range map[bundle.Class][2]string{
		bundle.Breaking:       {`audience: ["finance", "ops"]`, `audience: ["ops"]`},
		bundle.MeaningChanged: {`unit: "EUR"`, `unit: "CZK"`},
		bundle.Additive:       {`audience: ["finance", "ops"]`, `audience: ["everyone"]`},
		bundle.ProseOnly:      {`title: "Stores"`, `title: "Shops"`},
	} {
		changed[class] = bundle.Diff(before, compile(t, strings.Replace(market(t), edit[0], edit[1], 1)))
		if got := changed[class].Class; got != class {
			t.Fatalf("got %s, want %s", got, class)
		}
	}
	for _, c := range []struct {
		class  bundle.Class
		before string
		least  string
		enough []string
		not    []string
	}{
		{bundle.Breaking, "1.4.2", "2.0.0", []string{"2.0.0", "2.0.0-rc.1", "2.1.0", "10.0.0"}, []string{"1.5.0", "1.4.2", "1.99.99", "0.9.0"}},
		{bundle.MeaningChanged, "1.4.2", "2.0.0", []string{"2.0.0"}, []string{"1.5.0"}},
		{bundle.Additive, "1.4.2", "1.5.0", []string{"1.5.0", "1.10.0", "2.0.0", "1.5.0-beta"}, []string{"1.4.3", "1.4.2"}},
		{bundle.ProseOnly, "1.4.2", "1.4.3", []string{"1.4.3", "1.4.10", "1.5.0"}, []string{"1.4.2", "1.4.2+build.2", "1.4.1"}},
		{"", "1.4.2", "1.4.2", []string{"1.4.2", "1.4.2+build", "3.0.0"}, []string{"1.4.1", "1.4.2-rc.1"}},
		// Initial development: what would be major is minor, the rest a patch.
		{bundle.Breaking, "0.4.2", "0.5.0", []string{"0.5.0", "1.0.0"}, []string{"0.4.3"}},
		{bundle.MeaningChanged, "0.4.2", "0.5.0", []string{"0.5.0"}, []string{"0.4.3"}},
		{bundle.Additive, "0.4.2", "0.4.3", []string{"0.4.3"}, []string{"0.4.2"}},
		{bundle.ProseOnly, "0.4.2", "0.4.3", []string{"0.4.3"}, []string{"0.4.2"}},
		// A pre-release leads to its version, and is enough for what that version is enough for.
		{bundle.Breaking, "2.0.0-rc.1", "2.0.0", []string{"2.0.0-rc.2", "2.0.0-rc.10", "2.0.0-rc.1.1", "2.0.0"}, []string{"2.0.0-rc.1", "2.0.0-beta", "2.0.0-1"}},
		{bundle.Breaking, "1.5.0-rc.1", "2.0.0", []string{"2.0.0"}, []string{"1.5.0", "1.5.0-rc.2"}},
		{bundle.Additive, "1.5.0-rc.1", "1.5.0", []string{"1.5.0-rc.2", "1.5.0"}, []string{"1.5.0-rc.1", "1.5.0-alpha"}},
		{bundle.Additive, "1.5.1-rc.1", "1.6.0", []string{"1.6.0"}, []string{"1.5.1"}},
		{bundle.ProseOnly, "1.5.1-rc.1", "1.5.1", []string{"1.5.1-rc.2", "1.5.1"}, []string{"1.5.1-rc.1"}},
		// Numbers have no bound.
		{bundle.Breaking, "99999999999999999999.0.1", "100000000000000000000.0.0", []string{"100000000000000000000.0.0"}, []string{"99999999999999999999.1.0"}},
	} {
		for _, after := range c.enough {
			if ok, least := changed[c.class].Demands(c.before, after); !ok || least != c.least {
				t.Errorf("%s, %s to %s: %v, at least %s; want enough, at least %s", c.class, c.before, after, ok, least, c.least)
			}
		}
		for _, after := range append(c.not, "", "1.4", "v9.0.0", "9.0.0 ") {
			if ok, least := changed[c.class].Demands(c.before, after); ok || least != c.least {
				t.Errorf("%s, %s to %q: %v, at least %s; want too little, at least %s", c.class, c.before, after, ok, least, c.least)
			}
		}
	}
	if ok, least := changed[bundle.ProseOnly].Demands("1.4", "2.0.0"); ok || least != "" {
		t.Errorf("from what is no version: %v, %q", ok, least)
	}
}

// TestDraftsPromiseNothing: what changes of a draft demands a patch, however much it is; one that is certified demands
// what a new metric does.
func TestDraftsPromiseNothing(t *testing.T) {
	before := compile(t, market(t))
	const draft = `measure: max: "people", status: "draft"}`
	for _, c := range []struct{ name, old, replacement, least string }{
		{"another number", draft, `measure: min: "people", status: "draft"}`, "1.4.1"},
		{"fewer grains", draft, `measure: max: "people", status: "draft", grains: ["month"]}`, "1.4.1"},
		{"gone", `metrics: trial: {description: "A trial.", model: "visits", ` + draft, "", "1.4.1"},
		{"renamed", `metrics: trial: {`, `metrics: attempt: {`, "1.4.1"},
		{"one more", `metrics: trial: {`, "metrics: other: {model: \"visits\", measure: min: \"people\", status: \"draft\"}\nmetrics: trial: {", "1.4.1"},
		{"certified", draft, `measure: max: "people"}`, "1.5.0"},
		{"certified, as another number", draft, `measure: min: "people"}`, "1.5.0"},
		{"its input, which is promised", `measure: sum: "people"`, `measure: avg: "people"`, "2.0.0"},
	} {
		text := market(t)
		if strings.Count(text, c.old) != 1 {
			t.Fatalf("%s: the market holds %q %d times", c.name, c.old, strings.Count(text, c.old))
		}
		got := bundle.Diff(before, compile(t, strings.Replace(text, c.old, c.replacement, 1)))
		if got.Least != c.least {
			t.Errorf("%s: at least %s, want %s:\n%s", c.name, got.Least, c.least, spell(got))
		}
	}
}
