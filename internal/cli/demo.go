package cli

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/spf13/cobra"

	"sutura.dev/catalog/demo"
	"sutura.dev/catalog/schema"
	"sutura.dev/catalog/shop"
	"sutura.dev/internal/render"
)

func (a *app) demoCommand() *cobra.Command {
	var ofShop, ofRamp bool
	cmd := &cobra.Command{
		Use:     "demo [DIR]",
		GroupID: groupOther,
		Short:   "See it work: write a catalog with real data, check it, ask it",
		Long: `Write the demonstration, every flight from New York in 2013, into DIR (default: sutura-demo), then check it, preview
a statement, ask three questions and draw one. What DIR holds of the demonstration already stays as it is.

With --shop it is an example instead of every kind of metric, over a few rows that a person can add up: revenue against
budget, returns, stock, running totals, customers as they were on the day.

With --ramp it is the way from a statement that nobody certified to a metric: asked as raw SQL, seen in the coverage, proposed,
checked, merged, and asked again.`,
		Example: "  sutura demo\n  sutura demo /tmp/flights\n  sutura demo --shop\n  sutura demo --ramp",
		Args:    maxArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if a.flags.dir != "" || a.flags.bundle != "" {
				return usage("demo makes its own catalog", "Leave out -C and --bundle.")
			}
			of := flightsExhibit()
			switch {
			case ofShop && ofRamp:
				return usage("--shop and --ramp are two demonstrations", "Keep one of the two.")
			case ofShop:
				of = shopExhibit()
			case ofRamp:
				of = rampExhibit()
			}
			if len(args) == 1 {
				of.dir = args[0]
			}
			return a.demo(cmd.Context(), of)
		},
	}
	cmd.Flags().BoolVar(&ofShop, "shop", false, "show the shop, an example of every kind of metric")
	cmd.Flags().BoolVar(&ofRamp, "ramp", false, "show the way from raw SQL to a metric")
	return cmd
}

// exhibit is a catalog that ships with the program: where it is written, what it holds, and what is shown of it.
type exhibit struct {
	dir    string
	files  fs.FS
	scenes []scene
	next   [][]string
	// prepare makes what no file of the exhibit is; nil for nothing.
	prepare func(ctx context.Context, dir string) error
}

// scene is a part of the demonstration: what it shows, and the command that shows it.
type scene struct {
	title   string
	command []string
	refused bool
	act     func(ctx context.Context, a *app, dir string) error // instead of a command
}

func flightsExhibit() exhibit {
	const year = "2013"
	return exhibit{dir: "sutura-demo", files: demo.Files(), scenes: []scene{
		{title: "The catalog is checked: CUE, names, every expression, every metric's statement.",
			command: []string{"check"}},
		{title: "A question becomes one statement, and every value in it a parameter.",
			command: []string{"compile", "departure_delay", "--by", "origin", "--range", year, "--where", "carrier=UA,DL"}},
		{title: "Asked, it comes back with its proof: the definitions' digests, the range, the statement.",
			command: []string{"ask", "flights", "departure_delay", "on_time_share", "--by", "origin_airport.name", "--range", year}},
		{title: "Two tables that share no row, each metric on its own rows and clock.",
			command: []string{"ask", "cancellation_rate", "average_temperature", "--grain", "quarter", "--range", year}},
		{title: "Over time it can be drawn.",
			command: []string{"ask", "departure_delay", "--grain", "month", "--range", year, "--plot"}},
		{title: "What cannot be answered is refused, with what to ask instead. Nothing is guessed.",
			command: []string{"ask", "departure_delay", "--by", "origin", "--range", year, "--where", "origin=JFC"}, refused: true},
	}, next: [][]string{
		{"sutura", "describe"},
		{"sutura", "ask", "flights", "--by", "airline.name", "--range", year, "--plot"},
		{"sutura", "verify"},
	}}
}

