package serve

import (
	"strings"
	"testing"

	"sutura.dev/internal/settings"
	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/postgres"
	"sutura.dev/internal/warehouse/postgres/pgtest"
)

// ownSQL has two people with logins of their own, who see their own rows, and one login that may assume either's role. The
// function hides what the screen would refuse: only the login is left to keep it in.
const ownSQL = shopPostgres + `;
CREATE ROLE ann LOGIN; CREATE ROLE bob LOGIN; CREATE ROLE gate LOGIN NOINHERIT; GRANT ann, bob TO gate;
CREATE TABLE shop.salaries (who text, pay int);
INSERT INTO shop.salaries VALUES ('ann', 111), ('bob', 222);
ALTER TABLE shop.salaries ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON shop.salaries USING (who = current_user);
GRANT SELECT ON shop.salaries TO ann, bob;
CREATE FUNCTION shop.undo(role text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$BEGIN
  PERFORM set_config('role', undo.role, true);
  RETURN query_to_xml('SELECT pay FROM shop.salaries', true, false, '')::text; END$$`

// TestRawOwn runs statements under each caller's own login. The two statements that undo an assumed role, by name or
// hidden in a function, read nobody else's row; under a login that only assumes roles the hidden one does, which is why
// such a source is refused at the start.
func TestRawOwn(t *testing.T) {
	cluster := pgtest.Start(t)
	if err := cluster.Open(pgtest.ByCodePoint).Exec(t.Context(), ownSQL); err != nil {
		t.Fatal(err)
	}
	own := func(subject string) (string, bool) {
		return cluster.DSN(pgtest.ByCodePoint, pgtest.Role(subject)), subject == "ann" || subject == "bob"
	}
	raw, err := postgres.OpenRaw(t.Context(), postgres.RawOptions{Own: own})
	if err != nil {
		t.Fatal(err)
	}
	p, g := pinned(t, compiled(t, shopCUE, marginCUE), memory(t))
	p.raw = raw
	w := &world{gate: g, log: &guarded{}, audit: &guarded{}}
	w.Service = New(p, Options{Settings: settings.Serving{Doors: []string{"sql"}}, Audit: w.audit})
	defer w.stop(t)
	for _, c := range []struct{ subject, statement, want string }{
		{"ann", "SELECT current_user, pay FROM shop.salaries", `"cells":[["ann","111"]]`},
		{"bob", "SELECT current_user, pay FROM shop.salaries", `"cells":[["bob","222"]]`},
		{"carol", "SELECT 1", string(warehouse.RawCredential)},
		{"gate", "SELECT 1", string(warehouse.RawCredential)},
		{"ann", "SELECT set_config('role', 'bob', true), query_to_xml('SELECT pay FROM shop.salaries', true, false, '')", string(warehouse.RawForbidden)},
		{"ann", "SELECT set_config('role', 'none', true)", string(warehouse.RawForbidden)},
		{"ann", "SELECT shop.undo('bob')", string(warehouse.RawDenied)},
		{"ann", "SELECT shop.undo('none')", "111"},
	} {
		reply, err := w.Call(t.Context(), as(c.subject), rawName, []byte(`{"statement":"`+c.statement+`"}`))
		if err != nil || !strings.Contains(string(reply.JSON), c.want) || c.subject == "ann" && strings.Contains(string(reply.JSON), "222") {
			t.Errorf("%s: %s gives %s, %v", c.subject, c.statement, reply.JSON, err)
		}
	}
	shared, err := postgres.OpenRaw(t.Context(), postgres.RawOptions{DSN: cluster.DSN(pgtest.ByCodePoint, "gate")})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := shared.Run(t.Context(), "ann", "SELECT shop.undo('bob')")
	if err != nil || !strings.Contains(*rows.Cells[0][0], "222") {
		t.Errorf("a login that assumes roles is not what it was: %v, %v", rows, err)
	}
	for _, role := range []pgtest.Role{pgtest.Super} {
		if _, err := postgres.OpenRaw(t.Context(), postgres.RawOptions{DSN: cluster.DSN(pgtest.ByCodePoint, role)}); err == nil {
			t.Errorf("%s is taken", role)
		}
	}
	if !strings.Contains(shared.Posture(), `"gate"`) || !strings.Contains(raw.Posture(), "own login") {
		t.Errorf("the postures are %s; %s", shared.Posture(), raw.Posture())
	}
}
