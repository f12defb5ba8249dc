package infer

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
	"sutura.dev/catalog"
	"sutura.dev/catalog/schema"
	"sutura.dev/compiler"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/clock"
	"sutura.dev/internal/diag"
	"sutura.dev/internal/settings"
	"sutura.dev/internal/sources"
	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/duckdb"
)

// propose writes the tables as CSV files and proposes a catalog for their folder.
func propose(t *testing.T, tables map[string]string) (*Proposal, string) {
	t.Helper()
	root := t.TempDir()
	if err := os.Mkdir(filepath.Join(root, "data"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range tables {
		if err := os.WriteFile(filepath.Join(root, "data", name+".csv"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	src, err := duckdb.Open(t.Context(), duckdb.Options{Path: filepath.Join(root, "data")})
	if err != nil {
		t.Fatal(err, errors.Unwrap(errors.Unwrap(err)))
	}
	defer src.Close()
	return proposed(t, src), root
}

func proposed(t *testing.T, src warehouse.Source) *Proposal {
	t.Helper()
	p, err := Propose(t.Context(), src, Options{Name: "Shop", Path: "data", Dialect: "duckdb"})
	if err != nil {
		t.Fatal(err, errors.Unwrap(errors.Unwrap(err)))
	}
	return p
}

// answers compiles the proposal and asks each of its metrics of the data, grouped by each of its dimensions.
func answers(t *testing.T, p *Proposal, root string) (*bundle.Bundle, diag.List) {
	t.Helper()
	files := map[string][]byte{}
	for _, f := range schema.Starter() {
		files[f.Path] = f.Data
	}
	for _, f := range p.Files() {
		files[f.Path] = []byte(f.Text)
		if f.Path == settings.FileName {
			if err := os.WriteFile(filepath.Join(root, f.Path), []byte(f.Text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	b, found := compiler.Build(catalog.InMemory(files))
	if found.HasErrors() {
		t.Fatalf("the proposal does not compile:\n%s%s", found, all(p))
	}
	s, problems := settings.Load(settings.Find(root, "", nil), nil)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	set, problems := sources.Open(t.Context(), s, b)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	defer set.Close()
	engine := &answer.Engine{View: b.View(nil, true), Sources: set, Clock: clock.Fixed(time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC))}
	for _, m := range p.Models {
		for _, metric := range m.Metrics {
			q := question.Question{Metrics: []string{metric.Name}}
			if m.Time != "" {
				q.Range = &question.Range{Start: "2026-01-01", End: "2027-01-01"}
			}
			asked := []question.Question{q}
			for _, c := range m.Columns {
				if c.Dimension != "" {
					by := q
					by.Dimensions = []string{c.Dimension}
					asked = append(asked, by)
				}
			}
			for _, q := range asked {
				outcome, err := engine.Ask(t.Context(), q)
				if _, ok := outcome.(*answer.Answer); !ok || err != nil {
					t.Errorf("%v gives %+v, %v", q, outcome, err)
				}
			}
		}
	}
	return b, found
}

func all(p *Proposal) string {
	var b strings.Builder
	for _, f := range p.Files() {
		b.WriteString("-- " + f.Path + " --\n" + f.Text)
	}
	return b.String()
}

func shop() map[string]string {
	return map[string]string{
		"customers": "id,name,email,country,segment\n1,Ann,ann@x.example,CZ,retail\n2,Bob,bob@x.example,DE,retail\n3,Cyd,cyd@x.example,CZ,\n",
		"orders": "order_id,customer_id,ordered_at,paid_on,status,amount,unit_price,gift\n" +
			"10,1,2026-01-02 03:04:05,2026-01-03,new,12.50,2.5,true\n11,1,2026-01-05 10:00:00,,paid,7,1,false\n" +
			"12,3,2026-02-01 00:00:00,2026-02-02,paid,100.25,0.5,false\n13,9,2026-02-01 00:00:00,,new,1,1,\n",
	}
}

func TestPropose(t *testing.T) {
	p, root := propose(t, shop())
	_, found := answers(t, p, root)
	if len(found) > 0 {
		t.Errorf("checking warns:\n%s", found)
	}
	golden := filepath.Join("testdata", "shop.txt")
	if os.Getenv("SUTURA_UPDATE") == "1" {
		if err := os.WriteFile(golden, []byte(all(p)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got := all(p); got != string(want) {
		t.Errorf("the proposal is not testdata/shop.txt but\n%s", got)
	}
	again, _ := propose(t, shop())
	if all(p) != all(again) {
		t.Error("the same data gives another text")
	}
}

func TestHostileTables(t *testing.T) {
	long := strings.Repeat("very_", 20) + "long"
	p, root := propose(t, map[string]string{
		`Größe & "co".v2`: "id,id,,ID,select,größe,\"a \"\"b\"\" \\(c)\",a.b,_hidden,true,日本,period,Order Total\n1,2,3,4,5,6,7,8,9,true,11,12,13\n2,3,4,5,6,7,8,9,10,false,12,13,14\n3,4,5,6,7,8,9,10,11,,13,14,\n",
		"select":          "for,in,metrics\na,b,1\na,c,2\n",
		"2013":            "2013\n5\n",
		"日本":              "日本\nx\n",
		"schema":          "models\n1\n",
		"about":           "name\nx\n",
		"period":          "period\nx\n",
		"empty":           "a,b\n",
		long:              long + "\n1\n",
		"values":          "v,w\n\"\\(x) \"\"q\"\" \\n\",\"a\nb\"\n#,\"\ttab\"\nž,\u202e\n",
	})
	b, _ := answers(t, p, root)
	if len(b.Models()) != 9 {
		t.Errorf("%d models of 9", len(b.Models()))
	}
	m := b.Model("grosse_co_v2")
	if m == nil || !slices.Equal(m.Table, []string{"main", `Größe & "co".v2`}) {
		t.Fatalf("the oddly named table is %+v", m)
	}
	for _, c := range []string{"id", "id_2", "column3", "ID_3", "select", "größe", `a "b" \(c)`, "a.b", "_hidden", "true", "日本", "period", "Order Total"} {
		if m.Column(c) == nil {
			t.Errorf("the column %s is gone", c)
		}
	}
	if text := all(p); strings.Contains(text, "\u202e") || !strings.Contains(text, `["#", "\\(x) \"q\" \\n", "ž"]`) {
		t.Errorf("the values are wrong in\n%s", text)
	}
}

func TestPersonalValuesAreNeverWritten(t *testing.T) {
	p, root := propose(t, map[string]string{"tickets": "id,e_mail,Phone No,first_name,reporter,home address,ssn,topic,site name\n" +
		"1,secret1@x.example,secret2,secret3,secret4@x.example,secret5,secret6,billing,north\n2,secret1@x.example,secret2,secret3,secret4@x.example,secret5,secret6,billing,south\n"})
	answers(t, p, root)
	text := all(p)
	if strings.Contains(text, "secret") || !strings.Contains(text, `topic: {values: ["billing"]}`) || !strings.Contains(text, `site_name: {column: "site name", values: ["north", "south"]}`) {
		t.Errorf("gives\n%s", text)
	}
	for _, c := range []string{"e_mail", "Phone No", "first_name", "reporter", "home address", "ssn"} {
		if !strings.Contains(text, c+",") && !strings.Contains(text, c+".") {
			t.Errorf("nothing is said of %s", c)
		}
	}
}

func TestKeys(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"the plainest name", "code,order_id,x\na,1,1\nb,2,2\n", []string{"order_id"}},
		{"not unique", "id,x\n1,1\n1,1\n", nil},
		{"null", "id,x\n1,1\n,1\n", nil},
		{"two together", "store,day,amount\na,2026-01-01,1\na,2026-01-02,1\nb,2026-01-01,1\nb,2026-01-02,1\n", []string{"store", "day"}},
		{"a number is no key by chance", "x,amount\n1,5\n1,6\n", nil},
		{"a code", "amount,iata\n5,PRG\n5,JFK\n", []string{"iata"}},
		{"no rows", "id\n", nil},
	} {
		p, _ := propose(t, map[string]string{"orders": c.text})
		if got := p.Models[0].Key; !slices.Equal(got, c.want) {
			t.Errorf("%s: the key is %v", c.name, got)
		}
	}
}

func TestJoins(t *testing.T) {
	countries := "iso,name\nCZ,Czechia\nDE,Germany\n"
	for _, c := range []struct {
		name   string
		tables map[string]string
		want   string // from.name -> to, unmatched
	}{
		{"the same name", map[string]string{"countries": "country,area\nCZ,1\nDE,2\n", "cities": "city,country\nPrague,CZ\nBrno,CZ\nBerlin,DE\n"}, "cities.country_details->countries 0"},
		{"model and key", map[string]string{"countries": countries, "cities": "city,country_iso\nPrague,CZ\nWien,AT\n"}, "cities.country->countries 1"},
		{"two roles", map[string]string{"airports": "id,city\n1,Prague\n2,Paris\n", "flights": "no,from_airport_id,to_airport_id\nx,1,2\ny,2,2\n"},
			"flights.from_airport->airports 0, flights.to_airport->airports 0"},
		{"mostly unmatched", map[string]string{"countries": countries, "cities": "city,country_iso\nPrague,CZ\nWien,AT\nParis,FR\n"}, ""},
		{"another type", map[string]string{"countries": "id,x\n1,1\n2,2\n", "cities": "city,country_id\nPrague,a\nBrno,b\n"}, ""},
		{"not unique", map[string]string{"countries": "id,x\n1,1\n1,2\n", "cities": "city,country_id\nPrague,1\n"}, ""},
		{"no circle", map[string]string{"a": "a_id,b_id\n1,1\n2,2\n", "b": "b_id,a_id\n1,1\n2,2\n"}, "a.b->b 0"},
	} {
		p, root := propose(t, c.tables)
		var got []string
		for _, m := range p.Models {
			for _, j := range m.Joins {
				got = append(got, m.Name+"."+j.Name+"->"+j.To+" "+count(j.Unmatched))
			}
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s gives %s", c.name, strings.Join(got, ", "))
		}
		answers(t, p, root)
	}
}

func TestDatabase(t *testing.T) {
	src, err := duckdb.OpenMemory(t.Context(), "CREATE SCHEMA raw", `CREATE TABLE raw."x.y" (id bigint, tags integer[])`, `INSERT INTO raw."x.y" VALUES (1, [1]), (2, NULL)`,
		"CREATE VIEW raw.v AS SELECT 1 AS id", "CREATE TABLE v (id integer)", "CREATE TABLE only_lists (l integer[])",
		"CREATE TABLE kinds (mood enum('sad', 'glad'), u uuid, h hugeint, ns timestamp_ns, f float)", "INSERT INTO kinds VALUES ('sad', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', 5, '2026-01-02', 1), ('sad', NULL, 6, 'infinity', 2)")
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	p := proposed(t, src)
	text := all(p)
	for _, part := range []string{`table:  ["raw", "x.y"]`, `table:  "raw.v"`, `table:  "v"`, "// tags is left out: sutura has no type for INTEGER[].", "// The table only_lists is left out", "models: v_2: {", `// mood is left out: sutura has no type for ENUM`, "// ns has infinite times"} {
		if !strings.Contains(text, part) {
			t.Errorf("there is no %s in\n%s", part, text)
		}
	}
}

func TestModelNames(t *testing.T) {
	for text, want := range map[string]string{
		"orders": "orders", "Order Total": "order_total", "OrderTotal": "order_total", "größe": "grosse", "Žluťoučký kůň": "zlutoucky_kun", "2013": "t2013", "日本": "table",
		"": "table", "--": "table", "period": "period_name", "a__b": "a_b", "HTTPServer": "httpserver", "x1Y2": "x1_y2", strings.Repeat("a", 80): strings.Repeat("a", 63),
	} {
		if got := modelName(text, "table"); got != want {
			t.Errorf("%q becomes %q, not %q", text, got, want)
		}
	}
	n := names{}
	if got := []string{n.take("a"), n.take("a"), n.take("a_2"), n.take(strings.Repeat("b", 63)), n.take(strings.Repeat("b", 63))}; !slices.Equal(got, []string{"a", "a_2", "a_2_2", strings.Repeat("b", 63), strings.Repeat("b", 61) + "_2"}) {
		t.Errorf("names taken: %v", got)
	}
}

func TestSettingsText(t *testing.T) {
	for _, path := range []string{"data/shop.csv", "../it's a \"folder\"/x: y #z.csv", "größe.csv", "1.5", `back\slash.csv`} {
		root := t.TempDir()
		p := &Proposal{Name: "shop", options: Options{Path: path}}
		if err := os.WriteFile(filepath.Join(root, settings.FileName), []byte(p.settings()), 0o644); err != nil {
			t.Fatal(err)
		}
		s, found := settings.Load(settings.Find(root, "", nil), nil)
		if len(found) > 0 || s.Sources["shop"].Path != filepath.Join(root, path) {
			t.Errorf("%q comes back as %q, %v", path, s.Sources["shop"].Path, found)
		}
	}
}

func TestMeanings(t *testing.T) {
	for name, want := range map[string]bool{"orders.email": true, "orders.EmailAddress": true, "orders.customer_name": true, "customers.name": true, "products.name": false,
		"orders.ip": true, "orders.ship": false, "orders.status": false, "users.Name": true, "cities.name": false, "orders.DateOfBirth": true, "t.tel": true, "t.hotel": false,
		"orders.Customer": true, "orders.customer_type": false, "orders.customer_id": false, "orders.contactname": true, "orders.companyname": false} {
		table, column, _ := strings.Cut(name, ".")
		if personal(table, column, expr.Type{Kind: expr.String}) != want {
			t.Errorf("%s: personal is not %t", name, want)
		}
	}
	for name, want := range map[string]additivity{"minutes": additive, "minute": neither, "day_of_week": neither, "orders": additive, "order": neither, "rates": averaged, "amount": additive, "unit_price": averaged, "order_id": neither, "flight": neither, "custkey": neither, "orderid": neither, "route_type": neither, "paid": additive, "start_date": neither} {
		if got := adds("flights", Column{Name: name, Type: expr.Type{Kind: expr.Integer}}); got != want {
			t.Errorf("%s: additivity is %d", name, got)
		}
	}
	if personal("orders", "customer", expr.Type{Kind: expr.Boolean}) {
		t.Error("yes and no say who somebody is")
	}
}
