package postgres

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"

	"sutura.dev/internal/clock"
	"sutura.dev/internal/warehouse"
)

// limited is when the server stops a statement by itself; the zero time where it does not.
type limited struct{ at time.Time }

// rawFailure sorts why a raw statement gave nothing.
func rawFailure(ctx context.Context, limit limited, err error) error {
	if e, ok := errors.AsType[*warehouse.RawError](err); ok {
		return e
	}
	code := stateOf(err)
	if e, ok := errors.AsType[*warehouse.Error](err); ok && code == "" {
		return &warehouse.RawError{Code: cmp.Or(rawKinds[e.Kind], warehouse.RawFailed), Err: err}
	}
	if code == stopped && !limit.at.IsZero() && !clock.System().Before(limit.at) {
		return &warehouse.RawError{Code: warehouse.RawDeadline, Err: err}
	}
	if out := warehouse.RawOf(ctx, err); out.Code != warehouse.RawFailed {
		return out
	}
	return &warehouse.RawError{Code: rawCode(code), Err: err}
}

// rawCode sorts SQLSTATE codes.
func rawCode(code string) warehouse.RawCode {
	if code == "" {
		return warehouse.RawUnavailable // no word from the server: the connection broke
	}
	switch code {
	case "25006":
		return warehouse.RawWrites
	case "08P01": // a parameter without a value
		return warehouse.RawWrong
	case "42501":
		return warehouse.RawDenied
	case "42601", "42602", "42622":
		return warehouse.RawUnreadable
	case "54001", "54011", "54023":
		return warehouse.RawTooDeep
	}
	if out, ok := rawClasses[code[:2]]; ok {
		return out
	}
	return warehouse.RawFailed
}

// rawClasses are classes of codes.
var rawClasses = map[string]warehouse.RawCode{
	"08": warehouse.RawUnavailable, "0A": warehouse.RawWrong, "21": warehouse.RawValue, "22": warehouse.RawValue, "25": warehouse.RawForbidden, "28": warehouse.RawDenied,
	"2F": warehouse.RawForbidden, "42": warehouse.RawWrong, "53": warehouse.RawExhausted, "54": warehouse.RawExhausted, "57": warehouse.RawUnavailable, "58": warehouse.RawUnavailable,
}

// rawKinds are the codes of what kept a statement from being sent.
var rawKinds = map[warehouse.Kind]warehouse.RawCode{
	warehouse.Unavailable: warehouse.RawUnavailable, warehouse.Refused: warehouse.RawDenied, warehouse.Deadline: warehouse.RawDeadline,
	warehouse.Cancelled: warehouse.RawCancelled, warehouse.Exhausted: warehouse.RawExhausted,
}

// hangUp ends a connection, and what still runs on it.
func hangUp(conn *pgconn.PgConn) {
	ctx, cancel := context.WithTimeout(context.Background(), cancelPatience)
	defer cancel()
	_ = conn.Close(ctx)
}

// nativeNames are PostgreSQL's words for types; what is no part of it is other.
func nativeNames(fields []pgconn.FieldDescription) []string {
	known, out := pgtype.NewMap(), make([]string, len(fields))
	for i, f := range fields {
		out[i] = "other"
		if t, ok := known.TypeForOID(f.DataTypeOID); ok {
			out[i] = t.Name
		}
	}
	return out
}
