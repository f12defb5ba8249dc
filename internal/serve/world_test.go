package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sutura.dev/bundle"
	"sutura.dev/catalog"
	"sutura.dev/compiler"
	"sutura.dev/compiler/dialect"
	"sutura.dev/internal/clock"
	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/duckdb"
)

// shopCUE has a metric of everyone, one of finance alone, and one whose rows never end.
const shopCUE = `package catalog
about: {name: "shop", version: "1.2.3", audience: ["everyone"], calendar: timezone: "Europe/Prague"}
sources: db: dialect: "duckdb"
models: orders: {
	source: "db"
	table: ["main", "orders"]
	key: ["id"]
	columns: {id: type: "integer", day: type: "date", region: type: "string", amount: {type: "decimal", precision: 12, scale: 2}}
	time: "day"
	dimensions: region: {title: "Region", filter: "open"}
}
models: endless: {
	source: "db"
	table: ["main", "endless"]
	columns: n: type: "integer"
	time: "none"
}
metrics: revenue: {
	title:       "Revenue"
	description: "What was paid."
	model:       "orders"
	measure: sum: "amount"
	anchors: [{range: {start: "2026-01-01", end: "2026-03-01"}, value: "25.75"}]
}
metrics: forever: {title: "Forever", description: "Never ends.", model: "endless", measure: {sum: "n"}}
`

const marginCUE = `metrics: margin: {
	title:       "Margin"
	description: "What is left."
	audience: ["finance"]
	model: "orders"
	measure: sum: "amount / 10"
}
`

const shopSQL = `CREATE TABLE orders (id BIGINT, day DATE, region VARCHAR, amount DECIMAL(12,2));
INSERT INTO orders VALUES (1, '2026-01-05', 'EU', 10.50), (2, '2026-01-20', 'US', 4.25), (3, '2026-02-01', 'EU', 1.00),
	(4, '2026-02-01', 'APAC', 2.00), (5, '2026-02-02', NULL, 3.00), (6, '2026-02-03', 'EU', 5.00);
CREATE VIEW endless AS SELECT a.range + b.range AS n FROM range(1000000000) AS a, range(1000000000) AS b`

const (
	revenueQ = `{"metrics":["revenue"],"range":{"start":"2026-01-01","end":"2026-03-01"}}`
	foreverQ = `{"metrics":["forever"]}`
)

func compiled(t testing.TB, texts ...string) *bundle.Bundle {
	t.Helper()
	b, found := compiler.Build(catalog.InMemory(map[string][]byte{"catalog/a.cue": []byte(strings.Join(texts, ""))}))
	if b == nil {
		t.Fatal(found.Sorted().String())
	}
	return b
}

var errPlanted = errors.New("planted: secret of the source")

// gate is a source whose statements can be held back, can fail and can panic.
type gate struct {
	warehouse.Source
	hold   atomic.Pointer[chan struct{}] // statements wait for it; nil for none
	held   chan struct{}                 // one for each that waits
	deaf   atomic.Bool                   // it does not stop when it is told to
	panics atomic.Bool
	fails  atomic.Bool
	closed atomic.Bool
	used   atomic.Bool // after it was closed
}

func (g *gate) Query(ctx context.Context, s dialect.Statement) (*warehouse.Result, error) {
	switch {
	case g.closed.Load():
		g.used.Store(true)
	case g.panics.Load():
		panic("planted: secret of the source")
	case g.fails.Load():
		return nil, &warehouse.Error{Kind: warehouse.Failed, Err: errPlanted}
	}
	hold := g.hold.Load()
	if hold == nil {
		return g.Source.Query(ctx, s)
	}
	g.held <- struct{}{}
	if g.deaf.Load() {
		<-*hold
	}
	select {
	case <-*hold:
		return g.Source.Query(ctx, s)
	case <-ctx.Done():
	}
	kind := warehouse.Cancelled
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		kind = warehouse.Deadline
	}
	return nil, &warehouse.Error{Kind: kind, Err: ctx.Err()}
}

// shut holds statements back until the function is called.
func (g *gate) shut() (open func()) {
	hold := make(chan struct{})
	g.hold.Store(&hold)
	return sync.OnceFunc(func() { g.hold.Store(nil); close(hold) })
}

// guarded is a writer for many.
type guarded struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (g *guarded) Write(p []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.text.Write(p)
}
func (g *guarded) String() string { g.mu.Lock(); defer g.mu.Unlock(); return g.text.String() }

// world is a service over the shop, and what it wrote.
type world struct {
	*Service
	gate  *gate
	log   *guarded
	audit *guarded
}

func memory(t testing.TB) warehouse.Source {
	t.Helper()
	db, err := duckdb.OpenMemory(context.Background(), shopSQL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// pinned verifies a bundle over a source.
func pinned(t testing.TB, b *bundle.Bundle, db warehouse.Source) (*Pin, *gate) {
	t.Helper()
	g := &gate{Source: db, held: make(chan struct{}, 1000)}
	p, found := Verify(context.Background(), Candidate{Bundle: b, Sources: map[string]warehouse.Source{"db": g}, Close: func() { g.closed.Store(true) },
		Clock: clock.Fixed(time.Date(2026, 3, 3, 10, 0, 0, 0, time.UTC)), Version: "v0"})
	if p == nil {
		t.Fatal(found.String())
	}
	return p, g
}

func open(t testing.TB, db warehouse.Source, o Options) *world {
	t.Helper()
	p, g := pinned(t, compiled(t, shopCUE, marginCUE), db)
	if slices.Contains(o.Settings.Doors, string(DoorSQL)) {
		p.raw, _ = rawShop(t)
	}
	w := &world{gate: g, log: &guarded{}, audit: &guarded{}}
	o.Log = slog.New(slog.NewTextHandler(w.log, nil))
	if o.Audit == nil {
		o.Audit = w.audit
	}
	w.Service = New(p, o)
	return w
}

// stop ends a service at once, and sees that nothing is left.
func (w *world) stop(t testing.TB) {
	t.Helper()
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if !w.Stop(ended, context.Background()) {
		t.Error("something still runs")
	}
	if s := w.Slots(); s.Running != 0 || s.Waiting != 0 {
		t.Errorf("slots are left: %+v", s)
	}
	if !w.gate.closed.Load() || w.gate.used.Load() {
		t.Error("the sources were not closed at the end, or too early")
	}
}

// as is a caller with every scope.
func as(subject string, audiences ...string) Caller {
	return Caller{Subject: subject, Audiences: append([]string{}, audiences...), Transport: "http"}
}

// lines are the audit's, by field.
func (w *world) lines(t testing.TB) []map[string]any {
	t.Helper()
	var out []map[string]any
	d := json.NewDecoder(strings.NewReader(w.audit.String()))
	for {
		var l map[string]any
		if err := d.Decode(&l); errors.Is(err, io.EOF) {
			return out
		} else if err != nil {
			t.Fatal(err, w.audit.String())
		}
		out = append(out, l)
	}
}
