package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"sutura.dev/internal/warehouse"
)

// Identity is whom a transaction runs as: a role, settings that the database's own rules read, or both.
type Identity struct {
	Role     string // empty for the login's
	Settings []Setting
}

// Setting is a setting of the session, such as app.tenant, and its value. The name is the deployment's, and has a dot: no
// setting of PostgreSQL's own has one.
type Setting struct{ Name, Value string }

// Delegates say whom statements may run as, so that what cannot be honoured is found before anybody asks.
type Delegates struct {
	Roles    []string // that are known beforehand
	Settings []string // names
	// Login says that statements keep the login's own role, so that settings alone say who asks.
	Login bool
}

// As is the database as somebody else reads it, over the same connections. The source was opened with Delegates that name
// the settings.
func (s *Source) As(who Identity) *Source {
	return &Source{pool: s.pool, attempts: s.attempts, base: s.base, as: &who}
}

// base is what a session says of itself before it is anybody else's: login, role, and the values of the settings.
type base struct {
	names  []string
	values []string // login and role first
}

// describe asks what a session says of itself; args are the names of settings.
func describe(names int) string {
	text := "SELECT session_user::text, current_user::text"
	for i := range names {
		text += fmt.Sprintf(", coalesce(current_setting($%d, true), '')", i+1)
	}
	return text
}

const (
	// maxRole is how many bytes of a name PostgreSQL keeps.
	maxRole = 63
	// unset is the role that takes a role back, however it is quoted.
	unset = "none"
)

// possible reports whether a role is one that a session can assume and that gives it no more than a role's own rights.
func possible(role string) bool {
	return role != "" && len(role) <= maxRole && role != unset && !strings.HasPrefix(role, "pg_") && !strings.ContainsRune(role, 0)
}

var (
	errRole  = errors.New("no role that can be assumed")
	errValue = errors.New("a value that no setting can have")
	errOther = errors.New("the session is not whom it was made to be")
	errStale = errors.New("the session was not as it is when nobody has used it")
)

// become makes the transaction somebody else's, and holds it to that before anything is asked. An error leaves it unused.
// doubt says that the connection was not as it should be, and that another may do.
func (s *session) become(ctx context.Context, who Identity, base base) (doubt bool, err error) {
	want := slices.Clone(base.values)
	var text strings.Builder
	var values [][]byte
	set := func(name, value string) {
		text.WriteString(map[bool]string{true: "SELECT ", false: ", "}[len(values) == 0])
		fmt.Fprintf(&text, "set_config($%d, $%d, true)", len(values)+1, len(values)+2)
		values = append(values, []byte(name), []byte(value))
	}
	for _, v := range who.Settings {
		i := slices.Index(base.names, v.Name)
		if i < 0 || strings.ContainsRune(v.Value, 0) {
			return false, &warehouse.Error{Kind: warehouse.Refused, Err: errValue}
		}
		set(v.Name, v.Value)
		want[2+i] = v.Value
	}
	if who.Role != "" {
		if !possible(who.Role) || who.Role == base.values[0] || who.Role == base.values[1] {
			return false, &warehouse.Error{Kind: warehouse.Refused, Err: errRole}
		}
		set("role", who.Role) // last: what follows runs with its rights
		want[1] = who.Role
	}
	if len(values) == 0 {
		return false, &warehouse.Error{Kind: warehouse.Refused, Err: errRole}
	}
	names := make([][]byte, len(base.names))
	for i, name := range base.names {
		names[i] = []byte(name)
	}
	var batch pgconn.Batch
	batch.ExecParams(describe(len(names)), names, nil, nil, nil)
	batch.ExecParams(text.String(), values, nil, nil, nil)
	batch.ExecParams(describe(len(names))+", (SELECT r.rolsuper FROM pg_roles AS r WHERE r.rolname = current_user)::text", names, nil, nil, nil)
	results, err := s.conn.Conn().PgConn().ExecBatch(ctx, &batch).ReadAll()
	switch {
	case err != nil && stateOf(err) != "" && ctx.Err() == nil:
		if kind := kindOf(stateOf(err)); kind == warehouse.Unavailable {
			return true, &warehouse.Error{Kind: kind, Err: err}
		}
		return false, &warehouse.Error{Kind: warehouse.Refused, Err: err} // there is no such role, or it may not be assumed
	case err != nil:
		return true, unstarted(ctx, err)
	case len(results) != 3 || !slices.Equal(told(results[0]), base.values):
		return true, &warehouse.Error{Kind: warehouse.Unavailable, Err: errStale}
	case !slices.Equal(told(results[2]), append(want, "false")):
		return false, &warehouse.Error{Kind: warehouse.Refused, Err: errOther}
	}
	return false, nil
}

