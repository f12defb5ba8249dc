package duckdb

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"sutura.dev/internal/warehouse"
)

// Offsets returns the zone's distance from UTC at each instant by DuckDB's rules (ICU). Names are case-blind there; an
// unknown one is an error.
func (s *Source) Offsets(ctx context.Context, zone string, at []time.Time) ([]time.Duration, error) {
	const ask = `SELECT CAST(epoch(timezone(CAST($1 AS varchar), i."at")) - epoch(timezone('UTC', i."at")) AS bigint)
FROM (SELECT to_timestamp(unnest(l."seconds")) AS "at", generate_subscripts(l."seconds", 1) AS "n"
      FROM (SELECT CAST(CAST($2 AS varchar[]) AS bigint[]) AS "seconds") AS l) AS i
ORDER BY i."n"`
	seconds := make([]string, len(at))
	for i, t := range at {
		seconds[i] = strconv.FormatInt(t.Unix(), 10)
	}
	rows, err := s.db.QueryContext(ctx, ask, zone, seconds)
	if err != nil {
		return nil, failure(ctx, err)
	}
	defer rows.Close()
	out := make([]time.Duration, 0, len(at))
	for rows.Next() {
		var offset int64
		if err := rows.Scan(&offset); err != nil {
			return nil, failure(ctx, err)
		}
		out = append(out, time.Duration(offset)*time.Second)
	}
	if err := rows.Err(); err != nil {
		return nil, failure(ctx, err)
	}
	if len(out) != len(at) {
		return nil, &warehouse.Error{Err: fmt.Errorf("%d offsets of %d", len(out), len(at))}
	}
	return out, nil
}
