package goldens_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
	"sutura.dev/goldens"
)

// questions are the derived ones, by metric and name.
func questions(t testing.TB, r *goldens.Recording) map[string]map[string]question.Question {
	t.Helper()
	out := map[string]map[string]question.Question{}
	for _, g := range r.Goldens {
		out[g.Metric] = map[string]question.Question{}
		for _, c := range g.Golden().Cases {
			q, err := question.Decode([]byte(c.Question))
			if err != nil {
				t.Fatal(err)
			}
			out[g.Metric][c.Name] = q
		}
	}
	return out
}

// Every metric: its total once, each grain once, each dimension once, and a filter of each kind that it has.
func TestDerivedTouchesEverything(t *testing.T) {
	for name, b := range map[string]*bundle.Bundle{"demonstration": demonstration(t), "shop": built(t, shop), "odd": built(t, odd)} {
		all := questions(t, recorded(t, b, loaded(t, b, nil), nil, goldens.Options{}))
		for i := range b.Metrics() {
			m := &b.Metrics()[i]
			own := touched(t, m, all[m.Name])
			for _, g := range m.Grains {
				if own["grain "+g] != 1 {
					t.Errorf("%s: %s is asked by %s %d times", name, m.Name, g, own["grain "+g])
				}
			}
			for kind, has := range filterKinds(b, m) {
				if (own["filter "+kind] > 0) != has {
					t.Errorf("%s: %s has a filter of kind %s: %t; it is asked %d times", name, m.Name, kind, has, own["filter "+kind])
				}
			}
			for _, d := range m.Dimensions {
				if own["key "+d] != 1 {
					t.Errorf("%s: %s is asked by %s %d times", name, m.Name, d, own["key "+d])
				}
			}
			if most := 1 + max(len(m.Grains), (len(m.Dimensions)+3)/4); own["total"] != 1 || len(all[m.Name]) > most {
				t.Errorf("%s: %s has %d totals and %d questions", name, m.Name, own["total"], len(all[m.Name]))
			}
		}
	}
}

// touched counts what the questions of a metric touch.
func touched(t *testing.T, m *bundle.Metric, questions map[string]question.Question) map[string]int {
	t.Helper()
	out := map[string]int{}
	for name, q := range questions {
		if q.Grain == "" && len(q.Dimensions) == 0 && len(q.Filters) == 0 && name == "total" {
			out["total"]++
		}
		out["grain "+q.Grain]++
		for _, d := range q.Dimensions {
			out["key "+d]++
		}
		for _, f := range q.Filters {
			out["filter "+f.Op]++
		}
		if (q.Range == nil) == m.Temporal() {
			t.Errorf("%s %s: range %v", m.Name, name, q.Range)
		}
	}
	return out
}

// filterKinds says which kinds of filter a metric's dimensions take.
func filterKinds(b *bundle.Bundle, m *bundle.Metric) map[string]bool {
	out := map[string]bool{question.OpIn: false, question.OpNotIn: false, question.OpStartsWith: false, question.OpBetween: false, question.OpGte: false}
	for _, name := range m.Dimensions {
		d := b.Resolve(m.Measure.Terms[0].Model, name)
		switch t := d.Expr.Type; {
		case d.Dimension.Filter == bundle.FilterClosed:
			out[question.OpIn], out[question.OpNotIn] = true, true
		case d.Dimension.Filter != bundle.FilterOpen:
		case t.Numeric():
			out[question.OpBetween] = true
		case t.Temporal():
			out[question.OpGte] = t.Kind != "timestamptz"
		default:
			out[question.OpStartsWith] = true
		}
	}
	return out
}

