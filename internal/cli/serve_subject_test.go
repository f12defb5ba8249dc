package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"sutura.dev/internal/serve/identity/jwt/idptest"
	"sutura.dev/internal/warehouse/postgres/pgtest"
)

// askersSQL has rows that two roles and two tenants see different ones of. %[1]s is what the names of roles begin with.
const askersSQL = `
CREATE ROLE %[1]s_login LOGIN NOINHERIT; CREATE ROLE %[1]s_eu; CREATE ROLE %[1]s_us; CREATE ROLE %[1]s_none; CREATE ROLE %[1]s_other;
GRANT %[1]s_eu, %[1]s_us, %[1]s_none TO %[1]s_login;
CREATE TABLE sales (id int PRIMARY KEY, day date NOT NULL, region text NOT NULL, amount int NOT NULL);
INSERT INTO sales SELECT i, '2026-01-01', CASE WHEN i <= 40 THEN 'EU' ELSE 'US' END, i FROM generate_series(1, 100) AS i;
CREATE TABLE ledger (id int PRIMARY KEY, day date NOT NULL, tenant text NOT NULL, amount int NOT NULL);
INSERT INTO ledger SELECT i, '2026-01-01', CASE WHEN i <= 40 THEN 't1' ELSE 't2' END, i FROM generate_series(1, 100) AS i;
ALTER TABLE sales ENABLE ROW LEVEL SECURITY; ALTER TABLE ledger ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON sales FROM PUBLIC; GRANT SELECT ON sales TO %[1]s_login, %[1]s_eu, %[1]s_us;
CREATE POLICY eu ON sales TO %[1]s_eu USING (region = 'EU');
CREATE POLICY us ON sales TO %[1]s_us USING (region = 'US');
CREATE POLICY service ON sales TO %[1]s_login USING (true);
CREATE POLICY tenant ON ledger USING (tenant = current_setting('app.tenant', true));
CREATE VIEW broken AS SELECT i AS id, date '2026-01-01' AS day, 1 / (i - 1) AS amount FROM generate_series(1, 2) AS i WHERE current_user <> '%[1]s_login';
CREATE VIEW sticky AS SELECT 1 AS id, date '2026-01-01' AS day, length(set_config('app.tenant', 't2', false)) AS amount
  WHERE current_user = '%[1]s_login' AND coalesce(current_setting('app.tenant', true), '') <> '';
GRANT SELECT ON broken, sticky TO PUBLIC;
`

const askersCUE = `package catalog

about: {name: "askers", version: "1.0.0", audience: ["everyone"]}
sources: {roles: dialect: "postgres", tenants: dialect: "postgres"}
#columns: {id: {type: "integer", nullable: false}, day: type: "date", amount: type: "integer"}
models: {
	sales: {source: "roles", table: "sales", key: ["id"], time: "day", columns: {#columns, region: type: "string"}, dimensions: region: {}}
	broken: {source: "roles", table: "broken", key: ["id"], time: "day", columns: #columns}
	ledger: {source: "tenants", table: "ledger", key: ["id"], time: "day", columns: {#columns, tenant: type: "string"}, dimensions: tenant: {}}
	sticky: {source: "tenants", table: "sticky", key: ["id"], time: "day", columns: #columns}
}
metrics: {
	sold: {model: "sales", description: "What was sold.", measure: sum: "amount"}
	booked: {model: "ledger", description: "What was booked.", measure: sum: "amount"}
	broken: {model: "broken", description: "What fails.", measure: sum: "amount"}
	sticky: {model: "sticky", description: "What tries to stay.", measure: sum: "amount"}
}
`

// askers is a service whose questions run as those who ask.
type askers struct {
	*idptest.Provider
	at, audit string
	super     *pgtest.Loader
	roles     string
	stop      func()
}

