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
	"sutura.dev/internal/render"
)

func (a *app) demoCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "demo [DIR]",
		GroupID: groupOther,
		Short:   "See it work: write a catalog with real data, check it, ask it",
		Long: `Write the demonstration, every flight from New York in 2013, into DIR (default: sutura-demo), then check it, preview
a statement, ask three questions and draw one. What DIR holds of the demonstration already stays as it is.`,
		Example: "  sutura demo\n  sutura demo /tmp/flights",
		Args:    maxArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if a.flags.dir != "" || a.flags.bundle != "" {
				return usage("demo makes its own catalog", "Leave out -C and --bundle.")
			}
			dir := "sutura-demo"
			if len(args) == 1 {
				dir = args[0]
			}
			return a.demo(cmd.Context(), dir)
		},
	}
}

// scene is a part of the demonstration: what it shows, and the command that shows it.
type scene struct {
	title   string
	command []string
	refused bool
}

func scenes() []scene {
	const year = "2013"
	return []scene{
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
	}
}

func (a *app) demo(ctx context.Context, dir string) error {
	if err := a.writeDemo(dir); err != nil {
		return err
	}
	for _, s := range scenes() {
		if err := a.play(ctx, dir, s); err != nil {
			return err
		}
	}
	a.out.Line("")
	a.out.Heading("Try next")
	for _, words := range [][]string{
		{"cd", dir},
		{"sutura", "describe"},
		{"sutura", "ask", "flights", "--by", "airline.name", "--range", "2013", "--plot"},
		{"sutura", "verify"},
	} {
		a.out.Command(words)
	}
	return nil
}

// play runs one command line as a person would, and prints it first.
func (a *app) play(ctx context.Context, dir string, s scene) error {
	words := append([]string{"-C", dir}, s.command...)
	a.out.Line("")
	a.out.Heading(s.title)
	a.out.Prompt(append([]string{"sutura"}, words...))
	if err := a.out.Flush(); err != nil {
		return failed("standard output cannot be written", "")
	}
	inner := a.Process
	inner.Args = append([]string{"--color", a.flags.color}, words...)
	if a.flags.quiet {
		inner.Args = append([]string{"--quiet"}, inner.Args...)
	}
	if code := run(ctx, inner); code != exitClean && !(code == exitFound && s.refused) {
		return &failure{code: code}
	}
	return ctx.Err()
}

// writeDemo lays the demonstration out in dir, which is new, empty, or the demonstration already.
func (a *app) writeDemo(dir string) error {
	files := schema.Starter()
	err := fs.WalkDir(demo.Files(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(demo.Files(), name)
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
	case len(entries) > 0 && !isDemo(dir):
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

// isDemo reports whether dir holds the demonstration's own catalog.
func isDemo(dir string) bool {
	const about = "catalog/about.cue"
	want, err := fs.ReadFile(demo.Files(), about)
	if err != nil {
		return false
	}
	have, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(about)))
	return err == nil && bytes.Equal(have, want)
}
