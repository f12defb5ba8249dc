package goldens_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sutura.dev/bundle"
	"sutura.dev/catalog"
	"sutura.dev/compiler"
	"sutura.dev/goldens"
	"sutura.dev/internal/diag"
)

// built compiles a catalog of one file.
func built(t testing.TB, source string) *bundle.Bundle {
	t.Helper()
	b, found := compiler.Build(catalog.InMemory(map[string][]byte{"catalog/catalog.cue": []byte("package catalog\n" + source)}))
	if b == nil {
		t.Fatalf("the catalog has problems:\n%s", found)
	}
	return b
}

const shop = `
about: {name: "shop", version: "1.0.0", audience: ["everyone"], calendar: timezone: "Europe/Prague"}
sources: db: dialect: "duckdb"
models: customers: {
	source: "db", table: "customers", key: ["id"], time: "none"
	columns: {id: {type: "integer", nullable: false}, country: type: "string"}
	dimensions: country: values: ["CZ", "DE", "SK", "AT", "PL"]
}
models: orders: {
	source: "db", table: "orders", key: ["order_id"], unique: [["number", "channel"]], time: "ordered_at"
	columns: {
		order_id: type:    "integer"
		number: type:      "integer"
		customer_id: type: "integer"
		channel: {type: "string", nullable: false}
		paid: type:        "boolean"
		amount: {type: "decimal", precision: 8, scale: 2}
		weight: type:      "float"
		ordered_at: type:  "timestamp"
		seen_at: type:     "timestamptz"
		day: type:         "date"
		note: type:        "string"
	}
	where: ["channel <> 'test' AND paid", "amount IS NULL OR amount >= 0.5"]
	joins: customer: {to: "customers", on: customer_id: "id"}
	dimensions: {
		channel: values: ["web", "store"]
		large: expr: "amount > 50"
		note: filter: "open"
		weight: filter: "open"
	}
}
metrics: orders: {title: "Orders", description: "Paid orders.", model: "orders", measure: count: "*"}
metrics: revenue: {title: "Revenue", description: "Money in.", model: "orders", measure: sum: "amount"}
`

const shopHeader = "order_id,number,customer_id,channel,paid,amount,weight,ordered_at,seen_at,day,note\n"

