package postgres

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"sutura.dev/bundle/expr"
	"sutura.dev/compiler/dialect"
	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/postgres/pgtest"
)

// delegated opens a database whose one connection may be somebody else's.
func delegated(t testing.TB) (s *Source, role string) {
	t.Helper()
	role = fmt.Sprintf("other_%d_%d", os.Getpid(), rand.IntN(1e9))
	dsn, drop, err := pgtest.Fresh(t.Context(), pgtest.ByCodePoint, pgtest.Reader, fmt.Sprintf("CREATE ROLE %[1]s; CREATE ROLE %[1]s_super SUPERUSER; GRANT %[1]s, %[1]s_super TO reader", role))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		super, err := Open(context.Background(), Options{DSN: os.Getenv(pgtest.Variable)})
		if err != nil {
			t.Fatal(err)
		}
		defer super.Close()
		if err := drop(); err != nil {
			t.Error(err)
		}
		if _, err := super.pool.Exec(context.Background(), fmt.Sprintf("DROP ROLE %[1]s; DROP ROLE %[1]s_super", role)); err != nil {
			t.Error(err)
		}
	})
	s, err = Open(t.Context(), Options{DSN: dsn, MaxConnections: 1, Delegates: &Delegates{Roles: []string{role}, Settings: []string{"app.tenant"}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s, role
}

// whoami is who a statement runs as, its tenant, and the connection's number at the server.
func whoami(ctx context.Context, s *Source) (who, pid string, err error) {
	r, err := s.run(ctx, `SELECT current_user || ' ' || coalesce(current_setting('app.tenant', true), ''), pg_backend_pid()::text`, nil,
		[]dialect.Column{{Name: "who", Type: expr.Type{Kind: expr.String}}, {Name: "pid", Type: expr.Type{Kind: expr.String}}})
	if err != nil {
		return "", "", err
	}
	return fmt.Sprint(r.Rows[0][0]), fmt.Sprint(r.Rows[0][1]), nil
}

// Whoever a statement ran as, the next is as nobody but whom it was made for, on the same connection.
func TestAs(t *testing.T) {
	s, role := delegated(t)
	other := s.As(Identity{Role: role, Settings: []Setting{{"app.tenant", "t'1"}}})
	tenant := s.As(Identity{Settings: []Setting{{"app.tenant", `"; RESET ROLE; --`}}})
	_, first, err := whoami(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		for _, c := range []struct {
			s    *Source
			want string
		}{{s, "reader "}, {other, role + " t'1"}, {tenant, `reader "; RESET ROLE; --`}} {
			if got, pid, err := whoami(t.Context(), c.s); got != c.want || pid != first || err != nil {
				t.Errorf("it runs as %q on %s, want %q on %s, %v", got, pid, c.want, first, err)
			}
		}
	}
	if err := other.Close(); err != nil {
		t.Error(err)
	}
	if _, _, err := whoami(t.Context(), s); err != nil {
		t.Errorf("what As returned has closed the connections: %v", err)
	}
}

// Where settings alone say who asks, the login has to be bound by what reads them.
func TestLoginIsBound(t *testing.T) {
	s, role := delegated(t)
	dsn := s.pool.Config().ConnString()
	super, err := Open(t.Context(), Options{DSN: strings.Replace(dsn, "user=reader", "user=sutura", 1)})
	if err != nil {
		t.Fatal(err)
	}
	defer super.Close()
	for _, c := range []struct{ before, says, after string }{
		{"SELECT 1", "", "SELECT 1"},
		{"ALTER ROLE %s LOGIN BYPASSRLS", "bypasses row-level security", "ALTER ROLE %s NOBYPASSRLS"},
		{"CREATE TABLE own (id int); ALTER TABLE own ENABLE ROW LEVEL SECURITY; ALTER TABLE own OWNER TO %s", "owns a table with row-level security", "ALTER TABLE own FORCE ROW LEVEL SECURITY"},
		{"SELECT 1", "", "DROP TABLE own"},
	} {
		exec := func(text string) {
			if _, err := super.pool.Exec(t.Context(), strings.ReplaceAll(text, "%s", role)); err != nil {
				t.Fatal(err)
			}
		}
		exec("ALTER ROLE " + role + " LOGIN")
		exec(c.before)
		opened, err := Open(t.Context(), Options{DSN: strings.Replace(dsn, "user=reader", "user="+role, 1), Delegates: &Delegates{Settings: []string{"app.tenant"}, Login: true}})
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s gives %v", c.before, err)
		}
		if err == nil {
			_ = opened.Close()
		}
		exec(c.after)
	}
}

// What cannot be assumed is refused, and nothing is asked.
func TestAsRefused(t *testing.T) {
	s, role := delegated(t)
	for _, who := range []Identity{
		{}, {Role: "none"}, {Role: "reader"}, {Role: "sutura"}, {Role: role + "_super"}, {Role: role + "_nobody"}, {Role: "pg_read_all_data"}, {Role: "a\x00b"}, {Role: role + " "},
		{Role: fmt.Sprintf("%064d", 0)}, {Settings: []Setting{{"app.other", "x"}}}, {Settings: []Setting{{"search_path", "public"}}}, {Settings: []Setting{{"app.tenant", "a\x00"}}},
	} {
		if got, _, err := whoami(t.Context(), s.As(who)); warehouse.KindOf(err) != warehouse.Refused {
			t.Errorf("%+v runs as %q, %v", who, got, err)
		}
		if got, _, err := whoami(t.Context(), s); got != "reader " || err != nil {
			t.Errorf("after %+v the login is %q, %v", who, got, err)
		}
	}
}

// A connection on which anything went wrong while it was somebody else's is never used again.
func TestAsDoubt(t *testing.T) {
	s, role := delegated(t)
	other := s.As(Identity{Role: role})
	text := []dialect.Column{{Name: "x", Type: expr.Type{Kind: expr.String}}}
	before := func() string {
		_, pid, err := whoami(t.Context(), other)
		if err != nil {
			t.Fatal(err)
		}
		return pid
	}
	for name, wrong := range map[string]func(){
		"an error": func() {
			if _, err := other.run(t.Context(), "SELECT (1 / 0)::text", nil, text); err == nil {
				t.Error("there is no error")
			}
		},
		"a value that is none": func() {
			if _, err := other.run(t.Context(), "SELECT 1", nil, text); err == nil {
				t.Error("there is no error")
			}
		},
		"a cancellation": func() {
			ctx, cancel := context.WithCancel(t.Context())
			session, err := other.begin(ctx)
			if err != nil {
				t.Fatal(err)
			}
			cancel()
			session.end(ctx)
		},
		"a panic": func() {
			defer func() { _ = recover() }()
			session, err := other.begin(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer session.end(t.Context())
			panic("planted")
		},
		"a session that is not new": func() {
			if _, err := s.pool.Exec(t.Context(), "SELECT set_config('app.tenant', 'stale', false)"); err != nil {
				t.Fatal(err)
			}
		},
		"a role that stays": func() {
			if _, err := s.pool.Exec(t.Context(), "SET ROLE "+role); err != nil {
				t.Fatal(err)
			}
		},
	} {
		was := before()
		wrong()
		if got, pid, err := whoami(t.Context(), other); got != role+" " || pid == was || err != nil {
			t.Errorf("after %s it runs as %q, on the same connection: %t, %v", name, got, pid == was, err)
		}
	}
}

func BenchmarkAs(b *testing.B) {
	s, role := delegated(b)
	for name, of := range map[string]*Source{"login": s, "role": s.As(Identity{Role: role}), "role_and_setting": s.As(Identity{Role: role, Settings: []Setting{{"app.tenant", "t1"}}})} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, _, err := whoami(context.Background(), of); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
