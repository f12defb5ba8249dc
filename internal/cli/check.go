package cli

import (
	"slices"

	"github.com/spf13/cobra"

	"sutura.dev/internal/render"
)

const defaultMaxDiagnostics = 100

type checkFlags struct {
	format string
	strict bool
	max    int
}

func (a *app) checkCommand() *cobra.Command {
	var f checkFlags
	cmd := &cobra.Command{
		Use:     "check [DIR]",
		GroupID: groupAuthor,
		Short:   "Check everything about a catalog",
		Long: `Check a catalog: CUE and the schema, names and references, every expression, and every metric's statement. It
needs no warehouse and no credentials. It ends with 1 when there is an error (or, with --strict, a warning).`,
		Example: `  sutura check
  sutura check path/to/catalog --strict
  sutura check --format json
  sutura check --format sarif > sutura.sarif`,
		Args: maxArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if slices.Contains(reportFormats(), f.format) && !cmd.Flags().Changed("max-diagnostics") {
				f.max = 0 // the services have bounds of their own
			}
			return a.check(f, args)
		},
	}
	formatFlag(cmd, &f.format, append([]string{"text", "json"}, reportFormats()...)...)
	cmd.Flags().BoolVar(&f.strict, "strict", false, "a warning is a problem too")
	cmd.Flags().IntVar(&f.max, "max-diagnostics", defaultMaxDiagnostics, "how many findings to print; 0 prints all")
	return cmd
}

func (a *app) check(f checkFlags, args []string) error {
	if f.max < 0 {
		return usage("--max-diagnostics takes 0 or more", "")
	}
	if a.flags.bundle != "" {
		return usage("check reads a catalog, not a bundle", "leave out --bundle")
	}
	dir := ""
	if len(args) == 1 {
		dir = args[0]
	}
	root, err := a.root(dir)
	if err != nil {
		return err
	}
	stop := a.working("checking")
	w, err := compileCatalog(root)
	if stop(); err != nil {
		return err
	}
	found := render.Select(w.findings, f.max)
	switch f.format {
	case "text":
		a.out.Diagnostics(found, w.files)
		a.verdict(found, w)
	case "json":
		err = a.out.JSON(found.Wire(w.files))
	default:
		err = a.printReport(f.format, render.Report{
			Findings: found, Files: inRepository(root, w.files), Subject: w.subject(), Read: w.read, Strict: f.strict, Version: buildFacts().Version,
		})
	}
	if err != nil {
		return err
	}
	if found.Errors > 0 || f.strict && found.Warnings > 0 {
		return errFound
	}
	return nil
}

func (a *app) verdict(found render.Diagnostics, w *workspace) {
	if summary := found.Summary(); summary != "" {
		a.out.Line("%s", summary)
	}
	if found.Errors > 0 || a.flags.quiet {
		return
	}
	a.out.Checks(render.Check{OK: true, What: w.subject(), Found: render.Short(w.bundle.Digest())})
}
