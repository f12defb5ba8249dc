package dialect_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"sutura.dev/bundle/expr"
	"sutura.dev/catalog"
	"sutura.dev/compiler"
	"sutura.dev/compiler/dialect"
	"sutura.dev/compiler/expression"
)

const expressionsPage = "../../docs/expressions.md"

const pageHead = `# Expressions

Every operation of value expressions ([the catalog](catalog.md#expressions) says where they stand): what it takes, what it means, when
it is null, an example, and the form in which each database computes it, where $1, $2 are the literals. The examples are tests: DuckDB,
PostgreSQL and an evaluator of our own give these values. This page is written by ` + "`SUTURA_UPDATE=1 go test ./compiler/dialect`" + `.

What holds for all:

- Null is the answer where the mathematics has none (x/0, ln(0), text that is no number). A number that has no room is a **failure**,
  never a wrong number: more than 38 digits, a double beyond 1.8e308, a day outside the years 1 to 9999, a count of characters or units
  beyond 32 bits.
- A failure in any part of an expression may be the answer's, also in a branch of CASE or COALESCE that a row does not need.
- Exact numbers that are added, compared or divided with each other are brought to the larger number of decimals first, which takes
  room: 38 digits in all.
- Doubles agree between databases to 12 digits. What is nearer to 0 than a double can be (2.5e-324) is 0 on DuckDB and a failure on
  PostgreSQL.
- Text is compared and counted by code point. Letters outside ASCII are made upper or lower, and found by ILIKE, as the database does.
- An instant (timestamptz) is compared, tested for null and chosen (CASE, COALESCE); date_trunc and extract see it on the clocks of the
  calendar's zone, as grains do.
- NULL takes the type of what stands beside it. An integer beside a decimal or a float becomes one; a date beside a timestamp is its midnight.
`

// TestExpressionsPage holds docs/expressions.md to the table of operations. SUTURA_UPDATE=1 writes it.
func TestExpressionsPage(t *testing.T) {
	var b strings.Builder
	b.WriteString(pageHead)
	b.WriteString("\n| | |\n|---|---|\n")
	for _, o := range expr.Operations() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", strings.ReplaceAll(o.Syntax, "|", `\|`), o.Meaning)
	}
	for _, o := range expr.Operations() {
		fmt.Fprintf(&b, "\n## %s\n\n`%s`\n\n- takes %s\n- means %s\n- null: %s\n\n", o.Op, o.Syntax, o.Types, o.Meaning, o.Null)
		example(t, &b, o.Example, o.ExampleValue)
	}
	b.WriteString("\n## CAST\n\n`CAST(a AS type)`, or `a::type`: to string, integer, decimal(p, s), float, date or timestamp. A null stays null; no other casts exist.\n\n" +
		"| from | to | gives | example | value |\n|---|---|---|---|---|\n")
	for _, c := range expr.Conversions() {
		fmt.Fprintf(&b, "| %s | %s | %s | `%s` | `%s` |\n", c.From, c.To, c.Meaning, c.Example, c.ExampleValue)
	}
	got, err := os.ReadFile(expressionsPage)
	if err == nil && string(got) == b.String() {
		return
	}
	if os.Getenv("SUTURA_UPDATE") == "" {
		t.Fatal("docs/expressions.md is not what it is generated from; SUTURA_UPDATE=1 writes it")
	}
	if err := os.WriteFile(expressionsPage, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// example writes an expression, its value and its form in every dialect, or once where they have one.
func example(t *testing.T, b *strings.Builder, text, value string) {
	t.Helper()
	n, problems := expression.Compile(text, nowhere{})
	if len(problems) > 0 {
		t.Fatalf("%s: %v", text, problems)
	}
	fmt.Fprintf(b, "For example, `%s` is `%s`.\n", text, value)
	forms := map[string]string{}
	for _, name := range dialect.Proved() {
		forms[name] = form(t, n, name)
	}
	if forms["duckdb"] == forms["postgres"] {
		fmt.Fprintf(b, "\n```sql\n%s\n```\n", forms["duckdb"])
		return
	}
	for _, name := range dialect.Proved() {
		fmt.Fprintf(b, "\n```sql\n-- %s\n%s\n```\n", name, forms[name])
	}
}

// form is the text of an expression without columns.
func form(t *testing.T, n *expr.Node, name string) string {
	t.Helper()
	b, found := compiler.Build(catalog.InMemory(map[string][]byte{"catalog/a.cue": []byte(emptyCatalog)}))
	if b == nil {
		t.Fatal(found.String())
	}
	s, err := dialect.Each(b, name, []string{"t"}, []*expr.Node{n}, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.TrimPrefix(s.Text(), "SELECT\n  ")
	return text[:strings.LastIndex(text, ` AS "x0"`)]
}

type nowhere struct{}

func (nowhere) Column(string, string) (expr.Type, bool) { return expr.Type{}, false }
func (nowhere) Columns(string) []string                 { return nil }
func (nowhere) Metric(string) bool                      { return false }
func (nowhere) Roles() []string                         { return nil }
