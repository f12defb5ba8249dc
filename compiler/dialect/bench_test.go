package dialect_test

import (
	"errors"
	"os"
	"testing"
	"time"

	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
	"sutura.dev/catalog"
	"sutura.dev/compiler"
	"sutura.dev/compiler/dialect"
	"sutura.dev/compiler/plan"
)

// thousand is a bundle of 1,000 metrics.
func thousand(b *testing.B) *bundle.View {
	b.Helper()
	text, err := os.ReadFile("../testdata/many.cue")
	if err != nil {
		b.Fatal(err)
	}
	out, found := compiler.Build(catalog.InMemory(map[string][]byte{"catalog/many.cue": text}))
	if out == nil {
		b.Fatal(found.Sorted().String())
	}
	return out.View(nil, false)
}

// asked are questions from small to large.
var asked = []struct {
	name string
	q    question.Question
}{
	{"total", question.Question{Metrics: []string{"metric_00_00"}, Range: &question.Range{Period: "2026"}}},
	{"grouped", question.Question{
		Metrics: []string{"metric_00_00"}, Range: &question.Range{Period: "2026-Q2"}, Grain: "month", Dimensions: []string{"channel", "region.name"},
		Filters: []question.Filter{{Dimension: "store.name", Values: []string{"Prague", "Brno"}}},
	}},
	{"met", question.Question{
		Metrics: []string{"metric_00_00", "metric_07_21", "metric_03_45"}, Range: &question.Range{Last: &question.Last{Count: 12, Unit: "month"}}, Grain: "week",
		Dimensions: []string{"channel", "region.name"}, Filters: []question.Filter{{Dimension: "channel", Op: "not_in", Values: []string{"phone"}}},
	}},
	{"eight", question.Question{
		Metrics: []string{"metric_00_00", "metric_00_01", "metric_03_02", "metric_03_45", "metric_05_03", "metric_05_10", "metric_07_21", "metric_07_22"},
		Range:   &question.Range{Period: "2026"}, Grain: "month", Dimensions: []string{"channel", "region.name"},
	}},
	{"shaped", question.Question{
		Metrics: []string{"metric_00_00"}, Range: &question.Range{Period: "2026"}, Grain: "month", Dimensions: []string{"channel", "region.name"},
		Top: &question.Top{N: 5, By: "metric_00_00"}, Others: true, Totals: true, Fill: true,
	}},
}

var at = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// BenchmarkQuestion resolves and renders one question over 1,000 metrics, warm.
func BenchmarkQuestion(b *testing.B) {
	view := thousand(b)
	for _, c := range asked {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p, refusal, malformed := plan.Resolve(view, c.q, at)
				if p == nil {
					b.Fatal(refusal, malformed)
				}
				if _, err := dialect.Render(p, "duckdb"); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkResolve is the planning alone.
func BenchmarkResolve(b *testing.B) {
	view := thousand(b)
	for _, c := range asked {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if p, _, _ := plan.Resolve(view, c.q, at); p == nil {
					b.Fatal("refused")
				}
			}
		})
	}
}

// BenchmarkRender writes one plan in each dialect.
func BenchmarkRender(b *testing.B) {
	view := thousand(b)
	for _, name := range dialect.Names() {
		for _, c := range asked {
			p, _, _ := plan.Resolve(view, c.q, at)
			if p == nil {
				b.Fatal("refused")
			}
			b.Run(name+"/"+c.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := dialect.Render(p, name); err != nil {
						if _, lacks := errors.AsType[*dialect.Unsupported](err); !lacks {
							b.Fatal(err)
						}
					}
				}
			})
		}
	}
}
