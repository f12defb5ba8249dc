package resolve_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"sutura.dev/catalog/demo"
	"sutura.dev/internal/words/resolve"
)

func BenchmarkResolve(b *testing.B) {
	r := resolverOf(build(b, demo.Files()).View(nil, false))
	for b.Loop() {
		if _, err := r.Resolve("top 5 carriers by delay last summer from Newark", resolve.Context{Reference: "2014-05-15"}); err != nil {
			b.Fatal(err)
		}
	}
}

// Over 10,000 metrics whose names share their words.
func BenchmarkResolveMany(b *testing.B) {
	things, places := strings.Fields("revenue orders returns refunds margin shipping visits signups churn tickets"), strings.Fields("north south east west central coast island mountain village harbour")
	var text strings.Builder
	text.WriteString(`package catalog
about: {name: "many", version: "1.0.0", audience: ["everyone"], calendar: timezone: "Europe/Prague"}
sources: db: dialect: "duckdb"
models: facts: {
	source: "db", table: "facts", time: "day"
	columns: {day: type: "date", amount: {type: "decimal", precision: 12, scale: 2}, channel: type: "string"}
	dimensions: channel: {values: ["web", "store", "phone"], title: "Channel"}
}
`)
	for i := range 10_000 {
		thing, place := things[i%10], places[i/10%10]
		fmt.Fprintf(&text, "metrics: %s_%s_%d: {title: \"The %s of the %s, line %d\", description: \"What the %s books.\", model: \"facts\", measure: sum: \"amount\"}\n", thing, place, i, thing, place, i/100, place)
	}
	r := resolverOf(build(b, fstest.MapFS{"catalog/many.cue": {Data: []byte(text.String())}}).View(nil, false))
	for _, words := range []string{"the revenue of the north, line 7 by channel last month", "revenue norht line 12 over 1000 without web in 2013 by month", "revenue by channel"} {
		b.Run(strings.ReplaceAll(words[:12], " ", "_"), func(b *testing.B) {
			for b.Loop() {
				if _, err := r.Resolve(words, resolve.Context{Reference: "2014-05-15"}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
