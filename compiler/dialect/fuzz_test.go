package dialect_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/catalog"
	"sutura.dev/compiler"
	"sutura.dev/compiler/dialect"
	"sutura.dev/compiler/expression"
	"sutura.dev/compiler/sqlvet"
	"sutura.dev/internal/warehouse"
)

// grown is the model of the random rows, as an expression sees it.
type grown struct{}

func (grown) Column(role, name string) (expr.Type, bool) {
	for _, c := range grownColumns {
		if role == "" && c.name == name {
			return c.t, true
		}
	}
	return expr.Type{}, false
}

func (grown) Columns(role string) []string {
	var names []string
	for _, c := range grownColumns {
		if role == "" {
			names = append(names, c.name)
		}
	}
	return names
}

func (grown) Roles() []string { return nil }

func (grown) Metric(string) bool { return false }

var emptyBundle = sync.OnceValue(func() *bundle.Bundle {
	b, _ := compiler.Build(catalog.InMemory(map[string][]byte{"catalog/a.cue": []byte(emptyCatalog)}))
	return b
})

// FuzzExpression holds, for any text: what is accepted is rendered in every dialect, in words that statements may have, and is
// rendered alike after a bundle's file has held it.
func FuzzExpression(f *testing.F) {
	for _, text := range seeds(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, _ := expression.Compile(text, grown{})
		if n == nil {
			return
		}
		data, err := json.Marshal(n)
		if err != nil {
			t.Fatal(err)
		}
		var back expr.Node
		if err := json.Unmarshal(data, &back); err != nil || !back.Equal(n) {
			t.Fatalf("%s is read as %s: %v", n, &back, err)
		}
		if err := expr.Check(&back, func(c expr.Column) (expr.Type, bool) { return grown{}.Column(c.Role, c.Name) }); err != nil {
			t.Fatalf("%s: %v", n, err)
		}
		for _, name := range dialect.Names() {
			s, err := dialect.Each(emptyBundle(), name, []string{"rows"}, []*expr.Node{n}, 0, 1)
			if err != nil {
				if dialect.StateOf(name) == dialect.Proven {
					t.Fatal(err)
				}
				continue
			}
			if again, _ := dialect.Each(emptyBundle(), name, []string{"rows"}, []*expr.Node{&back}, 0, 1); again.Text() != s.Text() {
				t.Fatalf("%s\nis not\n%s", again.Text(), s.Text())
			}
			if len(s.Text()) > dialect.MaxStatement { // Render refuses it
				continue
			}
			if err := sqlvet.Vet(s); err != nil {
				t.Fatalf("%s: %v\n%s", name, err, s.Text())
			}
		}
	})
}

// seeds are examples of every operation and cast, spellings of random trees, and the text of break-outs.
func seeds(t testing.TB) []string {
	out := []string{
		"a) FROM x WHERE (true", "a, b", "a AS b", "$$a$$", "E'\\'' || a", "a::text::int[]", "U&'\\0027'", "a OPERATOR(pg_catalog.+) 1", "pg_catalog.abs(i)", "a /* x */", "a -- x",
		"ROW(i)", "ARRAY[i]", "a[1]", `a COLLATE "C"`, "at AT TIME ZONE 'UTC'", "INTERVAL '1 day'", "lower(VARIADIC a)", "lower(s => a)", "sum(i) FILTER (WHERE p)", "rank() OVER ()", "'\u202e'", "i\u2028",
		"a BETWEEN s || t AND s", "s BETWEEN a AND z", "GREATEST(date_trunc('week', at), by)", "round(f * date_diff('week', day, at), 2)", "- - i", "-(-(i))", "NOT NOT p", "i NOTNULL",
	}
	for _, o := range expr.Operations() {
		out = append(out, o.Example)
	}
	for _, c := range expr.Conversions() {
		out = append(out, c.Example)
	}
	values, err := os.Open(filepath.Join("..", "expression", "testdata", "values.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer values.Close()
	for lines := bufio.NewScanner(values); lines.Scan(); {
		out = append(out, strings.Split(lines.Text(), "\t")[2])
	}
	g := newGarden(rand.New(rand.NewPCG(1, 1)))
	for range 200 {
		n := g.grow()
		g.keep(n)
		out = append(out, n.String())
	}
	return out
}

// TestAcceptedPrepares: whatever is accepted, of the seeds and of what fuzzing kept, is planned by both databases, over no rows,
// and a bundle that holds all of it keeps its digest.
func TestAcceptedPrepares(t *testing.T) {
	l := newLand(t, rand.New(rand.NewPCG(1, 2)))
	var model strings.Builder
	model.WriteString("sources: db: dialect: \"duckdb\"\nmetrics: rows: {model: \"m\", measure: count: \"*\"}\nmodels: m: {source: \"db\", table: \"rows\", time: \"none\"\ncolumns: {\n")
	for _, c := range grownColumns {
		if c.t.Kind == expr.Decimal {
			fmt.Fprintf(&model, "\t%q: {type: \"decimal\", precision: %d, scale: %d}\n", c.name, c.t.Precision, c.t.Scale)
		} else {
			fmt.Fprintf(&model, "\t%q: type: %q\n", c.name, c.t.Kind)
		}
	}
	model.WriteString("}\ndimensions: {\n")
	accepted := 0
	for _, text := range append(seeds(t), corpus(t)...) {
		n, _ := expression.Compile(text, grown{})
		if n == nil {
			continue
		}
		spelled, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&model, "\tx%d: expr: %s\n", accepted, spelled)
		accepted++
		for name, source := range l.sources {
			s, err := dialect.Each(l.bundle, name, l.tables[name], []*expr.Node{n}, -2, -1)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := source.Query(t.Context(), s); len(s.Text()) <= dialect.MaxStatement && err != nil && warehouse.KindOf(err) != warehouse.OutOfRange {
				t.Errorf("%s: %s: %v\n%s", name, n, err, s.Text())
			}
		}
	}
	if accepted < 300 {
		t.Errorf("only %d of the texts are accepted", accepted)
	}
	b, found := compiler.Build(catalog.InMemory(map[string][]byte{"catalog/a.cue": []byte(emptyCatalog + model.String() + "}}\n")}))
	if b == nil {
		t.Fatal(found.Sorted().String())
	}
	again, err := bundle.Read(b.Bytes())
	if err != nil || again.Digest() != b.Digest() || string(again.Bytes()) != string(b.Bytes()) {
		t.Errorf("a bundle is read as another: %v", err)
	}
}

// corpus are the texts that fuzzing kept.
func corpus(t *testing.T) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("testdata", "fuzz", "FuzzExpression", "*"))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		_, line, _ := strings.Cut(string(data), "\nstring(")
		text, err := strconv.Unquote(strings.TrimSuffix(strings.TrimSpace(line), ")"))
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		out = append(out, text)
	}
	return out
}
