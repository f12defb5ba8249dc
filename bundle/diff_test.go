package bundle_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
	"sutura.dev/compiler"
	"sutura.dev/compiler/dialect"
	"sutura.dev/compiler/plan"
)

// A kindOfChange is one block of testdata/changes.txt.
type kindOfChange struct {
	name  string
	edits [][2]string
	want  string
}

const changesFile = "testdata/changes.txt"

// kindsOfChange reads the blocks, and what stands before them.
func kindsOfChange(t testing.TB) (head string, out []kindOfChange) {
	t.Helper()
	data, err := os.ReadFile(changesFile)
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(data), "\n# ")
	for _, block := range blocks[1:] {
		name, rest, _ := strings.Cut(block, "\n")
		k := kindOfChange{name: name}
		var old, replacement []string
		flush := func() {
			if len(old) > 0 {
				k.edits = append(k.edits, [2]string{strings.Join(old, "\n"), strings.Join(replacement, "\n")})
			}
			old, replacement = nil, nil
		}
		for line := range strings.SplitSeq(strings.TrimRight(rest, "\n"), "\n") {
			mark, text, _ := strings.Cut(line, " ")
			switch mark {
			case "-":
				if len(replacement) > 0 {
					flush()
				}
				old = append(old, text)
			case "+":
				replacement = append(replacement, text)
			case "=":
				k.want += text + "\n"
			default:
				t.Fatalf("%s: a line begins with %q", name, mark)
			}
		}
		flush()
		out = append(out, k)
	}
	return blocks[0], out
}

func market(t testing.TB) string {
	t.Helper()
	data, err := os.ReadFile("testdata/market.cue")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// apply is the market with the change.
func (k kindOfChange) apply(t testing.TB) *bundle.Bundle {
	t.Helper()
	text, ok := k.edit(market(t))
	if !ok {
		t.Fatalf("%s: the market does not hold each text once", k.name)
	}
	return compile(t, text)
}

// edit makes the change to a catalog; false where the text that it replaces is not there once.
func (k kindOfChange) edit(text string) (string, bool) {
	for _, e := range k.edits {
		if strings.Count(text, e[0]) != 1 {
			return "", false
		}
		text = strings.Replace(text, e[0], e[1], 1)
	}
	return text, true
}

// spell writes changes as the file does.
func spell(c bundle.Changes) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s, at least %s", c.Bump, c.Least)
	if c.Cells != (bundle.Cells{}) {
		fmt.Fprintf(&out, "; cells +%d -%d", c.Cells.Gained, c.Cells.Lost)
	}
	out.WriteString("\n")
	reason := func(r bundle.Reason) {
		at := ""
		if r.Origin != "" {
			at = " (" + r.Origin + ")"
		}
		fmt.Fprintf(&out, "  %s: %s%s\n", r.Code, r.Text, at)
	}
	for _, m := range c.Metrics {
		fmt.Fprintf(&out, "%s: %s", m.Metric, m.Class)
		for _, f := range []struct {
			is   bool
			word string
		}{{m.Draft, "draft"}, {m.Meaning, "meaning moved"}, {m.Prose, "prose moved"}} {
			if f.is {
				out.WriteString(", " + f.word)
			}
		}
		out.WriteString("\n")
		for _, r := range m.Reasons {
			reason(r)
		}
	}
	if len(c.Others) > 0 {
		out.WriteString("others\n")
	}
	for _, r := range c.Others {
		reason(r)
	}
	return out.String()
}

