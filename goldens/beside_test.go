package goldens_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"sutura.dev/goldens"
)

// besideOf asks two versions of a catalog about a metric over the fixtures of the first, and tells the questions whose rows differ,
// those that run the same, and those without rows.
func besideOf(t *testing.T, was, now, metric string, files map[string]string) (moved, same, unknown []string) {
	t.Helper()
	a, b := built(t, was), built(t, now)
	x := loaded(t, a, files)
	all, err := goldens.Beside(context.Background(), goldens.Version{Bundle: a, Fixtures: x}, goldens.Version{Bundle: b, Fixtures: loaded(t, b, nil)}, x, []string{metric})
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range all[metric] {
		name := strings.Trim(strings.Join(append([]string{q.Question.Grain}, q.Question.Dimensions...), " "), " ")
		switch {
		case q.Same:
			same = append(same, name)
		case q.Was.Rows == nil || q.Now.Rows == nil:
			unknown = append(unknown, name)
		case *q.Was.Rows != *q.Now.Rows:
			moved = append(moved, name)
		}
	}
	return moved, same, unknown
}

const besides = `
about: {name: "shop", version: "1.0.0", audience: ["everyone"], calendar: {timezone: "Europe/Prague", week_start: "monday"}}
sources: db: dialect: "duckdb"
models: orders: {
	source: "db", table: "orders", key: ["id"], time: "day"
	columns: {id: type: "integer", day: {type: "date", nullable: false}, channel: type: "string", amount: {type: "decimal", precision: 8, scale: 2}}
	dimensions: {channel: values: ["web", "store"], large: expr: "amount > 50"}
}
metrics: revenue: {description: "What was paid.", model: "orders", measure: sum: "amount", grains: ["week", "year"]}
`

var besidesRows = map[string]string{"fixtures/orders.csv": "id,day,channel,amount\n1,2026-03-01,web,60.00\n2,2026-03-02,store,40.00\n"}

func TestBeside(t *testing.T) {
	for _, c := range []struct {
		name, from, to       string
		moved, same, unknown []string
	}{
		{"nothing", "", "", nil, []string{"", "year", "week", "channel", "large"}, nil},
		{"the start of weeks", `week_start: "monday"`, `week_start: "sunday"`, []string{"week"}, []string{"", "year", "channel", "large"}, nil},
		{"a dimension", "amount > 50", "amount > 30", []string{"large"}, []string{"", "year", "week", "channel"}, nil},
		{"a dimension, and the rows do not show it", "amount > 50", "amount > 51", nil, []string{"", "year", "week", "channel"}, nil},
		{"the measure", `sum: "amount"`, `max: "amount"`, []string{"", "year"}, nil, nil},
		{"another table", `table: "orders"`, `table: "orders_2"`, nil, nil, nil},
		{"a type that holds every value", "precision: 8, scale: 2", "precision: 9, scale: 3", nil, []string{"", "year", "week", "channel", "large"}, nil},
		{"a type that does not", "precision: 8, scale: 2}}\n\tdimensions: {channel: values: [\"web\", \"store\"], large: expr: \"amount > 50",
			"precision: 2, scale: 1}}\n\tdimensions: {channel: values: [\"web\", \"store\"], large: expr: \"amount > 30",
			nil, []string{"", "year", "week", "channel"}, []string{"large"}},
		{"a grain less", `grains: ["week", "year"]`, `grains: ["year"]`, nil, []string{"", "year", "channel", "large"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			now := strings.Replace(besides, c.from, c.to, 1)
			if c.from != "" && now == besides {
				t.Fatal("nothing was replaced")
			}
			moved, same, unknown := besideOf(t, besides, now, "revenue", besidesRows)
			if !slices.Equal(moved, c.moved) || !slices.Equal(same, c.same) || !slices.Equal(unknown, c.unknown) {
				t.Errorf("moved %q, the same %q, without rows %q", moved, same, unknown)
			}
		})
	}
}

// A metric of one version only shows its own rows, those of both a range that holds the rows of the fixtures.
func TestBesideNew(t *testing.T) {
	was, now := built(t, besides), built(t, besides+`metrics: orders: {description: "Orders.", model: "orders", measure: count: "*"}`)
	x := loaded(t, was, besidesRows)
	all, err := goldens.Beside(context.Background(), goldens.Version{Bundle: was, Fixtures: x}, goldens.Version{Bundle: now, Fixtures: loaded(t, now, nil)}, x, []string{"orders"})
	if err != nil {
		t.Fatal(err)
	}
	asked := all["orders"]
	if len(asked) != 2 || asked[0].Was != nil || *asked[0].Now.Rows != "[2]\n" || *asked[1].Now.Rows != "[\"2026-01-01\",2]\n" {
		t.Errorf("asked %+v", asked)
	}
}
