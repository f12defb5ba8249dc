package cli

import (
	"context"
	"io"
	"log/slog"
	"math"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"sutura.dev/internal/answer"
	"sutura.dev/internal/serve"
	"sutura.dev/internal/serve/ops"
	"sutura.dev/internal/settings"
)

type serveFlags struct {
	http      string
	auth      string
	ops       string
	digest    string
	scopes    []string
	audiences []string
	dry       bool
}

func (a *app) serveCommand() *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:     "serve [BUNDLE or DIR]",
		GroupID: groupAsk,
		Short:   "Serve agents over MCP and HTTP",
		Long: `Serve one bundle to agents: over standard input and output, or with --http over the network. A catalog's folder is
compiled first. Nothing is served before the lock, the digest, the sources' tables and keys, and every anchor hold; what does
not is listed, all at once. SIGHUP reads everything again and swaps the bundle once it holds; SIGTERM lets running questions
finish. Standard output belongs to the protocol: everything for people is on standard error.`,
		Example: `  sutura serve
  sutura serve shop.bundle.json --digest sha256:4f1c...
  sutura serve --http 127.0.0.1:8080 --auth none
  SUTURA_TOKEN=... sutura serve --http :8080 --auth token
  sutura serve --http :8080 --auth jwt
  sutura serve --check`,
		Args: maxArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return a.serve(cmd.Context(), cmd, &f, args) },
	}
	cmd.Flags().StringVar(&f.http, "http", "", "serve over HTTP at this `ADDR` instead of standard input and output")
	cmd.Flags().Var(choice{&f.auth, []string{"none", "token", "jwt"}}, "auth", "how callers over HTTP are known: none (loopback only), token, or jwt of an identity provider")
	cmd.Flags().StringVar(&f.ops, "ops", "", "where health, status and metrics are: an `ADDR`, or off")
	cmd.Flags().StringVar(&f.digest, "digest", "", "refuse to serve a bundle with another `DIGEST`")
	cmd.Flags().StringSliceVar(&f.scopes, "scopes", nil, "what the one caller may do: "+strings.Join(scopeNames(), ", "))
	cmd.Flags().StringSliceVar(&f.audiences, "audiences", nil, "whose metrics the one caller sees, besides everyone's")
	cmd.Flags().BoolVar(&f.dry, "check", false, "verify everything, print what would be served, and end")
	must(cmd.RegisterFlagCompletionFunc("scopes", words(scopeNames()...)))
	return cmd
}

func scopeNames() []string {
	var out []string
	for _, s := range serve.Scopes() {
		out = append(out, string(s))
	}
	return out
}

// texts are the flags that stand for one setting each.
func (f *serveFlags) texts(v *settings.Serving) []struct {
	flag, key, says string
	to              *string
} {
	return []struct {
		flag, key, says string
		to              *string
	}{
		{"http", "http.addr", f.http, &v.HTTP.Addr}, {"auth", "http.auth", f.auth, &v.HTTP.Auth},
		{"ops", "ops_addr", f.ops, &v.OpsAddr}, {"digest", "digest", f.digest, &v.Digest},
	}
}

// over is the settings with what the command line says in its place.
func (f *serveFlags) over(v settings.Serving, said func(flag string) bool) settings.Serving {
	for _, t := range f.texts(&v) {
		if said(t.flag) {
			*t.to = t.says
		}
	}
	if said("scopes") {
		v.Scopes = f.scopes
	}
	if said("audiences") {
		v.Audiences = f.audiences
	}
	return v
}

// check refuses what the settings would be refused for.
func (f *serveFlags) check(said func(flag string) bool) error {
	for _, t := range f.texts(&settings.Serving{}) {
		if said(t.flag) && !settings.Takes(t.key, t.says) {
			return usage("--"+t.flag+" takes "+settings.Wanted(t.key), "")
		}
	}
	if said("scopes") {
		for _, s := range f.scopes {
			if !slices.Contains(scopeNames(), s) {
				return usage("--scopes takes a list of "+oneOf(scopeNames()), suggest(s, scopeNames(), ""))
			}
		}
	}
	return nil
}

func (a *app) serve(ctx context.Context, cmd *cobra.Command, f *serveFlags, args []string) error {
	if err := f.check(cmd.Flags().Changed); err != nil {
		return err
	}
	if err := a.target(args); err != nil {
		return err
	}
	log := slog.New(slog.NewJSONHandler(a.Err, nil))
	d := &deployment{app: a, flags: f, said: cmd.Flags().Changed, log: log, hangup: make(chan os.Signal, 1)}
	signal.Notify(d.hangup, syscall.SIGHUP) // from the start: one that comes early is served when it can be
	defer signal.Stop(d.hangup)
	pin, err := d.start(ctx)
	if err != nil {
		return err
	}
	defer d.close()
	traces := d.serving.Traces != "" || a.getenv("OTEL_EXPORTER_OTLP_ENDPOINT") != "" || a.getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") != ""
	watch, err := ops.New(ctx, ops.Options{Version: buildFacts().Version, Traces: d.serving.Traces, FromEnvironment: traces && d.serving.Traces == "", Log: log})
	if err != nil {
		pin.Close()
		return failed("spans cannot be sent to the configured address", "Correct telemetry.traces, or the variables of OpenTelemetry.")
	}
	service := serve.New(pin, serve.Options{Settings: d.serving, Additions: d.additions, ResumeSecrets: d.resumes, Audit: d.audit, Log: log, Observer: watch})
	watch.Watch(service)
	debug.SetGCPercent(100) // a server is long; what Main sets is for what is short
	debug.SetMemoryLimit(math.MaxInt64)
	debug.FreeOSMemory()
	return d.run(ctx, service, watch)
}

