package plan_test

import (
	"slices"
	"testing"
	"time"

	"sutura.dev/bundle/question"
	"sutura.dev/catalog"
	"sutura.dev/compiler"
	"sutura.dev/compiler/plan"
)

// Whoever says what people call a value is offered the value.
func TestNearValues(t *testing.T) {
	b, found := compiler.Build(catalog.InMemory(map[string][]byte{"catalog/a.cue": []byte(`package catalog
about: {name: "air", version: "1.0.0", audience: ["everyone"], calendar: timezone: "UTC"}
sources: db: dialect: "duckdb"
models: flights: {
	source: "db", table: "flights", time: "none", columns: {id: type: "integer", carrier: type: "string"}
	dimensions: carrier: {
		values: ["B6", "UA", "US", "AA"]
		labels: {B6: "JetBlue Airways", UA: "United Air Lines", US: "US Airways", AA: "American Airlines"}
		value_synonyms: AA: ["Yankee"]
	}
}
metrics: flights: {model: "flights", measure: count: "*"}
`)}))
	if b == nil {
		t.Fatal(found.Sorted().String())
	}
	for said, want := range map[string]string{"JetBlue": "B6", "jetblue airways": "B6", "United": "UA", "Yankees": "AA", "UB": "UA", "Airways": "US"} {
		_, refusal, _ := plan.Resolve(b.View(nil, false), question.Question{Metrics: []string{"flights"},
			Filters: []question.Filter{{Dimension: "carrier", Values: []string{said}}}}, time.Unix(0, 0))
		if refusal == nil || refusal.Code != question.DimensionValueNotAllowed {
			t.Fatalf("%s: %+v", said, refusal)
		}
		first := refusal.Suggestions[0]
		if len(first.Filters) != 1 || !slices.Equal(first.Filters[0].Values, []string{want}) {
			t.Errorf("%s: %s is offered", said, question.Encode(first))
		}
	}
}

// So is whoever says what people call a number, which is of another type.
func TestNearNumbers(t *testing.T) {
	b, found := compiler.Build(catalog.InMemory(map[string][]byte{"catalog/a.cue": []byte(`package catalog
about: {name: "air", version: "1.0.0", audience: ["everyone"], calendar: timezone: "UTC"}
sources: db: dialect: "duckdb"
models: flights: {
	source: "db", table: "flights", time: "none", columns: {id: type: "integer", weekday: type: "integer", late: type: "boolean", seats: type: "integer"}
	dimensions: weekday: {values: [1, 2, 3], labels: {"1": "Monday", "2": "Tuesday", "3": "Wednesday"}}
	dimensions: late: {}
	dimensions: seats: filter: "open"
}
metrics: flights: {model: "flights", measure: count: "*"}
`)}))
	if b == nil {
		t.Fatal(found.Sorted().String())
	}
	for _, c := range []struct{ dimension, said, first, detail string }{
		{"weekday", "Monday", `{"metrics":["flights"],"filters":[{"dimension":"weekday","values":["1"]}]}`, "weekday takes only its declared values: 1, 2 and 3."},
		{"weekday", "tuesday", `{"metrics":["flights"],"filters":[{"dimension":"weekday","values":["2"]}]}`, "weekday takes only its declared values: 1, 2 and 3."},
		{"weekday", "x", `{"metrics":["flights"],"dimensions":["weekday"]}`, "weekday takes only its declared values: 1, 2 and 3."},
		{"late", "yes", `{"metrics":["flights"],"dimensions":["late"]}`, "late takes true or false."},
		{"seats", "many", `{"metrics":["flights"],"dimensions":["seats"]}`, "seats takes whole numbers of at most 64 bits, such as 42."},
	} {
		_, refusal, _ := plan.Resolve(b.View(nil, false), question.Question{Metrics: []string{"flights"},
			Filters: []question.Filter{{Dimension: c.dimension, Values: []string{c.said}}}}, time.Unix(0, 0))
		if refusal == nil || refusal.Code != question.FilterTypeMismatch || refusal.Detail != c.detail {
			t.Fatalf("%s: %+v", c.said, refusal)
		}
		if first := string(question.Encode(refusal.Suggestions[0])); first != c.first {
			t.Errorf("%s: %s is offered", c.said, first)
		}
	}
}
