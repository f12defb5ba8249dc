package words_test

import (
	"fmt"
	"strings"
	"testing"

	"sutura.dev/bundle"
	"sutura.dev/compiler/compilertest"
	"sutura.dev/internal/words"
)

// many is a catalog of n metrics with names and prose as people write them; every tenth is for the board only.
func many(t testing.TB, n int) *bundle.Bundle {
	t.Helper()
	things := strings.Fields("revenue reviews revisions orders returns refunds margin discount shipping visits sessions signups churn tickets calls stock deliveries invoices payments leads")
	ways := strings.Fields("gross net average median daily weekly first repeat online retail partner wholesale domestic foreign planned actual open closed late early")
	places := strings.Fields("north south east west central coast island mountain city village harbour airport station campus")
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
	for i := range n {
		way, thing, place := ways[i%len(ways)], things[i/len(ways)%len(things)], places[i/(len(ways)*len(things))%len(places)]
		fmt.Fprintf(&text, "metrics: %s_%s_%s_%d: {title: %q, description: %q, unit: \"EUR\", model: \"facts\", measure: sum: \"amount\", where: [\"amount > %d\"]%s}\n",
			way, thing, place, i, strings.ToUpper(way[:1])+way[1:]+" "+thing+" of the "+place,
			"What the "+place+" books as "+way+" "+thing+", without tax and after corrections of the month.", i,
			map[bool]string{true: `, audience: ["board"]`}[i%10 == 9])
	}
	return compilertest.CUE(t, text.String())
}

// I109: over 500 metrics, the beginning of a word gives short ranked hits and a count.
func TestManyMetrics(t *testing.T) {
	b := many(t, 500)
	r := words.New(b.View(nil, false)).Search(words.Words{Text: "rev"})
	if r.Count != 120 { // revenue, reviews and revisions, of the north and of the south, 20 each
		t.Errorf("%d hits", r.Count)
	}
	if len(r.Hits) != words.DefaultLimit {
		t.Fatalf("%d of them came", len(r.Hits))
	}
	for i, h := range r.Hits {
		if h.Kind != words.Metric || !strings.Contains(h.Name, "_rev") {
			t.Errorf("%s is among the best", h.ID)
		}
		if i > 0 && h.Score > r.Hits[i-1].Score {
			t.Errorf("%s is out of order", h.ID)
		}
	}
	if seen := words.New(b.View([]string{}, false)).Search(words.Words{Text: "rev"}); seen.Count != 108 {
		t.Errorf("%d hits for those who see less", seen.Count)
	}
}

func BenchmarkSearch(b *testing.B) {
	for _, n := range []int{500, 10_000} {
		x := words.New(many(b, n).View(nil, false))
		for _, text := range []string{"rev", "gross revenue of the north", "revnue hrabour"} {
			b.Run(fmt.Sprintf("metrics=%d/%s", n, strings.ReplaceAll(text, " ", "_")), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					x.Search(words.Words{Text: text})
				}
			})
		}
	}
}

func BenchmarkNew(b *testing.B) {
	view := many(b, 1000).View(nil, false)
	b.ReportAllocs()
	for b.Loop() {
		words.New(view)
	}
}
