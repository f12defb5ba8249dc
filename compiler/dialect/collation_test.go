package dialect_test

import (
	"strings"
	"testing"
	"time"

	"sutura.dev/bundle/question"
	"sutura.dev/catalog"
	"sutura.dev/compiler"
	"sutura.dev/compiler/dialect"
	"sutura.dev/compiler/plan"
)

// TestComputedTextIsExact: PostgreSQL compares text that holds no column by its own language, unless it is told not to.
// Under en-US, 'a' comes before 'B'.
func TestComputedTextIsExact(t *testing.T) {
	for _, c := range []struct{ measure, want string }{
		{`min: "CAST(n AS string)"`, `min((CAST("t"."n" AS varchar)) COLLATE "C")`},
		{`max: "CASE WHEN s = 'x' THEN 'a' ELSE 'B' END"`, `END) COLLATE "C")`},
		{`max: "CASE WHEN n = 1 THEN s ELSE 'B' END"`, `THEN CAST("t"."s" AS text) COLLATE "C" ELSE CAST($2 AS varchar) END) AS`},
		{`max: "s"`, `max(CAST("t"."s" AS text) COLLATE "C")`},
		{`count_if: "CAST(n AS string) < '5'"`, `CAST("t"."n" AS varchar) COLLATE "C" < CAST($1 AS varchar)`},
		{`count_if: "s < '5'"`, `(WHERE CAST("t"."s" AS text) COLLATE "C" < CAST($1 AS varchar))`},
		{`count_if: "CAST(n AS string) || 'x' BETWEEN 'a' AND 'b'"`, `(CAST("t"."n" AS varchar) || CAST($1 AS varchar)) COLLATE "C" BETWEEN`},
		{`count: "greatest('a', CAST(n AS string))"`, `GREATEST(CAST($1 AS varchar) COLLATE "C", CAST("t"."n" AS varchar))`},
		{`count: "upper(CAST(n AS string))"`, `upper(CAST("t"."n" AS varchar) COLLATE "C")`},
	} {
		s := postgresText(t, c.measure)
		if !strings.Contains(s, c.want) {
			t.Errorf("%s has no %s:\n%s", c.measure, c.want, s)
		}
	}
}

// postgresText is the statement of one metric over the columns s and n of a table t.
func postgresText(t *testing.T, measure string) string {
	t.Helper()
	b, found := compiler.Build(catalog.InMemory(map[string][]byte{"catalog/a.cue": []byte(`package catalog
about: {name: "t", version: "1.0.0", audience: ["everyone"]}
sources: db: dialect: "postgres"
models: t: {source: "db", table: "t", time: "none", columns: {s: type: "string", n: type: "integer"}}
metrics: m: {model: "t", measure: ` + measure + `}
`)}))
	if b == nil {
		t.Fatal(found.String())
	}
	p, refusal, malformed := plan.Resolve(b.View(nil, false), question.Question{Metrics: []string{"m"}}, time.Time{})
	if refusal != nil || malformed != nil {
		t.Fatal(refusal, malformed)
	}
	s, err := dialect.Render(p, "postgres")
	if err != nil {
		t.Fatal(err)
	}
	return s.Text()
}