// cluster makes the database, and returns the settings of its sources.
func cluster(t *testing.T) (roles, dsn, super string) {
	t.Helper()
	roles = fmt.Sprintf("asker_%d_%d", os.Getpid(), rand.IntN(1e9))
	dsn, drop, err := pgtest.Fresh(t.Context(), pgtest.ByCodePoint, pgtest.Role(roles+"_login"), fmt.Sprintf(askersSQL, roles))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := drop(); err != nil {
			t.Error(err)
		}
		dropped := ""
		for _, name := range []string{"login", "eu", "us", "none", "other"} {
			dropped += "DROP ROLE IF EXISTS " + roles + "_" + name + ";"
		}
		if err := pgtest.Open(detached{t}, pgtest.ByCodePoint).Exec(context.Background(), dropped); err != nil {
			t.Error(err)
		}
	})
	return roles, dsn, strings.Replace(dsn, "user="+roles+"_login", "user="+string(pgtest.Super), 1)
}

// detached is a test whose context outlives it.
type detached struct{ *testing.T }

func (detached) Context() context.Context { return context.Background() }

func catalogOf(t *testing.T, settings string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"catalog/all.cue": askersCUE, "sutura.yaml": settings} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const askersYAML = `sources:
  roles:
    dsn_env: ROLES_DSN
    identity: subject
    max_connections: 2
    subject_roles: {alice: %[1]s_eu, bob: %[1]s_us}
    group_roles: {nothing: %[1]s_none, eu: %[1]s_eu, us: %[1]s_us}
  tenants:
    dsn_env: ROLES_DSN
    identity: subject
    max_connections: 2
    claims: {app.tenant: tenant}
`

func openAskers(t *testing.T) *askers {
	t.Helper()
	a := &askers{Provider: idptest.New(t), audit: filepath.Join(t.TempDir(), "audit.jsonl")}
	roles, dsn, _ := cluster(t)
	a.roles, a.super = roles, pgtest.Open(t, pgtest.ByCodePoint)
	dir := catalogOf(t, fmt.Sprintf(askersYAML, roles))
	msg := &told{}
	msg.more = sync.NewCond(&msg.mu)
	code := make(chan int, 1)
	go func() {
		code <- Main(Process{Args: []string{"serve", dir, "--http", "127.0.0.1:0", "--auth", "jwt", "--ops", "off"}, In: strings.NewReader(""), Out: io.Discard, Err: msg,
			Environ: []string{"ROLES_DSN=" + dsn, "SUTURA_HTTP_JWT_ISSUER=" + a.Issuer(), "SUTURA_HTTP_JWT_AUDIENCE=metrics", "SUTURA_HTTP_JWT_JWKS_URL=" + a.JWKS(),
				"SUTURA_HTTP_JWT_ALGORITHMS=EdDSA", "SUTURA_AUDIT_PATH=" + a.audit, "SUTURA_AUDIT_VALUES=clear"}})
		msg.Write([]byte("\nserve has ended\n"))
	}()
	got := msg.wait(`reached +(http://[0-9.:]+)|serve has ended`)
	if a.at = got[1]; a.at == "" {
		t.Fatal(msg.text.String())
	}
	msg.wait(strings.ReplaceAll(`sources roles \(postgres, read-only, as the one who asks\), tenants \(postgres, read-only, as the one who asks\)`, " ", `\s+`))
	a.stop = sync.OnceFunc(func() {
		if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
			t.Error(err)
		}
		if got := <-code; got != exitClean {
			t.Errorf("it ends with %d: %s", got, msg.text.String())
		}
	})
	t.Cleanup(a.stop)
	return a
}

// token is one of a subject.
func (a *askers) token(subject, tenant string, groups ...string) string {
	claims := map[string]any{"iss": a.Issuer(), "aud": "metrics", "sub": subject, "exp": time.Now().Unix() + 3600, "scope": "catalog.read metrics.ask", "groups": groups}
	if tenant != "" {
		claims["tenant"] = tenant
	}
	return a.Sign("ed", claims)
}

