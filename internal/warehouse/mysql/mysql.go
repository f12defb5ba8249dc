// Package mysql runs statements on MariaDB 10.11 or newer, over a pool of connections.
//
// Every statement runs in a read-only transaction of its own in which everything that could change its meaning is set
// anew (see pins). MariaDB goes on after what other databases call an error (a number cut to its type, a text that is no
// date) and leaves a warning: here a warning is a failure, and no row leaves. A deadline stops the statement at the server
// a moment before the caller's own; a caller that goes away has it killed there. No connection string and no text of the
// server's leaves through Error().
package mysql

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"log"
	"strings"
	"time"

	driver "github.com/go-sql-driver/mysql"

	"sutura.dev/internal/warehouse"
)

// Dialect is the name of the dialect that a Source of this package speaks.
const Dialect = "mysql"

const (
	// defaultConnections serves as many statements at once as a server admits by default.
	defaultConnections = 8
	// connectTimeout bounds one attempt to connect, where the connection string says nothing.
	connectTimeout = 10 * time.Second
	// oldest is the first version that is supported.
	oldest = 101100
)

// Options say what to open and within which bounds.
type Options struct {
	// DSN is user:password@tcp(host:port)/database?tls=true, as the driver reads it.
	DSN string
	// MaxConnections bounds the statements that run at once; 0 means 8.
	MaxConnections int
}

// Source is a MariaDB server's database. It is safe for concurrent use.
type Source struct {
	pool *sql.DB
	// killers are connections that stop statements of others.
	killers *sql.DB
}

var _ warehouse.Source = (*Source)(nil)

// Open connects once, and looks whether the server is one that answers right. Its errors are *warehouse.OpenError, or a
// *warehouse.Error where the context ended.
func Open(ctx context.Context, o Options) (*Source, error) {
	config, err := driver.ParseDSN(o.DSN)
	if err != nil { // its text holds parts of the connection string
		return nil, &warehouse.OpenError{
			Problem: "its connection string cannot be read",
			Remedy:  "Write one such as reader:password@tcp(db.example.com:3306)/shop?tls=true.",
		}
	}
	config.Params, config.Collation = nil, ""
	config.AllowAllFiles, config.MultiStatements, config.InterpolateParams, config.ParseTime = false, false, false, false
	config.Logger = log.New(io.Discard, "", 0)
	if config.Timeout == 0 {
		config.Timeout = connectTimeout
	}
	connector, err := driver.NewConnector(config)
	if err != nil {
		return nil, &warehouse.OpenError{Problem: "its connection string cannot be used"}
	}
	if o.MaxConnections <= 0 {
		o.MaxConnections = defaultConnections
	}
	s := &Source{pool: sql.OpenDB(connector), killers: sql.OpenDB(connector)}
	s.pool.SetMaxOpenConns(o.MaxConnections)
	s.pool.SetMaxIdleConns(o.MaxConnections)
	s.killers.SetMaxIdleConns(0)
	if err := s.examine(ctx); err != nil {
		_ = s.Close()
		return nil, err
	}
	return s, nil
}

// Dialect is mysql.
func (s *Source) Dialect() string { return Dialect }

// Close closes the connections; statements that run are waited for.
func (s *Source) Close() error {
	_ = s.killers.Close()
	return s.pool.Close()
}

// examine asks the facts without which answers could be wrong.
func (s *Source) examine(ctx context.Context) error {
	facts, err := s.texts(ctx, "SELECT VERSION(), CONVERT_TZ('2026-07-01 00:00:00', '+00:00', 'Europe/Berlin')")
	if err != nil {
		return openError(err)
	}
	version, berlin := facts[0][0], facts[0][1]
	number, _, _ := strings.Cut(version, "-")
	var major, minor, patch int
	_, _ = fmt.Sscanf(number, "%d.%d.%d", &major, &minor, &patch)
	switch {
	case !strings.Contains(version, "MariaDB"):
		return &warehouse.OpenError{Problem: "its server is no MariaDB", Remedy: "MySQL compares text in other ways; ask a MariaDB."}
	case major*10000+minor*100+patch < oldest:
		return &warehouse.OpenError{Problem: "its server is older than MariaDB 10.11", Remedy: "Ask a newer one."}
	case berlin != "2026-07-01 02:00:00":
		return &warehouse.OpenError{Problem: "its server has no zones", Remedy: "Load them: mariadb-tzinfo-to-sql /usr/share/zoneinfo | mariadb mysql."}
	}
	return nil
}
