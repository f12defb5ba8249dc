package ops

import (
	"context"
	"net/http"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"sutura.dev/internal/serve"
)

// tracer makes a span of each call, and sends them in batches. A nil one makes none.
type tracer struct {
	provider *sdktrace.TracerProvider
	calls    trace.Tracer
}

func newTracer(ctx context.Context, o Options) (*tracer, error) {
	var to []otlptracehttp.Option
	if o.Traces != "" {
		to = append(to, otlptracehttp.WithEndpointURL(o.Traces))
	}
	exporter, err := otlptracehttp.New(ctx, to...)
	if err != nil {
		return nil, err
	}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { o.Log.Warn("spans cannot be sent", "error", err.Error()) }))
	provider := sdktrace.NewTracerProvider(sdktrace.WithBatcher(exporter), sdktrace.WithResource(resource.NewSchemaless(
		attribute.String("service.name", "sutura"), attribute.String("service.version", o.Version))))
	return &tracer{provider, provider.Tracer("sutura.dev/internal/serve")}, nil
}

func (t *tracer) close(ctx context.Context) { _ = t.provider.Shutdown(ctx) } // its errors are logged by the handler

// span is a call on its way; a nil one is none.
type span struct {
	trace.Span
}

func (t *tracer) begin(ctx context.Context, request string) (context.Context, *span) {
	if t == nil {
		return ctx, nil
	}
	ctx, s := t.calls.Start(ctx, "call", trace.WithSpanKind(trace.SpanKindServer), trace.WithAttributes(attribute.String("sutura.request", request)))
	return ctx, &span{s}
}

func (s *span) end(tool string, e serve.Event) {
	if s == nil {
		return
	}
	s.SetName(tool)
	s.SetAttributes(attribute.String("sutura.outcome", string(e.Outcome)), attribute.String("sutura.transport", e.Transport),
		attribute.Int64("sutura.waited_ms", e.Waited.Milliseconds()), attribute.Int("sutura.rows", e.Rows))
	if e.Code != "" {
		s.SetAttributes(attribute.String("sutura.code", string(e.Code)))
	}
	if e.Outcome == serve.OutcomeFailed || e.Outcome == serve.OutcomeStuck {
		s.SetStatus(codes.Error, "")
	}
	s.End()
}

// Traced takes up the trace that a request belongs to (W3C Trace Context).
func Traced(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := propagation.TraceContext{}.Extract(r.Context(), propagation.HeaderCarrier(r.Header))
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}
