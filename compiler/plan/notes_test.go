package plan_test

import (
	"strings"
	"testing"
	"time"

	"sutura.dev/bundle/question"
	"sutura.dev/catalog"
	"sutura.dev/compiler"
	"sutura.dev/compiler/plan"
)

// A note names the metric to use instead to those who may see it, and to no one else.
func TestDeprecatedNamesNothingInvisible(t *testing.T) {
	b, found := compiler.Build(catalog.InMemory(map[string][]byte{"catalog/a.cue": []byte(`package catalog
about: {name: "shop", version: "1.0.0", audience: ["everyone"], calendar: timezone: "UTC"}
sources: db: dialect: "duckdb"
models: sales: {source: "db", table: "sales", time: "none", columns: amount: type: "integer"}
metrics: takings: {model: "sales", measure: sum: "amount", status: "deprecated", deprecated: use: "margin"}
metrics: margin: {model: "sales", measure: max: "amount", audience: ["board"]}
`)}))
	if b == nil {
		t.Fatal(found.Sorted().String())
	}
	for audience, named := range map[string]bool{"board": true, "staff": false} {
		p, refusal, malformed := plan.Resolve(b.View([]string{audience}, false), question.Question{Metrics: []string{"takings"}}, time.Unix(0, 0))
		if p == nil {
			t.Fatal(refusal, malformed)
		}
		says := ""
		for _, n := range p.Notes {
			if n.Code == plan.NoteDeprecated {
				says = n.Text
			}
		}
		if says == "" || strings.Contains(says, "margin") != named {
			t.Errorf("%s is told: %s", audience, says)
		}
	}
}
