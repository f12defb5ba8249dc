package bundle_test

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
	"sutura.dev/compiler/dialect"
	"sutura.dev/compiler/plan"
)

// tiny is a bundle of few bytes that has one of most things: fuzzing changes small inputs faster.
func tiny(t testing.TB) *bundle.Bundle {
	t.Helper()
	integer, text, day, boolean := expr.Type{Kind: expr.Integer}, expr.Type{Kind: expr.String}, expr.Type{Kind: expr.Date}, expr.Type{Kind: expr.Boolean}
	at := &bundle.Time{Column: "d", Type: day, Grain: "day"}
	rows := bundle.Aggregate{Model: "f", Func: bundle.Count, Time: at, Type: integer}
	total := bundle.Aggregate{
		Model: "f", Func: bundle.Sum, Time: at, Type: integer, Expr: expr.Call(expr.OpMul, integer, expr.Col("", "k", integer), expr.Lit(integer, "2")),
		Where: []expr.Node{*expr.Call(expr.OpGt, boolean, expr.Col("j", "k", integer), expr.Lit(integer, "0"))},
	}
	middle := bundle.Aggregate{Name: "m", Model: "f", Func: bundle.PercentileDiscrete, P: "0.5", Time: at, Type: integer, Expr: expr.Col("", "k", integer)}
	b, err := bundle.New(bundle.Definitions{
		About:   bundle.About{Name: "t", Version: "1.0.0"},
		Sources: []bundle.Source{{Name: "s", Dialect: "duckdb"}},
		Models: []bundle.Model{
			{Name: "d", Source: "s", Table: []string{"d"}, Key: []string{"k"}, Columns: []bundle.Column{{Name: "k", Type: integer}, {Name: "n", Type: text}},
				Dimensions: []bundle.Dimension{{Name: "n", Expr: *expr.Col("", "n", text), Filter: bundle.FilterOpen}}},
			{Name: "f", Source: "s", Table: []string{"m", "f"}, Columns: []bundle.Column{{Name: "k", Type: integer}, {Name: "d", Type: day, Grain: "day"}}, Time: at,
				Joins: []bundle.Join{{Name: "j", To: "d", On: []bundle.Pair{{Left: "k", Right: "k"}}}}, Roles: []bundle.Role{{Name: "j", Path: []string{"j"}, To: "d"}},
				Dimensions: []bundle.Dimension{{Name: "w", Expr: *expr.Call(expr.OpDateTrunc, day, expr.Lit(text, "week"), expr.Col("", "d", day)), Filter: bundle.FilterOpen}}},
		},
		Metrics: []bundle.Metric{
			{Name: "r", Status: bundle.Certified, Audience: []string{"everyone"}, Type: expr.Type{Kind: expr.Float}, Grains: []string{"week"}, Dimensions: []string{"j.n", "w"},
				Measure: bundle.Measure{Terms: []bundle.Aggregate{total, rows}, Value: bundle.Value{Op: bundle.ValueRatio, Args: []bundle.Value{{Op: bundle.ValueTerm}, {Op: bundle.ValueTerm, Term: 1}}}}},
			{Name: "s", Status: bundle.Certified, Audience: []string{"everyone"}, Type: integer, Dimensions: []string{"w"},
				Measure: bundle.Measure{Terms: []bundle.Aggregate{rows, middle}, Value: bundle.Value{
					Op: bundle.ValueFormula, Expr: expr.Call(expr.OpSub, integer, expr.Col("", "0", integer), expr.Col("", "1", integer)),
					Args: []bundle.Value{{Op: bundle.ValueTerm}, {Op: bundle.ValueTerm, Term: 1}},
				}}},
			{Name: "t", Status: bundle.Certified, Audience: []string{"everyone"}, Type: integer, Measure: bundle.Measure{Terms: []bundle.Aggregate{total}, Value: bundle.Value{Op: bundle.ValueTerm}}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// FuzzRead: nothing that is read panics, and what is read is exactly what would be written.
func FuzzRead(f *testing.F) {
	data := tiny(f).Bytes()
	f.Add(data)
	f.Add(data[:len(data)/2])
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := bundle.Read(data)
		if err == nil && !bytes.Equal(b.Bytes(), data) {
			t.Error("what was read is not what would be written")
		}
	})
}

// FuzzDefinitions makes bundles of whatever definitions, and asks every metric of what is made: a forged bundle may be
// refused or answered, and never panics.
func FuzzDefinitions(f *testing.F) {
	var file struct{ Definitions json.RawMessage }
	if err := json.Unmarshal(tiny(f).Bytes(), &file); err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(file.Definitions))
	f.Fuzz(func(t *testing.T, definitions []byte) {
		var def bundle.Definitions
		if json.Unmarshal(definitions, &def) != nil {
			return
		}
		if b, err := bundle.New(def); err == nil {
			askEverything(b)
		}
	})
}

// askEverything renders each metric by all that it declares.
func askEverything(b *bundle.Bundle) {
	view := b.View(nil, true)
	for _, m := range b.Metrics() {
		q := question.Question{Metrics: []string{m.Name}, Dimensions: m.Dimensions[:min(len(m.Dimensions), question.MaxDimensions)]}
		if m.Temporal() {
			q.Range = &question.Range{Period: "2026"}
		}
		if len(m.Grains) > 0 {
			q.Grain = m.Grains[0]
		}
		render(view, q)
		q.Totals, q.Fill = true, q.Grain != ""
		if len(q.Dimensions) > 0 {
			q.Top, q.Others = &question.Top{N: 2, By: m.Name}, true
		}
		render(view, q)
	}
}

// render writes the question in every dialect, as far as it is answered and a statement has room.
func render(view *bundle.View, q question.Question) {
	p, _, _ := plan.Resolve(view, q, time.Time{})
	if p == nil {
		return
	}
	for _, name := range dialect.Names() {
		if _, err := dialect.Render(p, name); err != nil {
			continue
		}
	}
}
