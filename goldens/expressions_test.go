package goldens

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
	"sutura.dev/catalog"
	"sutura.dev/compiler"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/clock"
	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/duckdb"
)

// valued is an expression over the one row of testdata/expressions.sql, and the value that it must have.
type valued struct{ text, kind, value string }

// TestExpressions computes every expression of the table, and every example of the language's own documentation.
func TestExpressions(t *testing.T) {
	expressions := readExpressions(t)
	for _, o := range expr.Operations() {
		expressions = append(expressions, valued{o.Example, "", o.ExampleValue})
	}
	engine := expressionEngine(t, expressions)
	for from := 0; from < len(expressions); from += question.MaxDimensions {
		part := expressions[from:min(from+question.MaxDimensions, len(expressions))]
		q := question.Question{Metrics: []string{"rows"}}
		for i := range part {
			q.Dimensions = append(q.Dimensions, dimensionName(from+i))
		}
		o, err := engine.Ask(t.Context(), q)
		a, ok := o.(*answer.Answer)
		if !ok {
			t.Errorf("%v: %v %v", part, o, err)
			continue
		}
		for i, v := range part {
			v.compare(t, a.Columns[i].Type, a.Rows[0][i])
		}
	}
}

func (v valued) compare(t *testing.T, kind expr.Type, cell any) {
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
		t.Errorf("%s is %s, and must be %s", v.text, kind, v.kind)
	}
	if value != v.value {
		t.Errorf("%s gives %q, and must give %q", v.text, value, v.value)
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

// expressionEngine makes a dimension of each expression.
func expressionEngine(t *testing.T, expressions []valued) *answer.Engine {
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
	source, err := duckdb.OpenMemory(t.Context(), string(setup))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := source.Close(); err != nil {
			t.Error(err)
		}
	})
	return &answer.Engine{View: b.View(nil, true), Sources: map[string]warehouse.Source{"db": source}, Clock: clock.System}
}
