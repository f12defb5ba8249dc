package answer_test

import (
	"context"
	"database/sql"
	"fmt"
	"testing"
	"time"

	"sutura.dev/compiler/dialect"
	"sutura.dev/compiler/plan"
	"sutura.dev/internal/clock"
)

const sales = `
models: t: {
	source: "db", table: "t", time: "day"
	columns: {day: type: "date", channel: type: "string", store: type: "integer", amount: {type: "decimal", precision: 12, scale: 2}, quantity: type: "integer"}
	dimensions: {channel: values: ["web", "store", "phone"], store: {}}
}
metrics: revenue: {model: "t", measure: sum: "amount"}
metrics: orders: {model: "t", measure: count: "*"}
metrics: average: {model: "t", measure: avg: "quantity"}
`

func salesTable(rows int) string {
	return fmt.Sprintf(`CREATE TABLE t AS SELECT DATE '2026-01-01' + CAST(i %% 365 AS INTEGER) AS day, ['web', 'store', 'phone'][1 + i %% 3] AS channel,
	CAST(i %% 100 AS INTEGER) AS store, CAST(i %% 10000 AS DECIMAL(12,2)) / 4 AS amount, CAST(i %% 7 AS INTEGER) AS quantity FROM range(%d) AS r(i);
	ALTER TABLE t ALTER amount TYPE DECIMAL(12,2)`, rows)
}

// BenchmarkAsk answers a question and runs its statement through the driver by hand, in turns, so that both meet the
// same machine. It reports the microseconds of each and what asking takes more.
func BenchmarkAsk(b *testing.B) {
	for _, rows := range []int{1_000, 100_000, 2_000_000} {
		e := engine(b, sales, salesTable(rows))
		db, err := sql.Open("duckdb", "")
		if err != nil {
			b.Fatal(err)
		}
		if _, err := db.Exec(salesTable(rows)); err != nil {
			b.Fatal(err)
		}
		for _, c := range []struct{ name, text string }{
			{"total", `{"metrics": ["revenue"], "range": {"period": "2026-H1"}}`},
			{"months", `{"metrics": ["revenue", "orders", "average"], "grain": "month", "dimensions": ["channel"], "range": {"period": "2026"}, "filters": [{"dimension": "channel", "values": ["web", "phone"]}]}`},
			{"stores", `{"metrics": ["revenue"], "grain": "week", "dimensions": ["store"], "range": {"period": "2026"}}`},
		} {
			q := decode(b, c.text)
			p, _, _ := plan.Resolve(e.View, q, now)
			s, err := dialect.Render(p, "duckdb")
			if err != nil {
				b.Fatal(err)
			}
			var args []any
			for _, bind := range s.Binds() {
				args = append(args, bind.Value)
			}
			b.Run(fmt.Sprintf("%d/%s", rows, c.name), func(b *testing.B) {
				var ask, hand time.Duration
				for b.Loop() {
					start := clock.System()
					if _, err := e.Ask(b.Context(), q); err != nil {
						b.Fatal(err)
					}
					middle := clock.System()
					byHand(b, db, s.Text(), args, len(s.Columns()))
					ask, hand = ask+middle.Sub(start), hand+clock.System().Sub(middle)
				}
				micros := func(d time.Duration) float64 { return float64(d.Microseconds()) / float64(b.N) }
				b.ReportMetric(micros(ask), "µs-ask")
				b.ReportMetric(micros(hand), "µs-by-hand")
				b.ReportMetric(micros(ask-hand), "µs-more")
				b.ReportMetric(100*float64(ask-hand)/float64(hand), "%-more")
			})
		}
		if err := db.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// byHand runs a statement and reads every cell.
func byHand(b *testing.B, db *sql.DB, text string, args []any, columns int) {
	rows, err := db.QueryContext(context.Background(), text, args...)
	if err != nil {
		b.Fatal(err)
	}
	defer rows.Close()
	cells, targets := make([]any, columns), make([]any, columns)
	for i := range cells {
		targets[i] = &cells[i]
	}
	for rows.Next() {
		if err := rows.Scan(targets...); err != nil {
			b.Fatal(err)
		}
	}
	if err := rows.Err(); err != nil {
		b.Fatal(err)
	}
}
