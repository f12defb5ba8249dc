package mysql

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"strings"
	"time"

	"sutura.dev/internal/clock"
	"sutura.dev/internal/warehouse"
)

// pins are the settings of every statement's session. Each would change what a statement means, what its values look like,
// or how long it holds something, if a server or a proxy set it otherwise.
func pins() []string {
	return []string{
		"time_zone = '+00:00'",
		"sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES,ONLY_FULL_GROUP_BY,STRICT_ALL_TABLES,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_UNSIGNED_SUBTRACTION,NO_ENGINE_SUBSTITUTION'",
		"old_mode = ''",
		"character_set_client = utf8mb4", "character_set_results = utf8mb4", "collation_connection = utf8mb4_nopad_bin",
		"sql_select_limit = DEFAULT", // the server would cut the rows without a word
		"sql_auto_is_null = 0", "sql_big_selects = 1",
		"max_error_count = 64", "sql_notes = 0", // warnings are kept, and no note takes their place
		"div_precision_increment = 30",
		"standard_compliant_cte = 1",
		"system_versioning_asof = DEFAULT",
		"join_cache_level = 2", // 10.11 loses rows of null keys where it hashes joins by <=>
		"lock_wait_timeout = 10", "idle_transaction_timeout = 60",
	}
}

var pinned = "SET SESSION " + strings.Join(pins(), ", SESSION ")

const (
	// margin is how long before the caller's deadline the server stops a statement by itself, so that its answer still comes.
	margin = 50 * time.Millisecond
	// patience is how long a killed statement may take to stop.
	patience = 2 * time.Second
)

// session is one read-only transaction on a connection of the pool.
type session struct {
	conn *sql.Conn
	// ctx ends some time after the caller's: the statement is killed at the server first.
	ctx context.Context
	// limit is when the server stops the statement; the zero time without a deadline.
	limit time.Time
	// done ends what watches the caller.
	done func()
}

// begin takes a connection and starts a pinned transaction.
func (s *Source) begin(ctx context.Context) (*session, error) {
	conn, err := s.pool.Conn(ctx)
	if err != nil {
		return nil, failure(ctx, time.Time{}, err)
	}
	timeout, limit, err := allowed(ctx)
	if err != nil {
		_ = conn.Close()
		return nil, err
	}
	var id int64
	for _, text := range []string{pinned + ", SESSION max_statement_time = " + timeout, "START TRANSACTION READ ONLY"} {
		if _, err = conn.ExecContext(ctx, text); err != nil {
			break
		}
	}
	if err == nil {
		err = conn.QueryRowContext(ctx, "SELECT CONNECTION_ID()").Scan(&id)
	}
	if err != nil {
		discard(conn)
		return nil, failure(ctx, limit, err)
	}
	own, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		defer cancel()
		s.kill(own, id)
	})
	return &session{conn, own, limit, func() { stop(); cancel() }}, nil
}

// kill stops the statement of a connection, and waits a while for it to be gone.
func (s *Source) kill(ctx context.Context, id int64) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if _, err := s.killers.ExecContext(ctx, fmt.Sprintf("KILL QUERY %d", id)); err == nil {
		<-ctx.Done()
	}
}

// allowed is how long a statement may run, in seconds, and until when.
func allowed(ctx context.Context) (seconds string, limit time.Time, err error) {
	deadline, ok := ctx.Deadline()
	if !ok {
		return "0", limit, nil
	}
	left := deadline.Sub(clock.System())
	if left <= 0 {
		return "", limit, &warehouse.Error{Kind: warehouse.Deadline, Err: context.DeadlineExceeded}
	}
	left = min(max(left-margin, left/2, time.Millisecond).Truncate(time.Millisecond), math.MaxInt32*time.Millisecond)
	return fmt.Sprintf("%.3f", left.Seconds()), clock.System().Add(left), nil
}

// end finishes the transaction and gives the connection back, or throws it away: after an error of the context a late kill
// could reach the next statement.
func (s *session) end(ctx context.Context) {
	s.done()
	if ctx.Err() == nil {
		if _, err := s.conn.ExecContext(ctx, "ROLLBACK"); err == nil {
			_ = s.conn.Close()
			return
		}
	}
	discard(s.conn)
}

// discard closes a connection for good.
func discard(conn *sql.Conn) {
	_ = conn.Raw(func(any) error { return errDiscarded })
	_ = conn.Close()
}
