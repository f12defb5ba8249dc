package bundle_test

import (
	"fmt"
	"testing"

	"sutura.dev/bundle"
	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
)

// large is a bundle of n metrics, twenty a model; change edits its definitions.
func large(b testing.TB, n int, change func(*bundle.Definitions)) *bundle.Bundle {
	b.Helper()
	integer, text, day, boolean := expr.Type{Kind: expr.Integer}, expr.Type{Kind: expr.String}, expr.Type{Kind: expr.Date}, expr.Type{Kind: expr.Boolean}
	def := bundle.Definitions{
		About:   bundle.About{Name: "large", Version: "1.0.0", Calendar: calendar.Rules{Timezone: "Europe/Prague", FiscalYearStart: 4}},
		Sources: []bundle.Source{{Name: "s", Dialect: "duckdb"}},
	}
	for m := range n / 20 {
		model := fmt.Sprintf("m%d", m)
		at := &bundle.Time{Column: "d", Type: day, Grain: "day"}
		def.Models = append(def.Models, bundle.Model{
			Name: model, Source: "s", Table: []string{"main", model}, Key: []string{"k"}, Time: at,
			Columns: []bundle.Column{{Name: "a", Type: integer}, {Name: "d", Type: day, Grain: "day"}, {Name: "k", Type: integer}, {Name: "t", Type: text}},
			Where:   []expr.Node{*expr.Call(expr.OpGt, boolean, expr.Col("", "a", integer), expr.Lit(integer, "0"))},
			Joins:   []bundle.Join{{Name: "up", To: fmt.Sprintf("m%d", (m+1)%(n/20)), On: []bundle.Pair{{Left: "a", Right: "k"}}}},
			Roles:   []bundle.Role{{Name: "up", Path: []string{"up"}, To: fmt.Sprintf("m%d", (m+1)%(n/20))}},
			Dimensions: []bundle.Dimension{
				{Name: "t", Expr: *expr.Col("", "t", text), Filter: bundle.FilterOpen},
				{Name: "c", Expr: *expr.Col("", "t", text), Filter: bundle.FilterClosed, Values: []string{"x", "y", "z"}},
			},
		})
		for i := range 20 {
			rows := bundle.Aggregate{Model: model, Func: bundle.Sum, Type: integer, Time: at, Expr: expr.Call(expr.OpMul, integer, expr.Col("", "a", integer), expr.Lit(integer, fmt.Sprint(i)))}
			count := bundle.Aggregate{Model: model, Func: bundle.Count, Type: integer, Time: at}
			metric := bundle.Metric{
				Name: fmt.Sprintf("metric_%d_%d", m, i), Status: bundle.Certified, Audience: []string{"everyone"}, Type: integer,
				Prose:  bundle.Prose{Title: "A metric", Description: "One of many metrics."},
				Grains: []string{"day", "week", "month", "year"}, Dimensions: []string{"c", "t", "up.c", "up.t"},
				Measure: bundle.Measure{Terms: []bundle.Aggregate{rows}, Value: bundle.Value{Op: bundle.ValueTerm}},
			}
			if i%4 == 0 {
				metric.Type = expr.Type{Kind: expr.Float}
				metric.Measure = bundle.Measure{Terms: []bundle.Aggregate{rows, count}, Value: bundle.Value{Op: bundle.ValueRatio, Args: []bundle.Value{{Op: bundle.ValueTerm}, {Op: bundle.ValueTerm, Term: 1}}}}
			}
			def.Metrics = append(def.Metrics, metric)
		}
	}
	if change != nil {
		change(&def)
	}
	out, err := bundle.New(def)
	if err != nil {
		b.Fatal(err)
	}
	return out
}

// BenchmarkDiff compares 10,000 metrics with a copy of which nothing, one metric, one model or all changed.
func BenchmarkDiff(b *testing.B) {
	const n = 10_000
	before := large(b, n, nil)
	for _, c := range []struct {
		name   string
		change func(*bundle.Definitions)
	}{
		{"version", func(d *bundle.Definitions) { d.About.Version = "1.0.1" }},
		{"metric", func(d *bundle.Definitions) { d.Metrics[77].Unit = "EUR" }},
		{"model", func(d *bundle.Definitions) { d.Models[77].Where = nil }},
		{"calendar", func(d *bundle.Definitions) { d.About.Calendar.Timezone = "Europe/London" }},
		{"everything", func(d *bundle.Definitions) {
			for i := range d.Models {
				d.Models[i].Where, d.Models[i].Table = nil, append(d.Models[i].Table, "v2")
			}
			for i := range d.Metrics {
				d.Metrics[i].Unit, d.Metrics[i].Prose.Title = "EUR", "Another"
			}
		}},
	} {
		after := large(b, n, c.change)
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				bundle.Diff(before, after)
			}
		})
	}
}

// BenchmarkLock pins 10,000 metrics, writes the lock, reads it, and compares it.
func BenchmarkLock(b *testing.B) {
	of := large(b, 10_000, nil)
	data := bundle.LockOf(of).Bytes()
	b.Run("write", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			bundle.LockOf(of).Bytes()
		}
	})
	b.Run("read", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := bundle.ReadLock(data); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("drift", func(b *testing.B) {
		l := bundle.LockOf(of)
		for b.Loop() {
			l.Drift(of)
		}
	})
}
