// Package ops shows a running service to its operators: health, readiness, status, metrics and traces.
//
// It observes calls (serve.Observer) and serves a listener of its own, which is for this machine or a network of
// operators and never for callers. Every label of a metric is of a closed set; no name or value of a question, no
// subject and no text of a source is in a metric or a span.
package ops

import (
	"context"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"sutura.dev/internal/serve"
)

// Options say where traces go and who runs.
type Options struct {
	Version string
	// Traces is the OTLP address that spans are sent to; empty for nowhere, unless FromEnvironment.
	Traces string
	// FromEnvironment leaves the address to the variables of OpenTelemetry.
	FromEnvironment bool
	Log             *slog.Logger
}

// Ops counts and traces calls. It is a serve.Observer.
type Ops struct {
	registry *prometheus.Registry
	calls    *prometheus.CounterVec
	refusals *prometheus.CounterVec
	rows     prometheus.Counter
	took     *prometheus.HistogramVec
	waited   prometheus.Histogram
	tracer   *tracer // nil: no spans
}

// New makes counters and, where traces are wanted, an exporter. The error says that the exporter cannot be made.
func New(ctx context.Context, o Options) (*Ops, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	seconds := []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60}
	ops := &Ops{
		registry: prometheus.NewRegistry(),
		calls:    prometheus.NewCounterVec(prometheus.CounterOpts{Name: "sutura_calls_total", Help: "Calls by tool, transport and outcome."}, []string{"tool", "transport", "outcome"}),
		refusals: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "sutura_refusals_total", Help: "Refused questions by code."}, []string{"code"}),
		rows:     prometheus.NewCounter(prometheus.CounterOpts{Name: "sutura_rows_total", Help: "Rows of answers."}),
		took:     prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "sutura_call_seconds", Help: "How long calls took, the wait for a slot included.", Buckets: seconds}, []string{"tool"}),
		waited:   prometheus.NewHistogram(prometheus.HistogramOpts{Name: "sutura_admission_wait_seconds", Help: "How long calls waited for a slot.", Buckets: seconds}),
	}
	ops.registry.MustRegister(ops.calls, ops.refusals, ops.rows, ops.took, ops.waited, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	if o.Traces == "" && !o.FromEnvironment {
		return ops, nil
	}
	t, err := newTracer(ctx, o)
	if err != nil {
		return nil, err
	}
	ops.tracer = t
	return ops, nil
}

// Watch adds the gauges of a service.
func (o *Ops) Watch(s *serve.Service) {
	gauge := func(name, help string, value func(serve.Slots) int) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, func() float64 { return float64(value(s.Slots())) })
	}
	reloads := func(result string, value func(serve.Reloads) int) prometheus.Collector {
		return prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "sutura_reloads_total", Help: "Reloads by result.",
			ConstLabels: prometheus.Labels{"result": result}}, func() float64 { return float64(value(s.Reloads())) })
	}
	o.registry.MustRegister(
		gauge("sutura_slots_max", "How many calls may run at once.", func(s serve.Slots) int { return s.Max }),
		gauge("sutura_slots_running", "Calls that run now.", func(s serve.Slots) int { return s.Running }),
		gauge("sutura_slots_waiting", "Calls that wait for a slot now.", func(s serve.Slots) int { return s.Waiting }),
		reloads("done", func(r serve.Reloads) int { return r.Done }),
		reloads("failed", func(r serve.Reloads) int { return r.Failed }),
	)
}

// Begin observes a call.
func (o *Ops) Begin(ctx context.Context, request, transport string) (context.Context, func(serve.Event)) {
	ctx, span := o.tracer.begin(ctx, request)
	return ctx, func(e serve.Event) {
		tool := e.Capability
		if tool == "" {
			tool = "none"
		}
		o.calls.WithLabelValues(tool, transport, string(e.Outcome)).Inc()
		if e.Code != "" {
			o.refusals.WithLabelValues(string(e.Code)).Inc()
		}
		o.rows.Add(float64(e.Rows))
		o.took.WithLabelValues(tool).Observe(e.Took.Seconds())
		o.waited.Observe(e.Waited.Seconds())
		span.end(tool, e)
	}
}

// Close sends the spans that are left, at most so long.
func (o *Ops) Close(within time.Duration) {
	if o.tracer != nil {
		ctx, cancel := context.WithTimeout(context.Background(), within)
		defer cancel()
		o.tracer.close(ctx)
	}
}