// TestDiff holds each kind of change to what the file says of it (which digests move, the class, the reasons, the
// version), and to the laws.
func TestDiff(t *testing.T) {
	head, kinds := kindsOfChange(t)
	before := compile(t, market(t))
	written := head
	seen := map[bundle.Code]bool{}
	for _, k := range kinds {
		after := k.apply(t)
		there, back := bundle.Diff(before, after), bundle.Diff(after, before)
		if text := spell(there); text != k.want && os.Getenv("SUTURA_UPDATE") == "" {
			t.Errorf("%s: got\n%s\nwant\n%s", k.name, text, k.want)
		}
		written += "\n# " + k.name + "\n"
		for _, e := range k.edits {
			written += marked("-", e[0]) + marked("+", e[1])
		}
		written += marked("=", strings.TrimSuffix(spell(there), "\n"))
		l := laws{t, k.name, before, after, there}
		l.digests()
		l.statements()
		l.complete()
		l.mirror(back)
		l.lock()
		for _, c := range []bundle.Changes{there, back} {
			for _, code := range codes(c) {
				seen[code] = true
			}
		}
	}
	for _, code := range bundle.Codes() {
		if !seen[code] && code != bundle.DefinitionChanged { // what no other reason names
			t.Errorf("no kind of change shows %s", code)
		}
	}
	if os.Getenv("SUTURA_UPDATE") != "" {
		if err := os.WriteFile(changesFile, []byte(written), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// marked puts a mark before each line.
func marked(mark, text string) string {
	var out strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		out.WriteString(strings.TrimRight(mark+" "+line, " ") + "\n")
	}
	return out.String()
}

// codes lists the codes of every reason.
func codes(c bundle.Changes) []bundle.Code {
	var out []bundle.Code
	for _, m := range c.Metrics {
		for _, r := range m.Reasons {
			out = append(out, r.Code)
		}
	}
	for _, r := range c.Others {
		out = append(out, r.Code)
	}
	return out
}

// laws are what holds of every change.
type laws struct {
	t             *testing.T
	name          string
	before, after *bundle.Bundle
	changes       bundle.Changes
}

// digests: a metric has a reason about its meaning exactly where its meaning's digest moved, and likewise for prose.
// Reasons of what metrics share move none.
func (l laws) digests() {
	told := map[string]bundle.MetricChange{}
	for _, m := range l.changes.Metrics {
		told[m.Metric] = m
	}
	for _, m := range l.after.Metrics() {
		change := told[m.Name]
		old, now := l.before.MetricDigests(m.Name), l.after.MetricDigests(m.Name)
		if change.RenamedFrom != "" {
			old = l.before.MetricDigests(change.RenamedFrom)
		}
		var meaning, prose, perhaps bool
		for _, r := range change.Reasons {
			a, b := r.Code.Moves()
			meaning = meaning || a
			if a && b && !change.Added { // a dimension moves prose where it has words
				perhaps = true
				continue
			}
			prose = prose || b
		}
		if got := old.Meaning != now.Meaning; got != meaning || got != change.Meaning {
			l.t.Errorf("%s: the meaning of %s moved: %v, told %v, with reasons for it: %v", l.name, m.Name, got, change.Meaning, meaning)
		}
		if got := old.Prose != now.Prose; got != change.Prose || got != prose && !(perhaps && got) {
			l.t.Errorf("%s: the prose of %s moved: %v, told %v, with reasons for it: %v", l.name, m.Name, got, change.Prose, prose)
		}
	}
}

// writtenOtherwise are the kinds of change that write the same answers another way: names that statements take from the author,
// and the order of conditions.
var writtenOtherwise = []string{"A model is renamed", "A join is renamed", "Conditions in another order", "A condition of a model becomes each metric's",
	"Values in another order"} // of which a question takes the first

// unsaid are the reasons that such a statement does not show: units, the source and the zone are beside it, a type is
// the answer's, fiscal years are spans of other questions, and values are filters of other questions.
var unsaid = []bundle.Code{
	bundle.UnitChanged, bundle.DimensionUnitChanged, bundle.SourceChanged, bundle.TimezoneChanged, bundle.ColumnTypeChanged,
	bundle.FiscalYearChanged, bundle.ValueAdded, bundle.ValueRemoved,
}

// statements: what is asked of a metric whose meaning did not move is asked by the same statement, and a meaning that
// moved shows in it, or is of a kind that cannot.
func (l laws) statements() {
	told := map[string]bundle.MetricChange{}
	for _, m := range l.changes.Metrics {
		told[m.Metric] = m
	}
	for _, m := range l.after.Metrics() {
		if l.before.View(nil, true).Metric(m.Name) == nil {
			continue
		}
		same := asked(l.t, l.before, m.Name) == asked(l.t, l.after, m.Name)
		moved := l.before.MetricDigests(m.Name).Meaning != l.after.MetricDigests(m.Name).Meaning
		switch {
		case !moved && !same && !slices.Contains(writtenOtherwise, l.name):
			l.t.Errorf("%s: the statement of %s changed and its meaning did not", l.name, m.Name)
		case moved && same:
			for _, r := range told[m.Name].Reasons {
				if moves, _ := r.Code.Moves(); moves && !slices.Contains(unsaid, r.Code) {
					l.t.Errorf("%s: %s moved by %s, and its statement did not", l.name, m.Name, r.Code)
				}
			}
		}
	}
}

// asked is every statement of a small set of questions about a metric, with its parameters.
func asked(t *testing.T, b *bundle.Bundle, metric string) string {
	t.Helper()
	view := b.View(nil, true)
	m := view.Metric(metric)
	questions := compiler.Questions(m, view)
	for _, g := range m.Grains {
		questions = append(questions, question.Question{Metrics: []string{metric}, Grain: g, Range: &question.Range{Period: "2026"}})
	}
	var out strings.Builder
	for _, q := range questions {
		p, refusal, malformed := plan.Resolve(view, q, time.Time{})
		if refusal != nil || malformed != nil {
			t.Fatal(metric, refusal, malformed)
		}
		s, err := dialect.Render(p, p.Source.Dialect)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&out, s.Text(), s.Binds())
	}
	return out.String()
}

// complete: nothing changes in silence but the version; the result is the same on every run, and for bundles that were
// read.
func (l laws) complete() {
	for _, m := range l.changes.Metrics {
		for _, r := range m.Reasons {
			if r.Before != "" && r.Before == r.After {
				l.t.Errorf("%s: %s of %s reads the same on both sides: %s", l.name, r.Code, m.Metric, r.Text)
			}
		}
	}
	if differ := l.before.Digest() != l.after.Digest(); differ == l.changes.Empty() && l.name != "The version is another" {
		l.t.Errorf("%s: the bundles differ: %v, and so say the changes: %v", l.name, differ, !l.changes.Empty())
	}
	again, err := bundle.Read(l.after.Bytes())
	if err != nil {
		l.t.Fatal(err)
	}
	one, err := json.Marshal(l.changes)
	if err != nil {
		l.t.Fatal(err)
	}
	other, err := json.Marshal(bundle.Diff(l.before, again))
	if err != nil {
		l.t.Fatal(err)
	}
	if !bytes.Equal(one, other) {
		l.t.Errorf("%s: a bundle that was read gives other changes:\n%s\n%s", l.name, one, other)
	}
	if same := bundle.Diff(l.after, again); !same.Empty() || same.Class != "" || same.Bump != bundle.BumpNone || !same.VersionOK {
		l.t.Errorf("%s: a bundle differs from itself:\n%s", l.name, spell(same))
	}
}

// opposites are the reasons that the way back has instead. All others are their own.
var opposites = map[bundle.Code]bundle.Code{
	bundle.MetricAdded: bundle.MetricRemoved, bundle.MetricPublished: bundle.MetricWithdrawn, bundle.MetricDeprecated: bundle.MetricRestored,
	bundle.AudienceWidened: bundle.AudienceNarrowed, bundle.DimensionAdded: bundle.DimensionRemoved, bundle.FilteringGained: bundle.FilteringLost,
	bundle.ValueAdded: bundle.ValueRemoved, bundle.GrainAdded: bundle.GrainRemoved, bundle.TimeFiner: bundle.TimeCoarser, bundle.TimeAdded: bundle.TimeRemoved,
	bundle.SharingGained: bundle.SharingLost, bundle.CombinationGained: bundle.CombinationLost, bundle.QueryAdded: bundle.QueryRemoved,
	bundle.FilterAdded: bundle.FilterRemoved, bundle.DefinitionAdded: bundle.DefinitionRemoved,
}

// mirror: the way back has the opposite of every reason, so that what adds there breaks here.
func (l laws) mirror(back bundle.Changes) {
	both, breaks := maps.Clone(opposites), map[bundle.Code]bool{}
	for a, b := range opposites {
		both[b] = a
		breaks[a] = b != bundle.MetricRestored && b != bundle.FilterRemoved && b != bundle.DefinitionRemoved
	}
	want := codes(l.changes)
	for i, c := range want {
		want[i] = cmp.Or(both[c], c)
	}
	got := codes(back)
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		l.t.Errorf("%s: the way back is\n%v, and the opposite\n%v", l.name, got, want)
	}
	if l.changes.Cells.Gained != back.Cells.Lost || l.changes.Cells.Lost != back.Cells.Gained {
		l.t.Errorf("%s: cells %v, and back %v", l.name, l.changes.Cells, back.Cells)
	}
	if slices.ContainsFunc(codes(l.changes), func(c bundle.Code) bool { return breaks[c] }) && back.Class != bundle.Breaking {
		l.t.Errorf("%s adds, and the way back is %s", l.name, back.Class)
	}
}

