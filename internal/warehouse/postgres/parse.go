package postgres

import (
	"context"
	"errors"
	"strings"

	"sutura.dev/internal/warehouse"
)

// Parse returns nil if text is exactly one statement that returns rows and that PostgreSQL can prepare. Its tables must
// exist: PostgreSQL has no parser apart from that.
func (s *Source) Parse(ctx context.Context, text string) error {
	if strings.ContainsRune(text, 0) {
		return &warehouse.Error{Err: errors.New("a NUL character")}
	}
	session, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer session.end(ctx)
	prepared, err := session.conn.Conn().PgConn().Prepare(ctx, "", text, nil)
	switch {
	case err != nil:
		return session.failure(ctx, err)
	case len(prepared.Fields) == 0:
		return &warehouse.Error{Err: errors.New("no statement that returns rows")}
	}
	session.sound = true
	return nil
}
