package cards_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
	"sutura.dev/catalog/demo"
	"sutura.dev/compiler/compilertest"
	"sutura.dev/compiler/plan"
	"sutura.dev/internal/serve/cards"
	"sutura.dev/internal/words"
)

var now = time.Date(2026, 5, 15, 2, 0, 0, 0, time.UTC)

func of(v *bundle.View) *cards.Describer { return cards.New(v, words.New(v)) }

// describe is a description that must be one: it fits, and no list in it is null.
func describe(t testing.TB, d *cards.Describer, in cards.Request) *cards.Catalog {
	t.Helper()
	c, err := d.Describe(in, now)
	if err != nil {
		t.Fatal(err)
	}
	data := encoded(t, c)
	if len(data) > 32<<10 {
		t.Errorf("%+v: %d bytes", in, len(data))
	}
	if bytes.Contains(data, []byte("null")) {
		t.Errorf("%+v: a null: %s", in, data)
	}
	return c
}

func encoded(t testing.TB, c any) []byte {
	t.Helper()
	data, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func names(c *cards.Catalog) []string {
	var out []string
	for _, m := range c.Metrics {
		out = append(out, m.Name)
	}
	return out
}

// The demonstration is small: one call says all about it.
func TestSmallCatalog(t *testing.T) {
	view := compilertest.FS(t, demo.Files()).View(nil, false)
	c := describe(t, of(view), cards.Request{})
	if !slices.Equal(names(c), view.Names()) || c.Count != len(view.Names()) || c.Cursor != "" {
		t.Errorf("%d of %d metrics, cursor %q", len(c.Metrics), c.Count, c.Cursor)
	}
	if want := (cards.Calendar{Timezone: "America/New_York", Today: "2026-05-14", WeekStart: "monday", FiscalYearStart: 10, FiscalYearNamedBy: "end"}); c.Calendar != want {
		t.Errorf("%+v", c.Calendar)
	}
	if len(c.NotDefined) != 6 || c.Bundle.Digest != view.Digest() {
		t.Errorf("%+v %+v", c.NotDefined, c.Bundle)
	}
	want := []cards.Hierarchy{{Name: "destination", Levels: []string{"dest_airport.tzone", "dest_airport.faa"}}, {Name: "plane.aircraft", Levels: []string{"plane.maker", "plane.manufacturer"}}}
	if !reflect.DeepEqual(c.Groups[0].Hierarchies, want) {
		t.Errorf("%+v", c.Groups[0].Hierarchies)
	}
	if len(c.Groups) != 3 || len(encoded(t, c)) > 20<<10 {
		t.Errorf("%d groups, %d bytes", len(c.Groups), len(encoded(t, c)))
	}
	m := c.Metrics[slices.Index(names(c), "average_temperature")]
	if m.Unit != "°F" || m.Type != "float" || m.Status != "" || *m.Checked != (cards.Span{Start: "2013-01-01", End: "2014-01-01"}) ||
		len(m.Caveats) != 1 || !strings.HasPrefix(m.Caveats[0], "The weather ends") {
		t.Errorf("%+v", m)
	}
	i := slices.IndexFunc(c.Dimensions, func(d cards.Dimension) bool { return d.Name == "origin" })
	if d := c.Dimensions[i]; d.Filter != "closed" || len(d.Values) != 3 || d.Values[0] != (cards.Value{Value: "EWR", Label: "Newark Liberty"}) || d.Metrics != nil {
		t.Errorf("%+v", d)
	}
}

// Whoever keeps to the cards is not refused: each metric by each of its grains, dimensions and values, and each pair of
// metrics by what is said of them together.
func TestCardsHold(t *testing.T) {
	view := compilertest.FS(t, demo.Files()).View(nil, false)
	d := of(view)
	all := describe(t, d, cards.Request{})
	asked := 0
	ask := func(metrics []string, grain, dimension string, filters ...question.Filter) {
		t.Helper()
		q := question.Question{Metrics: metrics, Grain: grain, Filters: filters}
		if slices.ContainsFunc(metrics, func(m string) bool { return len(view.Metric(m).Grains) > 0 }) {
			q.Range = &question.Range{Period: "2013"}
		}
		if dimension != "" {
			q.Dimensions = []string{dimension}
		}
		if _, refusal, malformed := plan.Resolve(view, q, now); refusal != nil || malformed != nil {
			t.Errorf("%s: %v %v", question.Encode(q), refusal, malformed)
		}
		asked++
	}
	dimensions := map[string]cards.Dimension{}
	for _, dim := range all.Dimensions {
		dimensions[dim.Name] = dim
	}
	for _, m := range all.Metrics {
		for _, grain := range append([]string{""}, m.Grains...) {
			ask([]string{m.Name}, grain, "")
		}
		for _, name := range dimensionsOf(all, m.Name) {
			var filters []question.Filter
			for _, v := range dimensions[name].Values {
				filters = append(filters[:0], question.Filter{Dimension: name, Values: []string{v.Value}})
			}
			ask([]string{m.Name}, "", name, filters...)
		}
		for _, other := range all.Metrics {
			if other.Name <= m.Name {
				continue
			}
			pair := []string{m.Name, other.Name}
			space := describe(t, d, cards.Request{Metrics: pair}).Space
			var both, named []string // what both lists have, and what is said of the pair
			for _, name := range dimensionsOf(all, m.Name) {
				if slices.Contains(dimensionsOf(all, other.Name), name) && dimensions[name].Metrics == nil {
					both = append(both, name)
				}
			}
			for _, dim := range space.Dimensions {
				named = append(named, dim.Name)
			}
			if !slices.Equal(both, named) {
				t.Errorf("%v share %v by the list, and %v by name", pair, both, named)
			}
			for _, grain := range append([]string{""}, space.Grains...) {
				for _, dim := range space.Dimensions {
					ask(pair, grain, dim.Name)
				}
			}
		}
	}
	for _, g := range all.Groups {
		for some := range slices.Chunk(g.Metrics, question.MaxMetrics) {
			for _, name := range g.Dimensions {
				ask(some, "", name)
			}
		}
	}
	if asked < 10_000 {
		t.Errorf("only %d questions", asked)
	}
}

func dimensionsOf(c *cards.Catalog, metric string) []string {
	i := slices.IndexFunc(c.Groups, func(g cards.Group) bool { return slices.Contains(g.Metrics, metric) })
	return c.Groups[i].Dimensions
}

// many is a catalog of n metrics; every tenth is for the board only.
func many(n int) string {
	var b strings.Builder
	b.WriteString(`package catalog
about: {name: "many", version: "1.0.0", audience: ["everyone"], calendar: timezone: "Europe/Prague"}
sources: db: dialect: "duckdb"
models: facts: {
	source: "db", table: "facts", time: "day"
	columns: {day: type: "date", amount: type: "integer", town: type: "string"}
	dimensions: town: values: [for i in [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] for j in [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] {"town \(i)\(j)"}]
}
`)
	for i := range n {
		audience := ""
		if i%10 == 9 {
			audience = `, audience: ["board"]`
		}
		fmt.Fprintf(&b, "metrics: revenue_of_%03d: {title: \"Revenue of branch number %d\", description: %q, unit: \"EUR\", model: \"facts\", measure: sum: \"amount\", where: [\"amount > %d\"]%s}\n",
			i, i, strings.Repeat("What the branch takes. ", 40), i, audience)
	}
	return b.String()
}

func TestMany(t *testing.T) {
	b := compilertest.CUE(t, many(500))
	t.Run("pages", func(t *testing.T) { pages(t, b) })
	t.Run("cursors of others", func(t *testing.T) { cursorsOfOthers(t, b) })
	t.Run("named", func(t *testing.T) { named(t, of(b.View(nil, false))) })
	t.Run("found", func(t *testing.T) { found(t, of(b.View(nil, false))) })
}

// I108: a long list comes in pages that lose nothing and double nothing, whoever asks.
func pages(t *testing.T, b *bundle.Bundle) {
	for _, view := range []*bundle.View{b.View(nil, false), b.View([]string{}, false)} {
		d, n := of(view), 0
		var got []string
		for cursor := ""; ; {
			c := describe(t, d, cards.Request{Cursor: cursor})
			if c.Count != len(view.Names()) {
				t.Errorf("%d metrics", c.Count)
			}
			got = append(got, names(c)...)
			if n++; c.Cursor == "" {
				break
			}
			if len(encoded(t, c)) < 24<<10 {
				t.Errorf("a page of %d bytes", len(encoded(t, c)))
			}
			cursor = c.Cursor
		}
		if !slices.Equal(got, view.Names()) || n < 2 || n > 6 {
			t.Errorf("%d pages with %d of %d metrics", n, len(got), len(view.Names()))
		}
	}
}

func cursorsOfOthers(t *testing.T, b *bundle.Bundle) {
	d := of(b.View(nil, false))
	cursor := describe(t, d, cards.Request{}).Cursor
	other := of(compilertest.CUE(t, many(5)).View(nil, false))
	for _, c := range []string{cursor, "x", "", "AAAA", cursor + "A", strings.Repeat("A", 1000)} {
		_, err := other.Describe(cards.Request{Cursor: c}, now)
		if malformed, ok := errors.AsType[*question.Malformed](err); (ok && malformed.Path == "cursor") == (c == "") {
			t.Errorf("%.20s: %v", c, err)
		}
	}
	// Another caller's cursor is a place in one's own list, whatever is at it there.
	public := b.View([]string{}, false)
	got := names(describe(t, of(public), cards.Request{Cursor: cursor}))
	if len(got) == 0 || !slices.Equal(got, public.Names()[slices.Index(public.Names(), got[0]):][:len(got)]) {
		t.Errorf("%v", got)
	}
}

func named(t *testing.T, d *cards.Describer) {
	c := describe(t, d, cards.Request{Metrics: []string{"revenue_of_003", "revenue_of_001", "revenue_of_003", "revenue_of_01"}})
	if got := names(c); !slices.Equal(got, []string{"revenue_of_003", "revenue_of_001"}) {
		t.Errorf("%v", got)
	}
	if len(c.Unknown) != 1 || c.Unknown[0].Argument != "metrics[3]" || len(c.Unknown[0].Nearest) != 4 || c.Unknown[0].Nearest[0] != "revenue_of_001" {
		t.Errorf("%+v", c.Unknown)
	}
	if c.Space == nil || !slices.Equal(c.Space.Grains, c.Metrics[0].Grains) || len(c.Space.Dimensions) != 1 {
		t.Errorf("%+v", c.Space)
	}
	if town := c.Dimensions[0]; len(town.Values) != 40 || town.More != 60 {
		t.Errorf("%d values and %d more", len(town.Values), town.More)
	}
	if m := c.Metrics[0]; m.Description != strings.Repeat("What the branch takes. ", 40) {
		t.Errorf("%q", m.Description)
	}
}

func found(t *testing.T, d *cards.Describer) {
	c := describe(t, d, cards.Request{Search: "rev"})
	if c.Count != 500 || len(c.Metrics) != 20 || c.Metrics[0].Type != "" {
		t.Errorf("%d of %d, %+v", len(c.Metrics), c.Count, c.Metrics[0])
	}
	if c := describe(t, d, cards.Request{Search: "branch number 77"}); c.Metrics[0].Name != "revenue_of_077" {
		t.Errorf("%v", names(c))
	}
}

func TestSearch(t *testing.T) {
	flights := of(compilertest.FS(t, demo.Files()).View(nil, false))
	if c := describe(t, flights, cards.Request{Search: "temperature"}); c.Count != 1 || c.Metrics[0].Type != "float" || len(c.Dimensions) != 8 {
		t.Errorf("%+v", c)
	}
	if c := describe(t, flights, cards.Request{Search: "revenue per seat"}); len(c.NotDefined) != 1 || c.NotDefined[0].Phrase != "revenue" {
		t.Errorf("%+v", c.NotDefined)
	}
	if c := describe(t, flights, cards.Request{Search: "xyzzy"}); c.Count != 0 || len(c.Metrics) != 0 {
		t.Errorf("%+v", c)
	}
}

func TestMalformed(t *testing.T) {
	d := of(compilertest.FS(t, demo.Files()).View(nil, false))
	for path, in := range map[string]cards.Request{
		"metrics": {Metrics: make([]string, 9)},
		"search":  {Search: strings.Repeat("w", 257)},
		"cursor":  {Search: "w", Cursor: "x"},
	} {
		_, err := d.Describe(in, now)
		if m, ok := errors.AsType[*question.Malformed](err); !ok || m.Path != path {
			t.Errorf("%s: %v", path, err)
		}
	}
	for _, in := range []cards.Request{{Metrics: []string{"flights"}, Search: "w"}, {Metrics: []string{"flights"}, Cursor: "w"}} {
		if _, err := d.Describe(in, now); err == nil {
			t.Errorf("%+v is described", in)
		}
	}
}

const shop = `package catalog
about: {name: "shop", version: "1.0.0", audience: ["everyone"], calendar: timezone: "Europe/Prague"}
sources: {db: dialect: "duckdb", vault: dialect: "duckdb"}
models: sales: {
	source: "db", table: "sales", time: "day"
	columns: {day: type: "date", amount: type: "integer", state: type: "string"}
	dimensions: state: values: ["paid", "open"]
}
models: tickets: {
	source: "db", table: "tickets", time: "day"
	columns: {day: type: "date", state: type: "string"}
	dimensions: state: values: ["new", "closed"]
}
models: payroll: {
	source: "vault", table: "payroll", time: "day"
	columns: {day: type: "date", wage: type: "integer", grade: type: "string"}
	dimensions: grade: values: ["junior", "principal"]
}
metrics: sales: {model: "sales", measure: sum: "amount", title: "Sales", description: "What was sold."}
metrics: tickets: {model: "tickets", measure: count: "*", title: "Tickets", description: "What was asked."}
metrics: takings: {model: "sales", measure: sum: "amount + 0", title: "Takings", description: "Old.", status: "deprecated", deprecated: {use: "wages", until: "2027-01-01"}}
metrics: wages: {model: "payroll", measure: sum: "wage", title: "Wages", description: "What was paid.", audience: ["hr"]}
knowledge: caveats: [{text: "Only since May.", metrics: ["sales", "wages"]}]
`

// Two dimensions of one name are told apart, and data systems where there are several.
func TestTellsApart(t *testing.T) {
	b := compilertest.CUE(t, shop)
	c := describe(t, of(b.View([]string{"hr"}, false)), cards.Request{})
	states := map[string][]string{}
	for _, d := range c.Dimensions {
		states[d.Name+" "+d.Values[0].Value] = d.Metrics
	}
	if len(states) != 3 || !slices.Equal(states["state paid"], []string{"sales", "takings"}) || !slices.Equal(states["state new"], []string{"tickets"}) || states["grade junior"] != nil {
		t.Errorf("%v", states)
	}
	want := []cards.Group{
		{Metrics: []string{"sales", "takings"}, Dimensions: []string{"state"}, Source: "db"}, {Metrics: []string{"tickets"}, Dimensions: []string{"state"}, Source: "db"},
		{Metrics: []string{"wages"}, Dimensions: []string{"grade"}, Source: "vault"},
	}
	if !reflect.DeepEqual(c.Groups, want) {
		t.Errorf("%+v", c.Groups)
	}
	if public := describe(t, of(b.View([]string{}, false)), cards.Request{}); len(public.Groups) != 2 || public.Groups[0].Source != "" {
		t.Errorf("%+v", public.Groups)
	}
	for _, m := range c.Metrics {
		if m.Name == "takings" && (m.Status != "deprecated" || m.Use != "wages" || m.Until != "2027-01-01") {
			t.Errorf("%+v", m)
		}
	}
}

// What a caller may not see leaves no trace: every description is, byte for byte, that of a catalog without it.
func TestInvisible(t *testing.T) {
	b := compilertest.CUE(t, shop)
	bare := compilertest.CUE(t, strings.NewReplacer(
		`metrics: wages: {model: "payroll", measure: sum: "wage", title: "Wages", description: "What was paid.", audience: ["hr"]}`, "",
		`use: "wages", `, "", `"sales", "wages"`, `"sales"`).Replace(shop))
	for _, in := range []cards.Request{
		{}, {Search: "wages"}, {Search: "sales"}, {Metrics: []string{"wages"}}, {Metrics: []string{"sales", "wages", "takings"}}, {Metrics: []string{"payroll"}},
	} {
		got := encoded(t, describe(t, of(b.View([]string{}, false)), in))
		want := encoded(t, describe(t, of(bare.View([]string{}, false)), in))
		got = bytes.ReplaceAll(got, []byte(b.Digest()), nil)
		if want = bytes.ReplaceAll(want, []byte(bare.Digest()), nil); !bytes.Equal(got, want) {
			t.Errorf("%+v\n%s\n%s", in, got, want)
		}
	}
	if c := describe(t, of(b.View([]string{"hr"}, false)), cards.Request{Metrics: []string{"wages"}}); len(c.Metrics) != 1 || len(c.Metrics[0].Caveats) != 1 {
		t.Errorf("%+v", c)
	}
}

// The longest texts that a catalog may hold are cut, and say so.
func TestLongest(t *testing.T) {
	long := strings.Repeat("ž", 2000)
	var b strings.Builder
	b.WriteString(shop)
	for i := range 20 {
		fmt.Fprintf(&b, "metrics: long_%d: {model: \"sales\", measure: sum: \"amount * %d\", title: %q, description: %q, unit: %q, caveats: [%q, %q]}\n", i, i+2, long, long, "EUR", "1 "+long, "2 "+long)
	}
	b.WriteString("knowledge: not_defined: [\n")
	for i := range 100 {
		fmt.Fprintf(&b, "{phrase: \"phrase %d\", why: %q},\n", i, long)
	}
	b.WriteString("]\n")
	d := of(compilertest.CUE(t, b.String()).View(nil, false))
	in := cards.Request{}
	for i := range 8 {
		in.Metrics = append(in.Metrics, fmt.Sprintf("long_%d", i))
	}
	c := describe(t, d, in)
	full := 0
	for _, m := range c.Metrics {
		if m.Type != "" {
			full++
			if !strings.HasSuffix(m.Description, "...") {
				t.Errorf("%.20s is cut and does not say so", m.Description)
			}
		}
	}
	if len(c.Metrics) != 8 || full == 0 || full == 8 {
		t.Errorf("%d cards, %d full", len(c.Metrics), full)
	}
	describe(t, d, cards.Request{})
	describe(t, d, cards.Request{Search: "long"})
}