// Every fault of a file is found at its place, and nothing else is.
func TestFixtureFaults(t *testing.T) {
	b := built(t, shop)
	const good = "1,10,1,web,true,12.50,1.5,2024-03-31T23:59:59.999999,2024-03-31T02:30:00+02:00,2024-02-29,\n"
	for _, c := range []struct{ name, file, text, want string }{
		{"good", "orders", shopHeader + good, ""},
		{"good, carriage returns", "orders", strings.ReplaceAll(shopHeader+good, "\n", "\r\n"), ""},
		{"good, quoted", "orders", shopHeader + `1,10,,"web",false,-0.5,1e-3,2024-03-31 12:30,2024-03-31T02:30:00Z,2024-02-29,"say ""hi"", ` + "\n" + `twice"` + "\n", ""},
		{"good, columns in another order", "customers", "country,id\nCZ,1\n,2\n", ""},
		{"no rows", "customers", "id,country\n", ""},
		{"no last newline", "customers", "id,country\n1,CZ", ""},
		{"no model", "order", shopHeader, "fixtures/order.csv:0:0: error[SUT161]: there is no model of this name"},
		{"empty", "orders", "", "fixtures/orders.csv:0:0: error[SUT162]: the file has no line that names the columns"},
		{"unknown column", "customers", "id,contry\n", "fixtures/customers.csv:1:1: error[SUT162]: the first line lacks the declared column country\n" +
			"fixtures/customers.csv:1:4: error[SUT162]: the model declares no column of this name"},
		{"column twice", "customers", "id,country,id\n", "fixtures/customers.csv:1:12: error[SUT162]: the column id is named twice"},
		{"column without a name", "customers", "id,country,\n", "fixtures/customers.csv:1:12: error[SUT162]: a column has no name here"},
		{"too few values", "customers", "id,country\n1\n", "fixtures/customers.csv:2:1: error[SUT162]: the line has 1 value where the first line names 2 columns"},
		{"too many values", "customers", "id,country\n1,CZ,2\n", "fixtures/customers.csv:2:1: error[SUT162]: the line has 3 values where the first line names 2 columns"},
		{"blank line", "customers", "id,country\n\n1,CZ\n", "fixtures/customers.csv:2:1: error[SUT162]: the line has 1 value where the first line names 2 columns"},
		{"not an integer", "customers", "id,country\n1.0,CZ\n1.5,CZ\n", "fixtures/customers.csv:3:1: error[SUT163]: id takes whole numbers, such as 42"},
		{"a space", "customers", "id,country\n 2,CZ\n", "fixtures/customers.csv:2:1: error[SUT163]: id takes whole numbers, such as 42"},
		{"types", "orders", shopHeader + "1,10,1,web,yes,1.234,NaN,2024-02-30T00:00:00,2024-03-31T02:30:00,2024-02-30,x\n",
			"fixtures/orders.csv:2:12: error[SUT163]: paid takes true and false\n" +
				"fixtures/orders.csv:2:16: error[SUT163]: amount takes numbers of at most 6 digits before and 2 after the point, such as 12.5\n" +
				"fixtures/orders.csv:2:22: error[SUT163]: weight takes numbers, such as 1.5 or 1e-3\n" +
				"fixtures/orders.csv:2:26: error[SUT163]: ordered_at takes local date-times without a zone, such as 2026-01-31T15:04:05\n" +
				"fixtures/orders.csv:2:46: error[SUT163]: seen_at takes instants with their zone, such as 2026-01-31T15:04:05Z or 2026-01-31T15:04:05+01:00\n" +
				"fixtures/orders.csv:2:66: error[SUT163]: day takes dates that exist, such as 2026-01-31"},
		{"instants", "orders", shopHeader + "1,10,,web,,,,,2024-03-31T02:30:00.1234567Z,,\n2,11,,web,,,,,\"2024-03-31T02:30:00,5Z\",,\n",
			"fixtures/orders.csv:2:15: error[SUT163]: seen_at takes instants with their zone, such as 2026-01-31T15:04:05Z or 2026-01-31T15:04:05+01:00\n" +
				"fixtures/orders.csv:3:15: error[SUT163]: seen_at takes instants with their zone, such as 2026-01-31T15:04:05Z or 2026-01-31T15:04:05+01:00"},
		{"null", "customers", "id,country\n,CZ\n\"\",CZ\n", "fixtures/customers.csv:2:1: error[SUT164]: id is part of a key, and has no value here\n" +
			"fixtures/customers.csv:3:1: error[SUT163]: id takes whole numbers, such as 42"},
		{"declared never null", "orders", strings.Replace(shopHeader, "number,customer_id,channel", "customer_id,channel,number", 1) + "1,,,5,true,1,,,,,\n",
			"fixtures/orders.csv:2:4: error[SUT164]: channel is part of a key, and has no value here"},
		{"key twice", "customers", "id,country\n1,CZ\n2,DE\n01,SK\n", "fixtures/customers.csv:4:1: error[SUT165]: line 2 has the same id"},
		{"unique twice", "orders", shopHeader + "1,7,,web,true,,,,,,\n2,7,,web,true,,,,,,\n3,7,,store,true,,,,,,\n",
			"fixtures/orders.csv:3:3: error[SUT165]: line 2 has the same number, channel"},
		{"a quote inside", "customers", "id,country\n1,C\"Z\n", "fixtures/customers.csv:2:4: error[SUT160]: there is a quote inside a value that is not quoted"},
		{"a quote never closed", "customers", "id,country\n1,\"CZ\n2,DE\n", "fixtures/customers.csv:2:3: error[SUT160]: this quote is never closed"},
		{"more after a quote", "customers", "id,country\n1,\"CZ\" \n", "fixtures/customers.csv:2:7: error[SUT160]: there is more after the closing quote"},
		{"a carriage return", "customers", "id,country\n1,C\rZ\n", "fixtures/customers.csv:2:4: error[SUT160]: there is a carriage return inside a line"},
		{"not UTF-8", "customers", "id,country\n1,\xe9\n", "fixtures/customers.csv:2:3: error[SUT160]: the file is not text in UTF-8"},
		{"a NUL", "customers", "id,country\n1,\x00\n", "fixtures/customers.csv:2:3: error[SUT160]: the file is not text in UTF-8"},
		{"a byte order mark", "customers", "\ufeffid,country\n", "fixtures/customers.csv:1:1: error[SUT160]: the file begins with a byte order mark"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := "fixtures/" + c.file + ".csv"
			x, found := goldens.Load(b, goldens.InMemory(map[string][]byte{path: []byte(c.text)}))
			if got := strings.TrimSuffix(found.String(), "\n"); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
			if (x == nil) != (c.want != "") {
				t.Errorf("there are fixtures: %t", x != nil)
			}
		})
	}
}

