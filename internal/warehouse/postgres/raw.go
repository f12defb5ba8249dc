package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/pgproto3"

	"sutura.dev/compiler/sqlvet"
	"sutura.dev/internal/clock"
	"sutura.dev/internal/warehouse"
)

// RawOptions say under which credential raw statements run: DSN for everybody, or Own for each subject apart.
type RawOptions struct {
	DSN string
	// Own is a subject's own connection string; false where the subject has none.
	Own func(subject string) (dsn string, found bool)
}

// Raw opens a connection for each statement and closes it after: read-only, rolled back, never pooled. A connection that
// only assumes the subject's role is not enough here: the statement could go back to the login's own role.
type Raw struct {
	options RawOptions
	posture string
}

var _ warehouse.Raw = (*Raw)(nil)

// OpenRaw connects once where there is one credential, and says what it may do. Its errors are *warehouse.OpenError, or a
// *warehouse.Error where the context ended.
func OpenRaw(ctx context.Context, o RawOptions) (*Raw, error) {
	r := &Raw{options: o, posture: "each caller's own login, read-only transactions that are rolled back, a connection for each statement"}
	if o.Own != nil {
		return r, nil
	}
	s, err := Open(ctx, Options{DSN: o.DSN, MaxConnections: 1})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	facts, err := s.texts(ctx, `SELECT current_user, session_user,
  (SELECT coalesce(string_agg(r.rolname, ', ' ORDER BY r.rolname), '') FROM pg_roles AS r
   WHERE r.rolname IN ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program') AND pg_has_role(session_user, r.oid, 'MEMBER')),
  EXISTS (SELECT 1 FROM pg_roles AS r WHERE r.rolsuper AND pg_has_role(session_user, r.oid, 'MEMBER'))::text,
  (SELECT count(*) FROM pg_class AS c WHERE c.relkind IN ('r', 'p') AND c.relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
   AND has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE'))::text`)
	if err != nil {
		return nil, openError(err)
	}
	login, files, super, writes := facts[0][1], facts[0][2], facts[0][3] == "true", facts[0][4]
	switch {
	case super:
		return nil, &warehouse.OpenError{Problem: "its login " + fmt.Sprintf("%q", login) + " is a superuser or may become one, whom no transaction keeps from the server's files", Remedy: "Name a login that may only read: GRANT SELECT, and nothing else."}
	case files != "":
		return nil, &warehouse.OpenError{Problem: "its login " + fmt.Sprintf("%q", login) + " may reach the server's files (" + files + ")", Remedy: "Name a login without these roles."}
	}
	r.posture = fmt.Sprintf("the login %q, which could write to %s tables by itself; read-only transactions that are rolled back, a connection for each statement", login, writes)
	return r, nil
}

// Dialect is postgres.
func (r *Raw) Dialect() string { return Dialect }

// Posture says under which login statements run.
func (r *Raw) Posture() string { return r.posture }

// Close has nothing to close.
func (r *Raw) Close() error { return nil }

// Run opens a connection for the statement, and closes it.
func (r *Raw) Run(ctx context.Context, subject, statement string) (*warehouse.RawRows, error) {
	if err := warehouse.CheckRaw(statement); err != nil {
		return nil, err
	}
	outline, problem := sqlvet.ReadOutline(statement)
	switch {
	case problem != nil:
		return nil, &warehouse.RawError{Code: warehouse.RawUnreadable, Err: problem}
	case outline.Statements != 1:
		return nil, &warehouse.RawError{Code: warehouse.RawNotOne}
	case !outline.Reads:
		return nil, &warehouse.RawError{Code: warehouse.RawNotSelect}
	}
	start := clock.System()
	conn, limit, err := r.connect(ctx, subject)
	if err != nil {
		return nil, err
	}
	defer hangUp(conn)
	rows, err := r.statement(ctx, conn, outline, statement)
	if err != nil {
		return nil, rawFailure(ctx, limit, err)
	}
	rows.Took = clock.System().Sub(start)
	return rows, nil
}

// connect opens a connection as the subject, and a read-only transaction on it.
func (r *Raw) connect(ctx context.Context, subject string) (*pgconn.PgConn, limited, error) {
	dsn := r.options.DSN
	if r.options.Own != nil {
		found := false
		if dsn, found = r.options.Own(subject); !found {
			return nil, limited{}, &warehouse.RawError{Code: warehouse.RawCredential}
		}
	}
	config, err := pgconn.ParseConfig(dsn)
	if err != nil { // its text holds parts of the connection string
		return nil, limited{}, &warehouse.RawError{Code: warehouse.RawUnavailable, Err: errors.New("a connection string that cannot be read")}
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectTimeout
	}
	config.RuntimeParams["client_encoding"] = "UTF8"
	config.RuntimeParams["application_name"] = "sutura run_sql"
	config.RuntimeParams["default_transaction_read_only"] = "on"
	config.BuildFrontend = func(r io.Reader, w io.Writer) *pgproto3.Frontend {
		f := pgproto3.NewFrontend(r, w)
		f.SetMaxBodyLen(warehouse.MaxRawBytes) // one row may be as large as the server can make it
		return f
	}
	config.BuildContextWatcherHandler = func(c *pgconn.PgConn) ctxwatch.Handler { return &canceller{conn: c} }
	conn, err := pgconn.ConnectConfig(ctx, config)
	if err != nil {
		return nil, limited{}, rawFailure(ctx, limited{}, unstarted(ctx, err))
	}
	text, limit, err := opening(ctx)
	if err == nil {
		err = conn.Exec(ctx, text).Close()
	}
	if err != nil {
		hangUp(conn)
		return nil, limited{}, rawFailure(ctx, limited{limit}, err)
	}
	return conn, limited{limit}, nil
}

