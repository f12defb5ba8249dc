package cli

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"sutura.dev/internal/warehouse/postgres/pgtest"
)

const endlessCUE = `package catalog
about: {name: "shop", version: "1.0.0", audience: ["everyone"]}
sources: db: dialect: "postgres"
models: endless: {source: "db", table: ["shop", "endless"], columns: n: type: "integer", time: "none"}
metrics: forever: {title: "Forever", description: "Never ends.", model: "endless", measure: sum: "n"}
`

const endlessSQL = `CREATE SCHEMA shop;
CREATE TABLE shop.thousand AS SELECT n::bigint FROM generate_series(1, 1000) AS n;
CREATE VIEW shop.endless AS SELECT a.n FROM shop.thousand a, shop.thousand b, shop.thousand c, shop.thousand d;
GRANT USAGE ON SCHEMA shop TO PUBLIC;
GRANT SELECT ON ALL TABLES IN SCHEMA shop TO PUBLIC`

// TestServeStops is told to stop with ten questions running at a server: after the grace they are cancelled there, every
// caller is answered, and the process ends well.
func TestServeStops(t *testing.T) {
	cluster := pgtest.Start(t)
	admin := cluster.Open(pgtest.ByCodePoint)
	if err := admin.Exec(t.Context(), endlessSQL); err != nil {
		t.Fatal(err)
	}
	active := func() string {
		n, err := admin.Text(t.Context(), `SELECT count(*)::text FROM pg_stat_activity WHERE usename = 'reader' AND state = 'active'`)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	dir := t.TempDir()
	dsn := filepath.Join(dir, "dsn")
	for path, text := range map[string]string{
		filepath.Join(dir, "catalog", "a.cue"): endlessCUE, dsn: cluster.DSN(pgtest.ByCodePoint, pgtest.Reader),
		filepath.Join(dir, "sutura.yaml"): "sources: {db: {dsn_file: dsn, max_connections: 10}}\nmax_concurrent: 10\nshutdown_grace: 100ms\n",
	} {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	msg := &told{}
	msg.more = sync.NewCond(&msg.mu)
	var out bytes.Buffer
	code := make(chan int, 1)
	go func() {
		code <- Main(Process{Args: []string{"serve", dir, "--http", "127.0.0.1:0", "--auth", "none", "--ops", "off"}, In: strings.NewReader(""), Out: &out, Err: msg})
	}()
	at := msg.wait(`reached +(http://[0-9.:]+)`)[1]
	statuses := make(chan int, 10)
	for range 10 {
		go func() {
			resp, err := http.Post(at+"/v1/ask", "application/json", strings.NewReader(`{"metrics":["forever"]}`))
			if err != nil {
				statuses <- 0
				return
			}
			_ = resp.Body.Close()
			statuses <- resp.StatusCode
		}()
	}
	for active() != "10" {
		time.Sleep(10 * time.Millisecond)
	}
	if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	for range 10 {
		if s := <-statuses; s != http.StatusServiceUnavailable {
			t.Errorf("a running question is answered %d", s)
		}
	}
	if c := <-code; c != exitClean || out.Len() > 0 {
		t.Errorf("it ends with %d, and on standard output is %q", c, out.String())
	}
	n := active()
	for i := 0; i < 100 && n != "0"; i++ { // of a connection that is closed the server ends the process when it comes to it
		time.Sleep(10 * time.Millisecond)
		n = active()
	}
	if n != "0" {
		t.Errorf("%s statements still run at the server", n)
	}
}
