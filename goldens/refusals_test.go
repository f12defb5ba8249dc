package goldens

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
	"sutura.dev/compiler/plan"
)

// hostile are names and values that no sentence may repeat.
var hostile = []string{"zzqqx", "' OR 1=1 --", "Ω≠secret", "order by 1", "reven"}

// drawBroken breaks a good question in one to three ways.
func drawBroken(t *rapid.T) question.Question {
	q := drawQuestion(t, nil)
	word := func() string { return rapid.SampledFrom(hostile).Draw(t, "word") }
	for range rapid.IntRange(1, 3).Draw(t, "faults") {
		switch rapid.IntRange(0, 12).Draw(t, "fault") {
		case 0:
			q.Metrics = append(slices.Clone(q.Metrics), word())
		case 1:
			q.Metrics = []string{word()}
		case 2:
			q.Metrics = append(slices.Clone(q.Metrics), q.Metrics[0])
		case 3:
			q.Metrics = append(slices.Clone(modelMetrics["orders"]), q.Metrics...)
		case 4:
			q.Dimensions = append(slices.Clone(q.Dimensions), word())
		case 5:
			q.Dimensions = subset(t, "any", ordersDimensions, 1, 7)
		case 6:
			q.Dimensions = append(slices.Clone(q.Dimensions), q.Dimensions...)
		case 7:
			q.Filters = refilter(q.Filters, question.Filter{Dimension: rapid.SampledFrom(ordersDimensions).Draw(t, "filtered"), Values: []string{word()}})
		case 8:
			q.Filters = refilter(q.Filters, question.Filter{Dimension: "channel", Op: "gte", Values: []string{"web"}})
		case 9:
			q.Grain = rapid.SampledFrom([]string{"hour", "day", "fiscal_year"}).Draw(t, "any grain")
		case 10:
			q.Range = nil
		case 11:
			q.Range = rapid.SampledFrom([]*question.Range{
				{Start: "2000-01-01", End: "2026-01-01"}, {Start: "2026-01-01", End: "2026-01-01"}, {Start: "2026-05-01", End: "2026-01-01"}, {Period: "FY2025"},
			}).Draw(t, "any range")
		case 12:
			q.Totals, q.Fill = true, true
		}
	}
	return q
}

// refilter puts a clause in place of those on its dimension.
func refilter(filters []question.Filter, f question.Filter) []question.Filter {
	others := slices.DeleteFunc(slices.Clone(filters), func(o question.Filter) bool { return o.Dimension == f.Dimension })
	return append(others, f)
}

// TestRefusalsHelp: what a refusal suggests is answered, its sentence repeats nothing that the caller sent, it names
// only what exists, and what it says can be asked can be asked.
func TestRefusalsHelp(t *testing.T) {
	b, err := worldBundle()
	if err != nil {
		t.Fatal(err)
	}
	view := b.View(nil, false)
	now := instant("2026-02-03T10:00:00Z")
	rapid.Check(t, func(t *rapid.T) {
		q := drawBroken(t)
		p, r, malformed := plan.Resolve(view, q, now)
		if set := fmt.Sprint(p != nil, r != nil, malformed != nil); strings.Count(set, "true") != 1 {
			t.Fatalf("%s\nis a plan, a refusal, malformed: %s", question.Encode(q), set)
		}
		if r == nil {
			return
		}
		if len(r.Suggestions) > 4 || r.Suggestions == nil || r.About == nil || r.Detail == "" {
			t.Fatalf("%s\n%+v", question.Encode(q), r)
		}
		for _, s := range r.Suggestions {
			if err := question.Validate(s); err != nil {
				t.Fatalf("%s\nsuggests what is no question: %s\n%v", question.Encode(q), question.Encode(s), err)
			}
			if _, again, bad := plan.Resolve(view, s, now); again != nil || bad != nil {
				t.Fatalf("%s\nsuggests what is refused: %s\n%v %v", question.Encode(q), question.Encode(s), again, bad)
			}
		}
		for _, word := range hostile {
			if strings.Contains(r.Detail, word) && word != "reven" {
				t.Fatalf("%s\nis repeated: %s", question.Encode(q), r.Detail)
			}
		}
		for _, name := range r.About {
			if view.Metric(name) == nil && !slices.Contains(ordersDimensions, name) {
				t.Fatalf("%s\nis about %s, which does not exist", question.Encode(q), name)
			}
		}
		checkSpace(t, view, r.Space)
	})
}

// TestBrokenInManyWays: what drawBroken draws meets most of the refusals that need no server. The draws are those of fixed
// seeds, so this never depends on luck.
func TestBrokenInManyWays(t *testing.T) {
	b, err := worldBundle()
	if err != nil {
		t.Fatal(err)
	}
	view := b.View(nil, false)
	broken := rapid.Custom(drawBroken)
	codes := map[question.Code]int{}
	for seed := range 400 {
		if _, r, _ := plan.Resolve(view, broken.Example(seed), instant("2026-02-03T10:00:00Z")); r != nil {
			codes[r.Code]++
		}
	}
	if len(codes) < 15 {
		t.Errorf("only %d kinds of refusal were seen: %v", len(codes), codes)
	}
}

// checkSpace asks by everything that a space offers.
func checkSpace(t *rapid.T, view *bundle.View, s *question.Space) {
	if s == nil {
		return
	}
	now := instant("2026-02-03T10:00:00Z")
	metrics := s.Metrics[:min(len(s.Metrics), question.MaxMetrics)]
	base := question.Question{Metrics: metrics}
	if slices.ContainsFunc(metrics, func(m string) bool { return view.Metric(m).Temporal() }) {
		base.Range = &question.Range{Period: "2026"}
	}
	ask := func(what string, q question.Question) {
		if _, r, bad := plan.Resolve(view, q, now); r != nil || bad != nil {
			t.Fatalf("a space offers %s of %v, which is refused: %v %v", what, metrics, r, bad)
		}
	}
	for _, g := range s.Grains {
		q := base
		q.Grain = g
		ask("grain "+g, q)
	}
	for _, d := range s.Dimensions {
		q := base
		q.Dimensions = []string{d.Name}
		for _, v := range d.Values {
			q.Filters = []question.Filter{{Dimension: d.Name, Values: []string{v}}}
		}
		if d.Filter == bundle.FilterOpen {
			q.Filters = []question.Filter{{Dimension: d.Name, Op: question.OpIsNotNull}}
		}
		ask("dimension "+d.Name, q)
	}
	for _, m := range s.Combines {
		if len(metrics) < question.MaxMetrics {
			q := base
			q.Metrics = append(slices.Clone(metrics), m)
			if view.Metric(m).Temporal() {
				q.Range = &question.Range{Period: "2026"}
			}
			ask("beside "+m, q)
		}
	}
}
