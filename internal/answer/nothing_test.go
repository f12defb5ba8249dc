package answer_test

import (
	"strings"
	"testing"

	"sutura.dev/internal/answer"
)

// TestNothing: an answer that holds nothing says so, and where there is something it does not.
func TestNothing(t *testing.T) {
	published := strings.Replace(rows, `metrics: f: {model: "t", measure: sum: "f"}`,
		`metrics: f: {model: "t", measure: sum: "f", anchors: [{range: {start: "2026-01-01", end: "2026-02-01"}, value: "150"}]}`, 1)
	const late = " The range lies outside of the one that has published values, from 2026-01-01 to before 2026-02-01."
	const zero = "Every value is 0 or null: no rows of t match, or that is what they come to."
	for _, c := range []struct{ question, says string }{
		{`{"metrics": ["rows"], "range": {"period": "2027"}}`, zero},
		{`{"metrics": ["rows", "f", "d"], "range": {"period": "2027"}}`, zero + late},
		{`{"metrics": ["f"], "range": {"last": {"count": 1, "unit": "week"}}, "grain": "day"}`, ""},
		{`{"metrics": ["f"], "range": {"period": "2025"}, "grain": "month"}`, "No rows of t match." + late},
		{`{"metrics": ["f"], "range": {"period": "2025-Q4"}, "grain": "month", "fill": true}`, zero + late},
		{`{"metrics": ["f"], "range": {"period": "2026"}, "filters": [{"dimension": "s", "values": ["nobody"]}]}`, zero},
		{`{"metrics": ["f"], "range": {"period": "2026"}, "dimensions": ["s"], "filters": [{"dimension": "s", "values": ["nobody"]}]}`, "No rows of t match."},
		{`{"metrics": ["rows"], "range": {"period": "2026"}, "dimensions": ["s"], "having": [{"metric": "rows", "op": "gt", "value": "1"}]}`, "No rows of t match, or none of what they come to passes having."},
		{`{"metrics": ["rows", "f"], "range": {"period": "2026-01"}}`, ""},
		{`{"metrics": ["f"], "range": {"period": "2026-Q1"}, "grain": "month", "fill": true}`, "From 2026-02-01 on every value is 0 or null: data may not reach so far."},
		{`{"metrics": ["f"], "range": {"period": "2026-Q1"}, "grain": "month", "dimensions": ["s"], "filters": [{"dimension": "s", "values": ["s1", "s2"]}], "fill": true}`,
			"From 2026-02-01 on every value is 0 or null: data may not reach so far."},
		{`{"metrics": ["rows", "f"], "range": {"period": "2026-01"}, "compare": {"to": "offset", "count": 1, "unit": "year"}}`,
			"Every earlier value is 0 or null: no rows match there, or data may not reach so far back."},
		{`{"metrics": ["rows", "f"], "range": {"start": "2026-01-05", "end": "2026-01-06"}, "compare": {"to": "offset", "count": 1, "unit": "day"}}`, ""},
		{`{"metrics": ["rows"], "range": {"period": "2027"}, "compare": {"to": "offset", "count": 1, "unit": "year"}}`, zero},
		{`{"metrics": ["f"], "range": {"start": "2025-12-01", "end": "2026-02-01"}, "grain": "month", "fill": true}`, ""},
	} {
		a := answered(t, engine(t, published, table(100)), decode(t, c.question))
		says := ""
		for _, n := range a.Notes {
			if n.Code == answer.NoteNothing {
				says += n.Text
			}
		}
		if says != c.says {
			t.Errorf("%s\nsays %q\nnot  %q", c.question, says, c.says)
		}
	}
}