// outcome is what a question comes to: its rows, or the code of its refusal, or a status.
func (a *askers) outcome(ctx context.Context, token, question string) (string, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, a.at+"/v1/ask", strings.NewReader(question))
	if err != nil {
		return "", err
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	var body struct {
		Outcome, Code string
		Rows          [][]any
		Provenance    struct{ Legs []struct{ Posture string } }
	}
	if err := json.NewDecoder(resp.Body).Decode(&body); err != nil {
		return "", err
	}
	switch body.Outcome {
	case "answer":
		if len(body.Provenance.Legs) != 1 || body.Provenance.Legs[0].Posture != "subject" {
			return "", fmt.Errorf("the posture is %v", body.Provenance.Legs)
		}
		return fmt.Sprint(body.Rows), nil
	case "refusal":
		return body.Code, nil
	}
	return resp.Status, nil
}

func question1(metric, dimension string) string {
	if dimension == "" {
		return `{"metrics":["` + metric + `"],"range":{"period":"2026"}}`
	}
	return `{"metrics":["` + metric + `"],"range":{"period":"2026"},"dimensions":["` + dimension + `"]}`
}

// TestAskers has two subjects with different rules, and some with none, ask the same questions over two connections a
// source, while callers go away, statements fail, sessions are told to stay what they are, and the server ends them.
// Nobody ever gets a row of another's.
func TestAskers(t *testing.T) {
	a := openAskers(t)
	type kind struct {
		name, token, question string
		want                  string
	}
	alice, bob := a.token("alice", "t1"), a.token("bob", "t2")
	kinds := []kind{
		{"alice, by role", alice, question1("sold", "region"), "[[EU 820]]"},
		{"bob, by role", bob, question1("sold", "region"), "[[US 4230]]"},
		{"alice, by claim", alice, question1("booked", "tenant"), "[[t1 820]]"},
		{"bob, by claim", bob, question1("booked", "tenant"), "[[t2 4230]]"},
		{"a group's role", a.token("gina", "", "staff", "eu"), question1("sold", ""), "[[820]]"},
		{"groups of two roles", a.token("hugo", "", "eu", "us"), question1("sold", ""), "credential_unavailable"},
		{"a role that may not read", a.token("carol", "", "nothing"), question1("sold", ""), "source_refused"},
		{"no role", a.token("dave", ""), question1("sold", ""), "credential_unavailable"},
		{"no claim", a.token("dave", ""), question1("booked", ""), "credential_unavailable"},
		{"a claim of no tenant", a.token("erin", "t3"), question1("booked", "tenant"), "[]"},
		{"what fails", alice, question1("broken", ""), "500 Internal Server Error"},
		{"what tries to stay", alice, question1("sticky", ""), "[[2]]"},
	}
	for _, k := range kinds {
		if got, err := a.outcome(t.Context(), k.token, k.question); got != k.want || err != nil {
			t.Errorf("%s: %s, want %s, %v", k.name, got, k.want, err)
		}
	}
	if t.Failed() {
		return
	}
	const rounds = 1000
	var right, gone, down [2]atomic.Int64
	var next atomic.Int64
	quiet := make(chan struct{})
	var around, workers sync.WaitGroup
	around.Go(func() { // the server ends sessions, in the middle of whatever they do
		for {
			select {
			case <-quiet:
				return
			case <-time.After(100 * time.Millisecond):
				if _, err := a.super.Text(context.Background(), "SELECT count(pg_terminate_backend(pid)) FROM (SELECT pid FROM pg_stat_activity WHERE usename = '"+a.roles+"_login' ORDER BY random() LIMIT 1) AS s"); err != nil {
					t.Error(err)
				}
			}
		}
	})
	for range 12 {
		workers.Go(func() {
			for {
				n := next.Add(1)
				if n > rounds {
					return
				}
				k := kinds[n%4] // alice and bob, in turn
				other := kinds[4+rand.IntN(len(kinds)-4)]
				for i, k := range []kind{k, other} {
					ctx, cancel := context.WithCancel(context.Background())
					if rand.IntN(6) == 0 {
						go func() { time.Sleep(time.Duration(rand.IntN(8_000)) * time.Microsecond); cancel() }()
					}
					got, err := a.outcome(ctx, k.token, k.question)
					away := ctx.Err() != nil
					cancel()
					switch {
					case err != nil && away:
						gone[i].Add(1)
					case got == "source_unavailable" && err == nil:
						down[i].Add(1)
					case got != k.want || err != nil:
						t.Errorf("%s: %s, want %s, %v", k.name, got, k.want, err)
					default:
						right[i].Add(1)
					}
				}
			}
		})
	}
	workers.Wait()
	close(quiet)
	around.Wait()
	t.Logf("two subjects: %d right, %d gone away, %d ended by the server; others: %d, %d, %d", right[0].Load(), gone[0].Load(), down[0].Load(), right[1].Load(), gone[1].Load(), down[1].Load())
	if right[0].Load() < rounds/2 || gone[0].Load() == 0 {
		t.Error("too few questions were answered or taken back to say anything")
	}
	for _, k := range kinds {
		if got, err := a.outcome(t.Context(), k.token, k.question); got != k.want || err != nil {
			t.Errorf("%s, at the end: %s, want %s, %v", k.name, got, k.want, err)
		}
	}
	a.stop()
	lines, err := os.ReadFile(a.audit)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(lines)) {
		if strings.Contains(line, `"subject":""`) || strings.Contains(line, a.roles) {
			t.Errorf("the audit has %s", line)
		}
	}
}

