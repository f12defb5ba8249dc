package oracle_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/oracle"
	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/postgres"
	"sutura.dev/internal/warehouse/postgres/pgtest"
	"sutura.dev/internal/warehouse/zonetest"
)

// server is a PostgreSQL to answer over.
type server struct {
	loader *pgtest.Loader
	source warehouse.Source
}

// servers are a database that compares text by code point, and one that compares it as English does, with sessions whose
// every default is hostile.
func servers(t *testing.T) []server {
	var out []server
	for _, as := range []struct {
		database pgtest.Database
		role     pgtest.Role
	}{{pgtest.ByCodePoint, pgtest.Reader}, {pgtest.English, pgtest.Hostile}} {
		source, err := postgres.Open(t.Context(), postgres.Options{DSN: pgtest.DSN(t, as.database, as.role)})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = source.Close() })
		out = append(out, server{pgtest.Open(t, as.database), steady{source}})
	}
	return out
}

// ways are the three that answer.
type ways struct {
	law     *oracle.Oracle
	engines map[string]*answer.Engine
	close   func()
}

func (w *world) open(t *testing.T, on server) *ways {
	duck := w.duckdb(t)
	if err := w.fill(on.loader); err != nil {
		t.Fatal(err)
	}
	return &ways{w.oracle(), map[string]*answer.Engine{"duckdb": w.engine(duck), "postgres": w.engine(on.source)}, sync.OnceFunc(func() { _ = duck.Close() })}
}

// differ says on which engine an outcome is not the law's, and how.
func (ws *ways) differ(q question.Question, want oracle.Outcome) string {
	for _, name := range slices.Sorted(maps.Keys(ws.engines)) {
		got, err := ask(ws.engines[name], q)
		if problem := differ(q, want, got, err); problem != "" && !otherRules(ws.engines[name], got) {
			return name + ": " + problem
		}
	}
	return ""
}

// ask asks again where the source cannot be reached, as such a refusal says: on a busy machine a server may stop the first
// statement of a session whose every default is hostile.
func ask(e *answer.Engine, q question.Question) (answer.Outcome, error) {
	for range 10 {
		got, err := e.Ask(context.Background(), q)
		if r, refused := got.(*answer.Refused); !refused || r.Code != question.SourceUnavailable {
			return got, err
		}
	}
	return e.Ask(context.Background(), q)
}

// otherRules reports whether a question is refused since the server's machine has another edition of zones' rules, truly.
func otherRules(e *answer.Engine, got answer.Outcome) bool {
	r, refused := got.(*answer.Refused)
	if !refused {
		return false
	}
	differ, _ := zonetest.Differ(context.Background(), e.Sources["db"], r.Code, r.Detail)
	return differ
}

func (at trial) differ(t *testing.T, on server) string {
	ws := at.world.open(t, on)
	defer ws.close()
	return ws.differ(at.question, ws.law.Answer(at.question))
}

// steady is a source whose rules for zones are asked once a test run, not once a world: they are half of what DuckDB would
// have to do.
type steady struct{ warehouse.Source }

var offsets sync.Map // of func() ([]time.Duration, error), by dialect, zone and first instant

// Offsets asks once.
func (s steady) Offsets(ctx context.Context, zone string, at []time.Time) ([]time.Duration, error) {
	key := fmt.Sprint(s.Dialect(), zone, len(at), at[0].Unix())
	once, _ := offsets.LoadOrStore(key, sync.OnceValues(func() ([]time.Duration, error) { return s.Source.Offsets(ctx, zone, at) }))
	return once.(func() ([]time.Duration, error))()
}
