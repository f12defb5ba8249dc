package postgres

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"sutura.dev/internal/clock"
	"sutura.dev/internal/warehouse"
)

// pins are the settings of every statement's transaction. Each would change what a statement means, what its values
// look like, or how long it holds something, if a role, a database or a pooler set it otherwise.
func pins() []string {
	return []string{
		"search_path = pg_catalog", // no function or operator of others is found; every table is qualified
		"TimeZone = 'UTC'",
		"DateStyle = 'ISO, YMD'",
		"IntervalStyle = 'postgres'",
		"extra_float_digits = 1", // the shortest digits that read back the same
		"standard_conforming_strings = on",
		"bytea_output = 'hex'",
		"array_nulls = on",
		"transform_null_equals = off",
		"row_security = on",
		"plan_cache_mode = force_custom_plan", // a plan for these values: see engines' speed in docs/postgres.md
		"lock_timeout = '10s'",
		"idle_in_transaction_session_timeout = '60s'",
		"client_min_messages = error",
	}
}

// margin is how long before the caller's deadline the server stops a statement by itself, so that its answer still comes.
const margin = 50 * time.Millisecond

// session is one read-only transaction on a connection of the pool.
type session struct {
	conn *pgxpool.Conn
	// limit is when the server stops the statement; the zero time without a deadline.
	limit time.Time
	// other says that it is somebody else's than the login's, and sound that everything went as it should.
	other, sound bool
}

// begin takes a connection and starts a pinned transaction. A connection that died in the pool is thrown away for
// another: nothing has been asked of it yet.
func (s *Source) begin(ctx context.Context) (*session, error) {
	for attempt := 1; ; attempt++ {
		conn, err := s.pool.Acquire(ctx)
		if err != nil {
			return nil, unstarted(ctx, err)
		}
		start, limit, err := opening(ctx)
		if err != nil {
			conn.Release()
			return nil, err
		}
		err = conn.Conn().PgConn().Exec(ctx, start).Close()
		if err == nil {
			session := &session{conn: conn, limit: limit, other: s.as != nil}
			if s.as == nil {
				return session, nil
			}
			doubt, err := session.become(ctx, *s.as, s.base)
			switch {
			case err == nil:
				return session, nil
			case !doubt || attempt >= s.attempts || ctx.Err() != nil:
				session.end(ctx)
				return nil, err
			}
			session.end(ctx)
			continue
		}
		lost := conn.Conn().IsClosed()
		err = unstarted(ctx, err)
		discard(conn)
		if !lost || attempt >= s.attempts || ctx.Err() != nil {
			return nil, err
		}
	}
}

// opening is the text that starts a transaction, and when a statement in it is stopped.
func opening(ctx context.Context) (text string, limit time.Time, err error) {
	timeout := "0"
	if deadline, ok := ctx.Deadline(); ok {
		left := deadline.Sub(clock.System())
		if left <= 0 {
			return "", limit, &warehouse.Error{Kind: warehouse.Deadline, Err: context.DeadlineExceeded}
		}
		left = min(max(left-margin, left/2, time.Millisecond).Truncate(time.Millisecond), math.MaxInt32*time.Millisecond)
		limit = clock.System().Add(left)
		timeout = fmt.Sprint(left.Milliseconds())
	}
	return "BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY; SET LOCAL statement_timeout = " + timeout + "; " + pinned, limit, nil
}

var pinned = "SET LOCAL " + strings.Join(pins(), "; SET LOCAL ")

// end finishes the transaction and gives the connection back, or throws it away: after an error of the context a late
// cancellation could reach the next statement, and one that was somebody else's is given back only where nothing at all
// went wrong, a panic included.
func (s *session) end(ctx context.Context) {
	if ctx.Err() != nil || s.conn.Conn().IsClosed() || s.other && !s.sound {
		discard(s.conn)
		return
	}
	if c := s.conn.Conn().PgConn(); c.TxStatus() != outside {
		if err := c.Exec(ctx, "ROLLBACK").Close(); err != nil {
			discard(s.conn)
			return
		}
	}
	s.conn.Release()
}

// outside is the state of a connection that is in no transaction.
const outside = 'I'

// discard closes a connection, without waiting long for the server.
func discard(conn *pgxpool.Conn) {
	ctx, cancel := context.WithTimeout(context.Background(), cancelPatience)
	defer cancel()
	_ = conn.Conn().Close(ctx)
	conn.Release()
}

// texts runs our own statement, and returns its rows as text; a null is empty.
func (s *Source) texts(ctx context.Context, text string, args ...string) ([][]string, error) {
	session, err := s.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer session.end(ctx)
	values := make([][]byte, len(args))
	for i, a := range args {
		values[i] = []byte(a)
	}
	result := session.conn.Conn().PgConn().ExecParams(ctx, text, values, nil, nil, nil).Read()
	if result.Err != nil {
		return nil, session.failure(ctx, result.Err)
	}
	session.sound = true
	out := make([][]string, len(result.Rows))
	for i, row := range result.Rows {
		for _, cell := range row {
			out[i] = append(out[i], string(cell))
		}
	}
	return out, nil
}
