package goldens_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sutura.dev/goldens"
	"sutura.dev/internal/diag"
)

// asFiles are a recording's goldens, and more files, as they lie in a root.
func asFiles(r *goldens.Recording, more map[string]string) map[string]string {
	out := map[string]string{}
	for _, g := range r.Goldens {
		out[g.Path()] = string(g.Bytes())
	}
	for name, text := range more {
		out[name] = text
	}
	return out
}

func recordShop(t testing.TB, source string) *goldens.Recording {
	t.Helper()
	b := built(t, source)
	return recorded(t, b, loaded(t, b, nil), nil, goldens.Options{})
}

// told are differences in one line a change.
func told(differences []goldens.Difference) string {
	var out strings.Builder
	for _, d := range differences {
		fmt.Fprintf(&out, "%s %s\n", []string{"missing", "drifted", "orphan", "unreadable"}[d.Kind], d.Path)
		for _, c := range d.Changes {
			fmt.Fprintf(&out, "  %s %s %s:%d\n", c.Case, c.Part, c.Dialects, c.Line)
		}
	}
	return out.String()
}

// What is recorded is what is now, until something changes; nothing recorded is nothing to compare.
func TestCompareSame(t *testing.T) {
	r := recordShop(t, shop)
	if d := goldens.Compare(inMemory(asFiles(r, nil)), recordShop(t, shop)); len(d) > 0 {
		t.Errorf("the same catalog differs:\n%s", told(d))
	}
	if d := goldens.Compare(goldens.Files{}, r); len(d) > 0 {
		t.Errorf("nothing is recorded, and differs:\n%s", told(d))
	}
	if d := goldens.Compare(inMemory(map[string]string{"fixtures/customers.csv": "id,country\n"}), r); len(d) > 0 {
		t.Errorf("only fixtures are there, and differ:\n%s", told(d))
	}
}

// Each change shows in the parts that it is a change of, and in no other metric.
func TestCompareDrift(t *testing.T) {
	was := inMemory(asFiles(recordShop(t, shop), nil))
	const revenue = `measure: sum: "amount"`
	for _, c := range []struct {
		name, from, to string
		want           []string // part and dialects of the case total of revenue
		others         bool     // orders drifts too
		summary        string
	}{
		{"prose", `"Money in."`, `"Money that came in."`, nil, false, ""},
		{"a condition", revenue, revenue + `, where: ["channel = 'web'"]`, []string{"plan", "statement duckdb", "statement postgres", "binds duckdb+postgres", "rows"}, false, "plan, statement and binds of 7 questions; rows of 5 questions"},
		{"a unit", revenue, revenue + `, unit: "CZK"`, []string{"columns"}, false, "columns of 7 questions"},
		{"an empty value", revenue, revenue + `, empty: "zero"`, []string{"statement duckdb", "statement postgres"}, false, "statement of 7 questions; rows of 2 questions"},
		{"a literal", "amount >= 0.5", "amount >= 0.7", []string{"plan", "binds duckdb+postgres", "rows"}, true, "plan and binds of 7 questions; rows of 6 questions"},
		{"a grain less", revenue, revenue + `, grains: ["month"]`, nil, false, "question, plan, statement, binds, columns and rows of 7 questions"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if strings.Count(shop, c.from) != 1 {
				t.Fatalf("%q is there %d times", c.from, strings.Count(shop, c.from))
			}
			now := recordShop(t, strings.Replace(shop, c.from, c.to, 1))
			differences := goldens.Compare(was, now)
			var got []string
			for _, d := range differences {
				if d.Metric == "revenue" && d.Kind != goldens.Drifted {
					t.Errorf("revenue: kind %d", d.Kind)
				}
				for _, change := range d.Changes {
					if d.Metric == "revenue" && change.Case == "total" {
						got = append(got, strings.TrimSpace(string(change.Part)+" "+change.Dialects))
						if text := lineOf(t, was, d.Path, change.Line); change.Was != "" && !strings.HasPrefix(change.Was, text) && change.Part != goldens.PartStatement {
							t.Errorf("line %d has %q, not %q", change.Line, text, change.Was)
						}
					}
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("total of revenue: %q, want %q", got, c.want)
			}
			if others := strings.Contains(told(differences), "goldens/orders.txtar"); others != c.others {
				t.Errorf("orders drifts: %t", others)
			}
			if expected := c.name != "prose"; (len(differences) > 0) != expected {
				t.Errorf("differences:\n%s", told(differences))
			}
			for _, d := range differences {
				named := func(f diag.Diagnostic) bool { return strings.Contains(f.Message, d.Metric) }
				if found := goldens.Findings(differences); !slices.ContainsFunc(found, named) {
					t.Errorf("no finding names %s: %v", d.Metric, found)
				}
			}
			for _, d := range differences {
				if want := c.summary; d.Metric == "revenue" && d.Summary() != want {
					t.Errorf("summary %q, want %q", d.Summary(), want)
				}
			}
		})
	}
}

