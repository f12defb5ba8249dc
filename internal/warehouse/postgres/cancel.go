package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"sutura.dev/internal/clock"
)

const (
	// cancelPatience is how long the server has to confirm that a cancelled statement has stopped.
	cancelPatience = 2 * time.Second
	// cancelAgain is after how long a cancellation is repeated: one that comes before its statement is lost.
	cancelAgain = 50 * time.Millisecond
)

// canceller asks the server to stop what a connection runs once its context has ended, again and again until the server
// has answered, or the patience with it is over.
type canceller struct {
	conn     *pgconn.PgConn
	answered chan struct{}
	ended    chan struct{}
}

// HandleCancel begins to ask.
func (c *canceller) HandleCancel(context.Context) {
	until := clock.System().Add(cancelPatience)
	_ = c.conn.Conn().SetDeadline(until)
	answered, ended := make(chan struct{}), make(chan struct{})
	c.answered, c.ended = answered, ended
	go func() {
		defer close(ended)
		ctx, cancel := context.WithDeadline(context.Background(), until)
		defer cancel()
		for ctx.Err() == nil {
			_ = c.conn.CancelRequest(ctx)
			select {
			case <-answered:
				return
			case <-ctx.Done():
			case <-time.After(cancelAgain):
			}
		}
	}()
}

// HandleUnwatchAfterCancel ends it. The connection is thrown away afterwards: a request may still be on its way.
func (c *canceller) HandleUnwatchAfterCancel() {
	close(c.answered)
	<-c.ended
	_ = c.conn.Conn().SetDeadline(time.Time{})
}
