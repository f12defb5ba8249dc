package ops

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"sutura.dev/bundle"
	"sutura.dev/catalog"
	"sutura.dev/compiler"
	"sutura.dev/internal/serve"
	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/duckdb"
)

const shop = `package catalog
about: {name: "shop", version: "1.2.3", audience: ["everyone"]}
sources: db: dialect: "duckdb"
models: orders: {
	source: "db", table: "orders", time: "day"
	columns: {day: type: "date", amount: type: "integer"}
}
metrics: revenue: {title: "Revenue", description: "What was paid.", model: "orders", measure: sum: "amount"}
`

// flaky is a source that can be out of reach.
type flaky struct {
	warehouse.Source
	down bool
}

func (f *flaky) Parse(ctx context.Context, text string) error {
	if f.down {
		return &warehouse.Error{Kind: warehouse.Unavailable}
	}
	return f.Source.Parse(ctx, text)
}

func service(t *testing.T, o *Ops) (*serve.Service, *flaky) {
	t.Helper()
	var b *bundle.Bundle
	b, found := compiler.Build(catalog.InMemory(map[string][]byte{"catalog/a.cue": []byte(shop)}))
	if b == nil {
		t.Fatal(found.String())
	}
	db, err := duckdb.OpenMemory(t.Context(), `CREATE TABLE orders (day DATE, amount BIGINT); INSERT INTO orders VALUES ('2026-01-05', 7), ('2026-01-06', 8)`)
	if err != nil {
		t.Fatal(err)
	}
	source := &flaky{Source: db}
	pin, found := serve.Verify(t.Context(), serve.Candidate{Bundle: b, Sources: map[string]warehouse.Source{"db": source}, Close: func() { _ = db.Close() }})
	if pin == nil {
		t.Fatal(found.String())
	}
	s := serve.New(pin, serve.Options{Audit: io.Discard, Observer: o})
	o.Watch(s)
	return s, source
}

func get(t *testing.T, h http.Handler, path string) (int, string) {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", path, nil))
	return w.Code, w.Body.String()
}

func TestListener(t *testing.T) {
	o, err := New(t.Context(), Options{Version: "v0"})
	if err != nil {
		t.Fatal(err)
	}
	s, source := service(t, o)
	h := o.Handler(s)
	for _, c := range [][2]string{{"ask_metric", `{"metrics":["revenue"],"range":{"period":"2026"},"grain":"day"}`}, {"ask_metric", `{"metrics":["secret_name"]}`},
		{"no_such_tool", `{}`}, {"ask_metric", `{`}} {
		_, _ = s.Call(t.Context(), serve.Caller{Subject: "jane@example.org", Transport: "mcp"}, c[0], []byte(c[1])) // counted, whatever it is
	}
	_, text := get(t, h, "/metrics")
	for _, line := range []string{
		`sutura_calls_total{outcome="answer",tool="ask_metric",transport="mcp"} 1`,
		`sutura_calls_total{outcome="refusal",tool="ask_metric",transport="mcp"} 1`,
		`sutura_calls_total{outcome="malformed",tool="ask_metric",transport="mcp"} 1`,
		`sutura_calls_total{outcome="unknown",tool="none",transport="mcp"} 1`,
		`sutura_refusals_total{code="metric_unknown"} 1`,
		`sutura_rows_total 2`, `sutura_slots_max 8`, `sutura_slots_running 0`, `sutura_reloads_total{result="failed"} 0`,
		`sutura_call_seconds_count{tool="ask_metric"} 3`,
	} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("the metrics lack %s", line)
		}
	}
	for _, open := range []string{"jane", "secret_name", "no_such_tool", "revenue"} {
		if strings.Contains(text, open) {
			t.Errorf("%s is in the metrics", open)
		}
	}
	if status, _ := get(t, h, "/ready"); status != 200 {
		t.Errorf("a service that is ready says %d", status)
	}
	source.down = true
	if status, _ := get(t, h, "/ready"); status != 503 {
		t.Errorf("without its source it says %d", status)
	}
	if _, text := get(t, h, "/status"); !strings.Contains(text, `"reachable": false`) || !strings.Contains(text, `"metrics": 1`) {
		t.Errorf("the status is %s", text)
	}
	source.down = false
	if !s.Stop(context.Background(), context.Background()) {
		t.Error("it does not stop")
	}
	if status, _ := get(t, h, "/ready"); status != 503 {
		t.Errorf("a service that stopped says %d", status)
	}
	if status, _ := get(t, h, "/health"); status != 200 {
		t.Errorf("the process says %d", status)
	}
}

// TestTraces sends the span of a call to a collector, as part of the trace that the request belongs to.
func TestTraces(t *testing.T) {
	got := make(chan string, 10)
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got <- r.URL.Path + " " + string(body)
	}))
	defer collector.Close()
	o, err := New(t.Context(), Options{Version: "v0", Traces: collector.URL + "/v1/traces"})
	if err != nil {
		t.Fatal(err)
	}
	s, _ := service(t, o)
	r := httptest.NewRequestWithContext(t.Context(), "POST", "/v1/ask", nil)
	r.Header.Set("Traceparent", "00-0123456789abcdef0123456789abcdef-0123456789abcdef-01")
	Traced(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = s.Call(r.Context(), serve.Caller{Subject: "jane@example.org", Transport: "http"}, "ask_metric", []byte(`{"metrics":["revenue"],"range":{"period":"2026"}}`))
	})).ServeHTTP(httptest.NewRecorder(), r)
	o.Close(time.Minute)
	s.Stop(context.Background(), context.Background())
	sent := <-got
	for _, part := range []string{"/v1/traces", "ask_metric", "sutura.outcome", "answer", "\x01\x23\x45\x67\x89\xab\xcd\xef\x01\x23\x45\x67\x89\xab\xcd\xef"} {
		if !strings.Contains(sent, part) {
			t.Errorf("the span lacks %q: %q", part, sent)
		}
	}
	if strings.Contains(sent, "jane") || strings.Contains(sent, "revenue") {
		t.Errorf("the span says too much: %q", sent)
	}
}
