package identity_test

import (
	"context"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sutura.dev/catalog"
	"sutura.dev/compiler"
	"sutura.dev/compiler/dialect"
	"sutura.dev/internal/clock"
	"sutura.dev/internal/serve"
	"sutura.dev/internal/settings"
	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/duckdb"
)

// counted is a source that counts what is asked of it as the service, and of whom it is asked as somebody else.
type counted struct {
	warehouse.Source
	service, subject atomic.Int64
}

func (c *counted) Query(ctx context.Context, s dialect.Statement) (*warehouse.Result, error) {
	c.service.Add(1)
	return c.Source.Query(ctx, s)
}

func (c *counted) Tables(ctx context.Context) ([]warehouse.Table, error) {
	c.service.Add(1)
	return c.Source.Tables(ctx)
}

func (c *counted) Offsets(ctx context.Context, zone string, at []time.Time) ([]time.Duration, error) {
	c.service.Add(1)
	return c.Source.Offsets(ctx, zone, at)
}

func (c *counted) For(who warehouse.Asker) (warehouse.Source, string, bool) {
	return &asked{c.Source, c}, who.Subject, who.Subject == "ann"
}

type asked struct {
	warehouse.Source
	of *counted
}

func (a *asked) Query(ctx context.Context, s dialect.Statement) (*warehouse.Result, error) {
	a.of.subject.Add(1)
	return a.Source.Query(ctx, s)
}

// TestNobodyIsTheService runs every capability over a source whose questions run as those who ask: as soon as it is
// served, nothing is asked of it as the service, whoever asks, and nothing at all for one who is nobody there.
func TestNobodyIsTheService(t *testing.T) {
	text := openCUE
	for place := range secrets() {
		text = strings.Replace(text, place, "", 1)
	}
	b, found := compiler.Build(catalog.InMemory(map[string][]byte{"catalog/a.cue": []byte(text)}))
	if b == nil {
		t.Fatal(found)
	}
	db, err := duckdb.OpenMemory(t.Context(), visibleSQL)
	if err != nil {
		t.Fatal(err)
	}
	source := &counted{Source: db}
	pin, problems := serve.Verify(t.Context(), serve.Candidate{Bundle: b, Sources: map[string]warehouse.Source{"db": source}, Close: func() { _ = db.Close() }, Clock: clock.Fixed(morning), Version: "v0"})
	if pin == nil {
		t.Fatal(problems.String())
	}
	var doors []string
	for _, d := range serve.Doors() {
		doors = append(doors, string(d))
	}
	s := serve.New(pin, serve.Options{Settings: settings.Serving{Doors: doors}, Audit: io.Discard, Clock: clock.Fixed(morning)})
	defer s.Stop(t.Context(), t.Context())
	source.service.Store(0)
	for name, who := range map[string]*warehouse.Asker{"no token": nil, "a stranger": {Subject: "eve"}, "no name": {}} {
		caller := serve.Caller{Subject: "x", Asker: who, Transport: "test"}
		s.Instructions(caller)
		for _, c := range serve.Capabilities() {
			for _, arguments := range append(naming(c.Input, "revenue"), least(c.Input)) {
				_, _ = s.Call(t.Context(), caller, c.Name, encoded(t, arguments))
			}
		}
		r, err := s.Call(t.Context(), caller, "ask_metric", []byte(`{"metrics":["revenue"],"range":{"period":"2026"}}`))
		if err != nil || r.Code != "credential_unavailable" {
			t.Errorf("%s: %s, %v", name, r.Code, err)
		}
	}
	if source.service.Load() != 0 || source.subject.Load() != 0 {
		t.Errorf("%d statements ran as the service, %d as somebody", source.service.Load(), source.subject.Load())
	}
	ann := serve.Caller{Subject: "ann", Asker: &warehouse.Asker{Subject: "ann"}, Transport: "test"}
	for _, c := range serve.Capabilities() {
		for _, arguments := range append(naming(c.Input, "revenue"), least(c.Input)) {
			_, _ = s.Call(t.Context(), ann, c.Name, encoded(t, arguments))
		}
	}
	if source.service.Load() != 0 || source.subject.Load() == 0 {
		t.Errorf("%d statements ran as the service, %d as ann", source.service.Load(), source.subject.Load())
	}
}
