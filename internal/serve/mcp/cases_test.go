package mcp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"sutura.dev/internal/serve/mcp"
	"sutura.dev/internal/settings"
)

// rows are those of the answer that a question comes to.
func rows(t *testing.T, session *sdk.ClientSession, question string) string {
	t.Helper()
	object, _ := called(t, session, "ask_metric", question).StructuredContent.(map[string]any)
	if object["outcome"] != "answer" {
		t.Fatalf("%s: %v", question, object)
	}
	return string(encode(t, object["rows"]))
}

// H102: a name with SQL in it is a metric that there is not, and no statement. H104: a value with SQL in it is a value.
func TestInjection(t *testing.T) {
	everywhere(t, settings.Serving{}, mcp.Options{}, local(), func(t *testing.T, w *world, session *sdk.ClientSession) {
		before := w.source.asked.Load()
		for _, question := range []string{
			`{"metrics":["x' UNION SELECT 1"],"range":{"period":"2026"}}`,
			`{"metrics":["revenue"],"range":{"period":"2026"},"dimensions":["region\"; DROP TABLE orders; --"]}`,
			`{"metrics":["revenue"],"range":{"period":"2026"},"filters":[{"dimension":"1=1) OR (1","values":["x"]}]}`,
		} {
			object, _ := called(t, session, "ask_metric", question).StructuredContent.(map[string]any)
			if object["outcome"] != "refusal" {
				t.Errorf("%s: %v", question, object)
			}
		}
		for _, question := range []string{
			`{"metrics":["revenue"],"range":{"period":"2026'; DROP TABLE orders"}}`,
			`{"metrics":["revenue"],"range":{"period":"2026"},"grain":"month) --"}`,
			`{"metrics":["revenue"],"range":{"period":"2026"},"order":[{"by":"1; SELECT 1"}]}`,
		} {
			fails(t, session, "ask_metric", question)
		}
		if asked := w.source.asked.Load(); asked != before {
			t.Errorf("%d statements ran", asked-before)
		}
		if got := rows(t, session, `{"metrics":["orders"],"range":{"period":"2026"},"filters":[{"dimension":"region","values":["O'Reilly' OR 1=1--"]}]}`); got != "[[1]]" {
			t.Errorf("the filter gives %s", got)
		}
		statement, _ := called(t, session, "compile", `{"metrics":["orders"],"range":{"period":"2026"},"filters":[{"dimension":"region","values":["O'Reilly' OR 1=1--"]}]}`).StructuredContent.(map[string]any)
		if text := fmt.Sprint(statement["sql"]); strings.Contains(text, "Reilly") || strings.Contains(text, "2026") {
			t.Errorf("a value stands in the statement: %s", text)
		}
	})
}

// I112: any column of the answer can order it.
func TestOrder(t *testing.T) {
	w := open(t, settings.Serving{}, mcp.Options{})
	session := w.piped(t, local())
	for _, tt := range []struct{ by, want string }{
		{`{"by":"region","direction":"desc"}`, `[["US","4.25"],["EU","10.50"]]`},
		{`{"by":"revenue"}`, `[["US","4.25"],["EU","10.50"]]`},
		{`{"by":"revenue","direction":"desc"}`, `[["EU","10.50"],["US","4.25"]]`},
	} {
		got := rows(t, session, `{"metrics":["revenue"],"range":{"period":"2026-01"},"dimensions":["region"],"order":[`+tt.by+`]}`)
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.by, diff)
		}
	}
	if got := rows(t, session, `{"metrics":["revenue"],"range":{"period":"2026"},"grain":"month","order":[{"by":"period","direction":"desc"}]}`); !strings.HasPrefix(got, `[["2026-02-01"`) {
		t.Errorf("by period: %s", got)
	}
}

// I115: what a catalog holds never becomes a member of an enum, so that no value of it, empty ones among them, can make
// a schema that a client refuses.
func TestNothingOfTheCatalogInSchemas(t *testing.T) {
	w := open(t, settings.Serving{}, mcp.Options{})
	for _, tool := range listed(t, w, "/mcp") {
		for _, word := range []string{"revenue", "region", "EUR", "orders"} {
			if text := string(encode(t, tool)); strings.Contains(text, `"`+word+`"`) {
				t.Errorf("%s says %s: %s", tool.Name, word, text)
			}
		}
	}
}

// I118: a client that drops the instructions still finds the way, by what the tools say of themselves and of what to do
// next.
func TestWayWithoutInstructions(t *testing.T) {
	w := open(t, settings.Serving{}, mcp.Options{})
	said := map[string]string{}
	for _, tool := range listed(t, w, "/mcp") {
		said[tool.Name] = tool.Description
	}
	for tool, words := range map[string][]string{
		"describe_catalog": {"metrics", "before the first question"},
		"search":           {"words", "names and values"},
		"ask_metric":       {"describe_catalog", "refusal", "suggestions"},
		"compile":          {"ask_metric", "Nothing is executed"},
	} {
		for _, word := range words {
			if !strings.Contains(said[tool], word) {
				t.Errorf("%s does not say %q: %s", tool, word, said[tool])
			}
		}
	}
	session := w.piped(t, local())
	catalog, _ := called(t, session, "describe_catalog", `{}`).StructuredContent.(map[string]any)
	if next, _ := catalog["next"].(string); next == "" {
		t.Error("the catalog does not say what is next")
	}
	refused, err := session.CallTool(context.Background(), &sdk.CallToolParams{Name: "ask_metric", Arguments: json.RawMessage(`{"metrics":["revenues"],"range":{"period":"2026"}}`)})
	if err != nil {
		t.Fatal(err)
	}
	if text := textOf(t, refused); !strings.Contains(text, "refused: metric_unknown") || !strings.Contains(text, `{"metrics":["revenue"],"range":{"period":"2026"}}`) {
		t.Errorf("a name that is nearly one: %s", text)
	}
}