// statement asks the server whether anything that the statement calls has effects, and then runs it.
func (r *Raw) statement(ctx context.Context, conn *pgconn.PgConn, o *sqlvet.Outline, text string) (*warehouse.RawRows, error) {
	const effects = `SELECT 1 FROM unnest($1::text[], $2::text[]) AS f (schema, name) JOIN pg_namespace AS n ON n.nspname = f.schema JOIN pg_proc AS p ON p.pronamespace = n.oid AND p.proname = f.name
WHERE p.provolatile = 'v' AND p.proname <> ALL ('{clock_timestamp,gen_random_uuid,random,timeofday}') LIMIT 1`
	schemas, functions, forbidden := called(o.Functions)
	names := conn.ExecParams(ctx, effects, [][]byte{list(schemas), list(functions)}, nil, nil, nil).Read()
	switch {
	case names.Err != nil:
		return nil, names.Err
	case len(names.Rows) > 0 || forbidden || forbiddenRelation(o.Relations):
		return nil, &warehouse.RawError{Code: warehouse.RawForbidden}
	}
	reader := conn.ExecParams(ctx, text, nil, nil, nil, nil)
	rows, err := readRaw(reader)
	if err != nil {
		_ = conn.CancelRequest(ctx)
		_, _ = reader.Close() // the server says that it has stopped
		return nil, err
	}
	if _, err := reader.Close(); err != nil {
		if _, large := errors.AsType[*pgproto3.ExceededMaxBodyLenErr](err); large {
			return nil, &warehouse.RawError{Code: warehouse.RawBytesMany, Err: err}
		}
		return nil, err
	}
	return rows, conn.Exec(ctx, "ROLLBACK").Close()
}

// called splits names of functions. A name without a schema is found in pg_catalog only, which is all of the search path.
// Some that PostgreSQL takes to have no effects run text, tell of settings, or use up a transaction's number.
func called(dotted []string) (schemas, names []string, forbidden bool) {
	for _, f := range dotted {
		schema, name := "pg_catalog", f
		if i := strings.LastIndexByte(f, '.'); i >= 0 {
			schema, name = f[:i], f[i+1:]
		}
		schemas, names = append(schemas, schema), append(names, name)
		forbidden = forbidden || strings.Contains(name, "_to_xml") || strings.Contains(name, "advisory_") || name == "current_setting" || name == "txid_current" || name == "pg_current_xact_id"
	}
	return schemas, names, forbidden
}

// forbiddenRelation finds views of the system that show other people's statements, connections, locks and settings.
func forbiddenRelation(names []string) bool {
	for _, name := range names {
		name = name[strings.LastIndexByte(name, '.')+1:]
		if strings.HasPrefix(name, "pg_stat") || strings.HasPrefix(name, "pg_hba") || strings.HasPrefix(name, "pg_shadow") || strings.HasPrefix(name, "pg_auth") ||
			name == "pg_settings" || name == "pg_file_settings" || name == "pg_user_mapping" || name == "pg_user_mappings" || name == "pg_foreign_server" || name == "pg_largeobject" ||
			name == "pg_prepared_xacts" || name == "pg_locks" || name == "pg_config" || name == "pg_subscription" {
			return true
		}
	}
	return false
}

// readRaw reads every row as the server spells it.
func readRaw(reader *pgconn.ResultReader) (*warehouse.RawRows, error) {
	rows := &warehouse.RawRows{Headings: []warehouse.RawHeading{}, Cells: [][]*string{}}
	var meter warehouse.RawMeter
	for reader.NextRow() {
		row := make([]*string, 0, len(rows.Headings))
		for _, v := range reader.Values() {
			if v == nil {
				row = append(row, nil)
				continue
			}
			row = append(row, new(string(v)))
		}
		if err := meter.Row(row); err != nil {
			return nil, err
		}
		rows.Cells = append(rows.Cells, row)
	}
	fields := reader.FieldDescriptions()
	for i, native := range nativeNames(fields) {
		rows.Headings = append(rows.Headings, warehouse.RawHeading{Text: fields[i].Name, Native: native})
	}
	return rows, nil
}
