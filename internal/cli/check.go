package cli

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"sutura.dev/goldens"
	"sutura.dev/internal/render"
)

const defaultMaxDiagnostics = 100

// driftShown is how many goldens that differ check shows; goldens diff shows all.
const driftShown = 3

type checkFlags struct {
	format  string
	strict  bool
	max     int
	against string
	prove   bool
}

func (a *app) checkCommand() *cobra.Command {
	var f checkFlags
	cmd := &cobra.Command{
		Use:     "check [DIR]",
		GroupID: groupAuthor,
		Short:   "Check everything about a catalog",
		Long: `Check a catalog: CUE and the schema, names and references, every expression, every metric's statement, and, where the
catalog has them, its fixtures, goldens and lock. It needs no warehouse and no credentials. With --against it says what
changed, in which metrics, and demands a version as large as the change. With --prove it asks each metric a few dozen
questions of the fixtures and holds the answers to the laws of numbers: groups add to the total, a range is the sum of
its parts. It ends with 1 when there is an error (or, with --strict, a warning).`,
		Example: `  sutura check
  sutura check path/to/catalog --strict
  sutura check --against origin/main
  sutura check --prove
  sutura check --format json
  sutura check --format sarif > sutura.sarif`,
		Args: maxArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if slices.Contains(reportFormats(), f.format) && !cmd.Flags().Changed("max-diagnostics") {
				f.max = 0 // the services have bounds of their own
			}
			return a.check(cmd.Context(), f, args)
		},
	}
	formatFlag(cmd, &f.format, append([]string{"text", "json"}, reportFormats()...)...)
	cmd.Flags().BoolVar(&f.strict, "strict", false, "a warning is a problem too")
	cmd.Flags().StringVar(&f.against, "against", "", "say what changed since `A`, a git revision, a folder or a bundle, and hold the version to it")
	cmd.Flags().BoolVar(&f.prove, "prove", false, "hold each metric's answers over the fixtures to the laws of numbers")
	cmd.Flags().IntVar(&f.max, "max-diagnostics", defaultMaxDiagnostics, "how many findings to print; 0 prints all")
	return cmd
}

func (a *app) check(ctx context.Context, f checkFlags, args []string) error {
	if f.max < 0 {
		return usage("--max-diagnostics takes 0 or more", "")
	}
	if a.flags.bundle != "" {
		return usage("check reads a catalog, not a bundle", "Leave out --bundle.")
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
	var change *render.Change
	if err == nil && w.bundle != nil {
		w.checkExamples()
		change, err = a.checkPinned(ctx, w, f)
	}
	if stop(); err != nil {
		return err
	}
	var proof goldens.Proof
	if f.prove && w.bundle != nil && !w.findings.HasErrors() {
		if proof, err = a.prove(ctx, w); err != nil {
			return err
		}
	}
	found := render.Select(w.findings, f.max)
	switch f.format {
	case "text":
		if change != nil && !a.flags.quiet {
			a.out.Change(*change)
			if change.VersionOK {
				a.out.Demand(*change)
			}
			a.out.Line("")
		}
		a.out.Diagnostics(found, w.files)
		if drifted := w.drifted(); change == nil && len(drifted) > 0 {
			a.out.Line("")
			a.drift(w, drifted, firstStatementAndRows)
		}
		if a.breaches(proof.Breaches); len(proof.Breaches) > 0 {
			a.out.Line("")
		}
		a.verdict(found, w, proof)
	case "json":
		err = a.out.JSON(checkedJSON{found.Wire(w.files), wireOf(change)})
	default:
		err = a.printReport(f.format, render.Report{
			Findings: found, Files: inRepository(root, w.files), Subject: w.subject(), Read: w.read, Strict: f.strict, Version: buildFacts().Version, Change: change,
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

func (a *app) verdict(found render.Diagnostics, w *workspace, proof goldens.Proof) {
	if summary := found.Summary(); summary != "" {
		a.out.Line("%s", summary)
	}
	if found.Errors > 0 || a.flags.quiet {
		return
	}
	checks := []render.Check{{OK: true, What: w.subject(), Found: render.Short(w.bundle.Digest())}}
	if proof.Answers > 0 && len(proof.Breaches) == 0 {
		checks = append(checks, render.Check{OK: true, What: "the laws of numbers", Found: fmt.Sprintf("hold in %d answers", proof.Answers)})
	}
	a.out.Checks(checks...)
}

// checkPinned compares a catalog without errors with what was pinned of it.
func (a *app) checkPinned(ctx context.Context, w *workspace, f checkFlags) (change *render.Change, err error) {
	if f.against != "" {
		if change, err = a.checkAgainst(ctx, w, f.against); err != nil {
			return nil, err
		}
	}
	if err := w.checkLockKnowing(change); err != nil {
		return nil, err
	}
	w.recorded, err = w.checkRecorded(ctx, change)
	return change, err
}

// checkedJSON is what check found.
type checkedJSON struct {
	render.Findings
	Change *render.ChangeJSON `json:"change,omitempty"` // with --against
}

func wireOf(c *render.Change) *render.ChangeJSON {
	if c == nil {
		return nil
	}
	wire := c.Wire()
	return &wire
}
