package plan_test

import (
	"strings"
	"testing"

	"sutura.dev/catalog"
	"sutura.dev/compiler"
	"sutura.dev/compiler/plan"
)

// A space names some of the metrics that can be asked beside, and counts the others: those that cannot are in neither.
func TestSpaceCountsTheRest(t *testing.T) {
	for _, c := range []struct {
		name, more string
		listed     int
		rest       int
	}{
		{"few", ``, 9, 0},
		{"many", `metrics: {for a in [1, 2, 3, 4] for b in [1, 2, 3, 4, 5] {"more_\(a)\(b)": {model: "orders", measure: sum: "amount"}}}`, 24, 5},
		{"others that share nothing", `
models: visits: {source: "db", table: "visits", time: "day", columns: {day: type: "date", page: type: "string"}, dimensions: page: {}}
metrics: {for a in [1, 2, 3, 4] for b in [1, 2, 3, 4, 5] {"more_\(a)\(b)": {model: "visits", measure: count: "*"}}}`, 9, 0},
	} {
		b, found := compiler.Build(catalog.InMemory(map[string][]byte{"catalog/shop.cue": []byte(shop + c.more)}))
		if b == nil {
			t.Fatal(found.Sorted().String())
		}
		space := plan.Space(b.View(nil, false), []string{"revenue"})
		if len(space.Combines) != c.listed || space.CombinesMore != c.rest {
			t.Errorf("%s: %d listed, %d more", c.name, len(space.Combines), space.CombinesMore)
		}
		beside := space.Beside()
		if said := strings.Join(beside, ", "); strings.HasSuffix(said, ", and 5 more") != (c.rest == 5) || len(space.Combines) != c.listed {
			t.Errorf("%s: said as %s", c.name, said)
		}
	}
}
