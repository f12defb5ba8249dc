package cli

import (
	"context"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"sutura.dev/bundle"
	"sutura.dev/compiler/dialect"
	"sutura.dev/internal/diag"
	"sutura.dev/internal/serve"
	"sutura.dev/internal/serve/identity"
	"sutura.dev/internal/settings"
	"sutura.dev/internal/sources"
	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/duckdb"
	"sutura.dev/internal/warehouse/postgres"
)

// rawWorker is the hidden command that runs one statement and ends.
const rawWorker = "statement"

func (a *app) rawWorkerCommand() *cobra.Command {
	return &cobra.Command{
		Use: rawWorker, Hidden: true, Args: noArgs, Short: "Run one statement for run_sql",
		RunE: func(*cobra.Command, []string) error {
			if code := duckdb.WorkRaw(a.In, a.Out); code != exitClean {
				return &failure{code: code}
			}
			return nil
		},
	}
}

// rawWanted reports whether run_sql is switched on, for anybody.
func (d *deployment) rawWanted() bool {
	v := d.serving
	return slices.Contains(v.Doors, string(serve.DoorSQL)) && (d.knownApart() || v.Scopes == nil || slices.Contains(v.Scopes, string(serve.SQLRun)))
}

// knownApart reports whether each caller is known by a token of their own.
func (d *deployment) knownApart() bool {
	return d.serving.HTTP.Addr != "" && d.serving.HTTP.Auth == "jwt"
}

// rawRefused is every reason for which run_sql, where it is switched on, may not run over a bundle.
func (d *deployment) rawRefused(b *bundle.Bundle, s *settings.Settings) diag.List {
	if !d.rawWanted() {
		return nil
	}
	alias, speaks, found := rawSource(b, d.serving.Raw.Source)
	if s.Sources[alias].Subjects != nil && !d.ownCredentials(speaks) {
		found = append(found, refusedRaw("questions of the source "+alias+" run as those who ask, and a statement could undo that: its login only assumes their roles",
			"Give each caller a login of their own in raw.credentials, or leave the door sql out."))
	}
	return append(found, d.rawAllowed(speaks)...)
}

// openRaw opens the source that run_sql asks; nothing refuses it.
func (d *deployment) openRaw(ctx context.Context, b *bundle.Bundle, s *settings.Settings) (warehouse.Raw, diag.List) {
	alias, speaks, _ := rawSource(b, d.serving.Raw.Source)
	exe, err := os.Executable()
	if err != nil {
		return nil, diag.List{refusedRaw("run_sql starts this program anew for each statement, and its file cannot be found", "")}
	}
	o := sources.RawOptions{Worker: []string{exe, rawWorker}}
	if d.ownCredentials(speaks) {
		o.Credentials = d.serving.Raw.Credentials
	}
	raw, problem := sources.OpenRaw(ctx, s, b, alias, o)
	if problem != nil {
		return nil, diag.List{*problem}
	}
	d.rawPosture = alias + " (" + raw.Dialect() + "): " + raw.Posture()
	return raw, nil
}

func refusedRaw(message, hint string) diag.Diagnostic {
	return diag.Diagnostic{Code: diag.ServeRaw, Message: message, Hint: hint}
}

// rawSource is the source that run_sql asks, and its dialect.
func rawSource(b *bundle.Bundle, named string) (alias, speaks string, found diag.List) {
	var names []string
	for _, s := range b.Sources() {
		names = append(names, s.Name)
		if s.Name == named || named == "" {
			alias = s.Name
			speaks, _ = dialect.Canonical(s.Dialect)
		}
	}
	switch {
	case named == "" && len(names) != 1:
		return "", "", diag.List{refusedRaw("nothing says which source run_sql asks", "Set raw.source to "+oneOf(names)+".")}
	case alias == "":
		return "", "", diag.List{refusedRaw("raw.source names no source of the catalog", suggest(named, names, "Name "+oneOf(names)+"."))}
	}
	return alias, speaks, nil
}

// ownCredentials reports whether each statement runs under its caller's own login.
func (d *deployment) ownCredentials(speaks string) bool {
	return d.serving.Raw.Credentials != "" && speaks == postgres.Dialect && d.knownApart()
}

// rawAllowed refuses what would let somebody read more than is theirs.
func (d *deployment) rawAllowed(speaks string) diag.List {
	v := d.serving
	var found diag.List
	if d.ownCredentials(speaks) {
		return nil
	}
	switch {
	case v.Raw.Mode == "":
		hint := "Set mode: single_user and mode_reason where one person uses this deployment, or leave the door sql out."
		if speaks == postgres.Dialect {
			hint += " For several, know them by an identity provider, and set raw.credentials."
		}
		found = append(found, refusedRaw("run_sql would run everybody's statements under one credential", hint))
	case v.Raw.Reason == "":
		found = append(found, refusedRaw("mode is single_user, and nothing says why", "Set mode_reason to a sentence."))
	}
	if v.Raw.Mode != "" && v.HTTP.Addr != "" && !identity.Loopback(v.HTTP.Addr) {
		found = append(found, refusedRaw("mode is single_user, and the address can be reached from other machines", "Serve at 127.0.0.1 or over standard input, or leave the door sql out."))
	}
	if speaks == postgres.Dialect && v.Raw.Acknowledged == "" {
		found = append(found, refusedRaw("run_sql would use the source's login, and nobody has acknowledged what it can do",
			"Look what the login may read, and which functions it may call; then say so in raw.acknowledged."))
	}
	return found
}