func shopExhibit() exhibit {
	const half = "2026-H1"
	return exhibit{dir: "sutura-shop", files: shop.Files(), scenes: []scene{
		{title: "The catalog is checked, with its goldens and its lock.",
			command: []string{"check"}},
		{title: "Revenue is in order lines, budget in a table of its own: they meet by month and region.",
			command: []string{"ask", "revenue", "budget", "over_budget", "--by", "region.name", "--grain", "quarter", "--range", half, "--totals"}},
		{title: "Pieces come back on a day of their own; the rate divides totals, not rows.",
			command: []string{"ask", "units_sold", "units_returned", "return_rate", "--by", "product.category", "--range", half}},
		{title: "Customers as they were on the day of the order.",
			command: []string{"ask", "orders", "average_order_value", "--by", "customer_then.segment", "--range", half}},
		{title: "Stock is not added up over time.",
			command: []string{"ask", "stock_at_start", "stock_at_end", "--grain", "month", "--range", half, "--fill"}},
		{title: "Running totals, and the same time a year before.",
			command: []string{"ask", "revenue", "revenue_year_to_date", "revenue_last_year", "revenue_growth", "--grain", "month", "--range", half}},
	}, next: [][]string{
		{"sutura", "describe", "revenue_growth"},
		{"sutura", "compile", "active_buyers", "--grain", "week", "--range", "2026-06"},
		{"sutura", "ask", "revenue", "--grain", "month", "--range", half, "--compare", "1-year"},
	}}
}

func (a *app) demo(ctx context.Context, of exhibit) error {
	if err := a.writeDemo(of); err != nil {
		return err
	}
	if of.prepare != nil {
		if err := of.prepare(ctx, of.dir); err != nil {
			return err
		}
	}
	for _, s := range of.scenes {
		if err := a.play(ctx, of.dir, s); err != nil {
			return err
		}
	}
	a.out.Line("")
	a.out.Heading("Try next")
	for _, words := range append([][]string{{"cd", of.dir}}, of.next...) {
		a.out.Command(words)
	}
	return nil
}

// play shows one scene.
func (a *app) play(ctx context.Context, dir string, s scene) error {
	a.out.Line("")
	a.out.Heading(s.title)
	if s.act != nil {
		return s.act(ctx, a, dir)
	}
	return a.perform(ctx, append([]string{"-C", dir}, s.command...), s.refused)
}

// perform runs one command line as a person would, and prints it first.
func (a *app) perform(ctx context.Context, words []string, refused bool) error {
	a.out.Prompt(append([]string{"sutura"}, words...))
	if err := a.out.Flush(); err != nil {
		return failed("standard output cannot be written", "")
	}
	inner := a.Process
	inner.Args = append([]string{"--color", a.flags.color}, words...)
	if a.flags.quiet {
		inner.Args = append([]string{"--quiet"}, inner.Args...)
	}
	if code := run(ctx, inner); code != exitClean && !(code == exitFound && refused) {
		return &failure{code: code}
	}
	return ctx.Err()
}

// writeDemo lays an exhibit out in its folder, which is new, empty, or the exhibit already.
func (a *app) writeDemo(of exhibit) error {
	dir, files := of.dir, schema.Starter()
	err := fs.WalkDir(of.files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(of.files, name)
		files = append(files, schema.File{Path: path.Clean(name), Data: data})
		return err
	})
	if err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return unreadable(dir, err)
	case len(entries) > 0 && !of.isIn(dir):
		return failed(render.Escape(dir)+" is not empty, and is not the demonstration", "Name a folder that does not exist yet: `sutura demo DIR`.")
	}
	var missing []schema.File
	for _, f := range files {
		if _, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(f.Path))); errors.Is(err, fs.ErrNotExist) {
			missing = append(missing, f)
		}
	}
	if err := writeNew(dir, missing); err != nil {
		return err
	}
	a.out.Line("%s holds the demonstration: %s, %s written", render.Escape(dir), count(len(files), "file"), count(len(missing), "file"))
	return nil
}

// isIn reports whether dir holds the exhibit's own catalog.
func (of exhibit) isIn(dir string) bool {
	const about = "catalog/about.cue"
	want, err := fs.ReadFile(of.files, about)
	if err != nil {
		return false
	}
	have, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(about)))
	return err == nil && bytes.Equal(have, want)
}
