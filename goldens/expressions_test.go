package goldens

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
	"sutura.dev/catalog"
	"sutura.dev/compiler"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/oracle"
	"sutura.dev/internal/warehouse/duckdb"
	"sutura.dev/internal/warehouse/postgres"
)

// valued is an expression over the one row of testdata/expressions.sql, and the value that it must have.
type valued struct{ text, kind, value string }

// TestExpressions computes every expression of the table, and every example of the language's own documentation: on
// DuckDB, on PostgreSQL, and by the law itself.
func TestExpressions(t *testing.T) {
	expressions := readExpressions(t)
	for _, o := range expr.Operations() {
		expressions = append(expressions, valued{o.Example, "", o.ExampleValue})
	}
	for _, c := range expr.Conversions() {
		expressions = append(expressions, valued{c.Example, "", c.ExampleValue})
	}
	engines, law := expressionEngines(t, expressions)
	for from := 0; from < len(expressions); from += question.MaxDimensions {
		part := expressions[from:min(from+question.MaxDimensions, len(expressions))]
		q := question.Question{Metrics: []string{"rows"}}
		for i := range part {
			q.Dimensions = append(q.Dimensions, dimensionName(from+i))
		}
		var kinds []answer.Column
		for _, name := range slices.Sorted(maps.Keys(engines)) {
			o, err := engines[name].Ask(t.Context(), q)
			a, ok := o.(*answer.Answer)
			if !ok {
				t.Errorf("%s: %v: %v %v", name, part, o, err)
				continue
			}
			kinds = a.Columns
			for i, v := range part {
				v.compare(t, name, a.Columns[i].Type, a.Rows[0][i])
			}
		}
		if o := law.Answer(q); len(o.Rows) == 1 && kinds != nil {
			for i, v := range part {
				v.compare(t, "the law", kinds[i].Type, lawCell(o.Rows[0][i]))
			}
		} else {
			t.Errorf("the law: %v: %+v", part, o)
		}
	}
}

func (v valued) compare(t *testing.T, by string, kind expr.Type, cell any) {
	t.Helper()
	value := "null"
	switch c := cell.(type) {
	case nil:
	case float64:
		text, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		value = string(text)
	default:
		value = fmt.Sprint(c)
	}
	if v.kind != "" && v.kind != kind.String() {
		t.Errorf("%s: %s is %s, and must be %s", by, v.text, kind, v.kind)
	}
	if value != v.value {
		t.Errorf("%s: %s gives %q, and must give %q", by, v.text, value, v.value)
	}
}

func readExpressions(t *testing.T) []valued {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "expressions.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var out []valued
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.Split(line, " | ")
		if len(parts) != 3 {
			t.Fatalf("%q is not expression | type | value", line)
		}
		out = append(out, valued{parts[0], parts[1], parts[2]})
	}
	return out
}

func dimensionName(i int) string { return fmt.Sprintf("x%03d", i) }

// expressionEngines makes a dimension of each expression.
func expressionEngines(t *testing.T, expressions []valued) (map[string]*answer.Engine, *oracle.Oracle) {
	t.Helper()
	base, err := os.ReadFile(filepath.Join("testdata", "expressions.cue"))
	if err != nil {
		t.Fatal(err)
	}
	setup, err := os.ReadFile(filepath.Join("testdata", "expressions.sql"))
	if err != nil {
		t.Fatal(err)
	}
	var dimensions strings.Builder
	dimensions.WriteString("package catalog\n")
	for i, v := range expressions {
		text, err := json.Marshal(v.text)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&dimensions, "models: t: dimensions: %s: expr: %s\n", dimensionName(i), text)
	}
	b, found := compiler.Build(catalog.InMemory(map[string][]byte{
		"catalog/base.cue": base, "catalog/dimensions.cue": []byte(dimensions.String()),
	}))
	if b == nil {
		t.Fatal(found.Sorted().String())
	}
	c := caseFile{setup: string(setup)}
	return map[string]*answer.Engine{
		duckdb.Dialect: c.engine(b, c.duckdb(t)), postgres.Dialect: c.engine(b, openServer(t).holding(t, c.setup)),
	}, c.law(t, b)
}
