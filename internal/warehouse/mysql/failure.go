package mysql

import (
	"context"
	"crypto/tls"
	"database/sql/driver"
	"errors"
	"net"
	"time"

	mariadb "github.com/go-sql-driver/mysql"

	"sutura.dev/internal/clock"
	"sutura.dev/internal/warehouse"
)

var (
	errDiscarded   = driver.ErrBadConn // tells the pool to throw a connection away
	errNoAnswer    = errors.New("the server did not answer in time")
	errCertificate = errors.New("the server's certificate is not trusted")
	errUnreached   = errors.New("there is no connection to the server")
)

// failure classifies why a statement gave no rows.
func failure(ctx context.Context, limit time.Time, err error) error {
	if e, ok := errors.AsType[*warehouse.Error](err); ok {
		return e
	}
	if w, ok := errors.AsType[warning](err); ok {
		return &warehouse.Error{Kind: kindOf(w.code), Err: w}
	}
	code := numberOf(err)
	ended := code == timedOut || code == interrupted
	switch {
	case ctx.Err() != nil && (ended || code == 0):
		kind := warehouse.Cancelled
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			kind = warehouse.Deadline
		}
		return &warehouse.Error{Kind: kind, Err: ctx.Err()}
	case ended && !limit.IsZero() && !clock.System().Before(limit):
		return &warehouse.Error{Kind: warehouse.Deadline, Err: err}
	case code != 0:
		return &warehouse.Error{Kind: kindOf(code), Err: err}
	case unreached(err):
		return &warehouse.Error{Kind: warehouse.Unavailable, Err: reason(err)}
	}
	return &warehouse.Error{Err: err}
}

// Numbers of a statement that was stopped: by its time limit, and by somebody.
const (
	timedOut    = 1969
	interrupted = 1317
)

// kindOf sorts the numbers of errors and warnings that say more than that something broke.
func kindOf(number uint16) warehouse.Kind {
	switch number {
	case 1264, 1916, // out of range for a column, and for a type
		1265, 1292, 1366, // a value that does not fit its type
		1365,       // division by zero
		1441, 1690, // a time, and a number, out of range
		1411, 4082: // a text that is no time
		return warehouse.OutOfRange
	case 1044, 1045, 1142, 1143, 1227, 1370, 1698:
		return warehouse.Refused
	case 1037, 1038, 1041, 1104, 1114, 1135, 1153, 1301, 3024:
		return warehouse.Exhausted
	case 1040, 1049, 1053, 1129, 1158, 1159, 1160, 1161, 1203, 1205, 1213, 1226, interrupted, timedOut, 1927:
		return warehouse.Unavailable
	}
	return warehouse.Failed
}

func numberOf(err error) uint16 {
	if e, ok := errors.AsType[*mariadb.MySQLError](err); ok {
		return e.Number
	}
	return 0
}

func unreached(err error) bool {
	_, network := errors.AsType[net.Error](err)
	return network || errors.Is(err, driver.ErrBadConn) || errors.Is(err, mariadb.ErrInvalidConn)
}

// reason is what is kept of why there is no connection, in our own words: the driver's text names user and host.
func reason(err error) error {
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return errCertificate
	}
	if e, ok := errors.AsType[net.Error](err); ok && e.Timeout() {
		return errNoAnswer
	}
	return errUnreached
}

// openError says in our own words why there is no connection.
func openError(err error) error {
	kind := warehouse.KindOf(err)
	if kind == warehouse.Deadline || kind == warehouse.Cancelled {
		return err
	}
	out := &warehouse.OpenError{Problem: "its server cannot be reached", Remedy: "See that it runs, and that the connection string names its host and port.", Err: errors.Unwrap(err)}
	switch number := numberOf(err); {
	case number == 1045 || number == 1698:
		out.Problem, out.Remedy = "its server denied the login", "See that the connection string has the right user and password, and that the server admits it from here."
	case number == 1044 || number == 1049:
		out.Problem, out.Remedy = "its server has no such database for this user", "Name another database in the connection string."
	case number == 1040 || number == 1203:
		out.Problem, out.Remedy = "its server has no connection left", "Lower max_connections of this source, or raise the server's."
	case number == 1193:
		out.Problem, out.Remedy = "its server is no MariaDB 10.11 or newer", "Ask a newer one."
	case errors.Is(err, errCertificate):
		out.Problem, out.Remedy = "its server's certificate is not trusted", "Name the host as the certificate does."
	case errors.Is(err, errNoAnswer):
		out.Problem = "its server did not answer in time"
	}
	return out
}