// target takes the argument for the bundle or the folder that it is.
func (a *app) target(args []string) error {
	if len(args) == 0 {
		return nil
	}
	info, err := os.Stat(args[0])
	switch {
	case err != nil:
		return unreadable(args[0], err)
	case info.IsDir() && a.flags.dir != "" || !info.IsDir() && a.flags.bundle != "":
		return usage("what to serve is said twice", "Give it as an argument or with a flag.")
	case info.IsDir():
		a.flags.dir = args[0]
	default:
		a.flags.bundle = args[0]
	}
	return nil
}

// posture tells the operator what is served, to whom, and within which bounds.
func (d *deployment) posture(s *serve.Service) {
	v := d.serving
	status := s.Status(context.Background())
	var sources, tools []string
	for _, source := range status.Sources {
		as := ""
		if source.Posture == answer.PostureSubject {
			as = ", as the one who asks"
		}
		sources = append(sources, source.Name+" ("+source.Dialect+", read-only"+as+")")
	}
	for _, c := range s.Granted(d.caller) {
		tools = append(tools, c.Name)
	}
	at := "standard input and output, one local caller"
	if d.listener != nil {
		at = "http://" + d.listener.Addr().String() + ", " + map[string]string{"none": "anybody on this machine, as one caller", "token": "one static token", "jwt": "tokens of an identity provider"}[v.HTTP.Auth]
	}
	operations := "off"
	if d.operations != nil {
		operations = "http://" + d.operations.Addr().String()
	}
	callers := [][2]string{{"caller", d.caller.Subject + ": scopes " + listOr(d.serving.Scopes, "all") + "; sees " + sees(d.serving.Audiences)}}
	if d.listener != nil && v.HTTP.Auth == "jwt" {
		callers = provider(v.HTTP.JWT)
	}
	values := map[bool]string{false: "hashed", true: "clear"}[v.AuditClear]
	audit := "standard error, filter values " + values
	if v.AuditPath != "" {
		audit = shown(v.AuditPath) + ", filter values " + values
	}
	raw := "off"
	if d.rawPosture != "" {
		raw = d.rawPosture
	}
	d.app.msg.Fields(slices.Concat([][2]string{
		{"serving", status.Bundle.Name + " " + status.Bundle.Version + ", " + status.Bundle.Digest},
		{"verified", count(status.Bundle.Metrics, "metric") + ", " + count(status.Bundle.Anchors, "anchor") + " met, tables and keys as declared"},
		{"sources", strings.Join(sources, ", ")},
		{"reached", at},
	}, callers, [][2]string{
		{"tools", listOr(tools, "none")},
		{"ungoverned", raw},
		{"bounds", count(v.MaxConcurrent, "call") + " at once, " + v.AdmissionTimeout.String() + " for a slot, " + v.RequestTimeout.String() + " for an answer"},
		{"budgets", budgets(v)},
		{"audit", audit},
		{"operations", operations},
	}))
	for _, audience := range d.idle {
		d.app.msg.Note("no metric has the audience " + audience + "; it shows nothing more")
	}
	for _, w := range status.Warnings {
		d.app.msg.Note(w)
	}
	_ = d.app.msg.Flush()
}

// sees says whose metrics exist for a caller of these audiences; nil is of all.
func sees(audiences []string) string {
	switch {
	case audiences == nil:
		return "every metric"
	case len(audiences) == 0:
		return "what everyone sees"
	}
	return "what everyone sees, and " + strings.Join(audiences, ", ")
}

// listOr joins names; nil is otherwise.
func listOr(names []string, otherwise string) string {
	if names == nil {
		return otherwise
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

func budgets(v settings.Serving) string {
	var out []string
	if v.QuestionsPerMinute > 0 {
		out = append(out, count(v.QuestionsPerMinute, "question")+" a minute")
	}
	if v.RowsPerDay > 0 {
		out = append(out, count(v.RowsPerDay, "row")+" a day")
	}
	return listOr(out, "none")
}

// auditFile opens where audit lines are appended to.
func auditFile(path string, otherwise io.Writer) (io.Writer, func(), error) {
	if path == "" {
		return otherwise, func() {}, nil
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, nil, err
	}
	return f, func() { _ = f.Close() }, nil
}
