package mysql

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"sutura.dev/internal/warehouse"
)

// Offsets returns the zone's distance from UTC at each instant by the rules that are loaded into the server. Where
// MariaDB converts no times, before 1970 and after 2037, it is 0 there, which the engine finds to differ from its own.
func (s *Source) Offsets(ctx context.Context, zone string, at []time.Time) ([]time.Duration, error) {
	const ask = `SELECT TIMESTAMPDIFF(SECOND, CAST(j.v AS DATETIME), CONVERT_TZ(CAST(j.v AS DATETIME), '+00:00', ?))
FROM JSON_TABLE(?, '$[*]' COLUMNS (i FOR ORDINALITY, v LONGTEXT PATH '$')) AS j
ORDER BY j.i`
	instants := make([]string, len(at))
	for i, t := range at {
		instants[i] = t.UTC().Format("2006-01-02 15:04:05")
	}
	list, _ := json.Marshal(instants) // of texts cannot fail
	rows, err := s.texts(ctx, ask, zone, string(list))
	if err != nil {
		return nil, err
	}
	if len(rows) != len(at) {
		return nil, &warehouse.Error{Err: fmt.Errorf("%d offsets of %d", len(rows), len(at))}
	}
	out := make([]time.Duration, len(rows))
	for i, row := range rows {
		if row[0] == "" {
			return nil, &warehouse.Error{Err: errors.New("the server has no such zone")}
		}
		offset, err := strconv.Atoi(row[0])
		if err != nil {
			return nil, &warehouse.Error{Err: err}
		}
		out[i] = time.Duration(offset) * time.Second
	}
	return out, nil
}

// Parse returns nil if text is exactly one statement that returns rows and that MariaDB can prepare. Its tables must exist:
// MariaDB has no parser apart from that.
func (s *Source) Parse(ctx context.Context, text string) error {
	if strings.ContainsRune(text, 0) {
		return &warehouse.Error{Err: errors.New("a NUL character")}
	}
	if first := strings.ToUpper(strings.TrimSpace(text)); !strings.HasPrefix(first, "SELECT") && !strings.HasPrefix(first, "WITH") {
		return &warehouse.Error{Err: errors.New("no statement that returns rows")}
	}
	session, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer session.end(ctx)
	prepared, err := session.conn.PrepareContext(session.ctx, text)
	if err != nil {
		return failure(ctx, session.limit, err)
	}
	return prepared.Close()
}
