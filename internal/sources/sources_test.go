package sources

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/internal/diag"
	"sutura.dev/internal/settings"
)

func pinned(t *testing.T, sources []bundle.Source, models ...bundle.Model) *bundle.Bundle {
	t.Helper()
	b, err := bundle.New(bundle.Definitions{About: bundle.About{Name: "shop", Version: "1.0.0"}, Sources: sources, Models: models})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func shop(columns ...bundle.Column) bundle.Model {
	return bundle.Model{Name: "orders", Source: "shop", Table: []string{"main", "orders"}, Columns: columns}
}

func duck(names ...string) []bundle.Source {
	var out []bundle.Source
	for _, n := range names {
		out = append(out, bundle.Source{Name: n, Dialect: "duckdb"})
	}
	return out
}

func server(dialect string) []bundle.Source { return []bundle.Source{{Name: "shop", Dialect: dialect}} }

// root makes a catalog's root with the settings and one CSV file.
func root(t *testing.T, yaml string) *settings.Settings {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "data"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{settings.FileName: yaml, "data/orders.csv": "id,amount,zip\n1,12,01234\n2,7.5,\n"} {
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s, found := settings.Load(settings.Find(dir, "", nil), []string{"EMPTY= ", "NOBODY=host=/nowhere user=x password=pa55word"})
	if len(found) > 0 {
		t.Fatal(found)
	}
	return s
}

var (
	id     = bundle.Column{Name: "id", Type: expr.Type{Kind: expr.Integer}}
	amount = bundle.Column{Name: "amount", Type: expr.Type{Kind: expr.Decimal, Precision: 12, Scale: 2}}
	zip    = bundle.Column{Name: "zip", Type: expr.Type{Kind: expr.String}}
)

func TestOpen(t *testing.T) {
	b := pinned(t, duck("shop", "other"), shop(id, amount, zip))
	set, found := Open(t.Context(), root(t, "sources: {shop: {path: data}}\n"), b, "shop")
	if len(found) > 0 {
		t.Fatal(found)
	}
	defer set.Close()
	tables, err := set["shop"].Tables(t.Context())
	if err != nil || len(set) != 1 {
		t.Fatal(set, err)
	}
	if got := tables[0].Columns[1].Native; got != "DECIMAL(12,2)" {
		t.Errorf("the declared type of a CSV file's column is not used: %s", got)
	}
	if found, err := Check(t.Context(), b, set); err != nil || len(found) > 0 {
		t.Errorf("what fits gives %v, %v", found, err)
	}
}

func TestOpenRefuses(t *testing.T) {
	for _, c := range []struct {
		name, yaml string
		b          *bundle.Bundle
		code       diag.Code
		line       int
		says       []string
	}{
		{"no settings", "", pinned(t, duck("shop"), shop(id)), diag.SourceNoData, 0, []string{"shop", "sutura.yaml", "sources: {shop: {path: data}}"}},
		{"a missing path", "sources:\n  shop: {path: dta}\n", pinned(t, duck("shop"), shop(id)), diag.SourceUnopened, 2, []string{"there is no", "dta"}},
		{"a connection string", "sources:\n  shop: {dsn_env: X}\n", pinned(t, duck("shop"), shop(id)), diag.SourcePlace, 2, []string{"Set path"}},
		{"a dialect without execution", "sources:\n  shop: {dsn_env: X}\n", pinned(t, server("mysql"), shop(id)), diag.SourceNotBuilt, 2, []string{"MariaDB", "preview"}},
		{"a server without settings", "", pinned(t, server("postgresql"), shop(id)), diag.SourceNoData, 0, []string{"sources: {shop: {dsn_env: SHOP_DSN}}"}},
		{"a server's path", "sources:\n  shop: {path: data}\n", pinned(t, server("postgres"), shop(id)), diag.SourcePlace, 2, []string{"Set dsn_env or dsn_file"}},
		{"an absent variable", "sources:\n  shop: {dsn_env: NO_SUCH}\n", pinned(t, server("postgres"), shop(id)), diag.SourceUnopened, 2, []string{"NO_SUCH is not set"}},
		{"an empty variable", "sources:\n  shop: {dsn_env: EMPTY}\n", pinned(t, server("postgres"), shop(id)), diag.SourceUnopened, 2, []string{"EMPTY is empty"}},
		{"an absent file", "sources:\n  shop: {dsn_file: no.dsn}\n", pinned(t, server("postgres"), shop(id)), diag.SourceUnopened, 2, []string{"there is no", "no.dsn"}},
		{"a folder", "sources:\n  shop: {dsn_file: data}\n", pinned(t, server("postgres"), shop(id)), diag.SourceUnopened, 2, []string{"data cannot be read as a connection string"}},
		{"no connection string", "sources:\n  shop: {dsn_file: data/orders.csv}\n", pinned(t, server("postgres"), shop(id)), diag.SourceUnopened, 2, []string{"its connection string cannot be read"}},
		{"nobody there", "sources:\n  shop: {dsn_env: NOBODY}\n", pinned(t, server("postgres"), shop(id)), diag.SourceUnopened, 2, []string{"its server cannot be reached"}},
		{"a value of another type", "sources:\n  shop: {path: data}\n", pinned(t, duck("shop"), shop(bundle.Column{Name: "amount", Type: expr.Type{Kind: expr.Integer}})),
			diag.SourceUnopened, 2, []string{`column "amount"`, "record 2", "orders.csv"}},
	} {
		set, found := Open(t.Context(), root(t, c.yaml), c.b)
		if set != nil || len(found) != 1 || found[0].Code != c.code || found[0].Range.Start.Line != c.line {
			t.Errorf("%s gives %v, %v", c.name, set, found)
			continue
		}
		if strings.Contains(found[0].Message+found[0].Hint, "pa55word") {
			t.Errorf("%s tells a secret", c.name)
		}
		for _, part := range c.says {
			if !strings.Contains(found[0].Message+" "+found[0].Hint, part) {
				t.Errorf("%s says %s; %s, without %s", c.name, found[0].Message, found[0].Hint, part)
			}
		}
	}
}

func TestStrangers(t *testing.T) {
	set, found := Open(t.Context(), root(t, "sources:\n  shop: {path: data}\n  shops: {path: data}\n"), pinned(t, duck("shop"), shop(id)))
	defer set.Close()
	if len(found) != 1 || found[0].Code != diag.SourceUnknown || found[0].Severity != diag.Warning || found[0].Range.Start.Line != 3 || found[0].Hint != "Did you mean shop?" {
		t.Errorf("gives %v", found)
	}
	if set["shop"] == nil {
		t.Error("a warning keeps the source closed")
	}
}

func TestCheck(t *testing.T) {
	b := pinned(t, duck("shop"),
		shop(id, bundle.Column{Name: "amuont", Type: amount.Type}, zip),
		bundle.Model{Name: "misnamed", Source: "shop", Table: []string{"main", "order"}, Columns: []bundle.Column{id}},
		bundle.Model{Name: "elsewhere", Source: "shop", Table: []string{"main", "nothing_like_it"}, Columns: []bundle.Column{id}})
	set, found := Open(t.Context(), root(t, "sources: {shop: {path: data}}\n"), b)
	if len(found) > 0 {
		t.Fatal(found)
	}
	defer set.Close()
	found, err := Check(t.Context(), b, set)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range found {
		got = append(got, string(d.Code)+" "+d.Path+": "+d.Message+"; "+d.Hint)
	}
	want := []string{
		"SUT215 models.elsewhere: model elsewhere: there is no table main.nothing_like_it; Correct the model, or name other data in the settings.",
		"SUT215 models.misnamed: model misnamed: there is no table main.order (there is orders); Correct the model, or name other data in the settings.",
		"SUT215 models.orders: model orders: column amuont is not there (there is amount); Correct the model, or name other data in the settings.",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("gives\n%s", strings.Join(got, "\n"))
	}
}