// told are the texts of a result's one row.
func told(r *pgconn.Result) []string {
	if len(r.Rows) != 1 {
		return nil
	}
	out := make([]string, len(r.Rows[0]))
	for i, cell := range r.Rows[0] {
		out[i] = string(cell)
	}
	return out
}

// prepare looks at what a session says of itself, and refuses what could not be honoured: a login that is bound by no
// rule, and roles that it may not assume.
func (s *Source) prepare(ctx context.Context, d Delegates) error {
	s.base.names = slices.Sorted(slices.Values(d.Settings))
	first, err := s.texts(ctx, describe(len(s.base.names)), s.base.names...)
	if err != nil {
		return openError(err)
	}
	s.base.values = first[0]
	super, err := s.texts(ctx, "SELECT (r.rolsuper)::text FROM pg_roles AS r WHERE r.rolname IN (session_user, current_user) ORDER BY 1 DESC")
	switch {
	case err != nil:
		return openError(err)
	case len(super) == 0 || super[0][0] != "false":
		return &warehouse.OpenError{Problem: "its login is a superuser, which no rule of the database binds", Remedy: "Connect as a role without rights of its own that was granted those of the askers."}
	}
	if d.Login {
		if err := s.bound(ctx); err != nil {
			return err
		}
	}
	for _, role := range slices.Sorted(slices.Values(d.Roles)) {
		if err := s.assumable(ctx, role); err != nil {
			return err
		}
	}
	return nil
}

// bound refuses a login whose statements the database's rules on rows do not bind: settings would change nothing.
func (s *Source) bound(ctx context.Context) error {
	free, err := s.texts(ctx, `SELECT (EXISTS (SELECT 1 FROM pg_roles AS r WHERE r.rolname = current_user AND r.rolbypassrls))::text,
  (EXISTS (SELECT 1 FROM pg_class AS c WHERE c.relrowsecurity AND NOT c.relforcerowsecurity AND pg_has_role(current_user, c.relowner, 'USAGE')))::text`)
	switch {
	case err != nil:
		return openError(err)
	case free[0][0] != "false":
		return &warehouse.OpenError{Problem: "its login bypasses row-level security, so that claims would change nothing", Remedy: "Connect as a role without BYPASSRLS, or map askers to roles."}
	case free[0][1] != "false":
		return &warehouse.OpenError{Problem: "its login owns a table with row-level security, which does not bind the owner, so that claims would change nothing", Remedy: "Connect as a role that owns none, say FORCE ROW LEVEL SECURITY, or map askers to roles."}
	}
	return nil
}

// assumable refuses a role that questions could not run as.
func (s *Source) assumable(ctx context.Context, role string) error {
	remedy := "Grant it to the connection's login, without rights beyond the asker's, or correct the settings."
	if !possible(role) || role == s.base.values[0] || role == s.base.values[1] {
		return &warehouse.OpenError{Problem: "the role " + role + ", which askers have, is the login's own, or is none that can be assumed", Remedy: remedy}
	}
	session, err := s.As(Identity{Role: role}).begin(ctx)
	switch {
	case err == nil:
		session.sound = true
		session.end(ctx)
		return nil
	case warehouse.KindOf(err) != warehouse.Refused:
		return openError(err)
	}
	return &warehouse.OpenError{Problem: "the role " + role + ", which askers have, does not exist there, is a superuser, or may not be assumed by the login", Remedy: remedy, Err: err}
}
