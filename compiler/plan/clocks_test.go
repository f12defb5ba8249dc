package plan_test

import (
	"strings"
	"testing"
	"time"

	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/question"
	"sutura.dev/compiler/compilertest"
	"sutura.dev/compiler/plan"
)

const clocksCUE = `package catalog
about: {name: "t", version: "1.0.0", audience: ["everyone"], calendar: timezone: "America/Havana"}
sources: db: dialect: "duckdb"
models: history: {
	source: "db", table: "history", key: ["of", "since"], time: "none"
	columns: {of: type: "integer", since: type: "date", until: type: "date", weight: type: "integer"}
}
models: months: {
	source: "db", table: "months", key: ["month"], time: "none"
	columns: {month: type: "date", factor: type: "integer"}
}
models: visits: {
	source: "db", table: "visits", time: "day"
	columns: {code: type: "integer", day: type: "date", instant: type: "timestamptz", logged: {type: "timestamp", zone: "America/New_York"}, local: type: "timestamp"}
	joins: {
		past:    {to: "history", on: code: "of", during: {at: "logged", from: "since", to: "until"}}
		plain:   {to: "history", on: code: "of", during: {at: "local", from: "since", to: "until"}}
		current: {to: "history", on: code: "of", during: {at: "period", from: "since", to: "until"}}
		month:   {to: "months", on: instant: {right: "month", truncate: "month"}}
	}
	dimensions: {instant: {}, hour: expr: "extract(hour FROM instant)", at_month: expr: "date_trunc('month', local)"}
}
metrics: visits: {model: "visits", measure: count: "*"}
metrics: at_instants: {model: "visits", measure: count: "*", time: "instant"}
metrics: logged: {model: "visits", measure: count: "*", time: "logged"}
metrics: weighed: {model: "visits", measure: sum: "past.weight"}
metrics: weighed_plain: {model: "visits", measure: sum: "plain.weight"}
metrics: weighed_now: {model: "visits", measure: sum: "current.weight", time: "instant"}
metrics: weighed_ever: measure: cumulative: {metric: "weighed_now", unbounded: true}
metrics: factors: {model: "visits", measure: sum: "month.factor"}
`

// TestClocks: what a statement converts between zones, within the range and whatever it is.
func TestClocks(t *testing.T) {
	view := compilertest.CUE(t, clocksCUE).View(nil, false)
	names := func(of []*calendar.Calendar) string {
		var out []string
		for _, c := range of {
			out = append(out, c.Rules().Timezone)
		}
		return strings.Join(out, " ")
	}
	for _, c := range []struct{ question, ranged, anytime string }{
		{`{"metrics": ["visits"], "range": {"period": "2026"}}`, "", ""},
		{`{"metrics": ["visits"], "range": {"period": "2026"}, "dimensions": ["at_month"]}`, "", ""},
		{`{"metrics": ["visits"], "range": {"period": "2026"}, "dimensions": ["hour"]}`, "", "America/Havana"},
		{`{"metrics": ["visits"], "range": {"period": "2026"}, "filters": [{"dimension": "instant", "values": ["2025-01-01"]}]}`, "", "America/Havana"},
		{`{"metrics": ["at_instants"], "range": {"period": "2026"}}`, "America/Havana", ""},
		{`{"metrics": ["logged"], "range": {"period": "2026"}}`, "America/Havana America/New_York", ""},
		{`{"metrics": ["weighed"], "range": {"period": "2026"}}`, "", "America/Havana America/New_York"},
		{`{"metrics": ["weighed_plain"], "range": {"period": "2026"}}`, "", ""},
		{`{"metrics": ["weighed_now"], "range": {"period": "2026"}}`, "America/Havana", ""},
		{`{"metrics": ["weighed_ever"], "range": {"period": "2026"}}`, "America/Havana", "America/Havana"},
		{`{"metrics": ["factors"], "range": {"period": "2026"}}`, "", "America/Havana"},
		{`{"metrics": ["weighed", "at_instants"], "range": {"period": "2026"}}`, "America/Havana", "America/Havana America/New_York"},
	} {
		q, err := question.Decode([]byte(c.question))
		if err != nil {
			t.Fatal(err)
		}
		p, refusal, malformed := plan.Resolve(view, q, time.Unix(0, 0))
		if p == nil {
			t.Fatal(c.question, refusal, malformed)
		}
		clocks := p.Clocks()
		if r, a := names(clocks.Ranged), names(clocks.Anytime); r != c.ranged || a != c.anytime {
			t.Errorf("%s reads %q within the range and %q at any time", c.question, r, a)
		}
	}
}
