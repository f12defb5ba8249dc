package postgres

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"sutura.dev/compiler/dialect"
	"sutura.dev/internal/warehouse"
)

// Offsets returns the zone's distance from UTC at each instant by the server's rules, those of pg_timezone_names. Names
// are case-blind there; an unknown one is an error.
func (s *Source) Offsets(ctx context.Context, zone string, at []time.Time) ([]time.Duration, error) {
	const ask = `SELECT CAST(extract(epoch FROM (i."at" AT TIME ZONE $1) - (i."at" AT TIME ZONE 'UTC')) AS bigint)
FROM (SELECT to_timestamp(u."second") AS "at", u."n" FROM unnest(CAST($2 AS bigint[])) WITH ORDINALITY AS u("second", "n")) AS i
ORDER BY i."n"`
	seconds := make([]string, len(at))
	for i, t := range at {
		seconds[i] = strconv.FormatInt(t.Unix(), 10)
	}
	rows, err := s.texts(ctx, ask, zone, string(spell(dialect.Bind{Value: seconds})))
	if err != nil {
		return nil, err
	}
	if len(rows) != len(at) {
		return nil, &warehouse.Error{Err: fmt.Errorf("%d offsets of %d", len(rows), len(at))}
	}
	out := make([]time.Duration, len(rows))
	for i, row := range rows {
		offset, err := strconv.Atoi(row[0])
		if err != nil {
			return nil, &warehouse.Error{Err: err}
		}
		out[i] = time.Duration(offset) * time.Second
	}
	return out, nil
}