// TestCauses: what one definition does to many metrics is told once, with all of them.
func TestCauses(t *testing.T) {
	_, kinds := kindsOfChange(t)
	before := compile(t, market(t))
	for name, want := range map[string]string{
		"A condition is added to a model":   "filter_added models.orders.where: abroad average_order lately orders return_rate revenue shipped",
		"A condition is added to a metric":  "filter_added metrics.revenue: average_order",
		"A value is removed":                "value_removed models.cities.dimensions.country: orders stores",
		"The catalog's owner is another":    "prose_changed : abroad average_order lately orders return_rate returned revenue shipped stores trial visitors",
		"A metric's time is another column": "",
	} {
		i := slices.IndexFunc(kinds, func(k kindOfChange) bool { return k.name == name })
		var got []string
		for _, c := range bundle.Diff(before, kinds[i].apply(t)).Causes {
			got = append(got, fmt.Sprintf("%s %s: %s", c.Code, c.Origin, strings.Join(c.Metrics, " ")))
		}
		if text := strings.Join(got, "\n"); text != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, text, want)
		}
	}
}

// TestDiffJSON pins the form that programs read.
func TestDiffJSON(t *testing.T) {
	_, kinds := kindsOfChange(t)
	before := compile(t, market(t))
	i := slices.IndexFunc(kinds, func(k kindOfChange) bool { return k.name == "An audience is widened" })
	after := kinds[i].apply(t)
	got, err := json.MarshalIndent(bundle.Diff(before, after), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	want := strings.NewReplacer("BEFORE", before.Digest(), "AFTER", after.Digest()).Replace(`{
  "before": {
    "name": "market",
    "version": "1.4.0",
    "digest": "BEFORE"
  },
  "after": {
    "name": "market",
    "version": "1.4.0",
    "digest": "AFTER"
  },
  "class": "additive",
  "bump": "minor",
  "least_version": "1.5.0",
  "version_ok": false,
  "cells": {
    "gained": 0,
    "lost": 0
  },
  "metrics": [
    {
      "metric": "return_rate",
      "class": "additive",
      "meaning_moved": false,
      "prose_moved": true,
      "reasons": [
        {
          "code": "audience_widened",
          "class": "additive",
          "subject": "sales",
          "before": "finance, ops",
          "after": "finance, ops, sales",
          "exposes": true,
          "text": "wider audience: finance, ops -\u003e finance, ops, sales"
        }
      ],
      "space": {
        "cells": {
          "gained": 0,
          "lost": 0
        }
      }
    }
  ],
  "causes": [],
  "others": []
}`)
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
