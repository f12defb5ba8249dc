package mcp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"sutura.dev/internal/serve"
	"sutura.dev/internal/serve/mcp"
	"sutura.dev/internal/serve/schema"
	"sutura.dev/internal/settings"
)

// listed is what a peer of one door is shown.
func listed(t testing.TB, w *world, path string) []*sdk.Tool {
	t.Helper()
	res, err := w.served(t, local(), path).ListTools(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if res.CacheScope != "private" || res.TTLMs != 0 {
		t.Errorf("the list may be cached: %s, %d ms", res.CacheScope, res.TTLMs)
	}
	return res.Tools
}

// The exact properties of every input: nothing but run_sql takes SQL, and nothing a table, a predicate or row ids.
var inputs = map[string]string{
	"describe_catalog": "metrics search cursor",
	"search":           "query kinds limit locale",
	"list_objects":     "kind area cursor",
	"get_object":       "id",
	"get_model":        "areas include_search_hints include_hierarchies locale",
	"list_queries":     "area",
	"resolve_area":     "area",
	"resolve_bind":     "text reference locale conversation_id resume_token selected_option_id",
	"match":            "name category algorithm limit",
	"ground_time":      "text context context.reference context.locale",
	"ground_money":     "text context context.locale",
	"ground_geo":       "text",
	"run_sql":          "statement",
	"propose_metric":   proposalPaths,
	"ask_metric":       questionPaths,
	"compile":          questionPaths + " target_dialect",
	"query": questionPaths + ` query parameters parameters[].name parameters[].values format row_limit hide_columns_matching row_numbering
	include_column_labels substitute_value_labels locale`,
}

const questionPaths = `metrics range range.start range.end range.period range.last range.last.count range.last.unit range.last.include_current
	grain dimensions filters filters[].dimension filters[].op filters[].values filters[].include_null
	having having[].metric having[].op having[].value top top.n top.by top.direction others totals fill
	compare compare.to compare.count compare.unit order order[].by order[].direction`

const proposalPaths = `name title description unit model measure ` + simplePaths + `
	measure.ratio measure.ratio.numerator measure.ratio.numerator.metric measure.ratio.numerator.model measure.ratio.numerator.measure RN measure.ratio.numerator.where
	measure.ratio.denominator measure.ratio.denominator.metric measure.ratio.denominator.model measure.ratio.denominator.measure RD measure.ratio.denominator.where
	measure.formula measure.formula.expr measure.formula.terms measure.formula.terms[].name measure.formula.terms[].metric measure.formula.terms[].model measure.formula.terms[].measure FT
	measure.formula.terms[].where where`

const simplePaths = `measure.sum measure.min measure.max measure.avg measure.median measure.count measure.count_distinct measure.count_if`

// paths spells a list out: the keys of a simple measure stand at four places of a proposal.
func paths(list string) []string {
	for mark, at := range map[string]string{"RN": "measure.ratio.numerator.", "RD": "measure.ratio.denominator.", "FT": "measure.formula.terms[]."} {
		list = strings.ReplaceAll(list, mark, strings.ReplaceAll(simplePaths, "measure.", at+"measure."))
	}
	return strings.Fields(list)
}

func TestInputs(t *testing.T) {
	for _, c := range serve.Capabilities() {
		if diff := cmp.Diff(paths(inputs[c.Name]), schema.Input(c.Input).Paths()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.Name, diff)
		}
	}
}

// I114: every tool as it is listed: the lint, the budget, the hints, and its schemas as recorded.
func TestTools(t *testing.T) {
	w := open(t, settings.Serving{Doors: everyDoor()}, mcp.Options{})
	var names []string
	for _, c := range serve.Capabilities() {
		names = append(names, c.Name)
	}
	tools := listed(t, w, "/mcp")
	var got []string
	for _, tool := range tools {
		got = append(got, tool.Name)
		input, output := encode(t, tool.InputSchema), encode(t, tool.OutputSchema)
		for _, problem := range append(schema.Lint(input, true), schema.Lint(output, false)...) {
			t.Errorf("%s: %s", tool.Name, problem)
		}
		hints := tool.Annotations
		if writes := tool.Name == "propose_metric"; hints.ReadOnlyHint == writes || hints.IdempotentHint == writes || *hints.DestructiveHint || *hints.OpenWorldHint {
			t.Errorf("%s has the hints %+v", tool.Name, hints)
		}
		if tool.Title == "" || len(tool.Description) < 60 || !schema.IsName(tool.Name) {
			t.Errorf("%s: %q, %q", tool.Name, tool.Title, tool.Description)
		}
	}
	if diff := cmp.Diff(names, got); diff != "" {
		t.Errorf("the order of the table (-want +got):\n%s", diff)
	}
	for _, c := range serve.Capabilities() {
		if _, err := schema.Output(c.Outputs...); err != nil {
			t.Error(err)
		}
	}
	for _, tool := range mcp.ToolsOf(serve.Capabilities()) { // as they are sent, in the order of their fields
		golden(t, tool.Name+".input.json", encode(t, tool.InputSchema))
		golden(t, tool.Name+".output.json", encode(t, tool.OutputSchema))
	}
}

