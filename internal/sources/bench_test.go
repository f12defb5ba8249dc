package sources

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"sutura.dev/bundle/question"
	"sutura.dev/compiler/dialect"
	"sutura.dev/compiler/plan"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/warehouse/postgres/pgtest"
)

const sold = `CREATE TABLE orders AS SELECT i AS id, date '2026-01-01' + i % 365 AS day, 'c' || i % 7 AS channel, i % 1000 + 0.25 AS amount
FROM generate_series(1, 200000) AS i;
ALTER TABLE orders ADD PRIMARY KEY (id);
CREATE INDEX ON orders (day);
ANALYZE orders`

const soldCatalog = `package catalog

about: {name: "sold", version: "1.0.0", audience: ["everyone"]}
sources: db: dialect: "postgres"
models: orders: {
	source: "db", table: "orders", key: ["id"], time: "day"
	columns: {id: {type: "integer", nullable: false}, day: type: "date", channel: type: "string", amount: {type: "decimal", precision: 12, scale: 2}}
	dimensions: channel: {}
}
metrics: revenue: {model: "orders", description: "All of it.", measure: sum: "amount"}
`

// An answer, a day's or a year's, and its statement through pgx by hand.
func BenchmarkAnswer(b *testing.B) {
	e, _, _, dsn := asker(b, pgtest.ByCodePoint, pgtest.Reader, sold, soldCatalog)
	pool, err := pgxpool.New(b.Context(), dsn)
	if err != nil {
		b.Fatal(err)
	}
	defer pool.Close()
	for name, period := range map[string]string{"day": "2026-03-08", "year": "2026"} {
		q := question.Question{Metrics: []string{"revenue"}, Dimensions: []string{"channel"}, Range: &question.Range{Period: period}}
		b.Run(name+"/sutura", func(b *testing.B) {
			for b.Loop() {
				outcome, err := e.Ask(b.Context(), q)
				if a, ok := outcome.(*answer.Answer); err != nil || !ok || len(a.Rows) != 7 {
					b.Fatal(outcome, err)
				}
			}
		})
		b.Run(name+"/pgx", func(b *testing.B) {
			p, _, _ := plan.Resolve(e.View, q, time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC))
			st, err := dialect.Render(p, "postgres")
			if err != nil {
				b.Fatal(err)
			}
			var args []any
			for _, bind := range st.Binds() {
				args = append(args, bind.Value)
			}
			for b.Loop() {
				rows, err := pool.Query(b.Context(), st.Text(), args...)
				if err != nil {
					b.Fatal(err)
				}
				var out [][]any
				for rows.Next() {
					values, err := rows.Values()
					if err != nil {
						b.Fatal(err)
					}
					out = append(out, values)
				}
				if len(out) != 7 {
					b.Fatal(out, rows.Err())
				}
			}
		})
	}
}
