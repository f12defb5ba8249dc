package cli

import (
	"errors"
	"regexp"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"sutura.dev/internal/clock"
	"sutura.dev/internal/nearest"
	"sutura.dev/internal/render"
)

// globalFlags are those of every command.
type globalFlags struct {
	dir    string
	bundle string
	config string
	clock  string
	color  string
	quiet  bool
}

const (
	groupAuthor = "author"
	groupAsk    = "ask"
	groupOther  = "other"
)

func (a *app) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "sutura",
		Short: "Business metrics in CUE, compiled into one pinned bundle, answered with proof",
		Long: `sutura compiles a catalog of business metrics, written in CUE, into one pinned and digested bundle,
and answers questions about those metrics: a declared metric, lowered to one statement, over definitions
whose digest travels with the rows.`,
		Example: `  sutura demo                                     see it work
  sutura check                                    everything that a pull request must pass
  sutura compile revenue --by channel --range 2026
  sutura ask revenue --grain month --range 2026 --plot`,
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
		PersistentPreRunE: func(*cobra.Command, []string) error { return a.global() },
		Args:              a.noSuchCommand,
		RunE:              func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetIn(a.In)
	root.SetOut(a.product)
	root.SetErr(a.Err)
	root.SetFlagErrorFunc(flagError)
	root.SetHelpTemplate(helpTemplate)
	root.SetHelpCommand(a.helpCommand())
	root.AddGroup(&cobra.Group{ID: groupAuthor, Title: "Writing a catalog:"},
		&cobra.Group{ID: groupAsk, Title: "Asking:"}, &cobra.Group{ID: groupOther, Title: "Other:"})
	root.AddCommand(a.commands()...)

	f := root.PersistentFlags()
	f.StringVarP(&a.flags.dir, "dir", "C", "", "the catalog's `DIR` (default: the nearest parent with catalog/ or sutura.lock)")
	f.StringVar(&a.flags.bundle, "bundle", "", "use this bundle `FILE` instead of compiling a catalog")
	f.StringVar(&a.flags.config, "config", "", "the settings `FILE` (default: SUTURA_CONFIG, then sutura.yaml beside the catalog)")
	f.StringVar(&a.flags.clock, "clock", "", "take `TIME` for now: 2026-07-01 or 2026-07-01T12:00:00Z")
	f.BoolVarP(&a.flags.quiet, "quiet", "q", false, "print the product and problems only")
	must(root.MarkPersistentFlagDirname("dir"))
	must(root.MarkPersistentFlagFilename("bundle"))
	must(root.MarkPersistentFlagFilename("config", "yaml", "yml"))
	choiceFlag(root, f, &a.flags.color, "color", "when to colour", string(render.Auto), string(render.Always), string(render.Never))
	return root
}

// global reads the global flags.
func (a *app) global() error {
	a.look(render.When(a.flags.color))
	_, err := a.clock()
	return err
}

// clock is the machine's, or the one that was asked for.
func (a *app) clock() (clock.Clock, error) {
	if a.flags.clock == "" {
		return clock.System, nil
	}
	for _, layout := range []string{time.RFC3339, time.DateOnly} {
		if t, err := time.Parse(layout, a.flags.clock); err == nil {
			return clock.Fixed(t.UTC()), nil
		}
	}
	return nil, usage("--clock takes an instant: 2026-07-01T12:00:00Z, or a day, which begins at midnight UTC", "")
}

func (a *app) noSuchCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return usage("there is no such command", suggest(args[0], names, "`sutura --help` lists them."))
}

// suggest is "Did you mean x?", or otherwise.
func suggest(name string, names []string, otherwise string) string {
	if n, ok := nearest.Name(name, names); ok {
		return "Did you mean " + n + "?"
	}
	return otherwise
}

// flagError says in our words what is wrong with a flag.
func flagError(cmd *cobra.Command, err error) error {
	help := "`" + cmd.CommandPath() + " --help` lists the flags"
	var (
		unknown *pflag.NotExistError
		value   *pflag.InvalidValueError
		missing *pflag.ValueRequiredError
	)
	switch {
	case errors.As(err, &unknown):
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		name := flagNamed(unknown)
		if hint := foreignFlag(strings.TrimPrefix(name, "--"), names); hint != "" {
			return usage("`"+cmd.CommandPath()+"` has no "+name, hint)
		}
		return usage("`"+cmd.CommandPath()+"` has no "+name, suggest(name, names, help))
	case errors.As(err, &missing):
		return usage("--"+missing.GetFlag().Name+" needs a value", help)
	case errors.As(err, &value) && errors.Is(err, errTwice):
		return usage("--"+value.GetFlag().Name+" is given twice", "Keep one of the two.")
	case errors.As(err, &value):
		return usage("--"+value.GetFlag().Name+" does not take such a value: "+takes(value.GetFlag()), help)
	}
	return usage("the flags cannot be read", help)
}

var flagForm = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9-]{0,39}$`)

// flagNamed is a flag as it was typed, where it looks like one.
func flagNamed(unknown *pflag.NotExistError) string {
	name := unknown.GetSpecifiedName()
	switch {
	case !flagForm.MatchString(name):
		return "such flag"
	case unknown.GetSpecifiedShortnames() != "":
		return "-" + name
	}
	return "--" + name
}

func takes(f *pflag.Flag) string {
	if c, ok := f.Value.(choice); ok {
		return "it takes " + oneOf(c.of)
	}
	switch f.Value.Type() {
	case "int":
		return "it takes a whole number"
	case "bool":
		return "it takes true or false, or nothing"
	case "duration":
		return "it takes a time such as 30s or 2m"
	}
	return "see its description"
}

// noArgs refuses arguments.
func noArgs(cmd *cobra.Command, args []string) error { return maxArgs(0)(cmd, args) }

// maxArgs refuses more than n arguments.
func maxArgs(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > n {
			takes := "at most " + count(n, "argument")
			if n == 0 {
				takes = "no arguments"
			}
			return usage("`"+cmd.CommandPath()+"` takes "+takes, "`"+cmd.CommandPath()+" --help` shows how it is used.")
		}
		return nil
	}
}

// words completes one of a closed set.
func words(of ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(of, cobra.ShellCompDirectiveNoFileComp)
}

// commands lists the verbs.
func (a *app) commands() []*cobra.Command {
	return []*cobra.Command{
		a.initCommand(), a.checkCommand(), a.compileCommand(), a.diffCommand(), a.goldensCommand(), a.valuesCommand(), a.schemaCommand(),
		a.askCommand(), a.describeCommand(), a.matrixCommand(), a.searchCommand(), a.verifyCommand(), a.serveCommand(), a.promptCommand(), a.coverageCommand(),
		a.completionCommand(), a.demoCommand(), a.doctorCommand(), a.versionCommand(), a.rawWorkerCommand(),
	}
}

// must holds for what only a mistake of ours can break.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