// TestAskersRefused: a service that could not run questions as those who ask is not started.
func TestAskersRefused(t *testing.T) {
	roles, dsn, super := cluster(t)
	idp := idptest.New(t)
	jwt := []string{"SUTURA_HTTP_ADDR=127.0.0.1:0", "SUTURA_OPS_ADDR=off", "SUTURA_HTTP_AUTH=jwt", "SUTURA_HTTP_JWT_ISSUER=" + idp.Issuer(), "SUTURA_HTTP_JWT_AUDIENCE=metrics", "SUTURA_HTTP_JWT_JWKS_URL=" + idp.JWKS()}
	good := fmt.Sprintf(askersYAML, roles)
	for _, c := range []struct {
		what, settings, dsn string
		environ             []string
		says                string
	}{
		{"as it should be", good, dsn, jwt, ""},
		{"over lines", good, dsn, nil, "callers here have no identity that a provider vouches for"},
		{"anybody", good, dsn, []string{"SUTURA_HTTP_ADDR=127.0.0.1:0", "SUTURA_HTTP_AUTH=none"}, "callers here have no identity that a provider vouches for"},
		{"a static token", good, dsn, []string{"SUTURA_HTTP_ADDR=127.0.0.1:0", "SUTURA_HTTP_AUTH=token", "SUTURA_TOKEN=" + strings.Repeat("x", 40)}, "callers here have no identity that a provider vouches for"},
		{"a superuser", good, super, jwt, "its login is a superuser"},
		{"a role that is not granted", strings.Replace(good, roles+"_eu", roles+"_other", 1), dsn, jwt, "the role " + roles + "_other, which askers have, does not exist there"},
		{"a role that does not exist", strings.Replace(good, roles+"_eu", roles+"_x", 1), dsn, jwt, "the role " + roles + "_x, which askers have, does not exist there"},
		{"the login's own role", strings.Replace(good, roles+"_eu", roles+"_login", 1), dsn, jwt, "is the login's own"},
		{"no role at all", strings.Replace(good, roles+"_eu", "none", 1), dsn, jwt, "or is none that can be assumed"},
	} {
		msg := &told{}
		msg.more = sync.NewCond(&msg.mu)
		code := Main(Process{Args: []string{"serve", catalogOf(t, c.settings), "--check"}, In: strings.NewReader(""), Out: io.Discard, Err: msg, Environ: append([]string{"ROLES_DSN=" + c.dsn}, c.environ...)})
		if (code == exitClean) != (c.says == "") || !strings.Contains(strings.Join(strings.Fields(msg.text.String()), " "), c.says) || c.says != "" && !strings.Contains(msg.text.String(), "SUT217") && !strings.Contains(msg.text.String(), "SUT211") {
			t.Errorf("%s ends with %d: %s", c.what, code, msg.text.String())
		}
	}
}
