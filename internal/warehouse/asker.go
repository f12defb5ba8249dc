package warehouse

import (
	"context"
	"time"

	"sutura.dev/compiler/dialect"
)

// Asker is who asks, as a verified token of an identity provider has it.
type Asker struct {
	Subject string
	Groups  []string
	// Claims are those of the token, as encoding/json decodes them, numbers as json.Number. Nobody changes them.
	Claims map[string]any
}

// Delegating is a source whose questions run as the one who asks. Its own methods run as the connection's login: that is
// for those who run the service, and for no question.
type Delegating interface {
	Source
	// For is the source as an asker reads it. Keys are equal for askers whom the data system cannot tell apart. ok is
	// false where the asker is nobody there.
	For(Asker) (as Source, key string, ok bool)
}

// Nobody is a source as somebody reads it who has no identity there: nothing is asked of it.
func Nobody(dialect string) Source { return nobody(dialect) }

type nobody string

var errNobody = &Error{Kind: NoCredential}

func (n nobody) Dialect() string { return string(n) }

func (nobody) Query(context.Context, dialect.Statement) (*Result, error) { return nil, errNobody }

func (nobody) Parse(context.Context, string) error { return errNobody }

func (nobody) Tables(context.Context) ([]Table, error) { return nil, errNobody }

func (nobody) Offsets(context.Context, string, []time.Time) ([]time.Duration, error) {
	return nil, errNobody
}

func (nobody) Close() error { return nil }
