package demo_test

import (
	"context"
	"testing"
	"time"

	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
	"sutura.dev/catalog"
	"sutura.dev/compiler"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/clock"
	"sutura.dev/internal/settings"
	"sutura.dev/internal/sources"
)

// compiled is the demonstration's bundle, from a catalog without a single finding.
func compiled(t *testing.T) *bundle.Bundle { return compiledIn(t, ".") }

func compiledIn(t *testing.T, folder string) *bundle.Bundle {
	t.Helper()
	files, err := catalog.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	b, found := compiler.Build(files)
	for _, d := range found {
		t.Errorf("%s: %s %s", d.Range.File, d.Code, d.Message)
	}
	if b == nil {
		t.FailNow()
	}
	return b
}

// opened answers questions from the demonstration's own data, found by its own settings.
func opened(t *testing.T, b *bundle.Bundle) *answer.Engine {
	t.Helper()
	s, found := settings.Load(settings.Find(".", "", nil), nil)
	for _, d := range found {
		t.Errorf("sutura.yaml: %s %s", d.Code, d.Message)
	}
	set, found := sources.Open(context.Background(), s, b)
	for _, d := range found {
		t.Errorf("data: %s %s", d.Code, d.Message)
	}
	t.Cleanup(func() {
		if err := set.Close(); err != nil {
			t.Error(err)
		}
	})
	return &answer.Engine{View: b.View(nil, true), Sources: set, Clock: clock.Fixed(time.Date(2014, 1, 1, 0, 0, 0, 0, time.UTC))}
}

// Every published value comes out, and every metric has one.
func TestAnchors(t *testing.T) {
	b := compiled(t)
	for _, m := range b.Metrics() {
		if len(m.Anchors) == 0 {
			t.Errorf("%s has no anchor", m.Name)
		}
	}
	results, err := opened(t, b).Anchors(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	const published = 40 // facts of docs/demo-data.md, and one at least of each metric
	if len(results) < published {
		t.Errorf("%d anchors", len(results))
	}
	for _, r := range results {
		if !r.OK {
			t.Errorf("%s %v: %s, want %s within %q %s", r.Metric, r.Question.Filters, r.Actual, r.Expected, r.Within, r.Problem)
		}
	}
}

// Groups add up to the total over every join, what has no match included.
func TestGroupsAddUp(t *testing.T) {
	e := opened(t, compiled(t))
	for dimension, unmatched := range map[string]int64{
		"carrier": 0, "airline.name": 0, "origin_airport.name": 0,
		"plane.maker": 52606, "plane.manufacturer": 52606, "dest_airport.faa": 7602, "weather.visibility": 1556,
	} {
		t.Run(dimension, func(t *testing.T) {
			outcome, err := e.Ask(context.Background(), question.Question{
				Metrics: []string{"flights"}, Dimensions: []string{dimension}, Range: &question.Range{Period: "2013"},
			})
			if err != nil {
				t.Fatal(err)
			}
			a, ok := outcome.(*answer.Answer)
			if !ok {
				t.Fatalf("refused: %+v", outcome)
			}
			var total, null int64
			for _, row := range a.Rows {
				n, ok := row[1].(int64)
				if !ok {
					t.Fatalf("flights is a %T", row[1])
				}
				total += n
				if row[0] == nil {
					null = n
				}
			}
			if total != 336776 || null != unmatched {
				t.Errorf("%d flights in all, %d without a match; want 336776 and %d", total, null, unmatched)
			}
		})
	}
}

// Saved questions and examples are answered, not only accepted.
func TestKnowledgeIsAnswered(t *testing.T) {
	b := compiled(t)
	e := opened(t, b)
	var asked []question.Question
	for _, q := range b.Knowledge().Queries {
		asked = append(asked, q.Question)
	}
	for _, x := range b.Knowledge().Examples {
		asked = append(asked, x.Question)
	}
	if len(asked) < 10 {
		t.Errorf("only %d questions", len(asked))
	}
	for _, q := range asked {
		outcome, err := e.Ask(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		if a, ok := outcome.(*answer.Answer); !ok || len(a.Rows) == 0 {
			t.Errorf("%+v: %+v", q, outcome)
		}
	}
}
