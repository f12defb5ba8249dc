package dialect_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"sutura.dev/bundle/question"
	"sutura.dev/catalog"
	"sutura.dev/compiler"
	"sutura.dev/compiler/dialect"
	"sutura.dev/compiler/plan"
)

const dialectsPage = "../../docs/dialects.md"

const dialectsHead = `# Dialects

What sutura does with each data system. This page is written by ` + "`SUTURA_UPDATE=1 go test ./compiler/dialect`" + ` from what each dialect declares.

- **proven**: every law of numbers was executed on it, against DuckDB, PostgreSQL and an evaluator of our own. ` + "`ask` and `serve`" + ` answer from it.
- **executed**: a database executes its statements in the tests, and each answer is the law's or the question is refused. It is a preview.
- **preview**: its statements are written, held to a closed list of words, and read by a parser of the dialect
  ([what that can tell](ci.md#suturas-own-ci)). Where its section does not say otherwise, no database has executed them here: what a form gives is known
  from its vendor's documentation, and what that does not say is refused.

A preview is for reading and comparing: ` + "`compile --dialect`" + ` and the compile tool write its statements and say that it is one; ` + "`ask`, `serve` and `init`" + ` refuse a
source of it by name. A catalog may declare a source of any dialect, and ` + "`check`" + ` writes and vets every metric's statement in it.

A number is the same on every data system, or there is none. What a data system lacks is refused: by ` + "`check`" + ` with SUT180 where a metric of such a source
could never be computed, and by the outcome combination_not_supported where a question needs it.

Statements of DuckDB and PostgreSQL are read by PostgreSQL's parser before they are run: one SELECT, only declared tables, every value a parameter. Of
other dialects the text is scanned without a grammar: words and text literals are of a closed list, tables are the declared ones, every parameter is used,
brackets close, and there is no comment and no second statement. That a data system reads the text, such a scan does not prove.
`

const dialectsCatalog = `package catalog
about: {name: "t", version: "1.0.0", audience: ["everyone"], calendar: timezone: "Europe/Berlin"}
sources: shop: {dialect: "duckdb", schema: "shop"}
models: orders: {
	source: "shop", table: "orders", time: "paid_at"
	columns: {paid_at: type: "timestamptz", channel: type: "string", amount: {type: "decimal", precision: 12, scale: 2}}
	dimensions: channel: values: ["web", "store"]
}
metrics: revenue: {model: "orders", measure: sum: "amount", where: ["amount > 0"]}
`

// TestDialectsPage holds docs/dialects.md to the declarations. SUTURA_UPDATE=1 writes it.
func TestDialectsPage(t *testing.T) {
	var b strings.Builder
	b.WriteString(dialectsHead)
	b.WriteString("\n| dialect | other names | data system | state |\n|---|---|---|---|\n")
	for _, name := range dialect.Names() {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", name, strings.Join(dialect.Aliases(name), ", "), dialect.Title(name), dialect.StateOf(name))
	}
	for _, name := range dialect.Names() {
		dialectSection(t, &b, name)
	}
	got, err := os.ReadFile(dialectsPage)
	if err == nil && string(got) == b.String() {
		return
	}
	if os.Getenv("SUTURA_UPDATE") == "" {
		t.Fatalf("docs/dialects.md is not what it is generated from; SUTURA_UPDATE=1 writes it")
	}
	if err := os.WriteFile(dialectsPage, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

func dialectSection(t *testing.T, b *strings.Builder, name string) {
	fmt.Fprintf(b, "\n## %s\n\nState: %s. ", dialect.Title(name), dialect.StateOf(name))
	if tried := dialect.Tried(name); tried != "" {
		b.WriteString(strings.ToUpper(tried[:1]) + tried[1:] + ". ")
	}
	fmt.Fprintf(b, "Statements count on %s. ", dialect.Session(name))
	if most := dialect.MaxIdentifier(name); most > 0 {
		fmt.Fprintf(b, "A name of a table or a column has at most %d bytes; longer ones are refused. ", most)
	}
	if schema := dialect.Schema(name); schema != "" {
		fmt.Fprintf(b, "A table that is named alone is in `%s`.", schema)
	} else {
		b.WriteString("A table that is named alone is where the connection says.")
	}
	if lacks := dialect.Lacks(name); len(lacks) == 0 {
		b.WriteString(" Nothing is refused.\n")
	} else {
		b.WriteString(" Refused:\n\n")
		for _, l := range lacks {
			fmt.Fprintf(b, "- **%s**: %s.\n", l.Feature, l.Why)
		}
	}
	s, clock := dialectExample(t, name)
	binds := make([]string, len(s.Binds()))
	for i, p := range s.Binds() {
		binds[i] = fmt.Sprintf("`%v`", p.Value)
	}
	fmt.Fprintf(b, "\nRevenue of two channels by month, %s:\n\n```sql\n%s```\n\nParameters: %s.\n", clock, s.Text(), strings.Join(binds, ", "))
}

// dialectExample is of instants, or of local times where a dialect has no zones.
func dialectExample(t *testing.T, name string) (s dialect.Statement, clock string) {
	t.Helper()
	s, err := dialectStatement(t, name, dialectsCatalog)
	if _, lacks := errors.AsType[*dialect.Unsupported](err); lacks {
		s, err = dialectStatement(t, name, strings.Replace(dialectsCatalog, "timestamptz", "timestamp", 1))
		clock = "by the times that the table has"
	} else {
		clock = "in the calendar of Berlin"
	}
	if err != nil {
		t.Fatal(err)
	}
	return s, clock
}

func dialectStatement(t *testing.T, name, text string) (dialect.Statement, error) {
	t.Helper()
	c, found := compiler.Build(catalog.InMemory(map[string][]byte{"catalog/a.cue": []byte(text)}))
	if c == nil {
		t.Fatal(found.String())
	}
	p, refusal, malformed := plan.Resolve(c.View(nil, true), question.Question{
		Metrics: []string{"revenue"}, Grain: "month", Range: &question.Range{Period: "2026"},
		Filters: []question.Filter{{Dimension: "channel", Values: []string{"store", "web"}}},
	}, at)
	if refusal != nil || malformed != nil {
		t.Fatal(refusal, malformed)
	}
	return dialect.Render(p, name)
}
