package sources

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"

	"sutura.dev/bundle"
	"sutura.dev/compiler/dialect"
	"sutura.dev/internal/diag"
	"sutura.dev/internal/settings"
	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/duckdb"
	"sutura.dev/internal/warehouse/postgres"
)

// RawOptions say how a source is opened for statements that nobody certified.
type RawOptions struct {
	// Worker is a command line that runs one statement (duckdb.WorkRaw).
	Worker []string
	// Credentials is a folder with each subject's connection string; empty: the source's own is used.
	Credentials string
}

// OpenRaw opens a source of b for statements that nobody certified.
func OpenRaw(ctx context.Context, s *settings.Settings, b *bundle.Bundle, alias string, o RawOptions) (warehouse.Raw, *diag.Diagnostic) {
	place := s.Sources[alias]
	var opened warehouse.Raw
	var problem *diag.Diagnostic
	var err error
	switch name := dialectOf(b, alias); name {
	case duckdb.Dialect:
		opened, err = duckdb.OpenRaw(ctx, duckdb.RawOptions{Path: place.Path, Worker: o.Worker})
	case postgres.Dialect:
		raw := postgres.RawOptions{}
		if o.Credentials != "" {
			raw.Own = Own(o.Credentials)
		} else if raw.DSN, problem = connection(s, alias, place); problem != nil {
			return nil, problem
		}
		opened, err = postgres.OpenRaw(ctx, raw)
	default:
		return nil, &diag.Diagnostic{Code: diag.SourceNotBuilt, Message: fmt.Sprintf("statements of %s cannot be executed, so run_sql cannot ask the source %s", name, alias)}
	}
	if err != nil {
		problem = unopened(alias, err)
		problem.Code, problem.Path, problem.Range = diag.ServeRaw, "sources."+alias, place.Range
		return nil, problem
	}
	return opened, nil
}

func dialectOf(b *bundle.Bundle, alias string) string {
	for _, s := range b.Sources() {
		if s.Name == alias {
			name, _ := dialect.Canonical(s.Dialect)
			return name
		}
	}
	return ""
}

// subjectForm is a subject that can be the name of a file, and of nothing above it.
var subjectForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._@+-]{0,127}$`)

// Own finds the connection string of a subject: in the folder's file of the subject's name, which holds nothing else.
func Own(dir string) func(subject string) (string, bool) {
	return func(subject string) (string, bool) {
		if !subjectForm.MatchString(subject) {
			return "", false
		}
		dsn, err := fromFile(filepath.Join(dir, subject))
		return dsn, err == nil && dsn != ""
	}
}
