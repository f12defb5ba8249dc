package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sutura.dev/bundle/question"
	"sutura.dev/compiler/dialect"
	"sutura.dev/compiler/plan"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/render"
)

type compileFlags struct {
	questionFlags
	dialect string
	plan    bool
	format  string
	output  string
	pin     bool
}

func (a *app) compileCommand() *cobra.Command {
	var f compileFlags
	cmd := &cobra.Command{
		Use:     "compile [METRIC...]",
		GroupID: groupAuthor,
		Short:   "Preview the statement of a question, or make the bundle",
		Long: `With metrics, print the statement that a question about them becomes, and its binds; nothing is run. Without,
print what the catalog compiles to; -o writes it as a bundle, which other verbs take with --bundle, and --pin writes
sutura.lock: what each metric means, as digests, for the catalog's repository to keep.`,
		Example: `  sutura compile revenue --by channel --grain month --range 2026
  sutura compile revenue --range 2026-Q2 --where channel=web,store --dialect postgres
  sutura compile revenue orders --range last-3-months --plan
  sutura compile -o shop.bundle.json
  sutura compile --pin`,
		RunE: func(_ *cobra.Command, args []string) error { return a.compile(f, args) },
	}
	f.add(a, cmd)
	cmd.Flags().Var(choice{&f.dialect, dialectNames()}, "dialect", "the dialect to write (default: that of the metric's source)")
	must(cmd.RegisterFlagCompletionFunc("dialect", words(dialect.Names()...)))
	cmd.Flags().BoolVar(&f.plan, "plan", false, "explain what is computed instead of printing the statement")
	formatFlag(cmd, &f.format, "text", "json", "sql")
	cmd.Flags().StringVarP(&f.output, "output", "o", "", "write the bundle to `FILE`")
	cmd.Flags().BoolVar(&f.pin, "pin", false, "write sutura.lock")
	return cmd
}

// dialectNames are the names that --dialect takes, other spellings included.
func dialectNames() []string { return dialect.Spellings() }

func (a *app) compile(f compileFlags, metrics []string) error {
	if len(metrics) == 0 && f.byFlags() && len(f.saved.params) == 0 {
		return a.compileBundle(f)
	}
	if f.output != "" || f.pin {
		return usage("-o and --pin write of the whole catalog, and a question is about a part of it", "Leave out the metrics, or the flag.")
	}
	q, err := f.question(a, metrics)
	if err != nil {
		return err
	}
	w, err := a.open()
	if err != nil {
		return err
	}
	q, refusal, err := f.fill(a, w.view(), q)
	switch {
	case err != nil:
		return err
	case refusal != nil:
		return a.refused(q, refusal, "compile", f.format == "json")
	}
	now, err := a.clock()
	if err != nil {
		return err
	}
	p, refusal, wrong := plan.Resolve(w.view(), q, now())
	switch {
	case wrong != nil:
		return malformed(wrong, f.byFlags())
	case refusal != nil:
		return a.refused(q, refusal, "compile", f.format == "json")
	}
	name := p.Source.Dialect
	if f.dialect != "" {
		name = f.dialect
	}
	s, err := dialect.Render(p, name)
	if u, ok := errors.AsType[*dialect.Unsupported](err); ok {
		return a.refused(q, answer.Unsupported(w.view(), p, u), "compile", f.format == "json")
	}
	if err != nil {
		return failed("the statement cannot be written in "+name, "Choose another with --dialect: "+oneOf(dialect.Names())+".")
	}
	if dialect.StateOf(name) != dialect.Proven {
		a.msg.Note(fmt.Sprintf("%s is a preview: sutura writes its statements and does not answer from them", dialect.Title(name)))
		a.msg.Note("its statements count on " + dialect.Session(name))
	}
	return a.preview(f, p, s)
}

func (a *app) preview(f compileFlags, p *plan.Plan, s dialect.Statement) error {
	switch {
	case f.format == "json":
		return a.out.JSON(previewOf(p, s))
	case f.format == "sql" && f.plan:
		return usage("--plan explains in words, and --format sql is the statement", "Leave one of them out.")
	case f.format == "sql":
		a.out.Raw([]byte(strings.TrimRight(s.Text(), "\n") + "\n"))
		return nil
	case f.plan:
		for line := range strings.Lines(p.Explain()) {
			a.out.Line("%s", render.Escape(strings.TrimRight(line, "\n")))
		}
	default:
		a.out.Statement(s)
	}
	if len(p.Notes) > 0 {
		a.out.Line("")
	}
	notes(a.out, p.Notes)
	return nil
}

func notes(to *render.Printer, notes []plan.Note) {
	for _, n := range notes {
		to.Note(n.Text)
	}
}

