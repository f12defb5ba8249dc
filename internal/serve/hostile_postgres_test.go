package serve

import (
	"os"
	"testing"
	"time"

	"sutura.dev/internal/warehouse/postgres"
	"sutura.dev/internal/warehouse/postgres/pgtest"
)

// hostilePostgres gives the login more than it should have: only the transaction keeps it from writing.
const hostilePostgres = shopPostgres + `;
GRANT ALL ON ALL TABLES IN SCHEMA shop TO reader;
GRANT CREATE ON SCHEMA shop TO reader;
CREATE EXTENSION dblink;
CREATE TABLE shop.secrets AS SELECT '` + canary + `' AS a;
REVOKE ALL ON shop.secrets FROM PUBLIC;
CREATE SEQUENCE shop.numbers;
GRANT ALL ON SEQUENCE shop.numbers TO reader;
CREATE FUNCTION shop.bump() RETURNS int LANGUAGE plpgsql AS $$BEGIN INSERT INTO shop.orders VALUES (99); RETURN 1; END$$;
CREATE FUNCTION shop.sneaky() RETURNS int LANGUAGE plpgsql IMMUTABLE AS $$BEGIN RETURN shop.bump(); END$$;
CREATE VIEW shop.sneaking AS SELECT shop.bump() AS n;
GRANT SELECT ON shop.sneaking TO reader;
SELECT lo_from_bytea(1, '` + canary + `')`

// TestHostilePostgres runs the corpus against a real server, as a login that may write.
func TestHostilePostgres(t *testing.T) {
	cluster := pgtest.Start(t)
	admin := cluster.Open(pgtest.ByCodePoint)
	if err := admin.Exec(t.Context(), hostilePostgres); err != nil {
		t.Fatal(err)
	}
	raw, err := postgres.OpenRaw(t.Context(), postgres.RawOptions{DSN: cluster.DSN(pgtest.ByCodePoint, pgtest.Reader)})
	if err != nil {
		t.Fatal(err)
	}
	text := func(ask string) string {
		out, err := admin.Text(t.Context(), ask)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	attack(t, raw, corpus(t, "postgres"), func() string {
		// The server ends a connection a moment after its client has: then nothing may be left.
		for text(`SELECT count(*)::text FROM pg_stat_activity WHERE usename = 'reader'`) != "0" {
			time.Sleep(time.Millisecond)
		}
		for _, path := range []string{"/tmp/x", "/tmp/out.csv"} {
			if _, err := os.Lstat(path); err == nil {
				t.Errorf("%s was written", path)
			}
		}
		return text(`SELECT concat_ws(' ', (SELECT string_agg(o::text, ';' ORDER BY id) FROM shop.orders o), (SELECT string_agg(s::text, ';') FROM shop.secrets s),
  (SELECT concat(last_value, is_called) FROM shop.numbers), (SELECT count(*) FROM pg_class), (SELECT count(*) FROM pg_proc), (SELECT md5(string_agg(a::text, ';' ORDER BY oid)) FROM pg_authid a),
  (SELECT count(*) FROM pg_database), (SELECT count(*) FROM pg_largeobject_metadata), (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'), (SELECT count(*) FROM pg_prepared_xacts),
  (SELECT count(*) FROM pg_replication_slots), (SELECT count(*) FROM pg_file_settings), (SELECT count(*) FROM pg_namespace), (SELECT count(*) FROM pg_trigger))`)
	})
}
