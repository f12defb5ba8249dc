package serve

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/settings"
	"sutura.dev/internal/warehouse/postgres"
	"sutura.dev/internal/warehouse/postgres/pgtest"
)

const shopPostgres = `CREATE SCHEMA shop;
CREATE TABLE shop.orders (id BIGINT, day DATE, region TEXT, amount NUMERIC(12,2));
INSERT INTO shop.orders VALUES (1, '2026-01-05', 'EU', 10.50), (2, '2026-01-20', 'US', 4.25), (3, '2026-02-01', 'EU', 11.00);
CREATE TABLE shop.thousand AS SELECT n::bigint FROM generate_series(1, 1000) AS n;
CREATE VIEW shop.endless AS SELECT a.n FROM shop.thousand a, shop.thousand b, shop.thousand c, shop.thousand d;
GRANT USAGE ON SCHEMA shop TO PUBLIC;
GRANT SELECT ON ALL TABLES IN SCHEMA shop TO PUBLIC`

// TestPostgres has statements on a server that run into their deadline, are taken back, and lose the server under them. Each
// time nothing runs there afterwards, and no slot is left.
func TestPostgres(t *testing.T) {
	cluster := pgtest.Start(t)
	admin := cluster.Open(pgtest.ByCodePoint)
	if err := admin.Exec(t.Context(), shopPostgres); err != nil {
		t.Fatal(err)
	}
	source, err := postgres.Open(t.Context(), postgres.Options{DSN: cluster.DSN(pgtest.ByCodePoint, pgtest.Reader)})
	if err != nil {
		t.Fatal(err)
	}
	b := compiled(t, strings.NewReplacer(`"duckdb"`, `"postgres"`, `"main"`, `"shop"`).Replace(shopCUE))
	p, g := pinned(t, b, source)
	w := &world{gate: g, log: &guarded{}, audit: &guarded{}}
	w.Service = New(p, Options{Settings: settings.Serving{RequestTimeout: 4 * time.Second}, Audit: w.audit})
	defer source.Close()
	defer w.stop(t)
	running := func() string {
		n, err := admin.Text(t.Context(), `SELECT count(*)::text FROM pg_stat_activity WHERE usename = 'reader' AND state = 'active'`)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	begun := func() {
		for running() != "1" {
			time.Sleep(5 * time.Millisecond)
		}
	}
	quiet := func(after string) {
		t.Helper()
		for w.Slots().Running > 0 {
			time.Sleep(time.Millisecond)
		}
		n := running()
		for range 100 { // of a connection that is closed the server ends the process when it comes to it
			if n == "0" {
				return
			}
			time.Sleep(10 * time.Millisecond)
			n = running()
		}
		t.Errorf("a second after %s %s statements run at the server", after, n)
	}

	reply, err := w.Call(t.Context(), as("ann"), "ask_metric", []byte(foreverQ))
	if err != nil || reply.Code != question.DeadlineExceeded {
		t.Errorf("at the deadline there is %s, %v", reply.JSON, err)
	}
	quiet("a deadline")

	ctx, cancel := context.WithCancel(t.Context())
	go func() { begun(); cancel() }()
	if _, err := w.Call(ctx, as("ann"), "ask_metric", []byte(foreverQ)); !errors.Is(err, context.Canceled) {
		t.Errorf("taken back there is %v", err)
	}
	quiet("a cancellation")

	stopped := make(chan struct{})
	go func() { defer close(stopped); begun(); cluster.Do("stop") }()
	reply, err = w.Call(t.Context(), as("ann"), "ask_metric", []byte(foreverQ))
	if err != nil || reply.Code != question.SourceUnavailable {
		t.Errorf("when the server dies there is %s, %v", reply.JSON, err)
	}
	<-stopped
	reply, err = w.Call(t.Context(), as("ann"), "ask_metric", []byte(revenueQ))
	if err != nil || reply.Code != question.SourceUnavailable || w.Ready(t.Context()) {
		t.Errorf("without a server there is %s, %v", reply.JSON, err)
	}
	cluster.Do("start")
	reply, err = w.Call(t.Context(), as("ann"), "ask_metric", []byte(revenueQ))
	if err != nil || reply.Refused || !strings.Contains(string(reply.JSON), `"25.75"`) || !w.Ready(t.Context()) {
		t.Errorf("once it is there again there is %s, %v", reply.JSON, err)
	}
}
