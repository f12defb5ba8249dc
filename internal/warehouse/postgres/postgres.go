// Package postgres runs statements on PostgreSQL 12 or newer, over a pool of connections.
//
// Every statement runs in a read-only transaction of its own in which everything that could change its meaning is set
// anew (see pins), so that no default of role, database, server or connection pooler matters; As runs it as somebody else,
// for that transaction alone. A deadline stops the
// statement at the server a moment before the caller's own; a caller that goes away has it cancelled there, and the
// connection is thrown away. No connection string and no text of PostgreSQL's leaves through Error().
package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/pgxpool"

	"sutura.dev/internal/warehouse"
)

// Dialect is the name of the dialect that a Source of this package speaks.
const Dialect = "postgres"

const (
	// defaultConnections serves as many statements at once as a server admits by default.
	defaultConnections = 8
	// connectTimeout bounds one attempt to connect, where the connection string says nothing.
	connectTimeout = 10 * time.Second
	// oldest is the first version that is supported.
	oldest = 120000
)

// Options say what to open and within which bounds.
type Options struct {
	// DSN is a URL (postgres://...) or key=value pairs, as libpq reads them. It says whether TLS is used (sslmode).
	DSN string
	// MaxConnections bounds the statements that run at once; 0 means 8.
	MaxConnections int
	// Delegates is whom statements may run as besides the login; nil for nobody.
	Delegates *Delegates
}

// Source is a PostgreSQL database. It is safe for concurrent use.
type Source struct {
	pool *pgxpool.Pool
	// attempts bounds how many dead connections of the pool one statement may meet.
	attempts int
	// base is what a session says of itself before it is anybody else's, where statements may run as others.
	base base
	// as is whom statements run as; nil for the login.
	as *Identity
}

var _ warehouse.Source = (*Source)(nil)

// Open connects once, and looks whether the database is one that answers right. Its errors are *warehouse.OpenError, or
// a *warehouse.Error where the context ended.
func Open(ctx context.Context, o Options) (*Source, error) {
	config, err := pgxpool.ParseConfig(o.DSN)
	if err != nil { // its text holds parts of the connection string
		return nil, &warehouse.OpenError{
			Problem: "its connection string cannot be read",
			Remedy:  "Write one such as postgres://reader@db.example.com/shop?sslmode=verify-full, or host=db.example.com user=reader dbname=shop.",
		}
	}
	if o.MaxConnections <= 0 {
		o.MaxConnections = defaultConnections
	}
	config.MaxConns = int32(o.MaxConnections)
	config.MinConns = 0
	config.ShouldPing = func(context.Context, pgxpool.ShouldPingParams) bool { return false } // begin finds dead ones
	conn := &config.ConnConfig.Config
	if conn.ConnectTimeout == 0 {
		conn.ConnectTimeout = connectTimeout
	}
	conn.RuntimeParams["client_encoding"] = "UTF8"
	if conn.RuntimeParams["application_name"] == "" {
		conn.RuntimeParams["application_name"] = "sutura"
	}
	conn.BuildContextWatcherHandler = func(c *pgconn.PgConn) ctxwatch.Handler {
		return &canceller{conn: c}
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, &warehouse.OpenError{Problem: "no connections to it can be pooled"}
	}
	s := &Source{pool: pool, attempts: o.MaxConnections + 1}
	err = s.examine(ctx)
	if err == nil && o.Delegates != nil {
		err = s.prepare(ctx, *o.Delegates)
	}
	if err != nil {
		pool.Close()
		return nil, err
	}
	return s, nil
}

// Dialect is postgres.
func (s *Source) Dialect() string { return Dialect }

// Close closes the connections; statements that run are waited for. What As returned has none of its own.
func (s *Source) Close() error {
	if s.as == nil {
		s.pool.Close()
	}
	return nil
}

// examine asks the facts without which answers could be wrong.
func (s *Source) examine(ctx context.Context) error {
	facts, err := s.texts(ctx, "SELECT current_setting('server_version_num'), current_setting('server_encoding')")
	if err != nil {
		return openError(err)
	}
	var version int
	_, _ = fmt.Sscan(facts[0][0], &version)
	switch encoding := facts[0][1]; {
	case version < oldest:
		return &warehouse.OpenError{Problem: "its server is older than PostgreSQL 12", Remedy: "Ask a newer one."}
	case encoding != "UTF8":
		return &warehouse.OpenError{Problem: "its database does not keep text in UTF-8, so text cannot be ordered by code point", Remedy: "Ask a database of encoding UTF8."}
	}
	return nil
}

// openError says in our own words why there is no connection.
func openError(err error) error {
	kind := warehouse.KindOf(err)
	if kind == warehouse.Deadline || kind == warehouse.Cancelled {
		return err
	}
	out := &warehouse.OpenError{Problem: "its server cannot be reached", Remedy: "See that it runs, and that the connection string names its host and port.", Err: errors.Unwrap(err)}
	code, _ := errors.AsType[refusedLogin](err)
	switch {
	case strings.HasPrefix(string(code), "28"):
		out.Problem, out.Remedy = "its server denied the login", "See that the connection string has the right user and password, and that the server admits it from here."
	case code == "3D000":
		out.Problem, out.Remedy = "its server has no such database", "Name another database in the connection string."
	case code == "42501":
		out.Problem, out.Remedy = "its server does not let this user connect to the database", "Grant it: GRANT CONNECT ON DATABASE ... TO ...;"
	case code == "53300":
		out.Problem, out.Remedy = "its server has no connection left", "Lower max_connections of this source, or raise the server's."
	case strings.HasPrefix(string(code), "57P"):
		out.Problem, out.Remedy = "its server is starting or stopping", "Try again in a moment."
	case code != "":
		out.Problem, out.Remedy = "its server refuses the connection with SQLSTATE "+string(code), ""
	case errors.Is(err, errCertificate):
		out.Problem, out.Remedy = "its server's certificate is not trusted", "Name the certificate's authority with sslrootcert in the connection string, and the host as the certificate does."
	case errors.Is(err, errNoTLS):
		out.Problem, out.Remedy = "its server does not speak TLS, which the connection string asks for", "Turn TLS on at the server."
	case errors.Is(err, errNoAnswer):
		out.Problem = "its server did not answer in time"
	}
	return out
}