// A null and an empty text stay two things, from the file to the database and back.
func TestNullIsNotEmpty(t *testing.T) {
	b := built(t, `
about: {name: "notes", version: "1.0.0", audience: ["everyone"]}
sources: db: dialect: "duckdb"
models: notes: {source: "db", table: "notes", time: "none", columns: note: type: "string"}
metrics: {
	rows:  {title: "Rows", description: "Rows.", model: "notes", measure: count: "*"}
	notes: {title: "Notes", description: "Rows with a note.", model: "notes", measure: count: "note"}
	empty: {title: "Empty", description: "Rows with an empty note.", model: "notes", measure: count_if: "note = ''"}
}`)
	text := "note\n\n\"\"\nx\n\" \"\n"
	x := loaded(t, b, map[string]string{"fixtures/notes.csv": text})
	if got := string(x.CSV("notes")); got != "note\n\n\"\"\nx\n \n" {
		t.Errorf("the rows are written as %q", got)
	}
	for metric, want := range map[string]string{"rows": "[4]\n", "notes": "[3]\n", "empty": "[1]\n"} {
		if got := *rowsOf(t, b, x, nil, metric, "total"); got != want {
			t.Errorf("%s: %q, want %q", metric, got, want)
		}
	}
}

// loaded are fixtures without a finding.
func loaded(t testing.TB, b *bundle.Bundle, files map[string]string) *goldens.Fixtures {
	t.Helper()
	x, found := goldens.Load(b, inMemory(files))
	if len(found) > 0 {
		t.Fatalf("fixtures have problems:\n%s", found)
	}
	return x
}

func inMemory(files map[string]string) goldens.Files {
	data := map[string][]byte{}
	for name, text := range files {
		data[name] = []byte(text)
	}
	return goldens.InMemory(data)
}

// recorded are the goldens of a bundle without a finding.
func recorded(t testing.TB, b *bundle.Bundle, x *goldens.Fixtures, files map[string]string, o goldens.Options) *goldens.Recording {
	t.Helper()
	return recordedOf(t, b, inMemory(files), x, o)
}

func recordedOf(t testing.TB, b *bundle.Bundle, files goldens.Files, x *goldens.Fixtures, o goldens.Options) *goldens.Recording {
	t.Helper()
	r, found, err := goldens.Record(context.Background(), b, files, x, o)
	if err != nil || len(found) > 0 {
		t.Fatalf("recording: %v\n%s", err, found)
	}
	return r
}

// rowsOf are the rows of one question of a metric.
func rowsOf(t testing.TB, b *bundle.Bundle, x *goldens.Fixtures, files map[string]string, metric, name string) *string {
	t.Helper()
	r := recorded(t, b, x, files, goldens.Options{Metrics: []string{metric}})
	for _, c := range r.Goldens[0].Golden().Cases {
		if c.Name == name {
			return c.Rows
		}
	}
	t.Fatalf("%s has no question %s", metric, name)
	return nil
}