func lineOf(t *testing.T, files goldens.Files, path string, line int) string {
	t.Helper()
	data, _ := files.Source(path)
	lines := strings.Split(string(data), "\n")
	if line < 1 || line > len(lines) {
		t.Fatalf("%s has no line %d", path, line)
	}
	return lines[line-1]
}

// Files of no metric, files that nobody recorded, and metrics without a file are told, each at its file.
func TestCompareFiles(t *testing.T) {
	r := recordShop(t, shop)
	files := asFiles(r, map[string]string{
		"goldens/gone.txtar":               "sutura golden 1: gone\n",
		"goldens/questions/gone/a.json":    "{}",
		"goldens/questions/gone/b.json":    "{}",
		"goldens/questions/revenue/x.json": `{"metrics":["revenue"],"range":{"period":"2024"}}`,
	})
	edited := strings.Replace(files["goldens/revenue.txtar"], "-- total/rows --\n", "-- total/rows --\n[1]\n", 1)
	for name, c := range map[string]struct{ path, text, want string }{
		"edited":       {"goldens/revenue.txtar", edited, "drifted goldens/revenue.txtar\n  total rows :37\n"},
		"a conflict":   {"goldens/revenue.txtar", "<<<<<<< HEAD\n" + files["goldens/revenue.txtar"], "unreadable goldens/revenue.txtar\n"},
		"of another":   {"goldens/revenue.txtar", files["goldens/orders.txtar"], "unreadable goldens/revenue.txtar\n"},
		"line ends":    {"goldens/revenue.txtar", strings.ReplaceAll(files["goldens/revenue.txtar"], "\n", "\r\n"), "unreadable goldens/revenue.txtar\n"},
		"empty":        {"goldens/revenue.txtar", "", "unreadable goldens/revenue.txtar\n"},
		"cut":          {"goldens/revenue.txtar", files["goldens/revenue.txtar"][:400], "unreadable goldens/revenue.txtar\n"},
		"another part": {"goldens/revenue.txtar", files["goldens/revenue.txtar"] + "-- total/notes --\n", "unreadable goldens/revenue.txtar\n"},
	} {
		changed := asFiles(r, map[string]string{c.path: c.text})
		got := told(goldens.Compare(inMemory(changed), r))
		if got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, c.want)
		}
	}
	delete(files, "goldens/orders.txtar")
	differences := goldens.Compare(inMemory(files), r)
	if got, want := told(differences), "orphan goldens/gone.txtar\nmissing goldens/orders.txtar\norphan goldens/questions/gone\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	var codes []diag.Code
	for _, f := range goldens.Findings(differences) {
		codes = append(codes, f.Code)
	}
	if want := []diag.Code{diag.GoldenMissing, diag.GoldenOrphan, diag.GoldenOrphan}; !slices.Equal(codes, want) {
		t.Errorf("findings %v, want %v", codes, want)
	}
	b := built(t, shop)
	part := recorded(t, b, loaded(t, b, nil), nil, goldens.Options{Metrics: []string{"revenue"}})
	if got := told(goldens.Compare(inMemory(files), part)); got != "" {
		t.Errorf("comparing revenue alone finds\n%s", got)
	}
}

