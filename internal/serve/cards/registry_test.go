package cards_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
	demoshop "sutura.dev/catalog/shop"
	"sutura.dev/compiler/compilertest"
	"sutura.dev/internal/serve/cards"
	"sutura.dev/internal/words"
)

func registry(view *bundle.View) *cards.Registry { return cards.NewRegistry(of(view)) }

// listing is every object of a kind and an area, page by page.
func listing(t *testing.T, r *cards.Registry, kind, area string) []cards.Listed {
	t.Helper()
	var out []cards.Listed
	for cursor := ""; ; {
		page, err := r.List(cards.ObjectsRequest{Kind: kind, Area: area, Cursor: cursor})
		if err != nil {
			t.Fatal(err)
		}
		if len(encoded(t, page)) > 33<<10 {
			t.Errorf("a page of %d bytes", len(encoded(t, page)))
		}
		out = append(out, page.Objects...)
		if cursor = page.Cursor; cursor == "" {
			if page.Count != len(out) {
				t.Errorf("%d of %d objects", len(out), page.Count)
			}
			return out
		}
	}
}

// Whatever is listed or found can be got, by the id that it has; each thing is listed once.
func TestEveryIdIsThere(t *testing.T) {
	view := compilertest.FS(t, demoshop.Files()).View(nil, false)
	r := registry(view)
	kinds := map[string]int{}
	all := listing(t, r, "", "")
	for i, l := range all {
		if i > 0 && all[i-1].ID >= l.ID {
			t.Errorf("%s comes after %s", l.ID, all[i-1].ID)
		}
		o := r.Get(l.ID, false)
		if o == nil || o.ID != l.ID || o.Kind != l.Kind || !strings.HasPrefix(l.ID, l.Kind+".") || o.Physical != nil {
			t.Errorf("%s: %+v", l.ID, o)
		}
		kinds[l.Kind]++
		for _, area := range o.Areas {
			if !slices.Contains(listing(t, r, l.Kind, area), l) {
				t.Errorf("%s is not in its area %s", l.ID, area)
			}
		}
	}
	if kinds[cards.KindMetric] != 30 || kinds[cards.KindModel] != 8 || kinds[cards.KindRole] < 10 || kinds[cards.KindArea] != 6 || kinds[cards.KindDimension] < 20 {
		t.Errorf("%v", kinds)
	}
	index := words.New(view)
	for _, kind := range words.Kinds() {
		for _, hit := range index.All(kind) {
			if kind != words.NotDefined && kind != words.Value && r.Get(hit.ID, false) == nil {
				t.Errorf("search finds %s, and there is none", hit.ID)
			}
		}
	}
	// The id of each model that is asked by a dimension leads to it.
	for _, name := range view.Names() {
		m := view.Metric(name)
		for _, d := range m.Dimensions {
			o := r.Get("dimension."+m.Measure.Terms[0].Model+"."+d, false)
			if o == nil || !slices.Contains(o.Metrics, name) {
				t.Errorf("%s is asked by %s: %+v", name, d, o)
			}
		}
	}
	for _, id := range []string{"", ".", "metric", "metric.", "metric.nothing", "model.brands", "area.Sales", "METRIC.revenue", "table.orders", "metric.revenue "} {
		if o := r.Get(id, true); o != nil {
			t.Errorf("%q is %+v", id, o)
		}
	}
}

func TestPhysical(t *testing.T) {
	r := registry(compilertest.FS(t, demoshop.Files()).View(nil, false))
	for id, says := range map[string]string{
		"metric.orders": `"expression":`, "model.orders": `"table":["main","orders"]`, "dimension.orders.large": `"expression":`,
		"role.order_lines.region": `"joins":["purchase","store","region"]`,
	} {
		if o := r.Get(id, true); o == nil || o.Physical == nil {
			t.Errorf("%s: %+v", id, o)
		} else if text := string(encoded(t, o)); !strings.Contains(text, says) {
			t.Errorf("%s says %s", id, text)
		}
		for _, secret := range []string{"expression", `"table"`, "main", `"joins"`} {
			if text := string(encoded(t, r.Get(id, false))); strings.Contains(text, secret) {
				t.Errorf("%s shows %s: %s", id, secret, text)
			}
		}
	}
}

