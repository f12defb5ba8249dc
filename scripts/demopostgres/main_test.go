package main

import (
	"testing"
	"time"

	"sutura.dev/internal/answer"
	"sutura.dev/internal/clock"
	"sutura.dev/internal/settings"
	"sutura.dev/internal/sources"
	"sutura.dev/internal/warehouse/postgres/pgtest"
)

// Every published value comes out of PostgreSQL too, and the data is as declared.
func TestAnchors(t *testing.T) {
	dsn, drop, err := pgtest.Fresh(t.Context(), pgtest.English, pgtest.Super, "")
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := drop(); err != nil {
			t.Error(err)
		}
	}()
	dir := t.TempDir()
	if err := run(t.Context(), dir, dsn); err != nil {
		t.Fatal(err)
	}
	b, err := compiled(dir)
	if err != nil {
		t.Fatal(err)
	}
	s, found := settings.Load(settings.Find(dir, "", nil), []string{variable + "=" + dsn})
	if len(found) > 0 {
		t.Fatal(found)
	}
	set, found := sources.Open(t.Context(), s, b)
	if len(found) > 0 {
		t.Fatal(found)
	}
	defer set.Close()
	if found, err := sources.Check(t.Context(), b, set); err != nil || len(found) > 0 {
		t.Error(found, err)
	}
	if found, err := sources.Prove(t.Context(), b, set); err != nil || len(found) > 0 {
		t.Error(found, err)
	}
	e := &answer.Engine{View: b.View(nil, true), Sources: set, Clock: clock.Fixed(time.Date(2014, 1, 1, 0, 0, 0, 0, time.UTC))}
	results, err := e.Anchors(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(results) < 40 {
		t.Errorf("%d anchors", len(results))
	}
	for _, r := range results {
		if !r.OK {
			t.Errorf("%s %v: %s, want %s within %q %s", r.Metric, r.Question.Filters, r.Actual, r.Expected, r.Within, r.Problem)
		}
	}
}