// Two recordings are compared without files.
func TestBetween(t *testing.T) {
	was := recordShop(t, shop)
	now := recordShop(t, strings.Replace(shop, `metrics: orders: {`, `metrics: sales: {`, 1))
	if got, want := told(goldens.Between(was, now)), "orphan goldens/orders.txtar\nmissing goldens/sales.txtar\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	now = recordShop(t, strings.Replace(shop, `sum: "amount"`, `sum: "-amount"`, 1))
	d := goldens.Between(was, now)
	if len(d) != 1 || d[0].Metric != "revenue" || d[0].Changes[len(d[0].Changes)-1].Part != goldens.PartRows {
		t.Errorf("got\n%s", told(d))
	}
}

// Accepting makes comparing silent; what did not differ is not touched, and a person's questions stay.
func TestAccept(t *testing.T) {
	root := t.TempDir()
	r := recordShop(t, shop)
	for name, text := range map[string]string{
		"goldens/gone.txtar": "", "goldens/questions/gone/a.json": "{}", "goldens/revenue.txtar": "x", "goldens/orders.txtar": asFiles(r, nil)["goldens/orders.txtar"],
	} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o444); err != nil {
			t.Fatal(err)
		}
	}
	before, err := os.Stat(filepath.Join(root, "goldens/orders.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	compare := func() []goldens.Difference {
		t.Helper()
		files, err := goldens.ReadDir(root)
		if err != nil {
			t.Fatal(err)
		}
		return goldens.Compare(files, r)
	}
	written, err := goldens.Accept(root, compare(), r)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(written), "[{goldens/gone.txtar true} {goldens/revenue.txtar false}]"; got != want {
		t.Errorf("wrote %s, want %s", got, want)
	}
	if got, want := told(compare()), "orphan goldens/questions/gone\n"; got != want {
		t.Errorf("after accepting:\n%s", got)
	}
	after, err := os.Stat(filepath.Join(root, "goldens/orders.txtar"))
	if err != nil || !os.SameFile(before, after) {
		t.Errorf("a golden that did not differ was written (%v)", err)
	}
	left, err := filepath.Glob(filepath.Join(root, "goldens", "*.part"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}

	fresh := t.TempDir() // nothing is recorded: everything is missing
	all := goldens.Between(&goldens.Recording{}, r)
	if _, err := goldens.Accept(fresh, all, r); err != nil {
		t.Fatal(err)
	}
	files, err := goldens.ReadDir(fresh)
	if err != nil || !files.Recorded() || len(goldens.Compare(files, r)) > 0 {
		t.Errorf("recorded for the first time, it differs (%v)", err)
	}
}

// Rows that are in the cache are not computed; what is not whole there is computed and written again.
func TestCache(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache")
	b := built(t, shop)
	x := loaded(t, b, nil)
	record := func(source string) *goldens.Recording {
		t.Helper()
		b := built(t, source)
		return recorded(t, b, loaded(t, b, nil), nil, goldens.Options{Cache: dir})
	}
	plain := asFiles(recorded(t, b, x, nil, goldens.Options{}), nil)
	same := func(r *goldens.Recording, computed, cached int) {
		t.Helper()
		if r.Computed != computed || r.Cached != cached {
			t.Errorf("%d computed and %d cached, want %d and %d", r.Computed, r.Cached, computed, cached)
		}
		for name, text := range asFiles(r, nil) {
			if text != plain[name] {
				t.Errorf("%s is another with the cache", name)
			}
		}
	}
	same(record(shop), 2, 0)
	same(record(shop), 0, 2)
	same(record(strings.Replace(shop, `"Money in."`, `"Prose."`, 1)), 0, 2)
	if r := record(strings.Replace(shop, `sum: "amount"`, `sum: "amount * 2"`, 1)); r.Computed != 1 || r.Cached != 1 {
		t.Errorf("after a change of one metric %d are computed", r.Computed)
	}
	if r := record(shop + `models: customers: dimensions: large: expr: "id > 3"`); r.Computed != 2 {
		t.Errorf("after a change of fixtures %d are computed", r.Computed)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) == 0 {
		t.Fatal(err)
	}
	for i, damage := range []func([]byte) []byte{
		func(d []byte) []byte { return d[:len(d)/2] },
		func([]byte) []byte { return nil },
		func(d []byte) []byte { return []byte(strings.Replace(string(d), "[", "[1", 1)) },
		func(d []byte) []byte { return []byte(strings.Replace(string(d), `"rows":["[`, `"rows":["[9`, 1)) },
	} {
		for _, e := range entries {
			path := filepath.Join(dir, e.Name())
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, damage(data), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		t.Logf("damage %d", i)
		same(record(shop), 2, 0)
		same(record(shop), 0, 2)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir, nil, 0o644); err != nil { // no folder can be made here
		t.Fatal(err)
	}
	same(record(shop), 2, 0)
}

// An author's question is recorded beside the derived ones; one that has no answer is told.
func TestAuthorsQuestions(t *testing.T) {
	b := built(t, shop)
	x := loaded(t, b, nil)
	files := map[string]string{
		"goldens/questions/revenue/by_country.json": `{"metrics": ["revenue", "orders"], "range": {"last": {"count": 1, "unit": "year"}}, "dimensions": ["customer.country"]}`,
		"goldens/questions/revenue/bad.json":        `{"metrics": ["revenue"], "rnage": {}}`,
		"goldens/questions/revenue/refused.json":    `{"metrics": ["revenue"]}`,
		"goldens/questions/revenue/other.json":      `{"metrics": ["orders"], "range": {"period": "2024"}}`,
		"goldens/questions/revenue/A name.json":     `{"metrics": ["revenue"], "range": {"period": "2024"}}`,
	}
	r, found, err := goldens.Record(context.Background(), b, inMemory(files), x, goldens.Options{Metrics: []string{"revenue"}})
	if err != nil {
		t.Fatal(err)
	}
	const want = `goldens/questions/revenue/A name.json:0:0: error[SUT168]: the file's name is no name of a question
goldens/questions/revenue/bad.json:0:0: error[SUT168]: this is no question: rnage: one of the fields metrics, range, grain, dimensions, filters, having, top, others, totals, fill, compare, order; the nearest is range
goldens/questions/revenue/other.json:0:0: error[SUT168]: the question does not ask revenue
goldens/questions/revenue/refused.json:0:0: error[SUT168]: the question is refused (time_range_required): Say the range of time: a period such as 2026-Q2, a start and an end, or the last n units
`
	if found.String() != want {
		t.Errorf("got\n%s\nwant\n%s", found, want)
	}
	cases := r.Goldens[0].Golden().Cases
	last := cases[len(cases)-1]
	if last.Name != "questions/by_country" || !strings.Contains(last.Plan, "range 2024-01-01 to before 2025-01-01") || strings.Count(*last.Rows, "\n") < 3 {
		t.Errorf("%s:\n%s\n%s", last.Name, last.Plan, *last.Rows)
	}
}

// A statement that fails on the fixtures is told, and its case has no rows; the others do.
func TestRowsThatCannotBeComputed(t *testing.T) {
	b := built(t, shop+`metrics: huge: {title: "Huge", description: "Huge.", model: "orders", measure: sum: "exp(weight * 100)"}`)
	r, found, err := goldens.Record(context.Background(), b, goldens.Files{}, loaded(t, b, nil), goldens.Options{Cache: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		if f.Code != diag.GoldenRows || f.Path != "metrics.huge" {
			t.Errorf("%s %s", f.Path, f)
		}
	}
	if len(found) != 1 || r.Goldens[0].Metric != "huge" || r.Goldens[0].Golden().Cases[0].Rows != nil || r.Goldens[1].Golden().Cases[0].Rows == nil {
		t.Errorf("findings %s", found)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := goldens.Record(ctx, b, goldens.Files{}, loaded(t, b, nil), goldens.Options{}); err == nil {
		t.Error("a cancelled recording ends as if it were whole")
	}
}
