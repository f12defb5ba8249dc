package words_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"sutura.dev/bundle"
	"sutura.dev/compiler/compilertest"
	"sutura.dev/internal/words"
)

// The best hit for words about the demonstration: its id, its value, and the field that matched.
var found = []struct{ text, best string }{
	{"delay", "metric.departure_delay synonym"},
	{"departure dealy", "metric.departure_delay name"},
	{"cancelations", "metric.cancelled_flights synonym"},
	{"worst delay", "metric.worst_departure_delay name"},
	{"how many flights were cancelled in june", "metric.cancelled_flights name"},
	{"punctuality", "metric.on_time_share synonym"},
	{"OTP", "glossary.otp term"},
	{"otp", "glossary.otp term"},
	{"fog", "glossary.fog poor term"},
	{"plane maker", "dimension.flights.plane.maker name"},
	{"airline", "dimension.flights.carrier synonym"},
	{"carr", "dimension.flights.carrier name"},
	{"united", "dimension.flights.carrier UA synonym"},
	{"Jet Blue", "dimension.flights.carrier B6 synonym"},
	{"Newark", "dimension.flights.origin EWR synonym"},
	{"jfk", "dimension.flights.origin JFK value"},
	{"Tuesday", "dimension.flights.weekday 2 label"},
	{"delay by month", "query.delay_by_month name"},
	// A phrase that is not defined comes first wherever the words hold it, and not where they only touch it.
	{"revenue", "not_defined.revenue phrase"},
	{"revenue by carrier", "not_defined.revenue phrase"},
	{"load factor of united", "not_defined.load_factor phrase"},
	{"passengers", "not_defined.passengers phrase"},
	// In the catalog's other languages, with and without their marks.
	{"zrušené lety", "metric.cancelled_flights title"},
	{"zrusene lety", "metric.cancelled_flights title"},
	{"Flüge", "metric.flights title"},
	{"verspatung", "metric.departure_delay synonym"},
	{"aerolinka", "dimension.flights.carrier synonym"},
	{"xyzzy", ""},
	{"", ""},
	{" _ ", ""},
}

func TestSearch(t *testing.T) {
	x := words.New(flights(t).View(nil, false))
	for _, c := range found {
		best := ""
		if r := x.Search(words.Words{Text: c.text}); len(r.Hits) > 0 {
			h := r.Hits[0]
			best = strings.Join(strings.Fields(h.ID+" "+h.Value+" "+h.MatchedField), " ")
		}
		if best != c.best {
			t.Errorf("%q: %s, not %s", c.text, best, c.best)
		}
	}
}

func TestNotDefinedSaysWhy(t *testing.T) {
	h := words.New(flights(t).View(nil, false)).Search(words.Words{Text: "what was the profit?"}).Hits[0]
	if h.Kind != words.NotDefined || h.Why != "The tables hold no money: neither fares nor costs." {
		t.Errorf("%+v", h)
	}
}

func TestKindsAndLimit(t *testing.T) {
	x := words.New(flights(t).View(nil, false))
	all := x.Search(words.Words{Text: "flights carrier", Limit: 1000})
	if all.Count < 20 || len(all.Hits) != all.Count {
		t.Fatalf("%d of %d hits", len(all.Hits), all.Count)
	}
	sum := 0
	for _, k := range words.Kinds() {
		r := x.Search(words.Words{Text: "flights carrier", Kinds: []words.Kind{k}, Limit: 1})
		if len(r.Hits) > 1 || len(r.Hits) == 1 && r.Hits[0].Kind != k {
			t.Errorf("%s: %+v", k, r.Hits)
		}
		sum += r.Count
	}
	if sum != all.Count {
		t.Errorf("the kinds have %d hits, all have %d", sum, all.Count)
	}
	if r := x.Search(words.Words{Text: "flights", Kinds: []words.Kind{"table"}}); r.Count != 0 {
		t.Errorf("%d hits of a kind that there is not", r.Count)
	}
}

// A locale looks at the catalog's language and its own, and its titles are shown.
func TestLocale(t *testing.T) {
	x := words.New(flights(t).View(nil, false))
	for _, c := range []struct{ text, locale, title string }{
		{"Flüge", "de", "Flüge"}, {"Flüge", "de-AT", "Flüge"}, {"Flüge", "cs", ""}, {"flights", "cs", "Lety"}, {"flights", "", "Flights"}, {"flights", "xx", "Flights"},
	} {
		title := ""
		if r := x.Search(words.Words{Text: c.text, Locale: c.locale}); len(r.Hits) > 0 {
			title = r.Hits[0].Title
		}
		if title != c.title {
			t.Errorf("%s in %q: %q, not %q", c.text, c.locale, title, c.title)
		}
	}
}

