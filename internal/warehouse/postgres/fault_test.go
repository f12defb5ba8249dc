package postgres

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/postgres/pgtest"
)

// patience bounds what should take a moment, so that a test which hangs fails.
const patience = time.Minute

// sleep is a statement that does not end by itself. The name makes it one of a kind at the server.
func sleep(name string) string { return "SELECT pg_sleep(3600) IS NULL OR '" + name + "' = ''" }

// during starts a statement, waits until the server runs it, does something, and returns how the statement ended.
func during(t *testing.T, ctx context.Context, s *Source, admin *pgtest.Loader, name string, do func()) error {
	t.Helper()
	ended := make(chan error, 1)
	go func() {
		_, err := ask1(ctx, s, sleep(name), "boolean")
		ended <- err
	}()
	await(t, admin, name, "1")
	do()
	select {
	case err := <-ended:
		return err
	case <-time.After(patience):
		t.Fatal("the statement did not end")
		return nil
	}
}

// await waits until so many backends run the statement of that name.
func await(t *testing.T, admin *pgtest.Loader, name, want string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for {
		n, err := admin.Text(ctx, "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND query = $$"+sleep(name)+"$$")
		if err != nil {
			t.Fatal(err)
		}
		if n == want {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// backends is a condition on pg_stat_activity: the backend that runs the statement of that name.
func backends(name string) string {
	return "FROM pg_stat_activity WHERE query = $$" + sleep(name) + "$$"
}

func wantKind(t *testing.T, err error, want warehouse.Kind) {
	t.Helper()
	if err == nil || warehouse.KindOf(err) != want {
		t.Errorf("gives %v (%v), want kind %d", err, errors.Unwrap(errors.Join(err)), want)
	}
}

// works shows that the next statement is answered.
func works(t *testing.T, s *Source) {
	t.Helper()
	if got, err := ask1(t.Context(), s, "SELECT 1", "integer"); err != nil || got != int64(1) {
		t.Errorf("the next statement gives %v, %v: %v", got, err, errors.Unwrap(errors.Join(err)))
	}
}

func TestBackendTerminated(t *testing.T) {
	s, admin := open(t, pgtest.ByCodePoint, pgtest.Reader, 1), pgtest.Open(t, pgtest.ByCodePoint)
	err := during(t, t.Context(), s, admin, t.Name(), func() {
		if err := admin.Exec(t.Context(), "SELECT pg_terminate_backend(pid) "+backends(t.Name())); err != nil {
			t.Error(err)
		}
	})
	wantKind(t, err, warehouse.Unavailable)
	works(t, s)
}

func TestStatementCancelledAtServer(t *testing.T) {
	s, admin := open(t, pgtest.ByCodePoint, pgtest.Reader, 1), pgtest.Open(t, pgtest.ByCodePoint)
	err := during(t, t.Context(), s, admin, t.Name(), func() {
		if err := admin.Exec(t.Context(), "SELECT pg_cancel_backend(pid) "+backends(t.Name())); err != nil {
			t.Error(err)
		}
	})
	wantKind(t, err, warehouse.Unavailable)
	works(t, s)
}

// Connections that died in the pool are no reason to fail: nothing was asked of them yet.
func TestIdleBackendsTerminated(t *testing.T) {
	s, admin := open(t, pgtest.ByCodePoint, pgtest.Reader, 4), pgtest.Open(t, pgtest.ByCodePoint)
	var all sync.WaitGroup
	var pids [4]warehouse.Cell
	for i := range pids {
		all.Go(func() {
			var err error
			if pids[i], err = ask1(t.Context(), s, "SELECT pg_backend_pid() FROM pg_sleep(0.2)", "integer"); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for _, pid := range pids {
		if err := admin.Exec(t.Context(), fmt.Sprintf("SELECT pg_terminate_backend(%v, 5000)", pid)); err != nil {
			t.Fatal(err)
		}
	}
	works(t, s)
}

func TestServerStopped(t *testing.T) {
	cluster := pgtest.Start(t)
	s, err := Open(t.Context(), Options{DSN: cluster.DSN(pgtest.ByCodePoint, pgtest.Reader), MaxConnections: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	err = during(t, t.Context(), s, cluster.Open(pgtest.ByCodePoint), t.Name(), func() { cluster.Do("stop") })
	wantKind(t, err, warehouse.Unavailable)
	_, err = ask1(t.Context(), s, "SELECT 1", "integer")
	wantKind(t, err, warehouse.Unavailable)
	if _, err := Open(t.Context(), Options{DSN: cluster.DSN(pgtest.ByCodePoint, pgtest.Reader)}); err == nil || err.Error() !=
		"its server cannot be reached: See that it runs, and that the connection string names its host and port." {
		t.Errorf("opening gives %v", err)
	}
	cluster.Do("start")
	works(t, s)
}

func TestConnectionsExhausted(t *testing.T) {
	admin := pgtest.Open(t, pgtest.ByCodePoint)
	if err := admin.Exec(t.Context(), "DROP ROLE IF EXISTS limited; CREATE ROLE limited LOGIN CONNECTION LIMIT 1"); err != nil {
		t.Fatal(err)
	}
	dsn := pgtest.DSN(t, pgtest.ByCodePoint, "limited")
	s, err := Open(t.Context(), Options{DSN: dsn, MaxConnections: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx, cancel := context.WithCancel(t.Context())
	_ = during(t, ctx, s, admin, t.Name(), func() {
		defer cancel()
		_, err := ask1(t.Context(), s, "SELECT 1", "integer")
		wantKind(t, err, warehouse.Unavailable)
		if _, err := Open(t.Context(), Options{DSN: dsn}); err == nil || err.Error() != "its server has no connection left: Lower max_connections of this source, or raise the server's." {
			t.Errorf("opening gives %v", err)
		}
	})
	await(t, admin, t.Name(), "0")
	works(t, s)
}

// A pool of one connection makes the second caller wait, no longer than its deadline.
func TestPoolExhausted(t *testing.T) {
	s, admin := open(t, pgtest.ByCodePoint, pgtest.Reader, 1), pgtest.Open(t, pgtest.ByCodePoint)
	ctx, cancel := context.WithCancel(t.Context())
	_ = during(t, ctx, s, admin, t.Name(), func() {
		defer cancel()
		short, done := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer done()
		_, err := ask1(short, s, "SELECT 1", "integer")
		wantKind(t, err, warehouse.Deadline)
	})
	works(t, s)
}

func TestGrantRevoked(t *testing.T) {
	s, admin := open(t, pgtest.ByCodePoint, pgtest.Reader, 1), pgtest.Open(t, pgtest.ByCodePoint)
	table := pgtest.Table{Name: "t", Columns: []pgtest.Column{{Name: "v", Type: typed("integer")}}, Rows: [][]warehouse.Cell{{int64(1)}}}
	schema := admin.Load(t, table)
	text := "SELECT v FROM " + pgtest.Quote(schema, "t")
	if got, err := ask1(t.Context(), s, text, "integer"); err != nil || got != int64(1) {
		t.Fatal(got, err)
	}
	if err := admin.Exec(t.Context(), "REVOKE SELECT ON "+pgtest.Quote(schema, "t")+" FROM PUBLIC"); err != nil {
		t.Fatal(err)
	}
	_, err := ask1(t.Context(), s, text, "integer")
	wantKind(t, err, warehouse.Refused)
	works(t, s)
}

func TestDeadline(t *testing.T) {
	for _, role := range []pgtest.Role{pgtest.Reader, pgtest.Hostile} {
		s, admin := open(t, pgtest.ByCodePoint, role, 1), pgtest.Open(t, pgtest.ByCodePoint)
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second) // the statement is to run before it
		err := during(t, ctx, s, admin, t.Name(), func() {})
		cancel()
		wantKind(t, err, warehouse.Deadline)
		await(t, admin, t.Name(), "0")
		past, done := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
		_, err = ask1(past, s, "SELECT 1", "integer")
		done()
		wantKind(t, err, warehouse.Deadline)
		works(t, s)
	}
}

// The server stops a statement by itself, a moment before the caller would; one that fails leaves the connection usable.
func TestServerKnowsDeadline(t *testing.T) {
	s := open(t, pgtest.ByCodePoint, pgtest.Reader, 1)
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	if got, err := ask1(ctx, s, "SELECT current_setting('statement_timeout') IN ('3599s', '1h') OR current_setting('statement_timeout') LIKE '35999__ms'", "boolean"); err != nil || got != true {
		t.Errorf("the server's limit is right: %v, %v", got, err)
	}
	before, err := ask1(ctx, s, "SELECT pg_backend_pid()", "integer")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"SELECT 1/0", "SELECT nothing", "SELEC", "SELECT 1; SELECT 2", "SELECT 'NaN'::numeric"} {
		if _, err := ask1(ctx, s, text, "integer"); err == nil {
			t.Errorf("%s passes", text)
		}
	}
	if after, err := ask1(ctx, s, "SELECT pg_backend_pid()", "integer"); err != nil || after != before {
		t.Errorf("another connection serves the next statement: %v", err)
	}
}

// A statement that waits for a lock ends with the deadline too.
func TestDeadlineBehindLock(t *testing.T) {
	s, admin := open(t, pgtest.ByCodePoint, pgtest.Reader, 1), pgtest.Open(t, pgtest.ByCodePoint)
	schema := admin.Load(t, pgtest.Table{Name: "t", Columns: []pgtest.Column{{Name: "v", Type: typed("integer")}}})
	if err := admin.Exec(t.Context(), "BEGIN; LOCK TABLE "+pgtest.Quote(schema, "t")+" IN ACCESS EXCLUSIVE MODE"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	_, err := ask1(ctx, s, "SELECT count(*) FROM "+pgtest.Quote(schema, "t"), "integer")
	wantKind(t, err, warehouse.Deadline)
	if err := admin.Exec(t.Context(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	works(t, s)
}

func TestCallerCancels(t *testing.T) {
	s, admin := open(t, pgtest.ByCodePoint, pgtest.Reader, 1), pgtest.Open(t, pgtest.ByCodePoint)
	for range 3 {
		ctx, cancel := context.WithCancel(t.Context())
		err := during(t, ctx, s, admin, t.Name(), cancel)
		wantKind(t, err, warehouse.Cancelled)
		await(t, admin, t.Name(), "0")
		works(t, s)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := ask1(gone, s, "SELECT 1", "integer")
	wantKind(t, err, warehouse.Cancelled)
}

// Many callers share few connections, and some go away in the middle: each gets its own answer, or its own end.
func TestManyCallers(t *testing.T) {
	s := open(t, pgtest.ByCodePoint, pgtest.Reader, 4)
	var all sync.WaitGroup
	for caller := range int64(16) {
		all.Go(func() {
			for n := range int64(20) {
				ctx, cancel := context.WithCancel(t.Context())
				text, leaves := "SELECT CAST($1 AS bigint)", n%4 == caller%4
				if leaves {
					text += " FROM pg_sleep(30)"
					time.AfterFunc(time.Duration(n)*300*time.Microsecond, cancel)
				}
				got, err := ask1(ctx, s, text, "integer", bind("integer", caller*100+n))
				cancel()
				switch {
				case leaves && (err == nil || warehouse.KindOf(err) != warehouse.Cancelled):
					t.Errorf("a caller that leaves gets %v, %v: %v", got, err, errors.Unwrap(errors.Join(err)))
				case !leaves && (err != nil || got != caller*100+n):
					t.Errorf("a caller that stays gets %v, %v: %v", got, err, errors.Unwrap(errors.Join(err)))
				}
			}
		})
	}
	all.Wait()
}

// A server that does not say that the statement has stopped is not reported as one that has.
func TestServerDoesNotStop(t *testing.T) {
	s, admin := open(t, pgtest.ByCodePoint, pgtest.Reader, 1), pgtest.Open(t, pgtest.ByCodePoint)
	signal := func(name string) {
		if err := admin.Exec(t.Context(), "COPY (SELECT pid "+backends(t.Name())+") TO PROGRAM 'xargs kill -"+name+"'"); err != nil {
			t.Error(err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	err := during(t, ctx, s, admin, t.Name(), func() {
		signal("STOP")
		cancel()
	})
	wantKind(t, err, warehouse.Unavailable)
	signal("CONT")
	await(t, admin, t.Name(), "0")
	works(t, s)
}