func everyDoor() []string {
	var out []string
	for _, d := range serve.Doors() {
		out = append(out, string(d))
	}
	return out
}

// budgets are the bytes that the list of a door may have.
var budgets = map[string]int{"/mcp": 20 << 10, "/mcp/metrics": 20 << 10, "/mcp/query": 16 << 10, "/mcp/model": 16 << 10, "/mcp/lexicon": 16 << 10, "/mcp/grounding": 16 << 10, "/mcp/sql": 16 << 10}

func TestBudget(t *testing.T) {
	metrics := open(t, settings.Serving{}, mcp.Options{})
	all := open(t, settings.Serving{Doors: everyDoor()}, mcp.Options{})
	for path, budget := range budgets {
		w := all
		if path == "/mcp" {
			w = metrics
		}
		if n := len(encode(t, listed(t, w, path))); n > budget {
			t.Errorf("%s lists %d bytes of tools, more than %d", path, n, budget)
		} else {
			t.Logf("%s lists %d bytes", path, n)
		}
	}
}

// What each tool gives is what its schema says.
func TestResultsFitTheirSchemas(t *testing.T) {
	w := open(t, settings.Serving{Doors: everyDoor()}, mcp.Options{})
	session := w.piped(t, local())
	calls := map[string][]string{
		"describe_catalog": {`{}`, `{"metrics":["revenue","nothing"]}`, `{"metrics":["revenue","orders"]}`, `{"search":"paid"}`},
		"search":           {`{"query":"revenu"}`, `{"query":"EU","limit":1}`},
		"list_objects":     {`{}`, `{"kind":"dimension"}`, `{"area":"nothing"}`},
		"get_object":       {`{"id":"metric.revenue"}`, `{"id":"model.orders"}`, `{"id":"dimension.orders.region"}`, `{"id":"metric.nothing"}`},
		"get_model":        {`{}`, `{"areas":["nothing"],"include_search_hints":true,"include_hierarchies":true,"locale":"de"}`},
		"list_queries":     {`{}`},
		"resolve_area":     {`{"area":"sales"}`},
		"resolve_bind":     {`{"text":"revenue by region in 2026"}`, `{"text":"revenue in December","reference":"2026-05-15"}`, `{"text":"xyzzy"}`, `{"text":"profit in 2026"}`},
		"match":            {`{"name":"revenues"}`, `{"name":"EU","category":"region","limit":1}`, `{"name":"xyzzy"}`, `{"name":"revenue","algorithm":"TATRMAN"}`},
		"ground_time":      {`{"text":"last week","context":{"reference":"2026-05-15T12:00+02:00"}}`, `{"text":"December","context":{"reference":"2026-05-15","locale":"en"}}`, `{"text":"xyzzy","context":{"reference":"2026-05-15"}}`},
		"ground_money":     {`{"text":"over 1.2M"}`, `{"text":"1.200"}`, `{"text":"1.200","context":{"locale":"de"}}`, `{"text":"xyzzy"}`},
		"ground_geo":       {`{"text":"within 20 km of Brno"}`},
		"propose_metric": {`{"name":"big_orders","description":"Those of more than 4.","model":"orders","measure":{"count":"*"},"where":["amount > 4"]}`,
			`{"name":"Big","description":"x","measure":{"sum":"nothing"}}`},
		"run_sql":    {`{"statement":"SELECT * FROM t"}`, `{"statement":"SELECT 1 WHERE false"}`, `{"statement":"SELEC 1"}`},
		"ask_metric": {january, byDay, `{"metrics":["nothing"]}`, `{"metrics":["revenue","orders"],"range":{"period":"2026"},"grain":"month","dimensions":["region"]}`},
		"query": {january, byDay, `{"metrics":["revenue","orders"],"range":{"period":"2026"},"grain":"month","dimensions":["region"],"totals":true,"format":"csv","row_limit":1}`,
			`{"query":"nothing"}`, `{"metrics":["orders"],"range":{"last":{"count":1,"unit":"month"}},"filters":[{"dimension":"region","values":["EU"]}],"format":"markdown","hide_columns_matching":["^x"]}`},
		"compile": {january, byDay, `{"metrics":["orders"],"range":{"period":"2026"},"target_dialect":"postgres"}`},
	}
	tools, err := session.ListTools(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range tools.Tools {
		c := jsonschema.NewCompiler()
		if err := c.AddResource("mem:output", tool.OutputSchema); err != nil {
			t.Fatal(err)
		}
		output, err := c.Compile("mem:output")
		if err != nil {
			t.Fatal(err)
		}
		if len(calls[tool.Name]) == 0 {
			t.Errorf("%s is not called", tool.Name)
		}
		for _, arguments := range calls[tool.Name] {
			res := called(t, session, tool.Name, arguments)
			if err := output.Validate(res.StructuredContent); err != nil || res.IsError {
				t.Errorf("%s %s: %v\n%s", tool.Name, arguments, err, encode(t, res))
			}
			if textOf(t, res) == "" {
				t.Errorf("%s %s: no text", tool.Name, arguments)
			}
		}
	}
}

// What is advertised is there, and what is there is advertised; instructions are those of the caller.
func TestAdvertised(t *testing.T) {
	everywhere(t, settings.Serving{}, mcp.Options{}, local(), func(t *testing.T, w *world, session *sdk.ClientSession) {
		got := session.InitializeResult()
		if diff := cmp.Diff(`{"tools":{}}`, string(encode(t, got.Capabilities))); diff != "" {
			t.Error(diff)
		}
		if want := w.service.Instructions(local()); got.Instructions != want || want == "" {
			t.Errorf("instructions %q, want %q", got.Instructions, want)
		}
		if got.ServerInfo == nil || got.ServerInfo.Name != "sutura" || got.ServerInfo.Version != "v0" {
			t.Errorf("%+v", got.ServerInfo)
		}
		ctx := context.Background()
		for what, call := range map[string]func() error{
			"prompts":   func() error { _, err := session.ListPrompts(ctx, nil); return err },
			"resources": func() error { _, err := session.ListResources(ctx, nil); return err },
			"templates": func() error { _, err := session.ListResourceTemplates(ctx, nil); return err },
		} {
			if err := call(); err == nil || !strings.Contains(err.Error(), "there is no such method here") {
				t.Errorf("%s: %v", what, err)
			}
		}
	})
}

// Callers with the same grants share a server; each sees only its own tools.
func TestGrants(t *testing.T) {
	w := open(t, settings.Serving{}, mcp.Options{})
	for _, tt := range []struct {
		scopes []serve.Scope
		want   []string
	}{
		{[]serve.Scope{serve.CatalogRead}, []string{"describe_catalog", "search", "resolve_bind"}},
		{[]serve.Scope{serve.MetricsAsk}, []string{"ask_metric"}},
		{[]serve.Scope{serve.SQLPreview}, []string{"compile"}},
		{[]serve.Scope{}, nil},
	} {
		caller := serve.Caller{Subject: "somebody", Scopes: tt.scopes}
		res, err := w.served(t, caller, "/mcp").ListTools(context.Background(), nil)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, tool := range res.Tools {
			got = append(got, tool.Name)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%v sees %v", tt.scopes, got)
		}
	}
}

func encode(t testing.TB, v any) []byte {
	t.Helper()
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return bytes.TrimSpace(out.Bytes())
}

func golden(t *testing.T, name string, data []byte) {
	t.Helper()
	var got bytes.Buffer
	if err := json.Indent(&got, data, "", "  "); err != nil {
		t.Fatal(err)
	}
	recorded(t, filepath.Join("schemas", name), got.String()+"\n")
}

// recorded holds a text to a file of testdata; SUTURA_UPDATE=1 writes the file.
func recorded(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if os.Getenv("SUTURA_UPDATE") != "" {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}