const areas = `package catalog
about: {name: "shop", version: "1.0.0", audience: ["everyone"], locale: "en", calendar: timezone: "Europe/Prague"}
sources: db: dialect: "duckdb"
models: stores: {
	source: "db", table: "stores", key: ["id"], time: "none"
	columns: {id: type: "string", town: type: "string"}
	dimensions: {town: {title: "Town", synonyms: ["city"], i18n: de: {title: "Ort"}}, id: {}}
	hierarchies: place: ["town", "id"]
}
models: sales: {
	source: "db", table: "sales", time: "day", title: "Sales", tags: ["Trade"], i18n: de: {title: "Verkauf"}
	columns: {day: type: "date", amount: type: "integer", store: type: "string", state: type: "string"}
	joins: store: {to: "stores", on: store: "id"}
	dimensions: state: {values: ["paid", "open"], value_synonyms: paid: ["settled"]}
}
metrics: sales: {model: "sales", measure: sum: "amount", title: "Sales", description: "What was sold.", tags: ["money"], i18n: {de: {title: "Umsatz", description: "Was verkauft wurde.", synonyms: ["Erlös"]}, "de-AT": {title: "Erlöse"}}}
metrics: orders: {model: "sales", measure: count: "*", title: "Orders", description: "How many.", dimensions: ["state"]}
//hidden
knowledge: {
	glossary: [{term: "turnover", means: metric: "sales", synonyms: ["takings"]}]
	queries: {by_town: {title: "By town", question: {metrics: ["sales"], dimensions: ["store.town"], range: period: "2026"}}}
}
`

// hidden is what only the board sees: a metric of a model of its own, one of a model that others see, and what speaks of them.
const hidden = `
models: payroll: {
	source: "db", table: "payroll", time: "day", tags: ["staff"]
	columns: {day: type: "date", wage: type: "integer", grade: type: "string", store: type: "string"}
	joins: store: {to: "stores", on: store: "id"}
	dimensions: grade: values: ["junior", "principal"]
}
metrics: wages: {model: "payroll", measure: sum: "wage", title: "Wages", description: "What was paid.", audience: ["board"]}
metrics: shops: {model: "stores", measure: count: "*", title: "Shops", description: "How many.", audience: ["board"], tags: ["estate"]}
metrics: margin: {model: "sales", measure: sum: "amount / 10", title: "Margin", description: "What is left.", audience: ["board"], tags: ["money", "profit"]}
knowledge: glossary: [_, {term: "pay", means: metric: "wages"}, {term: "rank", means: dimension: "grade"}]
knowledge: queries: pay: {title: "Pay", question: {metrics: ["sales", "wages"], range: period: "2026"}}
`

func whole() string {
	return strings.Replace(strings.Replace(areas, "//hidden", hidden, 1),
		`glossary: [{term: "turnover", means: metric: "sales", synonyms: ["takings"]}]`, `glossary: [{term: "turnover", means: metric: "sales", synonyms: ["takings"]}, _, _]`, 1)
}

// What a caller may not see leaves no trace in the model door: every answer is, byte for byte, that of a catalog without it.
func TestInvisibleObjects(t *testing.T) {
	all, bare := compilertest.CUE(t, whole()), compilertest.CUE(t, areas)
	full, public, want := registry(all.View([]string{"board"}, false)), registry(all.View([]string{}, false)), registry(bare.View([]string{}, false))
	same := func(what string, got, without any) {
		t.Helper()
		a, b := bytes.ReplaceAll(encoded(t, got), []byte(all.Digest()), nil), bytes.ReplaceAll(encoded(t, without), []byte(bare.Digest()), nil)
		if !bytes.Equal(a, b) {
			t.Errorf("%s\n%s\n%s", what, a, b)
		}
	}
	same("all", listing(t, public, "", ""), listing(t, want, "", ""))
	secret := 0
	for _, l := range listing(t, full, "", "") {
		got, without := public.Get(l.ID, false), want.Get(l.ID, false)
		same(l.ID, got, without)
		if got == nil {
			secret++
		}
	}
	if secret < 10 {
		t.Errorf("only %d objects are hidden", secret)
	}
	for _, area := range []string{"", "money", "Trade", "staff", "profit", "estate"} {
		same("queries of "+area, public.Queries(cards.QueriesRequest{Area: area}), want.Queries(cards.QueriesRequest{Area: area}))
		same("area "+area, public.Area(cards.AreaRequest{Area: area}), want.Area(cards.AreaRequest{Area: area}))
		same("list of "+area, listing(t, public, "", area), listing(t, want, "", area))
		in := cards.ModelRequest{Areas: []string{area}, Hints: true, Hierarchies: true}
		same("model of "+area, public.Model(in, now), want.Model(in, now))
	}
	same("model", public.Model(cards.ModelRequest{Hints: true, Hierarchies: true}, now), want.Model(cards.ModelRequest{Hints: true, Hierarchies: true}, now))
	if public.Get("model.stores", false) != nil || full.Get("model.stores", false) == nil || full.Get("role.payroll.store", false).To != "model.stores" || public.Get("role.sales.store", false).To != "" {
		t.Error("a model none of whose metrics are seen is there")
	}
}

