package postgres

import (
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"sutura.dev/compiler/dialect"
	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/postgres/pgtest"
)

// One statement, an index scan of 31 rows or a sum over 100,000, through the source and through pgx by hand.
func BenchmarkQuery(b *testing.B) {
	admin := pgtest.Open(b, pgtest.ByCodePoint)
	table := pgtest.Table{Name: "t", Columns: []pgtest.Column{{Name: "v", Type: typed("integer")}, {Name: "g", Type: typed("string")}}}
	schema := admin.Load(b, table)
	name := pgtest.Quote(schema, "t")
	if err := admin.Exec(b.Context(), "INSERT INTO "+name+" SELECT i, 'g' || i % 10 FROM generate_series(1, 100000) AS i; CREATE INDEX ON "+name+" (v); ANALYZE "+name); err != nil {
		b.Fatal(err)
	}
	dsn := pgtest.DSN(b, pgtest.ByCodePoint, pgtest.Reader)
	s := open(b, pgtest.ByCodePoint, pgtest.Reader, 1)
	pool, err := pgxpool.New(b.Context(), dsn)
	if err != nil {
		b.Fatal(err)
	}
	defer pool.Close()
	columns := []dialect.Column{{Name: "g", Type: typed("string")}, {Name: "v", Type: typed("integer")}}
	text := `SELECT CAST(t."g" AS text) COLLATE "C" AS "g", sum(CAST(t."v" AS numeric)) AS "v" FROM ` + name +
		` AS t WHERE t."v" >= CAST($1 AS bigint) AND t."v" < CAST($2 AS bigint) GROUP BY 1 ORDER BY 1 ASC NULLS LAST LIMIT $3`
	for _, c := range []struct {
		name string
		end  int64
	}{{"few", 31}, {"many", 100_001}} {
		b.Run(c.name+"/sutura", func(b *testing.B) {
			binds := []dialect.Bind{bind("integer", int64(0)), bind("integer", c.end), bind("integer", int64(1001))}
			for b.Loop() {
				if r, err := s.run(b.Context(), text, binds, columns); err != nil || len(r.Rows) != 10 {
					b.Fatal(len(r.Rows), err)
				}
			}
		})
		b.Run(c.name+"/pgx", func(b *testing.B) {
			for b.Loop() {
				rows, err := pool.Query(b.Context(), text, int64(0), c.end, int64(1001))
				if err != nil {
					b.Fatal(err)
				}
				var out [][]warehouse.Cell
				for rows.Next() {
					values, err := rows.Values()
					if err != nil {
						b.Fatal(err)
					}
					out = append(out, values)
				}
				if len(out) != 10 {
					b.Fatal(len(out), rows.Err())
				}
			}
		})
	}
}
