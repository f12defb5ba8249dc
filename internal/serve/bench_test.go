package serve

import (
	"io"
	"slices"
	"sync"
	"testing"
	"time"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/settings"
)

// BenchmarkAnswer is a question through the engine alone, with its JSON; BenchmarkCall the same question through the
// service.
func BenchmarkAnswer(b *testing.B) {
	w := open(b, memory(b), Options{Audit: io.Discard})
	defer w.stop(b)
	engine := w.pin.engine
	q, err := question.Decode([]byte(revenueQ))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		outcome, err := engine.Ask(b.Context(), q)
		if _, ok := outcome.(*answer.Answer); err != nil || !ok {
			b.Fatal(outcome, err)
		}
	}
}

func BenchmarkCall(b *testing.B) {
	w := open(b, memory(b), Options{Audit: io.Discard})
	defer w.stop(b)
	for b.Loop() {
		if reply, err := w.Call(b.Context(), as("ann"), "ask_metric", []byte(revenueQ)); err != nil || reply.Refused {
			b.Fatal(reply, err)
		}
	}
}

// BenchmarkSixtyFour has 64 callers ask at once, of which 8 run: 64 questions a loop.
func BenchmarkSixtyFour(b *testing.B) {
	w := open(b, memory(b), Options{Audit: io.Discard, Settings: settings.Serving{AdmissionTimeout: time.Minute, RequestTimeout: 2 * time.Minute}})
	defer w.stop(b)
	var mu sync.Mutex
	var took []time.Duration
	for b.Loop() {
		var all sync.WaitGroup
		for i := range 64 {
			all.Go(func() {
				began := w.now()
				if reply, err := w.Call(b.Context(), as(string(rune('A'+i))), "ask_metric", []byte(revenueQ)); err != nil || reply.Refused {
					b.Error(reply, err)
				}
				mu.Lock()
				took = append(took, w.now().Sub(began))
				mu.Unlock()
			})
		}
		all.Wait()
	}
	if peak := w.Slots().Peak; peak > 8 {
		b.Errorf("%d ran at once", peak)
	}
	slices.Sort(took)
	b.ReportMetric(milliseconds(took[len(took)/2]), "p50-ms")
	b.ReportMetric(milliseconds(took[len(took)*99/100]), "p99-ms")
}
