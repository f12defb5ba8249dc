package mcp_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"sutura.dev/internal/serve"
	"sutura.dev/internal/serve/mcp"
	"sutura.dev/internal/settings"
)

// TestLoad has 64 clients of as many callers ask at once, half over HTTP, half over lines, for as long as SUTURA_LOAD
// says (such as 1m; short when not said): nobody gets an error, and no more run than slots there are.
func TestLoad(t *testing.T) {
	long := 500 * time.Millisecond
	if text := os.Getenv("SUTURA_LOAD"); text != "" {
		var err error
		if long, err = time.ParseDuration(text); err != nil {
			t.Fatal(err)
		}
	}
	const clients, slots = 64, 8
	w := open(t, settings.Serving{MaxConcurrent: slots, AdmissionTimeout: time.Minute, RequestTimeout: 2 * time.Minute}, mcp.Options{})
	var ended atomic.Bool
	stop := time.AfterFunc(long, func() { ended.Store(true) })
	defer stop.Stop()
	var mu sync.Mutex
	var took []time.Duration
	failed := 0
	var wg sync.WaitGroup
	for i := range clients {
		caller := serve.Caller{Subject: "client " + string(rune('A'+i)), Transport: "mcp"}
		var session *sdk.ClientSession
		if i%2 == 0 {
			session = w.served(t, caller, "/mcp")
		} else {
			session = w.piped(t, caller)
		}
		wg.Go(func() {
			for asked := 0; asked == 0 || !ended.Load(); asked++ {
				began := time.Now()
				res, err := session.CallTool(context.Background(), &sdk.CallToolParams{Name: "ask_metric", Arguments: json.RawMessage(january)})
				mu.Lock()
				took = append(took, time.Since(began))
				if err != nil || res.IsError {
					failed++
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	slices.Sort(took)
	state := w.service.Slots()
	t.Logf("%d clients for %v: %d asked, %d failed, p50 %v, p99 %v, most slots %d of %d", clients, long, len(took), failed,
		took[len(took)/2].Round(100*time.Microsecond), took[len(took)*99/100].Round(100*time.Microsecond), state.Peak, slots)
	if failed > 0 {
		t.Errorf("%d of %d failed", failed, len(took))
	}
	if state.Peak > slots || state.Running > 0 {
		t.Errorf("%d slots were held at once, and %d still are", state.Peak, state.Running)
	}
}

// BenchmarkAsk asks over loopback what a constant source answers, and in turn what the library does at least for the same
// result: the floor. docs/performance.md has the share of its throughput that is wanted.
func BenchmarkAsk(b *testing.B) {
	w := open(b, settings.Serving{}, mcp.Options{})
	w.source.constant.Store(true)
	ask := w.served(b, local(), "/mcp")
	res := called(b, ask, "ask_metric", january)

	floor := sdk.NewServer(&sdk.Implementation{Name: "floor", Version: "v0"}, &sdk.ServerOptions{Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{}}})
	structured := json.RawMessage(encode(b, res.StructuredContent))
	floor.AddTool(&sdk.Tool{Name: "ask_metric", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		return &sdk.CallToolResult{Content: res.Content, StructuredContent: structured}, nil
	})
	server := httptest.NewServer(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return floor }, &sdk.StreamableHTTPOptions{Stateless: true, JSONResponse: true}))
	b.Cleanup(server.Close)
	least, err := client().Connect(context.Background(), &sdk.StreamableClientTransport{Endpoint: server.URL}, nil)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = least.Close() })

	// Bursts of each in turn, so that both see the same machine; medians, because others use it too.
	var took [2][]time.Duration
	for b.Loop() {
		for i, session := range []*sdk.ClientSession{least, ask} {
			took[i] = append(took[i], burst(b, session))
		}
	}
	median := func(d []time.Duration) float64 { slices.Sort(d); return float64(d[len(d)/2]) }
	b.ReportMetric(median(took[0])/1e3/burstCalls, "floor-µs")
	b.ReportMetric(median(took[1])/1e3/burstCalls, "ask-µs")
	b.ReportMetric(100*median(took[0])/median(took[1]), "%-of-floor")
}

const burstCalls = 64

// burst is how long calls take that four peers at once send, so many that what is measured is throughput: what a call costs
// both cores, not how long one peer waits.
func burst(b *testing.B, session *sdk.ClientSession) time.Duration {
	began := time.Now()
	var peers sync.WaitGroup
	for range 4 {
		peers.Go(func() {
			for range burstCalls / 4 {
				called(b, session, "ask_metric", january)
			}
		})
	}
	peers.Wait()
	return time.Since(began)
}
