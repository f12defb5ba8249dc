package cli

import (
	"context"

	"github.com/spf13/cobra"

	"sutura.dev/internal/render"
)

func (a *app) diffCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:     "diff A [B]",
		GroupID: groupAuthor,
		Short:   "Say what changed between two catalogs, and which numbers",
		Long: `Say what changed from A to B (default: the catalog here): which metrics, how much it matters to those who ask, why, and
what their statements and their rows on the fixtures become. A and B are each a folder with a catalog, a bundle's file, or
a git revision: a branch, a tag, a commit, or BRANCH... for where this branch left it. The work tree is not touched. It ends
with 1 when something changed.`,
		Example: "  sutura diff main\n  sutura diff v1.2.0 v1.3.0\n  sutura diff old.bundle.json --format json",
		Args:    maxArgs(2),
		RunE:    func(cmd *cobra.Command, args []string) error { return a.diff(cmd.Context(), format, args) },
	}
	formatFlag(cmd, &format, "text", "json")
	return cmd
}

func (a *app) diff(ctx context.Context, format string, args []string) error {
	if len(args) == 0 {
		return usage("diff compares with something: a revision, a folder or a bundle", "`sutura diff main` compares the catalog here with that of a branch.")
	}
	root, err := a.diffRoot(args)
	if err != nil {
		return err
	}
	stop := a.working("comparing")
	defer stop()
	before, err := a.side(ctx, root, args[0])
	if err != nil {
		return err
	}
	var after *side
	if len(args) == 2 {
		after, err = a.side(ctx, root, args[1])
	} else {
		after, err = a.here()
	}
	if err != nil {
		return err
	}
	for _, s := range []*side{before, after} {
		if err := s.usable(); err != nil {
			return err
		}
	}
	c, err := a.compare(ctx, before, after)
	if err != nil {
		return err
	}
	stop()
	if format == "json" {
		err = a.out.JSON(c.Wire())
	} else {
		a.out.Change(*c)
		a.out.Demand(*c)
	}
	if err == nil && !(c.Empty() && c.Changes.Before.Version == c.Changes.After.Version) {
		return errFound
	}
	return err
}

// diffRoot is the catalog's folder, in whose repository revisions are looked for. Where both sides are named there may
// be none here.
func (a *app) diffRoot(args []string) (string, error) {
	root, err := a.root("")
	if err != nil && (len(args) == 2 || a.flags.bundle != "") && a.flags.dir == "" {
		return ".", nil
	}
	return root, err
}

// here is the catalog, or the bundle, that the run works on.
func (a *app) here() (*side, error) {
	w, err := a.open()
	if err != nil {
		return nil, err
	}
	s := &side{workspace: w, name: render.Here}
	if w.catalog != nil {
		s.dir = w.root
	}
	return s, nil
}