// However many dimensions a metric has, it is recorded by each of them once, four at a time; what grains have no room for
// is asked without one.
func TestManyDimensions(t *testing.T) {
	var source strings.Builder
	source.WriteString(`
about: {name: "wide", version: "1.0.0", audience: ["everyone"]}
sources: db: dialect: "duckdb"
models: wide: {source: "db", table: "wide", time: "day", columns: day: type: "date"
`)
	for i := range 23 {
		fmt.Fprintf(&source, "\tcolumns: c%d: type: \"string\"\n\tdimensions: c%d: {}\n", i, i)
	}
	source.WriteString("}\n")
	for _, name := range []string{"a", "b"} {
		fmt.Fprintf(&source, "metrics: %s: {title: \"%s\", description: \"%s.\", model: \"wide\", measure: count: \"c%d\"}\n", name, name, name, len(name))
	}
	b := built(t, source.String())
	for name, asked := range questions(t, recorded(t, b, loaded(t, b, nil), nil, goldens.Options{})) {
		seen := map[string]int{}
		for _, q := range asked {
			for _, d := range q.Dimensions {
				seen[d]++
			}
		}
		if len(seen) != 23 || slices.Max(slices.Collect(maps.Values(seen))) != 1 || len(asked) != 7 || len(asked["groups"].Dimensions) == 0 {
			t.Errorf("%s is recorded by %v, in %d questions", name, seen, len(asked))
		}
	}
}

// The range is where the rows are: the constant year, or a person's years, in whole units of the column.
func TestDerivedRange(t *testing.T) {
	b := built(t, odd)
	r := func(files map[string]string, metric string) string {
		x := loaded(t, b, files)
		for _, q := range questions(t, recorded(t, b, x, nil, goldens.Options{Metrics: []string{metric}}))[metric] {
			return fmt.Sprintf("%+v", *q.Range)
		}
		return ""
	}
	for _, c := range []struct{ metric, file, text, want string }{
		{"lines", "lines", "order_id,line,qty\n1,1,1\n", "{Start: End: Period:2024 Last:<nil>}"},
		{"lines", "orders", "id,at,user_id\n1,2019-12-31T23:59:59,\n2,2021-01-01T00:00:00,\n", "{Start:2019-01-01 End:2022-01-01 Period: Last:<nil>}"},
		{"lines", "orders", "id,at,user_id\n1,1900-12-31T23:59:59,\n2,2021-01-01T00:00:00,\n", "{Start:2012-01-01 End:2022-01-01 Period: Last:<nil>}"},
		{"lines", "orders", "id,at,user_id\n1,2019-12-31T23:59:59,\n2,,\n", "{Start: End: Period:2019 Last:<nil>}"},
		{"months", "months", "month,flag\n2020-01-01T02:30:00Z,true\n", "{Start: End: Period:2019 Last:<nil>}"}, // still December in Santiago
	} {
		if got := r(map[string]string{"fixtures/" + c.file + ".csv": c.text}, c.metric); got != c.want {
			t.Errorf("%s with %q: %s, want %s", c.metric, c.text, got, c.want)
		}
	}
}

// A column of weeks is asked about whole weeks.
func TestDerivedRangeOfWeeks(t *testing.T) {
	var file struct{ Definitions bundle.Definitions }
	b := built(t, `
about: {name: "weekly", version: "1.0.0", audience: ["everyone"], calendar: week_start: "sunday"}
sources: db: dialect: "duckdb"
models: weeks: {source: "db", table: "weeks", time: "week", columns: week: {type: "date", grain: "day"}}
metrics: weeks: {title: "Weeks", description: "Weeks.", model: "weeks", measure: count: "*"}`)
	if err := json.Unmarshal(b.Bytes(), &file); err != nil {
		t.Fatal(err)
	}
	def := file.Definitions
	def.Models[0].Columns[0].Grain, def.Models[0].Time.Grain = "week", "week"
	def.Metrics[0].Measure.Terms[0].Time.Grain, def.Metrics[0].Grains = "week", []string{"week"}
	b, err := bundle.New(def)
	if err != nil {
		t.Fatal(err)
	}
	x := loaded(t, b, nil)
	all := questions(t, recorded(t, b, x, nil, goldens.Options{}))["weeks"]
	if got := *all["by_week"].Range; got.Start != "2023-12-31" || got.End != "2025-01-05" || len(all) != 2 {
		t.Errorf("asked about %+v in %d questions", got, len(all))
	}
	for _, day := range table(t, x, "weeks")["week"] {
		if at, err := time.Parse(time.DateOnly, day); day != "" && (err != nil || at.Weekday() != time.Sunday) {
			t.Errorf("%s is no week's first day", day)
		}
	}
}