const shop = `package catalog
about: {name: "shop", version: "1.0.0", audience: ["everyone"], calendar: timezone: "Europe/Prague"}
sources: db: dialect: "duckdb"
models: sales: {
	source: "db", table: "sales", time: "day"
	columns: {day: type: "date", amount: type: "integer", city: type: "string"}
	dimensions: city: {values: ["Brno", "Praha"], title: "Town"}
}
models: payroll: {
	source: "db", table: "payroll", time: "day"
	columns: {day: type: "date", wage: type: "integer", grade: type: "string"}
	dimensions: grade: {values: ["junior", "principal"], title: "Pay grade"}
}
metrics: sales: {model: "sales", measure: sum: "amount", synonyms: ["turnover", {text: "tržba", match: "TYPOS(1)"}, {text: "GMV", match: "EXACT"}]}
metrics: wages: {model: "payroll", measure: sum: "wage", title: "Wages", synonyms: ["salaries"], tags: ["secret"], audience: ["hr"]}
metrics: drafted: {model: "sales", measure: max: "amount", title: "Zenith", status: "draft"}
metrics: takings: {model: "sales", measure: sum: "amount", status: "deprecated", deprecated: {use: "sales", until: "2027-01-01"}, synonyms: ["turnover"]}
knowledge: glossary: [
	{term: "paycheck", means: metric: "wages"}, {term: "seniority", means: dimension: "grade"}, {term: "old hand", means: {dimension: "grade", value: "principal"}}, {term: "home", means: {dimension: "city", value: "Brno"}},
]
knowledge: queries: {
	wage_bill: {title: "Wage bill", question: {metrics: ["wages", "sales"], range: period: "2026"}}
	sales_now: {title: "Sales now", question: {metrics: ["sales"], range: period: "2026"}}
}
knowledge: not_defined: [{phrase: "Profit", why: "No costs."}, {phrase: "pro-fit", why: "A brand."}]
`

func shopOf(t testing.TB) *bundle.Bundle {
	return compilertest.CUE(t, shop)
}

// What a caller may not see is found by none of its words, and changes no score, count or order of the rest.
func TestInvisible(t *testing.T) {
	b := shopOf(t)
	theirs, public := words.New(b.View([]string{"hr"}, false)), words.New(b.View([]string{}, false))
	without := compilertest.CUE(t, visible(t))
	bare := words.New(without.View([]string{}, false))
	for _, text := range []string{"wages", "salaries", "secret", "paycheck", "seniority", "old hand", "principal", "junior", "grade", "wage bill", "Pay grade"} {
		if r := theirs.Search(words.Words{Text: text}); r.Count == 0 {
			t.Errorf("%s: not found by those who may see it", text)
		}
		if got, want := public.Search(words.Words{Text: text}), bare.Search(words.Words{Text: text}); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, and without what is hidden %+v", text, got, want)
		}
	}
	if r := theirs.Search(words.Words{Text: "zenith"}); r.Count != 0 {
		t.Error("a draft is found")
	}
	if r := words.New(b.View(nil, true)).Search(words.Words{Text: "zenith"}); r.Count != 1 {
		t.Error("a draft is not found by those who see drafts")
	}
}

// visible is the shop without what only hr may see.
func visible(t testing.TB) string {
	var out []string
	for line := range strings.Lines(shop) {
		if !strings.Contains(line, "wages") {
			out = append(out, line)
		}
	}
	text := strings.Join(out, "")
	if strings.Contains(text, "paycheck") || !strings.Contains(text, "takings") {
		t.Fatal("the wrong lines were taken out")
	}
	return strings.Replace(text, "glossary: [\n", "glossary: [\n\t{term: \"home\", means: {dimension: \"city\", value: \"Brno\"}},\n", 1)
}

// An author's demand on a term is kept, but for case and accents.
func TestDemands(t *testing.T) {
	x := words.New(shopOf(t).View([]string{}, false))
	for text, matched := range map[string]bool{
		"turnovr": true, "tržba": true, "trzba": true, "tržbu": true, "trzb": true, "trž": false, "GMV": true, "gmv": true, "GMVs": false, "GM": false,
	} {
		r := x.Search(words.Words{Text: text, Kinds: []words.Kind{words.Metric}})
		if (r.Count > 0) != matched {
			t.Errorf("%s: %+v", text, r.Hits)
		}
	}
}

func TestDeprecatedComesLater(t *testing.T) {
	r := words.New(shopOf(t).View([]string{}, false)).Search(words.Words{Text: "turnover"})
	if r.Count != 2 || r.Hits[0].ID != "metric.sales" || r.Hits[1].ID != "metric.takings" {
		t.Errorf("%+v", r.Hits)
	}
}

// Two phrases that fold to one id have two.
func TestIdsAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, h := range words.New(shopOf(t).View(nil, true)).Search(words.Words{Text: "profit pro fit home old hand paycheck seniority", Limit: 50}).Hits {
		if key := h.ID + " " + h.Value; seen[key] {
			t.Errorf("%s twice", key)
		} else {
			seen[key] = true
		}
	}
	if !seen["not_defined.profit "] || !seen["not_defined.pro_fit "] || !seen["glossary.old_hand principal"] {
		t.Errorf("%v", seen)
	}
}

// Building again and asking again gives the same bytes.
func TestSameBytes(t *testing.T) {
	b := flights(t)
	var first string
	for range 3 {
		x := words.New(b.View(nil, false))
		var all strings.Builder
		for _, c := range found {
			data, err := json.Marshal(x.Search(words.Words{Text: c.text, Limit: 50}))
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(&all, string(data))
		}
		if first == "" {
			first = all.String()
		}
		if all.String() != first {
			t.Fatal("another time, other bytes")
		}
	}
}