// A folder is read as it lies there; what should not be there is found and not read.
func TestReadDir(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("fixtures/customers.csv", "id,country\n1,CZ\n")
	write("fixtures/README.md", "Notes.")
	write("fixtures/.hidden", "")
	write("fixtures/customers.tsv", "id\tcountry\n")
	write("goldens/questions/revenue/by_day.json", `{"metrics": ["revenue"], "range": {"period": "2024"}}`)
	write("goldens/questions/stray.json", "{}")
	write("goldens/revenue.txt", "")
	write("outside.csv", "id\n")
	if err := os.Symlink(filepath.Join(dir, "outside.csv"), filepath.Join(dir, "fixtures", "orders.csv")); err != nil {
		t.Fatal(err)
	}
	files, err := goldens.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := files.Source("goldens/questions/revenue/by_day.json"); !ok {
		t.Error("the question was not read")
	}
	if _, ok := files.Source("fixtures/orders.csv"); ok || files.Recorded() {
		t.Error("a link was read, or a golden is there that is not")
	}
	_, found := goldens.Load(built(t, shop), files)
	const want = `fixtures/customers.tsv:0:0: warning[SUT167]: nothing reads this file
fixtures/orders.csv:0:0: error[SUT002]: fixtures/orders.csv is a symbolic link
goldens/questions/stray.json:0:0: warning[SUT167]: nothing reads this file
goldens/revenue.txt:0:0: warning[SUT167]: nothing reads this file
`
	if got := found.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if empty, err := goldens.ReadDir(t.TempDir()); err != nil || empty.Recorded() {
		t.Errorf("a folder without any: %v", err)
	}
}

// Models of one table share its rows, and must agree on its types; the embedded database's limits are said, not met.
func TestTables(t *testing.T) {
	const catalogOf = `
about: {name: "t", version: "1.0.0", audience: ["everyone"]}
sources: {a: dialect: "postgres", b: dialect: "duckdb"}
models: {
	one:    {source: "a", table: ["warehouse", "sales", "t"], key: ["id"], time: "none", columns: {id: type: "integer", x: type: "integer"}}
	two:    {source: "a", table: ["warehouse", "sales", "t"], time: "none", columns: {id: type: "integer", y: %s}}
	other:  {source: "b", table: ["sales", "t"], time: "none", columns: {z: type: "date"}}
	folded: {source: "a", table: ["sales", "%s"], time: "none", columns: {z: type: "date"}}
	plain:  {source: "a", table: ["sales", "u"], time: "none", columns: {z: type: "date"}}
}
metrics: {
	ones:    {title: "Ones", description: "Ones.", model: "one", measure: sum: "x"}
	twos:    {title: "Twos", description: "Twos.", model: "two", measure: count: "*"}
	others:  {title: "Others", description: "Others.", model: "other", measure: count: "z"}
	foldeds: {title: "Folded", description: "Folded.", model: "folded", measure: count: "*"}
	plains:  {title: "Plains", description: "Plains.", model: "plain", measure: count: "*"}
}`
	b := built(t, fmt.Sprintf(catalogOf, `type: "string"`, "v"))
	x := loaded(t, b, map[string]string{"fixtures/two.csv": "id,x,y\n1,5,a\n2,7,\n"})
	if string(x.CSV("one")) != string(x.CSV("two")) || x.Synthesised("one") || !x.Synthesised("other") {
		t.Error("two models of one table have their own rows")
	}
	for metric, want := range map[string]string{"ones": "[12]\n", "twos": "[2]\n"} {
		if got := *rowsOf(t, b, x, nil, metric, "total"); got != want {
			t.Errorf("%s: %s, want %s", metric, got, want)
		}
	}
	_, found := goldens.Load(b, inMemory(map[string]string{"fixtures/two.csv": "id,x,y\n", "fixtures/one.csv": "id,x,y\n"}))
	if len(found) != 1 || found[0].Code != diag.FixtureUnknown || found[0].Range.File != "fixtures/two.csv" {
		t.Errorf("two files for one table: %s", found)
	}

	clash := built(t, fmt.Sprintf(catalogOf, `type: "string"`, "U"))
	x, found = goldens.Load(clash, goldens.Files{})
	if len(found) != 1 || found[0].Code != diag.FixtureTables || found[0].Severity != diag.Warning || x == nil {
		t.Fatalf("names that differ in case only: %s", found)
	}
	for metric, recorded := range map[string]bool{"plains": false, "foldeds": true, "others": true, "ones": true} {
		if rows := rowsOf(t, clash, x, nil, metric, "total"); (rows != nil) != recorded {
			t.Errorf("%s has rows: %t", metric, rows != nil)
		}
	}
}