func TestAreas(t *testing.T) {
	r := registry(compilertest.CUE(t, areas).View(nil, false))
	for said, want := range map[string]cards.Area{
		"money": {Outcome: "area", Found: true, ID: "area.money", Name: "money", Metrics: 1, Objects: 9},
		"TRADE": {Outcome: "area", Found: true, ID: "area.Trade", Name: "Trade", Metrics: 2, Objects: 10},
		"mony":  {Outcome: "area", Nearest: []string{"money"}},
	} {
		if got := r.Area(cards.AreaRequest{Area: said}); got.Found != want.Found || got.ID != want.ID || got.Metrics != want.Metrics || got.Objects != want.Objects || !slices.Equal(got.Nearest, want.Nearest) {
			t.Errorf("%s: %+v", said, got)
		}
	}
	if q := r.Queries(cards.QueriesRequest{Area: "money"}); q.Count != 1 || q.Queries[0].ID != "query.by_town" {
		t.Errorf("%+v", q)
	}
	m := r.Model(cards.ModelRequest{Areas: []string{"money", "stuff"}, Hints: true, Hierarchies: true}, now)
	if len(m.Metrics) != 1 || len(m.Unknown) != 1 || m.Unknown[0].Argument != "areas[1]" || len(m.Models) != 1 || !slices.Equal(m.Models[0].Metrics, []string{"sales"}) || len(m.Models[0].Hierarchies) != 1 {
		t.Errorf("%+v", m)
	}
	if text := string(encoded(t, m.Hints)); text != `[{"id":"dimension.sales.state","value":"paid","words":["settled"]},{"id":"dimension.sales.store.town","words":["city"]},{"id":"metric.sales","words":["turnover","takings"]},{"id":"metric.sales","words":["Erlös"]}]` {
		t.Errorf("%s", text)
	}
}

// Titles and descriptions come in the language that is asked for, where there is one.
func TestLocales(t *testing.T) {
	r := registry(compilertest.CUE(t, areas).View(nil, false))
	for locale, want := range map[string][4]string{
		"": {"Sales", "What was sold.", "Town", "Sales"}, "en": {"Sales", "What was sold.", "Town", "Sales"}, "de": {"Umsatz", "Was verkauft wurde.", "Ort", "Verkauf"},
		"de-CH": {"Umsatz", "Was verkauft wurde.", "Ort", "Verkauf"}, "de-AT": {"Erlöse", "What was sold.", "Ort", "Verkauf"}, "xx": {"Sales", "What was sold.", "Town", "Sales"},
	} {
		m := r.Model(cards.ModelRequest{Locale: locale}, now)
		town := m.Dimensions[slices.IndexFunc(m.Dimensions, func(d cards.Dimension) bool { return d.Name == "store.town" })]
		if got := [4]string{m.Metrics[1].Title, m.Metrics[1].Description, town.Title, m.Models[0].Title}; got != want {
			t.Errorf("%q: %q", locale, got)
		}
	}
}

// A catalog that has no room is told in less detail, and says so; a cursor of another bundle, or a made-up one, is malformed.
func TestManyObjects(t *testing.T) {
	b := compilertest.CUE(t, many(500))
	r := registry(b.View(nil, false))
	if n := len(listing(t, r, "", "")); n != 502 {
		t.Errorf("%d objects", n)
	}
	m := r.Model(cards.ModelRequest{}, now)
	if len(encoded(t, m)) > 64<<10 || m.LeftOut == "" || len(m.Models) != 1 || len(m.Models[0].Metrics) != 500 {
		t.Errorf("%d bytes, %q", len(encoded(t, m)), m.LeftOut)
	}
	page, err := r.List(cards.ObjectsRequest{})
	if err != nil || page.Cursor == "" {
		t.Fatalf("%+v %v", page, err)
	}
	other := registry(compilertest.CUE(t, many(5)).View(nil, false))
	for _, c := range []string{page.Cursor, "x", "AAAA", page.Cursor + "A", strings.Repeat("A", 1000)} {
		_, err := other.List(cards.ObjectsRequest{Cursor: c})
		if malformed, ok := errors.AsType[*question.Malformed](err); !ok || malformed.Path != "cursor" {
			t.Errorf("%.20s: %v", c, err)
		}
	}
}
