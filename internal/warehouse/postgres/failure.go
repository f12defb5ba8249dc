package postgres

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"

	"sutura.dev/internal/clock"
	"sutura.dev/internal/warehouse"
)

// failure classifies why a statement that was sent gave no rows.
func (s *session) failure(ctx context.Context, err error) error {
	if e, ok := errors.AsType[*warehouse.Error](err); ok {
		return e
	}
	code := stateOf(err)
	switch {
	case ctx.Err() != nil && code == "" && !pgconn.SafeToRetry(err): // the server has not said that it stopped
		return &warehouse.Error{Kind: warehouse.Unavailable, Err: errNoAnswer}
	case code == stopped && ctx.Err() == nil && !s.limit.IsZero() && !clock.System().Before(s.limit):
		return &warehouse.Error{Kind: warehouse.Deadline, Err: err}
	case ctx.Err() == nil && (code != "" || !s.conn.Conn().IsClosed()): // the server did its part
		return &warehouse.Error{Kind: kindOf(code), Err: err}
	}
	return unstarted(ctx, err)
}

// unstarted classifies why no statement was sent.
func unstarted(ctx context.Context, err error) error {
	kind := warehouse.Unavailable
	if code := stateOf(err); code != "" {
		kind = kindOf(code)
	}
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		kind = warehouse.Deadline
	case ctx.Err() != nil:
		kind = warehouse.Cancelled
	}
	return &warehouse.Error{Kind: kind, Err: reason(err)}
}

// stopped is the code of a statement that was cancelled: by its time limit, or by somebody at the server.
const stopped = "57014"

// kindOf sorts SQLSTATE codes: the longest prefix counts.
func kindOf(code string) warehouse.Kind {
	for n := len(code); n > 0; n-- {
		if k, ok := states[code[:n]]; ok {
			return k
		}
	}
	return warehouse.Failed
}

// states are the codes and classes of codes (two letters) that say more than that something broke.
var states = map[string]warehouse.Kind{
	"08":    warehouse.Unavailable, // connection exception
	"0P":    warehouse.Refused,     // invalid role specification
	"22003": warehouse.OutOfRange,  // numeric value out of range
	"2201E": warehouse.OutOfRange,  // invalid argument for logarithm
	"2201F": warehouse.OutOfRange,  // invalid argument for power function
	"25P03": warehouse.Unavailable, // idle in transaction for too long
	"28":    warehouse.Refused,     // invalid authorization
	"3D000": warehouse.Unavailable, // the database is gone
	"40":    warehouse.Unavailable, // transaction rollback: deadlock, recovery conflict
	"42501": warehouse.Refused,     // insufficient privilege
	"53":    warehouse.Exhausted,   // insufficient resources: memory, disk
	"53300": warehouse.Unavailable, // too many connections
	"54":    warehouse.Exhausted,   // program limit exceeded
	"55000": warehouse.Unavailable, // a materialised view is not filled
	"55P03": warehouse.Unavailable, // lock not available in time
	"57":    warehouse.Unavailable, // operator intervention: shutdown, crash, starting, a statement that somebody stopped
	"58":    warehouse.Unavailable, // system error outside of PostgreSQL
	"HV":    warehouse.Unavailable, // a foreign data wrapper's source
}

// stateOf is the SQLSTATE of an error of the server's, or empty.
func stateOf(err error) string {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return e.Code
	}
	return ""
}

// reason is what is kept of why there is no connection, in our own words: the driver's text names user, host and
// database, and so may the server's.
func reason(err error) error {
	var certificate *tls.CertificateVerificationError
	var network net.Error
	var number syscall.Errno
	switch code := stateOf(err); {
	case code != "":
		return refusedLogin(code)
	case errors.As(err, &certificate):
		return errCertificate
	case strings.Contains(err.Error(), "server refused TLS"): // the driver has no type for it
		return errNoTLS
	case errors.As(err, &network) && network.Timeout():
		return errNoAnswer
	case errors.As(err, &number):
		return number
	}
	return errUnreached
}

// refusedLogin is the SQLSTATE with which a server refused a connection.
type refusedLogin string

// Error gives the code.
func (r refusedLogin) Error() string {
	return "the server refused the connection with SQLSTATE " + string(r)
}

var (
	errCertificate = errors.New("the server's certificate is not trusted")
	errNoTLS       = errors.New("the server does not speak TLS")
	errNoAnswer    = errors.New("the server did not answer in time")
	errUnreached   = errors.New("there is no connection to the server")
)