// previewJSON is a statement that was not run.
type previewJSON struct {
	Question  question.Question `json:"question"` // as understood
	Dialect   string            `json:"dialect"`
	SQL       string            `json:"sql"`
	Binds     []dialect.Bind    `json:"binds"`
	Columns   []dialect.Column  `json:"columns"`
	Statement string            `json:"statement"` // digest, as in an answer's provenance
	Plan      string            `json:"plan"`
	Notes     []plan.Note       `json:"notes"`
}

func previewOf(p *plan.Plan, s dialect.Statement) previewJSON {
	return previewJSON{
		Question: p.Question, Dialect: s.Dialect(), SQL: s.Text(), Binds: append([]dialect.Bind{}, s.Binds()...),
		Columns: s.Columns(), Statement: answer.StatementDigest(s), Plan: p.Explain(), Notes: append([]plan.Note{}, p.Notes...),
	}
}

// refused prints the refusal of a question as the product, with the commands that ask its suggestions.
func (a *app) refused(q question.Question, r *question.Refusal, verb string, asJSON bool) error {
	if asJSON {
		if err := a.out.RefusalJSON(r); err != nil {
			return err
		}
		return errFound
	}
	var commands [][]string
	for _, q := range r.Suggestions {
		if f, ok := question.FlagsOf(q); ok {
			commands = append(commands, append(a.again(verb), f.Args()...))
		}
	}
	a.out.Refusal(r, wrongDimensions(q, r), commands)
	return errFound
}

// wrongDimensions are the dimensions of a question that cannot be asked, where it names several.
func wrongDimensions(q question.Question, r *question.Refusal) []string {
	if r.Code != question.DimensionNotPermitted || r.Space == nil || len(q.Dimensions) < 2 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(q.Dimensions), func(name string) bool {
		return slices.ContainsFunc(r.Space.Dimensions, func(d question.SpaceDim) bool { return d.Name == name })
	})
}

// again is the start of a command line like this one: the flags that say what is asked about, and a verb.
func (a *app) again(verb string) []string {
	words := []string{"sutura"}
	for _, f := range [][2]string{{"-C", a.flags.dir}, {"--bundle", a.flags.bundle}, {"--config", a.flags.config}, {"--clock", a.flags.clock}} {
		if f[1] != "" {
			words = append(words, f[0], f[1])
		}
	}
	return append(words, verb)
}

func (a *app) compileBundle(f compileFlags) error {
	if len(f.Args()) > 0 || f.plan || f.format == "sql" {
		return usage("a question names at least one metric", "`sutura describe` lists the metrics.")
	}
	if f.pin && a.flags.bundle != "" {
		return usage("--pin pins a catalog, not a bundle", "Leave out --bundle.")
	}
	w, err := a.open()
	if err != nil {
		return err
	}
	if f.output != "" {
		if err := os.WriteFile(f.output, w.bundle.Bytes(), 0o666); err != nil {
			return unwritable(f.output, err)
		}
		a.say("%s: %s, %s", render.Escape(f.output), w.bundle.Digest(), count(len(w.bundle.Metrics()), "metric"))
	}
	switch {
	case f.pin:
		return a.pin(w)
	case f.output != "":
		return nil
	}
	return a.summary(w, f.format)
}

// summaryJSON is what a bundle holds.
type summaryJSON struct {
	Name    string       `json:"name"`
	Version string       `json:"version"`
	Digest  string       `json:"digest"`
	Zone    string       `json:"timezone"`
	Sources []sourceJSON `json:"sources"`
	Models  []string     `json:"models"`
	Metrics []metricJSON `json:"metrics"`
}

type sourceJSON struct {
	Name    string `json:"name"`
	Dialect string `json:"dialect"`
}

func (a *app) summary(w *workspace, format string) error {
	b := w.bundle
	about := b.About()
	if format == "json" {
		out := summaryJSON{Name: about.Name, Version: about.Version, Digest: b.Digest(), Zone: about.Calendar.Timezone,
			Sources: []sourceJSON{}, Models: []string{}, Metrics: []metricJSON{}}
		for _, s := range b.Sources() {
			out.Sources = append(out.Sources, sourceJSON{s.Name, s.Dialect})
		}
		for _, m := range b.Models() {
			out.Models = append(out.Models, m.Name)
		}
		for i := range b.Metrics() {
			out.Metrics = append(out.Metrics, metricOf(&b.Metrics()[i]))
		}
		return a.out.JSON(out)
	}
	var sources []string
	for _, s := range b.Sources() {
		sources = append(sources, fmt.Sprintf("%s (%s)", s.Name, s.Dialect))
	}
	a.out.Fields([][2]string{
		{"catalog", about.Name + " " + about.Version}, {"digest", b.Digest()}, {"zone", about.Calendar.Timezone},
		{"sources", strings.Join(sources, ", ")}, {"models", count(len(b.Models()), "model")}, {"metrics", count(len(b.Metrics()), "metric")},
	})
	a.out.Line("")
	a.out.Table(metricTable(b.Metrics()))
	return nil
}
